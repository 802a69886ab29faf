// What a step writes of games: the one on the table, the one that is left, and how plays end.
import { isInProgress, countsWhenLeft, resultOf } from '../sync/game-envelope.ts'
import type { Outcome } from '../sync/game-results.ts'
import { quarantineTexts } from '../sync/quarantine.ts'
import type { Draft } from './draft.ts'
import { CURRENT, keyOf, readGame, textOf } from './game-in-memory.ts'
import type { GameInMemory } from './state.ts'

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

/** Writes how a play has ended, or that it goes on after all. */
export const saveResult = (draft: Draft, game: GameInMemory, outcome: Outcome): void =>
  draft.set(
    resultOf(
      { ...game, rebased: false, base: game.inherited, own: game.localActions },
      outcome,
      draft.moment.now,
    ),
  )

/** Whether leaving a game counts as giving it up. */
export const isGivenUpWhenLeft = (game: GameInMemory): boolean => countsWhenLeft({ ...game, rebased: false })

/** Whether anything was done in a game, and it is not won. */
export const isGameInProgress = (game: GameInMemory): boolean => isInProgress({ ...game, rebased: false })

/**
 * Keeps the game that is left within reach. The one that was in reach before it falls out of reach, and
 * counts as given up from then on at the latest; a play counts once, so it does no harm to say so again.
 */
export function keepPrevious(draft: Draft, left: GameInMemory): void {
  const { id } = left.position.game
  const { previousText, newerKeys } = draft.state
  const former = previousText === undefined ? undefined : readGame(previousText, id)
  if (former?.ok && former.value.playId !== left.playId && isGivenUpWhenLeft(former.value)) {
    saveResult(draft, former.value, 'givenUp')
  }
  const text = textOf(left)
  draft.set({ [keyOf(newerKeys, 'previous', id)]: text })
  draft.change({ previousText: text })
}

/** Keeps a text that cannot be used, so that no error costs anybody their data. */
export function quarantine(draft: Draft, key: string, text: string): void {
  const { set, remove } = quarantineTexts(draft.moment.texts ?? {}, { [key]: text }, draft.moment.now)
  draft.set(set)
  draft.remove(...remove)
}
