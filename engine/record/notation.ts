// The notation of positions: each pile as a string such as "[KH] [2D] 9C", from bottom to top, with face-down
// cards in brackets. An empty pile is ''.
import { gameById } from '../games/catalogue.ts'
import { DECK_SIZE, faceNamed, faceOf, nameOf, type Card } from '../rules/cards.ts'
import { pileViolation } from '../rules/pile-violation.ts'
import { followedUp } from '../rules/play.ts'
import { inWords } from '../rules/sentences.ts'
import { fail, failWith, ok, type Result } from '../result.ts'
import type { Game, GameId, PileId, Position } from '../rules/types.ts'

/** Writes a position: the cards of every pile as text. */
export function writePosition({ game, piles, faceDown }: Position): Record<PileId, string> {
  return Object.fromEntries(
    game.piles.map(({ id, index }) => [
      id,
      piles[index].map((card, i) => (i < faceDown[index] ? `[${nameOf(card)}]` : nameOf(card))).join(' '),
    ]),
  ) as Record<PileId, string>
}

/** The parts of a position that are not in its notation. They default to 0 and to no house rules. */
export type PositionContext = Partial<Pick<Position, 'dealNumber' | 'house' | 'pass'>>

/** Parses a position from untrusted strings by pile id; a missing pile is empty. Fails with the reason. */
export function parsePosition(
  game: Game,
  texts: Readonly<Record<string, unknown>>,
  { dealNumber = 0, house = [], pass = 0 }: PositionContext = {},
): Result<Position> {
  for (const id of Object.keys(texts))
    if (!game.pileById.has(id as PileId)) return fail('unknownPile', { pile: id.slice(0, 20) })
  const seen = new Uint8Array(DECK_SIZE)
  const allowed = new Set(game.cards.map(faceOf))
  const piles = game.piles.map((): Card[] => [])
  const faceDown = game.piles.map(() => 0)
  for (const pile of game.piles) {
    const text = Object.hasOwn(texts, pile.id) ? texts[pile.id] : ''
    if (typeof text !== 'string') return fail('notText', { pile: pile.id })
    const cards = piles[pile.index]
    let down = 0
    for (const word of text.split(/\s/).filter(Boolean)) {
      const isDown = word.startsWith('[') && word.endsWith(']')
      const face = faceNamed(isDown ? word.slice(1, -1) : word)
      if (face === undefined || !allowed.has(face)) return fail('unknownCard', { text: word.slice(0, 20) })
      if (seen[face] === game.deck.copies) return fail('cardDoubled', { card: nameOf(face) })
      if (isDown && cards.length > down) return fail('downAboveUp', { pile: pile.id })
      cards.push(face + DECK_SIZE * seen[face]!++)
      if (isDown) down++
    }
    const wrong = pileViolation(game, pile, cards, down)
    if (wrong) return failWith(wrong)
    faceDown[pile.index] = down
  }
  const missing = game.cards.find(card => seen[faceOf(card)] !== game.deck.copies)
  if (missing !== undefined) return fail('cardMissing', { card: nameOf(missing) })
  return ok(followedUp({ game, dealNumber, house, pass, piles, faceDown }))
}

/**
 * Reads a position from trusted strings, as in tests and tools; a missing pile is empty. Throws an Error that
 * says which card is missing, duplicate or unknown, or which pile is unknown or cannot hold its cards.
 */
export function readPosition(
  game: GameId,
  piles: Partial<Record<PileId, string>>,
  context: PositionContext = {},
): Position {
  const result = parsePosition(gameById(game, context.house), piles, context)
  if (!result.ok) throw new Error(inWords(result.reason))
  return result.value
}
