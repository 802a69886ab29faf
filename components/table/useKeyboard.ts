// Keyboard input on the table: runs the command of each key, and keeps focus and cursor together.
import { computed, nextTick, onScopeDispose, watch, type Ref } from 'vue'
import type { PileId } from '../../engine/index.ts'
import { afterPaint } from '../../stores/platform/after-paint'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useOverlays } from '../../stores/overlays/overlays'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import { sayPile, sayTargets } from '../announcements'
import { usePageCommands, type PageCommand } from '../usePageCommands'
import { listen } from '../listen'
import { commandOf, onTop, onTopOrNear, walk, type Command, type Cursor } from './keys'
import { hasColumns } from './place'
import { cursorAt } from './pointer'
import type { InputActions } from './useClicks'
import type { Layout } from './useLayout'

/** Commands that repeat while their key is held down. */
const REPEATED = /^(walk|undo|redo)$/
/** Commands that do not show the cursor. Those of the page do not focus the table either. */
const WITHOUT_CURSOR = /^(undo|redo|hint|new|help|escape)$/
const OF_PAGE = /^(hint|new|help|escape)$/

/** What each command does. `release` cancels any drag. */
// oxlint-disable-next-line max-lines-per-function -- One short function for each command.
function useCommands(geometry: Layout['geometry'], actions: InputActions, release: () => boolean) {
  const store = useGame()
  const late = useLateAnalysis()
  const { run } = usePageCommands()
  const { selected } = actions
  const goTo = (pile: PileId): void => {
    actions.cursor.value = onTop(store.position, pile)
  }
  /** Says where a card can go, or lists the cards of a pile. */
  function tell({ pile, at }: Cursor): void {
    const { position } = store
    const textOf = () => (at < 0 ? sayPile(position, pile) : sayTargets(position, pile, at))
    actions.tell(textOf, onTop(position, pile))
  }
  function step(_: Cursor, { kind }: Command): void {
    actions.clearFeedback()
    void run(kind as PageCommand)
  }
  /** Cancels what the user is waiting for, and shows a message that says so. */
  async function cancel(): Promise<void> {
    const { awaited } = store
    store.stopWaiting()
    const { analysis } = await late.load()
    if (!store.awaited) analysis.say(awaited === 'deal' ? 'dealCanceled' : 'canceled')
  }
  const runOnPage = (_: Cursor, { kind }: Command) => void run(kind as PageCommand)

  const commands: Readonly<Record<Command['kind'], (here: Cursor, command: Command) => void>> = {
    walk(here, { dx = 0, dy = 0 }) {
      actions.cursor.value = walk(store.position, geometry.value, here, dx, dy)
      actions.unpeek()
    },
    column(_, { number = 0 }) {
      const pile = hasColumns(store.game) ? store.game.of.tableau[number] : undefined
      if (pile && selected.value) actions.moveTo(selected.value, pile.id)
      if (pile) goTo(pile.id)
    },
    /** Presses the stock, moves the selected card here, or plays the hint or the card at the cursor. */
    play(here) {
      const from = selected.value
      if (from || !actions.playHint(here)) {
        if (here.pile === 'stock') actions.pressStock()
        else if (from && from.pile !== here.pile) actions.moveTo(from, here.pile)
        else if (here.at >= 0) actions.playBest(here)
      }
      goTo(here.pile)
    },
    select: actions.select,
    foundation(here) {
      const card = selected.value ?? here
      if (card.at >= 0) actions.removeOrRefuse(card)
      goTo(here.pile)
    },
    draw() {
      actions.turnStock()
      // The cursor goes to the drawn card. A deal onto the columns draws no single card.
      if (store.game.of.waste.length > 0) goTo('waste')
    },
    peek: actions.togglePeek,
    where: here => tell(selected.value ?? here),
    list: ({ pile }) => tell({ pile, at: -1 }),
    undo: step,
    redo: step,
    hint: runOnPage,
    new: runOnPage,
    help: runOnPage,
    /** Ends a drag, or else clears messages and selection, cancels a search, or ends the welcome. */
    escape() {
      if (release()) return
      if (actions.refusal.value || late.hint || selected.value || actions.peeked.value) {
        actions.clearFeedback()
        actions.unpeek()
      } else if (store.awaited) void cancel()
      else if (store.isFirst) void store.endWelcome()
    },
  }
  return commands
}

