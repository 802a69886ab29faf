// Input handling: turns pointer and keyboard input into moves, refusals, selections and drags. Loaded right
// after the first paint; earlier input is buffered and replayed here.
import { computed, nextTick, watch, type Ref } from 'vue'
import '../../assets/motion.css'
import '../../assets/interaction.css'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { afterPaint } from '../../stores/platform/after-paint'
import { useGame } from '../../stores/session/game'
import { useSession } from '../../stores/session/session'
import { sayHint } from '../announcements'
import { keepOverlayKeys } from '../overlay-keys'
import type { InputState } from './card-view'
import type { Buffer } from './early-input'
import { hintedCard } from './keys'
import { replayInput } from './replay-input'
import { useCardActions } from './useCardActions'
import { useClicks } from './useClicks'
import { useKeyboard } from './useKeyboard'
import type { Layout } from './useLayout'
import { useSpeech } from './useSpeech'
import { usePointer } from './usePointer'
import { useTravel } from './useTravel'

/** Ends jumping once the cards have been painted in their places. */
function endJumps({ change, jumps, isStill, hasLanded }: Layout): void {
  watch(
    [change, jumps, isStill, hasLanded] as const,
    ([{ id }, now]) => {
      if (!isStill.value || !hasLanded.value) return
      afterPaint(() => {
        if (jumps.value === now) jumps.value = { since: id, isStill: false }
      })
    },
    { immediate: true },
  )
}

/**
 * Attaches input handling to a mounted table, and returns the state that the table renders. Replays the input
 * in `buffer`, which then ends.
 */
export function useInput(root: Readonly<Ref<HTMLElement | null>>, layout: Layout, buffer: Buffer) {
  const store = useGame()
  const { dispatch } = useSession()
  const late = useLateAnalysis()
  const { change, cards, geometry, travel } = layout
  layout.tracker.value = useTravel(root, change, cards, geometry, travel.value)
  endJumps(layout)
  const cardActions = useCardActions(root, layout)
  const actions = { ...cardActions, ...useClicks(layout, cardActions) }
  const { dragged, returning, hovered, release } = usePointer(root, layout, actions)
  const focusCursor = useKeyboard(root, layout, actions, release)
  watch(
    () => store.change,
    () => {
      release()
      actions.refusal.value = undefined
      hovered.value = undefined
    },
  )
  watch(
    () => late.hint,
    hint => {
      actions.refusal.value = undefined
      if (!hint) return
      actions.selected.value = undefined
      actions.say(() => sayHint(store.position, hint.move))
    },
  )
  const dropTargets = computed(() => {
    const card = dragged.value ?? actions.selected.value
    return card && actions.legalFrom(card)
  })
  // The table may have received focus by Tab before key handling was loaded.
  if (document.activeElement === root.value) focusCursor()
  // The input that was buffered may open a list. In a page without a table, page-focus.ts keeps the keys.
  keepOverlayKeys()
  /**
   * Resolves when the table shows the result of all events so far. The session handles events in order, so an
   * empty change of storage, which does nothing, is handled after them.
   */
  const settled = async (): Promise<void> => {
    await dispatch({ kind: 'storageChanged', changes: {} })
    await nextTick()
  }
  // The table can render what the input causes only after this function has returned.
  void nextTick(() => replayInput(buffer, settled)).finally(buffer.end)
  const { refusal, announcement } = actions
  const { labels, lightAnnouncement } = useSpeech(layout)
  const state = computed((): InputState => ({
    dragged: dragged.value,
    returning: returning.value,
    hovered: hovered.value,
    hinted: hintedCard(layout.shown.value, late.hint?.move),
    hintTarget: late.hint?.move.kind === 'move' ? late.hint.move.to : undefined,
    selected: actions.selected.value,
    peeked: actions.peeked.value,
    dropTargets: dropTargets.value,
    labels: labels.value,
  }))
  return { state, lightAnnouncement, refusal, announcement }
}
