// The public API of the engine, for stores, components, tools and tests.
import { addAllGames } from './games/all.ts'
import { gameById } from './games/catalogue.ts'
import { GAMES } from './games/ids.ts'
import { illegalMove } from './rules/illegal-move.ts'
import type { Game } from './rules/types.ts'

function everyGame(): readonly Game[] {
  addAllGames(illegalMove)
  return GAMES.map(id => gameById(id))
}

/**
 * Every game, in the order of `GAMES`. Pages call `loadGames` instead, so a bundler drops this list and
 * everything that only it needs.
 */
export const games: readonly Game[] = /* @__PURE__ */ everyGame()

export { autoplayMoves, canMoveToFoundation, finish, isSafe } from './rules/autoplay.ts'
export { isRed, nameOf, rankOf, RANKS, suitOf, SUITS, type Card } from './rules/cards.ts'
export { deal } from './rules/deal.ts'
export { keepsOdds } from './rules/keeps-odds.ts'
export { DEFAULT_GAME, gameById, isGameId, parseGame } from './games/catalogue.ts'
export { loadGames } from './games/load.ts'
export { addAllGames } from './games/all.ts'
export { GAMES } from './games/ids.ts'
export {
  bestTargets,
  heldFrom,
  movesTo,
  stockMove,
  targets,
  topOf,
  whyNotLift,
  whyNowhere,
  type Held,
  type Target,
} from './rules/intents.ts'
export {
  act,
  begin,
  movesMade,
  gesturesMade,
  positionAt,
  redo,
  restart,
  takenBack,
  undo,
  undoStep,
  type Action,
  type Gesture,
  type History,
} from './rules/history.ts'
export { legalMoves } from './rules/legal.ts'
export { parsePosition, readPosition, writePosition, type PositionContext } from './record/notation.ts'
export { isCovered } from './rules/fit.ts'
export { mayRecycle } from './rules/stock.ts'
export { IllegalMove, isStuck, isWon, play, playAll } from './rules/play.ts'
export { crc32 } from './record/crc32.ts'
export { isBase64, Reader, writeNumber } from './record/digits.ts'
export {
  dealInRecord,
  isNewerRecord,
  readRecord,
  writeRecord,
  type OpenedRecord,
  type RecordContent,
} from './record/record.ts'
export { fail, ok, type Failure, type Reason, type Result, type Success } from './result.ts'
export { whyNot } from './rules/why-not.ts'
export { cardInWords, inWords, type ReasonKey } from './rules/sentences.ts'
export { scoreOf, scoringsOf, type Played, type Scoring } from './rules/score.ts'
export { isDealNumber, parseDealNumber, randomDeal } from './rules/shuffle.ts'
export { allowsSupermoves, supermove } from './rules/supermove.ts'
export type * from './rules/types.ts'
export type { LevelRequest, LevelResponse } from './levels/ease.ts'
export { levelsOf, type Level } from './levels/thresholds.ts'
export { layoutKey } from './solver/best-line.ts'
export { solve } from './solver/solve.ts'
export type { Limits, Solution, Verdict } from './solver/types.ts'
export { DAILY_STATES, DAILY_TRIES, dailyCandidates, publishedDaily } from './games/daily.ts'
export { dailyDeal } from './games/daily-deal.ts'
export { dailySet } from './games/daily-set.ts'
export { FIRST_DEALS } from './games/first-deals.ts'
export { repairLine } from './solver/repair-line.ts'
export { solveRequest, type SolveRequest, type SolveResponse } from './solver/worker-protocol.ts'
