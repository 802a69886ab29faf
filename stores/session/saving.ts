// What a step writes of games: the one on the table, the one that is left, and how plays end.
import { writeRecord, type GameId } from '../../engine/index.ts'
import { countsWhenLeft, resultOf } from '../sync/game-envelope.ts'
import type { Outcome } from '../sync/game-results.ts'
import { pastKey, writePast } from '../sync/past-game.ts'
import { quarantineTexts } from '../sync/quarantine.ts'
import type { Draft } from './draft.ts'
import { CURRENT, keyOf, readGame, textOf } from './game-in-memory.ts'
import type { GameInMemory, SessionState } from './state.ts'

/** Echoes that are waited for at most; older ones of failed writes never come. */
const MAX_ECHOES = 50

/** The game on the table with the seconds that its clock shows. */
export const gameNow = ({ state, moment }: Draft): GameInMemory => ({
  ...state.game,
  seconds: moment.seconds,
})

/** Writes the game on the table, as the one played last. */
export function saveGame(draft: Draft, game = gameNow(draft)): void {
  const { echoes, newerKeys } = draft.state
  const text = textOf(game)
  const { id } = game.position.game
  draft.set({ [keyOf(newerKeys, 'game', id)]: text, [CURRENT]: id })
  draft.change({ lastText: text, echoes: [...echoes, text].slice(-MAX_ECHOES) })
}

/**
 * Writes how a play has ended, with the game as it was played, or that it goes on after all. `isSeenAgain`:
 * somebody has gone back to an end that was reached before, which stays as it was reached.
 */
export function saveResult(draft: Draft, game: GameInMemory, outcome: Outcome, isSeenAgain = false): void {
  const { now } = draft.moment
  const resultTime = Math.max(now, draft.state.resultTime + 1)
  draft.change({ resultTime })
  draft.set(resultOf({ ...game, base: game.inherited, own: game.localActions }, outcome, now, resultTime))
  if (outcome === 'reopened') draft.remove(pastKey(game.playId, 'givenUp'))
  else if (!isSeenAgain)
    draft.set({ [pastKey(game.playId, outcome)]: writePast(outcome, now, writeRecord(game)) })
}

/** How many games of a kind stay within reach. */
const MAX_PREVIOUS = 10
/** Stands at the end of a game that was counted as given up when it was left. */
const COUNTED = '.'

/** The texts of the games within reach, in the order in which one goes back to them. */
export const previousTexts = ({ previousText }: SessionState): string[] => previousText?.split(' ') ?? []

/** The games within reach that can be read, in that order. */
export const gamesWithinReach = (state: SessionState): GameInMemory[] =>
  previousTexts(state).flatMap(text => {
    const game = readGame(text, state.game.position.game.id)
    return game.ok ? [game.value] : []
  })

/** Keeps a game that is left within reach, as the one that is gone back to first, or last. */
export function keepPrevious(draft: Draft, left: GameInMemory, isCounted = false, isLast = false): void {
  const others = previousTexts(draft.state).filter(text => !isPassedBy(text, left))
  const text = textOf(left) + (isCounted ? COUNTED : '')
  savePrevious(draft, left.position.game.id, isLast ? [...others, text] : [text, ...others])
}

/** Whether a game within reach is an earlier state of another one; one that went on otherwise is not. */
export function isPassedBy(text: string, { playId, history, position }: GameInMemory): boolean {
  if (!text.includes(playId)) return false
  const former = readGame(text, position.game.id)
  if (!former.ok) return false
  const { log } = former.value.history
  return JSON.stringify(log) === JSON.stringify(history.log.slice(0, log.length))
}

/** Writes the games within reach. One that falls out of reach counts as given up, unless it was counted. */
export function savePrevious(draft: Draft, id: GameId, texts: readonly string[]): void {
  for (const text of texts.slice(MAX_PREVIOUS)) {
    const former = readGame(text, id)
    if (former.ok && !text.endsWith(COUNTED) && countsWhenLeft(former.value))
      saveResult(draft, former.value, 'givenUp')
  }
  const previousText = texts.slice(0, MAX_PREVIOUS).join(' ') || undefined
  const key = keyOf(draft.state.newerKeys, 'previous', id)
  if (previousText) draft.set({ [key]: previousText })
  else draft.remove(key)
  draft.change({ previousText })
}

/** Keeps a text that cannot be used, so that no error costs anybody their data. */
export function quarantine(draft: Draft, key: string, text: string): void {
  const { set, remove } = quarantineTexts(draft.moment.texts!, { [key]: text }, draft.moment.now)
  draft.set(set)
  draft.remove(...remove)
}
