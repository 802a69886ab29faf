// The best line when no win is known: a small beam search over legal moves, the same for every game.
import { faceOf, rankOf, suitOf } from '../rules/cards.ts'
import { legalMoves } from '../rules/legal.ts'
import { isWon, play } from '../rules/play.ts'
import type { Move, PileKind, Position } from '../rules/types.ts'

/** The beam's width, its maximum number of levels, and the number of moves after which no level starts. */
const WIDTH = 40
const MAX_LEVELS = 80
const MAX_MADE = 10_000
/** The search ends this many levels after the last improvement, counting the level of the improvement. */
const PATIENCE = 20

/**
 * A key of a position's cards. It ignores the order of columns, cells and foundations, the copies of cards,
 * the number of passes if passes are unlimited, and the game, deal number and house rules.
 */
export function layoutKey({ game, piles, faceDown, pass }: Position): string {
  const text = (index: number) =>
    String.fromCharCode(faceDown[index], ...piles[index].map(c => 64 + faceOf(c)))
  const passes = game.stock?.by === 'draw' && game.stock.passes !== undefined ? pass : 0
  const { of } = game
  return [of.stock, of.waste, of.reserve, of.foundation, of.tableau, of.cell]
    .map(kind => {
      const texts = kind.map(({ index }) => text(index))
      return texts.length > 1 ? texts.sort().join('\n') : texts.join('')
    })
    .concat(String(passes))
    .join('\t')
}

/** Estimates how close a position is to a win. Higher is better. */
function scoreOf({ game, piles, faceDown }: Position): number {
  const cardsIn = (kind: PileKind) => game.of[kind].reduce((sum, { index }) => sum + piles[index].length, 0)
  // Games of pairs and games with one heap.
  if (game.pairSum !== undefined || game.capacity > game.deck.ranks)
    return -8 * cardsIn('tableau') + cardsIn('stock')
  let score = 5 * cardsIn('foundation') - 3 * cardsIn('reserve') - 2 * cardsIn('cell')
  score -= 1.5 * (cardsIn('stock') + cardsIn('waste'))
  for (const { index } of game.of.tableau) {
    const cards = piles[index]
    if (cards.length === 0) score += 3
    score -= 4 * faceDown[index]
    for (let at = faceDown[index] + 1; at < cards.length; at++) {
      const pair = faceOf(cards[at]) * 52 + faceOf(cards[at - 1])
      score += game.runs[pair] === 1 ? 1.5 : game.fits[pair] === 1 ? 0.75 : -1
    }
    score -= 0.5 * countBlockers(cards.map(faceOf))
  }
  return score
}

/** The number of cards above a lower card of their suit. */
function countBlockers(faces: readonly number[]): number {
  const lowest = [99, 99, 99, 99]
  let count = 0
  for (const face of faces) {
    if (rankOf(face) > lowest[suitOf(face)]) count++
    else lowest[suitOf(face)] = rankOf(face)
  }
  return count
}

interface Node {
  readonly position: Position
  readonly score: number
  readonly before?: Node
  readonly move?: Move
}

/** The best position found that is not in `seen`; undefined if there is none. Adds positions to `seen`. */
function search(start: Node, seen: Set<string>, mayDeal: boolean): Node | undefined {
  let best: Node | undefined
  let level = [start]
  let made = 0
  for (
    let depth = 0, since = 0;
    depth < MAX_LEVELS && since < PATIENCE && made < MAX_MADE;
    depth++, since++
  ) {
    const next: Node[] = []
    for (const before of level)
      for (const move of legalMoves(before.position)) {
        if (move.kind === 'deal' && !mayDeal) continue
        const position = play(before.position, move)
        made++
        const key = layoutKey(position)
        if (seen.has(key)) continue
        seen.add(key)
        const node = { position, score: isWon(position) ? Infinity : scoreOf(position), before, move }
        next.push(node)
        if (best && node.score <= best.score) continue
        best = node
        since = 0
      }
    level = next.sort((a, b) => b.score - a.score).slice(0, WIDTH)
    if (level.length === 0) break
  }
  return best
}

/**
 * Legal single moves to the most promising position nearby. The line repeats no position, and avoids those
 * with a `layoutKey` in `seen`. It is empty if no move leads to a new position. It deals from the stock onto
 * the columns only if no line without a deal improves the position.
 */
export function bestLine(position: Position, seen: Iterable<string> = []): Move[] {
  const start: Node = { position, score: scoreOf(position) }
  const known = [...seen, layoutKey(position)]
  const undealt = position.game.stock?.by === 'deal' ? search(start, new Set(known), false) : undefined
  const best = undealt && undealt.score > start.score ? undealt : search(start, new Set(known), true)
  const moves: Move[] = []
  for (let at = best; at?.move; at = at.before) moves.push(at.move)
  return moves.reverse()
}