/** Keeps the cursor and the focus in sync. */
function useCursor(root: Ref<HTMLElement | null>, { geometry }: Layout, actions: InputActions) {
  const store = useGame()

  /** The cursor if its card exists, or else a place on or near its pile, or else on the first column. */
  const effectiveCursor = computed<Cursor>(() => {
    const { value } = actions.cursor
    const { position } = store
    if (!value || !store.game.pileById.has(value.pile)) return onTopOrNear(position, geometry.value, 't0')
    const isKept = value.at >= 0 && value.at <= onTop(position, value.pile).at
    return isKept ? value : onTopOrNear(position, geometry.value, value.pile)
  })

  const isSpot = (element: EventTarget | null): element is HTMLElement =>
    element instanceof HTMLElement &&
    root.value?.contains(element) === true &&
    element.matches('[data-on], [data-pile]')
  const isCursorSeen = (): boolean => actions.isCursorDrawn.value && isSpot(document.activeElement)
  /** Whether `focusCursor` is moving the focus. */
  let isFocusing = false

  function focusCursor(): void {
    void nextTick(() => {
      const { pile, at } = effectiveCursor.value
      isFocusing = true
      root.value
        ?.querySelector<HTMLElement>(
          at < 0 ? `[data-pile="${pile}"]` : `[data-on="${pile}"][data-at="${at}"]`,
        )
        ?.focus()
      isFocusing = false
    })
  }

  // Tab or assistive technology moved the focus; the cursor follows.
  listen(root.value!, 'focusin', ({ target }) => {
    if (isFocusing || !(target as Element).matches(':focus-visible')) return
    actions.isCursorDrawn.value = true
    if (isSpot(target)) actions.cursor.value = cursorAt(target)
  })
  listen(root.value!, 'pointerdown', () => {
    actions.isCursorDrawn.value = false
  })
  // Tab may have moved the focus here before this was loaded.
  actions.isCursorDrawn.value = root.value!.matches(':focus-visible')
  watch(actions.isCursorDrawn, isDrawn => root.value!.toggleAttribute('data-cursor', isDrawn), {
    immediate: true,
  })

  // The focus stays on the pile, because the card may have moved or been covered.
  watch(
    () => store.change,
    () => {
      const { activeElement } = document
      if (actions.cursor.value) actions.cursor.value = onTop(store.position, effectiveCursor.value.pile)
      // The change may be the delayed result of a key.
      const isWaiting = actions.isCursorDrawn.value && activeElement === document.body
      if (!isSpot(activeElement) && !isWaiting) return
      // Focusing earlier would force a second layout of the page.
      afterPaint(() => {
        const focused = document.activeElement
        // A surface that has opened in the meantime, such as the win sheet, keeps the focus.
        if (focused === document.body || root.value?.contains(focused)) focusCursor()
      })
    },
    { flush: 'post' },
  )

  return { effectiveCursor, isCursorSeen, focusCursor }
}

/** Handles keys. `release` cancels any drag. Returns a function that focuses the card at the cursor. */
export function useKeyboard(
  root: Ref<HTMLElement | null>,
  layout: Layout,
  actions: InputActions,
  release: () => boolean,
): () => void {
  const store = useGame()
  const settings = useSettings()
  const overlays = useOverlays()
  const { run } = usePageCommands()
  const { effectiveCursor, isCursorSeen, focusCursor } = useCursor(root, layout, actions)

  /** Whether a command acts on the card at the cursor, rather than on a selected or peeked one. */
  const isAtCursor = ({ kind }: Command): boolean =>
    /^(play|select|list)$/.test(kind) ||
    (/^(foundation|where)$/.test(kind) && !actions.selected.value) ||
    (kind === 'peek' && !actions.peeked.value)

  /** Whether an element outside the table has the focus. */
  const isElsewhere = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement && target !== document.body && !root.value!.contains(target)

  const commands = useCommands(layout.geometry, actions, release)

  function keydown(event: KeyboardEvent): void {
    store.touch()
    // A requested list or panel gets all keys, even while it is loading.
    if (overlays.hasKeys || overlays.list || overlays.panel || overlays.loading) return
    const command = commandOf(event, settings.values)
    if (!command || (event.repeat && !REPEATED.test(command.kind))) return
    // Outside the table, Enter and Space activate the focused element; other keys act on the table.
    if (command.kind === 'play' && isElsewhere(event.target)) return
    if (event.key === 'Enter' && overlays.top === 'win') return void run('new')
    // The browser must still handle Escape, which closes popovers.
    if (command.kind !== 'escape') event.preventDefault()
    // The first key only shows a hidden cursor; the next one acts on its card.
    const isShownFirst = isAtCursor(command) && !isCursorSeen()
    if (!WITHOUT_CURSOR.test(command.kind)) actions.isCursorDrawn.value = true
    if (!isShownFirst) commands[command.kind](effectiveCursor.value, command)
    if (!OF_PAGE.test(command.kind)) focusCursor()
  }
  listen(document, 'keydown', keydown)
  overlays.table = { root: root.value!, focusCursor }
  onScopeDispose(() => {
    overlays.table = undefined
  })
  return focusCursor
}
