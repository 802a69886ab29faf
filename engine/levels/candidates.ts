// The moves that the quick player considers in games with building, and their values.
import { isSafe } from '../rules/autoplay.ts'
import { faceOf, rankOf, SUITS, suitOf, type Card } from '../rules/cards.ts'
import { fitsCard, fitsColumn, lastRank, nextRank, runLength } from '../rules/fit.ts'
import { legalMoves } from '../rules/legal.ts'
import { countIn } from '../rules/stock.ts'
import { mostCarried } from '../rules/supermove.ts'
import type { Game, Move, Pile, PileIndex, Position } from '../rules/types.ts'
import { leavingCandidates } from './leaving.ts'
import type { Candidate, Weights } from './weights.ts'

/** A position, and the values that the player computes from it before rating moves. */
interface View {
  readonly position: Position
  readonly weights: Weights
  /** Which cards continue a run: the `runTable` of the game. */
  readonly joined: Uint8Array
  readonly tops: readonly (Card | undefined)[]
  /** The faces that the foundations take next. */
  readonly next: Uint8Array
  /** The digging value of each column: see `digWorth`. */
  readonly digs: readonly number[]
  readonly cellsInUse: number
  /** Memoized value of taking cards off a column, by column and number of cards that stay. */
  readonly leaving: number[][]
  /** Memoized cost of covering a column with a card that does not continue its run. */
  readonly covering: number[]
}

/**
 * The candidate moves. If a foundation move is safe, it is the only candidate. For each source and count,
 * only one empty cell and one empty column are targets. No card leaves a foundation.
 */
export function candidates(position: Position, weights: Weights): readonly Candidate[] {
  const { game } = position
  if (game.tableau.build.suit === 'none') return leavingCandidates(position)
  const moves = legalMoves(position)
  const isSafeMove = (move: Move) =>
    move.kind === 'move' &&
    game.pileById.get(move.to)!.kind === 'foundation' &&
    game.pileById.get(move.from)!.kind !== 'foundation' &&
    isSafe(position, move.from)
  const safe = game.foundations.takes === 'card' ? moves.find(isSafeMove) : undefined
  if (safe) return [{ move: safe, worth: 0 }]
  const view = viewOf(position, weights)
  if (game.tableau.take === 'top' && game.cells) moves.push(...runsThroughCells(view))
  const found: Candidate[] = []
  /** Sources and counts that already have a cell or an empty column as a target. */
  const seen = new Set<number>()
  for (const move of moves) {
    if (move.kind !== 'move')
      found.push({ move, worth: move.kind === 'deal' ? weights.dealRow : weights.turn })
    else {
      const from = game.pileById.get(move.from)!
      const to = game.pileById.get(move.to)!
      if (!isSkipped(view, from, to, move.count, seen))
        found.push({ move, worth: worthOf(view, from, to, position.piles[from.index].length - move.count) })
    }
  }
  return found
}

/**
 * Whether a move is not a candidate, because it changes nothing, takes a card off a foundation, or repeats a
 * candidate with another empty cell or column.
 */
function isSkipped(view: View, from: Pile, to: Pile, count: number, seen: Set<number>): boolean {
  if (from.kind === 'foundation' || (from.kind === 'cell' && to.kind === 'cell')) return true
  const isSpace = to.kind === 'tableau' && view.tops[to.number] === undefined
  if (!isSpace && to.kind !== 'cell') return false
  // Moving a whole column to an empty one changes nothing.
  if (isSpace && from.kind === 'tableau' && view.position.piles[from.index].length === count) return true
  const key = 2 * (from.index * 64 + count) + Number(isSpace)
  return seen.size === seen.add(key).size
}

/** The value of moving all but the bottom `left` cards of a pile to another pile. */
function worthOf(view: View, from: Pile, to: Pile, left: number): number {
  const { position, weights } = view
  if (to.kind !== 'foundation') return leavingWorth(view, from, left) + arrivingWorth(view, from, to, left)
  const turnsUp = from.kind === 'tableau' && left > 0 && position.faceDown[from.index] === left
  return weights.toFoundation + (turnsUp ? weights.foundationTurnsUp : 0)
}

function viewOf(position: Position, weights: Weights): View {
  const { game, piles } = position
  const next = nextFaces(position)
  return {
    position,
    weights,
    next,
    joined: runTable(game),
    tops: game.of.tableau.map(({ index }) => piles[index].at(-1)),
    digs: game.of.tableau.map(({ index }) => digWorth(position, next, index, weights)),
    cellsInUse: countIn(position, 'cell'),
    leaving: game.of.tableau.map(() => []),
    covering: [],
  }
}

/** Which pairs of cards move together: those in a run, or all that fit if any face-up card can be moved. */
export const runTable = (game: Game): Uint8Array => (game.tableau.take === 'any' ? game.fits : game.runs)

