// Handles events from the browser, the background and other tabs: visibility, storage changes and locks.
import { isInProgress } from '../sync/game-envelope.ts'
import { applyStoredSettings, readSettings } from '../settings/model.ts'
import type { TransitionBuilder } from './draft.ts'
import { isTimeFinal, keyOf, newerKeysIn, readGame, type Slot } from './game-in-memory.ts'
import { underChosenRules } from './house-rules.ts'
import { dealAfterErasure } from './opening.ts'
import {
  gameNow,
  hasActionsOf,
  isPlaying,
  leave,
  previousTexts,
  quarantine,
  saveGame,
  savePrevious,
  saveSeconds,
} from './saving.ts'
import type { Event, GameInMemory } from './state.ts'

/** The tab is being hidden or closed: saves the seconds played, and publishes. */
export function hidden(draft: TransitionBuilder): void {
  if (draft.state.role === 'hidden') return
  draft.effect({ kind: 'stopClock' })
  saveSeconds(draft)
  draft.change({ role: 'hidden' })
  draft.effect({ kind: 'publish' })
}

/** The tab is visible again: reads what other tabs have written, and takes the lock. */
export function shown(draft: TransitionBuilder): void {
  refresh(draft)
  draft.change({ role: 'opening' })
  adoptHouseRules(draft)
  draft.takeLock()
}

/** Reads the settings and the current game again, and adopts what other tabs have written. */
export function refresh(draft: TransitionBuilder): void {
  const { state, context } = draft
  const texts = context.texts!
  const { id } = state.game.position.game
  const newerKeys = newerKeysIn(texts)
  const isDisplaced = (slot: Slot) => newerKeys.includes(`${slot}:${id}`)
  const previousText = texts[keyOf(newerKeys, 'previous', id)] as string | undefined
  draft.change({
    newerKeys,
    settings: readSettings(texts, state.settings.lastChoice).state,
    previousText: previousText ?? (isDisplaced('previous') ? state.previousText : undefined),
  })
  const key = keyOf(newerKeys, 'game', id)
  const text = texts[key] as string | undefined
  const stored = context.stored?.[key] ?? text
  if (stored !== undefined && stored !== text && isOfAnotherTab(draft, stored)) {
    if (isInProgress(state.game) && !stored.includes(state.game.playId)) leave(draft, gameNow(draft))
    return adoptText(draft, stored)
  }
  // A newer version has written this game's key.
  if (text === undefined && isDisplaced('game')) saveGame(draft)
  else if (text === undefined) dealAfterErasure(draft)
  else if (text !== state.lastText) adoptText(draft, text)
}

/** storage.local was changed by this tab, another one or the background. */
export function storageChanged(draft: TransitionBuilder, event: Event<'storageChanged'>): void {
  const { state } = draft
  if (state.role === 'hidden') return
  // Values other than strings come from another version.
  const changes: Record<string, string | undefined> = {}
  for (const [key, text] of Object.entries(event.changes)) if (text !== null) changes[key] = text
  const { id } = state.game.position.game
  const settings = applyStoredSettings(state.settings, changes)
  draft.change({ settings })
  protectNewerGames(draft, changes)
  const { newerKeys } = draft.state
  const previousKey = keyOf(newerKeys, 'previous', id)
  if (previousKey in changes) draft.change({ previousText: changes[previousKey] })
  const key = keyOf(newerKeys, 'game', id)
  const text = changes[key]
  if (text !== undefined) onGameTextChanged(draft, text)
  else if (key in changes) onErased(draft, key)
  if (settings !== state.settings) adoptHouseRules(draft)
}

/** Protects a game of a newer version; this version's game continues under another key. */
function protectNewerGames(
  draft: TransitionBuilder,
  changes: Readonly<Record<string, string | undefined>>,
): void {
  const { newerKeys, game } = draft.state
  const { id } = game.position.game
  const keys = newerKeysIn(changes).filter(key => !newerKeys.includes(key))
  if (keys.length === 0) return
  draft.change({ newerKeys: [...newerKeys, ...keys] })
  if (!isPlaying(draft.state)) return
  if (keys.includes(`game:${id}`)) saveGame(draft)
  if (keys.includes(`previous:${id}`)) savePrevious(draft, id, previousTexts(draft.state))
}

