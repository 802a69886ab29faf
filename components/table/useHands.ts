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
import type { Cursor } from './keys'
import type { Labels } from './labels'
import * as ways from './travel'
import { useCardActions } from './useCardActions'
import type { ShownRefusal } from './useFeedback'
import { useKeyboard } from './useKeyboard'
import type { Layout } from './useLayout'
import { useSpeech } from './useSpeech'
import { usePointer } from './usePointer'

/** What the hands hold, point at and are told, for the table to draw. */
export interface Hands {
  /** The lowest card in the hand while dragging. */
  readonly dragged: Ref<Cursor | undefined>
  /** The same after it was let go without a move, until it lies where it lay. */
  readonly returning: Ref<Cursor | undefined>
  /** The card under the mouse that could be played. */
  readonly hovered: Ref<Cursor | undefined>
  readonly selected: Ref<Cursor | undefined>
  /** A covered card that is shown whole. */
  readonly peeked: Ref<Cursor | undefined>
  /** The piles where the dragged or selected cards may go. */
  readonly dropTargets: ComputedRef<ReadonlySet<PileId>>
  /** What a screen reader says of everything on the table, once its texts are here. */
  readonly labels: Readonly<Ref<Labels | undefined>>
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
  layout.learn(ways)
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
  const { selected, peeked, refusal, announcement } = actions
  return {
    ...useSpeech(layout),
    dragged,
    returning,
    hovered,
    selected,
    peeked,
    dropTargets,
    refusal,
    announcement,
  }
}
