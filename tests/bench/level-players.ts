// Two other players, to check whether the levels also apply to players other than the one they are based on.
import { isWon, type Move, type Position } from '../../engine/index.ts'
import { candidates } from '../../engine/levels/candidates.ts'
import { after, placementKey, quickGame, type PlayerOptions } from '../../engine/levels/quick-game.ts'
import { WORTHS } from '../../engine/levels/worths.ts'
import { mulberry32 } from '../../engine/rules/shuffle.ts'

/** A beginner, who applies smaller weights, plays more randomly, and undoes up to three times. */
const NAIVE: PlayerOptions = {
  temperature: 1.2,
  undos: 3,
  worths: {
    ...WORTHS,
    turnsUp: 2,
    turnsUpNear: 0,
    group: 0,
    covers: 0,
    dealRow: -1.5,
    turn: -0.3,
    splitsRun: -0.8,
    leavesFit: -0.5,
    joinsRun: 1,
    otherToSpace: 0,
    emptiesColumn: 1,
    toCell: -1,
    cellInUse: -0.3,
    next: 0.5,
  },
}
const NAIVE_GAMES = 8

/** The naive player's win rate over several games, and its mean progress. */
export function naiveGames(start: Position): { won: number; progress: number } {
  const games = Array.from({ length: NAIVE_GAMES }, (_, i) =>
    quickGame(start, 5_000_000 + start.dealNumber * 64 + i, NAIVE),
  )
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / NAIVE_GAMES
  return { won: mean(games.map(({ won }) => Number(won))), progress: mean(games.map(g => g.progress)) }
}

/** The number of candidates that the strong player tries with a quick game each. */
const WIDTH = 3
const AHEAD: PlayerOptions = { worths: WORTHS, temperature: 0.5, undos: 0, maxMoves: 250 }
/** Consecutive turns of the stock after which it is not turned again. */
const MOST_TURNS = 60

/** A number that changes only irreversibly: cards on foundations, off the columns, and face down. */
function lasting({ game, piles, faceDown }: Position): number {
  const { foundation, stock, waste, reserve, tableau } = game.of
  const sum = (of: typeof stock) => of.reduce((cards, { index }) => cards + piles[index].length, 0)
  const down = tableau.reduce((cards, { index }) => cards + faceDown[index], 0)
  return sum(foundation) * 10_000 + sum([...stock, ...waste, ...reserve]) * 100 + down
}

/**
 * Whether the strong player wins: it plays the best of a few candidates according to a quick game from each,
 * and never undoes.
 */
export function strongWins(start: Position): boolean {
  const random = mulberry32(9_000_000 + start.dealNumber)
  let position = start
  let turns = 0
  /** Cards and their destinations since the last irreversible change. */
  const placed = new Set<number>()
  for (let moves = 0; moves < 6 * start.game.cards.length; moves++) {
    if (isWon(position)) return true
    const found = candidates(position, WORTHS)
    if (found.length === 0) return false
    const ordered = found
      .map(({ move, worth }) => ({ move, order: worth / 0.7 - Math.log(-Math.log(random() || 1e-9)) }))
      .toSorted((a, b) => b.order - a.order)
      .map(({ move }) => move)
    const isNew = (move: Move) =>
      move.kind === 'move'
        ? !placed.has(placementKey(position, move))
        : move.kind === 'deal' || turns <= MOST_TURNS
    const tried = found.length === 1 ? ordered : ordered.filter(isNew).slice(0, WIDTH)
    const move = bestOf(position, tried, random)
    if (!move) return false
    const next = after(position, move)
    if (found.length > 1) {
      turns = move.kind === 'move' ? 0 : turns + 1
      if (move.kind === 'move') placed.add(placementKey(position, move))
      if (lasting(next) !== lasting(position)) placed.clear()
    }
    position = next
  }
  return false
}

/** The move after which a quick game wins, or comes closest to a win. */
function bestOf(position: Position, moves: readonly Move[], random: () => number): Move | undefined {
  if (moves.length <= 1) return moves[0]
  let best: Move | undefined
  let least = Infinity
  for (const move of moves) {
    const next = after(position, move)
    if (isWon(next)) return move
    const game = quickGame(next, Math.floor(random() * 2 ** 32), AHEAD)
    const left = game.won ? -1000 : game.left
    if (left < least) [best, least] = [move, left]
  }
  return best
}