/**
 * The stored game was erased. Every visible tab deals again, because the playing tab may be gone. A tab that
 * finds another tab's new deal shows that instead. All tabs end up with the deal that was written last.
 */
function onErased(draft: TransitionBuilder, key: string): void {
  const { game } = draft.state
  const text = draft.context.stored?.[key]
  const read = readGame(text ?? '', game.position.game.id)
  if (!read.ok || read.value.playId === game.playId) return dealAfterErasure(draft)
  draft.change({ previousText: undefined })
  adoptText(draft, text!)
  draft.notify({ key: 'erasedElsewhere' })
}

/** The stored text of the current game was written. */
function onGameTextChanged(draft: TransitionBuilder, text: string): void {
  const { echoes, lastText } = draft.state
  const at = echoes.indexOf(text)
  if (at >= 0) draft.change({ echoes: echoes.slice(at + 1) })
  else if (text !== lastText) adoptText(draft, text)
}

/**
 * Shows the game as another tab left it, unless this tab's game continues it or the text is unreadable. An
 * unreadable text is quarantined before this tab's next save replaces it.
 */
function adoptText(draft: TransitionBuilder, text: string): void {
  const { state, context } = draft
  const { game, newerKeys } = state
  const { id } = game.position.game
  const read = readGame(text, id)
  if (!read.ok) {
    if (context.texts || isPlaying(draft.state)) quarantine(draft, keyOf(newerKeys, 'game', id), text)
    return
  }
  if (isPlaying(draft.state) && isLaterState(game, read.value)) {
    saveGame(draft)
    return
  }
  draft.change({ lastText: text, echoes: [] })
  draft.open(read.value, 'tab')
  // After a move in another tab, this clock also runs, so that both windows show the same time.
  const isMove = read.value.history.log.length > game.history.log.length
  if (state.role === 'follower' && isMove && !isTimeFinal(read.value)) draft.effect({ kind: 'runClock' })
}

/** Whether another tab has played since writes here began to fail: another play, or actions missing here. */
function isOfAnotherTab({ state: { game, previousText = '' } }: TransitionBuilder, text: string): boolean {
  const read = readGame(text, game.position.game.id)
  if (!read.ok) return false
  return isSameBranch(game, read.value)
    ? !hasActionsOf(game, read.value)
    : ![game.playId, ...previousText.split(' ')].some(one => one.includes(read.value.playId))
}

/** Whether a game is a later state of another: the same play, with the same actions and more. */
const isLaterState = (game: GameInMemory, other: GameInMemory): boolean =>
  game.localActions > other.localActions && isSameBranch(game, other) && hasActionsOf(game, other)

/** Whether two games are states of the same play, with equal inherited version vectors. */
const isSameBranch = (one: GameInMemory, other: GameInMemory): boolean =>
  one.playId === other.playId && JSON.stringify(one.inherited) === JSON.stringify(other.inherited)

/**
 * A lock was gained or lost; ignored if its game is no longer on the table or the tab is hidden. The tab may
 * already be the player, because the user has played since it was gained.
 */
export function lockChanged(draft: TransitionBuilder, { game, isHolder }: Event<'lockChanged'>): void {
  const { state } = draft
  const role = isHolder ? 'player' : 'follower'
  if (game !== state.game.position.game.id || state.role === 'hidden') return
  if (role !== state.role) {
    draft.change({ role })
    if (!isHolder) draft.effect({ kind: 'stopClock' })
  }
  // The house rules may have changed while the tab that held the lock was hidden.
  adoptHouseRules(draft)
}

/** Adopts changed house rules if possible. Only the playing tab changes the game; the others follow. */
export function adoptHouseRules(draft: TransitionBuilder): void {
  const game = gameNow(draft)
  const adopted = underChosenRules(draft, game)
  if (adopted === game) return
  draft.show(adopted, 'rules')
  saveGame(draft)
}
