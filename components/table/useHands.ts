// What a person does at the table: pointer and keys become moves, refusals, a selection, a drag. Loaded right
// after the first paint; input until then is kept and replayed here.
import { computed, nextTick, watch, type ComputedRef, type Ref } from 'vue'
import type { PileId } from '../../engine/index.ts'
import '../../assets/motion.css'
import '../../assets/hands.css'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { sayHint } from '../announcements'
import type { KeptInput } from './early-input'
import type { HandsScene } from './card-view'
import { hintedCard, hintTarget } from './keys'
import { useCardActions } from './useCardActions'
import type { ShownRefusal } from './useFeedback'
import { useKeyboard } from './useKeyboard'
import type { Layout } from './useLayout'
import { useSpeech } from './useSpeech'
import { usePointer } from './usePointer'
import { useTravel } from './useTravel'

/** What the hands hold, point at and are told, for the table to draw. */
export interface Hands {
  readonly scene: ComputedRef<HandsScene>
  /** The light in words, when it has changed. */
  readonly lightSaid: Readonly<Ref<string>>
  readonly refusal: Ref<ShownRefusal | undefined>
  /** The last announcement for screen readers. */
  readonly announcement: Ref<{ readonly id: number; readonly text: string }>
}

/** Starts the hands on a mounted table. `keptInput`: the input from before this was loaded. */
export function useHands(
  root: Readonly<Ref<HTMLElement | null>>,
  layout: Layout,
  keptInput: KeptInput,
): Hands {
  const store = useGame()
  const late = useLateAnalysis()
  layout.ways.value = useTravel(root, layout.change, layout.cards, layout.geometry)
  const actions = useCardActions(root, layout)
  const { dragged, returning, hovered, release } = usePointer(root, {
    ...actions,
    // A game that is watched is not played: assistive technology clicks without a pointer, too.
    click: (...card) => {
      if (!late.isReplaying) actions.click(...card)
    },
    secondaryAction: card => {
      if (!late.isReplaying) actions.secondaryAction(card)
    },
    clickFelt: actions.clearFeedback,
  })
  const focusCursor = useKeyboard(root, layout, actions, release)
  watch(
    () => store.change,
    () => {
      release()
      actions.clearRefusal()
      hovered.value = undefined
    },
  )
  watch(
    () => late.hint,
    hint => {
      actions.clearRefusal()
      if (hint) actions.say(sayHint(store.position, hint.move))
    },
  )
  const dropTargets = computed<ReadonlySet<PileId>>(() => {
    const card = dragged.value ?? actions.selected.value
    return card ? actions.legalFrom(card) : new Set()
  })
  // The table may have received the focus by Tab before it understood keys.
  if (document.activeElement === root.value) focusCursor()
  // The table draws what is done once it has the hands.
  void nextTick(keptInput.replay)
  const { refusal, announcement } = actions
  const { labels, lightSaid } = useSpeech(layout)
  const scene = computed((): HandsScene => ({
    dragged: dragged.value,
    returning: returning.value,
    hovered: hovered.value,
    hinted: hintedCard(layout.shown.value, late.hint?.move),
    hintTarget: hintTarget(late.hint?.move),
    selected: actions.selected.value,
    peeked: actions.peeked.value,
    dropTargets: dropTargets.value,
    labels: labels.value,
  }))
  return { scene, lightSaid, refusal, announcement }
}