/** The faces that the foundations take next, including base cards. */
function nextFaces({ game, piles }: Position): Uint8Array {
  const next = new Uint8Array(52)
  if (game.foundations.takes !== 'card') return next
  const add = (rank: number) => {
    for (let suit = 0; suit < SUITS.length; suit++) next[4 * rank + suit] = 1
  }
  for (const { index, number } of game.of.foundation) {
    const cards = piles[index]
    const top = cards.at(-1)
    if (top === undefined) {
      const first = game.firstRanks[number]
      if (first !== undefined) add(first)
    } else if (cards.length < game.capacity && game.foundations.up.suit === 'same')
      next[4 * nextRank(game, top) + suitOf(top)] = 1
  }
  if (game.firstRanks.length > 0) return next
  const [base] = game.of.foundation.flatMap(({ index }) => piles[index])
  if (base !== undefined) add(rankOf(base))
  return next
}

/** The value of digging in a column: `weights.next / depth`, summed over the cards that can go up next. */
function digWorth({ piles, faceDown }: Position, next: Uint8Array, index: PileIndex, weights: Weights) {
  const cards = piles[index]
  const top = cards.length - 1
  let worth = 0
  // A human player sees only face-up cards.
  for (let i = top - 1; i >= faceDown[index]; i--)
    if (next[faceOf(cards[i]!)]) worth += weights.next / (top - i)
  return worth
}

/** The number of groups formed by the face-up cards among the bottom `length` cards of a column. */
function groupsOf({ position: { piles, faceDown }, joined }: View, index: PileIndex, length: number): number {
  const cards = piles[index]
  let groups = 1
  for (let i = Math.max(1, faceDown[index] + 1); i < length; i++)
    if (!fitsCard(joined, cards[i]!, cards[i - 1]!)) groups++
  return groups
}

/** The value of taking cards off a pile. */
function leavingWorth(view: View, from: Pile, left: number): number {
  const { weights } = view
  if (from.kind === 'cell') return weights.fromCell
  if (from.kind === 'waste') return weights.fromWaste
  if (from.kind === 'reserve') return weights.fromReserve
  return (view.leaving[from.number]![left] ??= columnWorth(view, from, left))
}

/** The value of taking all but the bottom `left` cards off a column. */
function columnWorth(view: View, from: Pile, left: number): number {
  const { position, weights, joined } = view
  if (left === 0) return weights.emptiesColumn
  if (position.faceDown[from.index] === left) return weights.turnsUp + weights.turnsUpNear / left
  const cards = position.piles[from.index]
  const card = cards[left]!
  const below = cards[left - 1]!
  let worth = 0
  if (fitsCard(joined, card, below)) worth += weights.splitsRun
  else {
    if (fitsCard(position.game.fits, card, below)) worth += weights.leavesFit
    worth += weights.group / groupsOf(view, from.index, left)
  }
  if (view.next[faceOf(below)]) worth += weights.exposesNext
  worth += view.digs[from.number]!
  return isFitting(view, below, from.number) ? worth + weights.exposesFitting : worth
}

/** Whether a card continues the run of another column. */
function isFitting({ tops, joined }: View, card: Card, number: number): boolean {
  for (let i = 0; i < tops.length; i++) {
    const top = tops[i]
    if (i !== number && top !== undefined && fitsCard(joined, card, top)) return true
  }
  return false
}

/** The value of putting cards on a column or into a cell. */
function arrivingWorth(view: View, from: Pile, to: Pile, left: number): number {
  const { position, weights } = view
  if (to.kind === 'cell') return weights.toCell + weights.cellInUse * view.cellsInUse
  const card = position.piles[from.index][left]!
  const top = view.tops[to.number]
  if (top === undefined)
    return rankOf(card) === lastRank(position) ? weights.kingToSpace : weights.otherToSpace
  const worth = fitsCard(view.joined, card, top)
    ? weights.joinsRun
    : (view.covering[to.number] ??=
        weights.covers / groupsOf(view, to.index, position.piles[to.index].length))
  return worth - weights.buries * view.digs[to.number]!
}

/** Supermoves as one move each, for games in which the rules list only single-card moves. */
function runsThroughCells({ position, tops, cellsInUse }: View): Move[] {
  const { game, piles } = position
  const { tableau, cell } = game.of
  const empty = cell.length - cellsInUse
  const spaces = game.supermove === 'through-spaces' ? tops.filter(top => top === undefined).length : 0
  const runs: Move[] = []
  for (const from of tableau) {
    const cards = piles[from.index]
    const longest = runLength(game, cards)
    if (longest < 2) continue
    for (const to of tableau) {
      if (to === from) continue
      const helping = tops[to.number] === undefined ? Math.max(0, spaces - 1) : spaces
      const most = Math.min(longest, mostCarried(empty, helping))
      for (let count = 2; count <= most; count++)
        if (fitsColumn(position, to, cards[cards.length - count]!))
          runs.push({ kind: 'move', from: from.id, to: to.id, count })
    }
  }
  return runs
}
