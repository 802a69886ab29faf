// Puts a game on the table: when the page opens, another game is chosen, or the current one was erased.
import { DEFAULT_GAME, isGameId, isWon, type GameId } from '../../engine/index.ts'
import { SETTINGS_KEY } from '../platform/storage-keys.ts'
import { readSettings } from '../settings/model.ts'
import { houseRulesFor } from '../settings/setting-values.ts'
import { isInProgress } from '../sync/game-envelope.ts'
import type { TransitionBuilder } from './draft.ts'
import { CURRENT, freshGame, keyOf, newerKeysIn, readGame, textOf, WELCOME } from './game-in-memory.ts'
import { underChosenRules } from './house-rules.ts'
import { parseAddress } from './launch-request.ts'
import { lasting } from './notices.ts'
import { begunBefore, leave, quarantine, saveGame, saveSeconds, takePrevious } from './saving.ts'
import type { Event, GameInMemory } from './state.ts'

/** An easy deal of the default game, for the first start. */
const WELCOME_DEAL = 310

/** The page opens: reads settings and games, and puts the last or the requested game on the table. */
export function opened(draft: TransitionBuilder, { search, isVisible, dealt }: Event<'opened'>): void {
  const texts = draft.context.texts!
  const { state: settings, isBroken } = readSettings(texts)
  const isFirst = !(CURRENT in texts) || WELCOME in texts
  draft.change({ settings, isFirst, newerKeys: newerKeysIn(texts), role: isVisible ? 'opening' : 'hidden' })
  const request = parseAddress(search)
  const { game, deal } = request.ok ? request.value : {}
  const last = isGameId(texts[CURRENT]) ? texts[CURRENT] : undefined
  putOnTable(draft, game ?? last ?? DEFAULT_GAME, deal)
  // After a reload of a page that dealt a game from its address, the user can still go back.
  const { playId, history } = draft.state.game
  const isUntouched = playId === dealt && history.log.length === 0
  if (isUntouched && draft.state.previousText !== undefined) {
    draft.change({ hasLeft: true })
    draft.notify({ key: 'newDeal' })
  }
  if (isBroken) {
    quarantine(draft, SETTINGS_KEY, texts[SETTINGS_KEY]!)
    draft.notify({ key: 'brokenSettings' })
  }
  if (!request.ok) draft.notify({ key: 'badAddress', reason: request.reason })
  if (game !== undefined || deal !== undefined || !request.ok)
    draft.effect({ kind: 'forgetAddress', dealt: draft.state.hasLeft ? playId : '' })
}

/** Opens another game where the user left it, or deals it. */
export function switchGame(draft: TransitionBuilder, { game }: Event<'switchGame'>): void {
  const { state, context } = draft
  if (game === state.game.position.game.id) return
  saveSeconds(draft)
  const role = state.role === 'hidden' ? 'hidden' : 'opening'
  draft.change({ role, newerKeys: newerKeysIn(context.texts!), notices: lasting(state.notices) })
  putOnTable(draft, game)
  draft.takeLock()
}

/**
 * Opens the stored game if no deal was requested, or if it is the requested deal and not won; otherwise the
 * previous game in progress with that deal, or a new one. A stored game in progress stays within reach. If
 * the stored text is missing or unusable, the replica takes its place.
 */
function putOnTable(draft: TransitionBuilder, id: GameId, wanted?: number): void {
  const texts = draft.context.texts!
  const { newerKeys, isFirst } = draft.state
  const key = keyOf(newerKeys, 'game', id)
  const text = texts[key] as string | undefined
  draft.change({ previousText: texts[keyOf(newerKeys, 'previous', id)], lastText: text ?? '', echoes: [] })
  const stored = text === undefined ? undefined : readGame(text, id)
  if (stored && (!stored.ok || stored.value.rebased)) quarantine(draft, key, text!)
  const { replica, newDeal } = draft.context
  const found = stored?.ok ? stored.value : replica?.game
  const isWanted = ({ position }: GameInMemory) => position.dealNumber === wanted && !isWon(position)
  if (found && (wanted === undefined || isWanted(found))) {
    show(draft, found)
    if (stored?.ok && stored.value.rebased) draft.notify({ key: 'mendedGame' })
    if (!stored?.ok) draft.notify({ key: 'restoredGame', time: replica!.time })
    else if (wanted !== undefined && found.history.log.length > 0) draft.notify({ key: 'sameDeal' })
  } else {
    const isLeft = found !== undefined && isInProgress(found)
    const leaveFound = () => isLeft && leave(draft, found)
    const begun = wanted === undefined ? undefined : begunBefore(draft.state, id, wanted, newDeal?.day)
    if (begun) show(draft, takePrevious(draft, begun, found, leaveFound))
    else {
      leaveFound()
      show(draft, newPlay(draft, id, wanted ?? (isFirst && id === DEFAULT_GAME ? WELCOME_DEAL : undefined)))
    }
    draft.change({ hasLeft: isLeft })
    if (begun || isLeft) draft.notify({ key: begun ? 'sameDeal' : 'newDeal' })
    if (!found) {
      if (stored && !stored.ok) draft.notify({ key: 'brokenGame', reason: stored.reason })
      else if (key !== `game:${id}`) draft.notify({ key: 'newerGame' })
      else if (texts[CURRENT] === id) draft.notify({ key: 'missingGame' })
    }
  }
  if (textOf(draft.state.game) !== draft.state.lastText || texts[CURRENT] !== id)
    saveGame(draft, draft.state.game)
  if (isFirst && texts[CURRENT] === undefined) draft.set({ [WELCOME]: '1' })
}

/** Shows a game that was just read or dealt, under the chosen house rules if possible. */
const show = (draft: TransitionBuilder, game: GameInMemory): void =>
  draft.open(underChosenRules(draft, game), 'opened')

/** A new play of a game, by default with the preferred number. */
function newPlay(
  { state, context: { fresh, newDeal } }: TransitionBuilder,
  id: GameId,
  dealNumber = newDeal?.dealNumber ?? fresh.dealNumber,
): GameInMemory {
  return freshGame(id, { ...fresh, ...newDeal, dealNumber }, houseRulesFor(state.settings.values, id))
}

/** The stored game was erased elsewhere: deals a new one. */
export function dealAfterErasure(draft: TransitionBuilder): void {
  const dealt = newPlay(draft, draft.state.game.position.game.id)
  draft.change({ previousText: undefined, hasLeft: false })
  draft.open(dealt, 'deal')
  draft.notify({ key: 'erasedElsewhere' })
  saveGame(draft, dealt)
}
