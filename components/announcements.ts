// Moves, piles and legal targets as sentences for the live region. Loaded after the first paint.
import {
  heldFrom,
  nameOf,
  play,
  targets,
  whyNowhere,
  type Card,
  type Game,
  type Gesture,
  type History,
  type Move,
  type PileId,
  type Position,
} from '../engine/index.ts'
import type { PositionChange } from '../stores/session/state'
import { cardText, t, tCount } from './i18n'
import { listed, listedByChoice } from './i18n-panels'
import { pileText } from './pile-text'
import { reasonText } from './reasons'
import { alikeTargets } from './table/keys'

/** The maximum number of cards that a sentence names. */
const MAX_NAMED = 6

const cardsOn = ({ game, piles }: Position, pile: PileId): readonly Card[] =>
  piles[game.pileById.get(pile)!.index]
const pileOf = ({ game }: Position, pile: PileId): string => pileText(game.pileById.get(pile)!, game)
function cardsText(cards: readonly Card[]): string {
  const others = cards.slice(MAX_NAMED).length
  const named = cards.slice(0, MAX_NAMED).map(cardText)
  return listed(others > 0 ? [...named, tCount('said.more', others)] : named)
}

/** The lowest card of a move. */
function cardOf(position: Position, move: Move & { readonly kind: 'move' }): Card {
  return cardsOn(position, move.from).at(-move.count)!
}

/** The second card of the pair that a move removes; undefined if it removes no pair. */
function partnerOf({ game, piles }: Position, { to }: Move & { readonly kind: 'move' }): Card | undefined {
  const { kind, index } = game.pileById.get(to)!
  return game.pairSum === undefined || kind === 'foundation' ? undefined : piles[index].at(-1)
}

function sayMove(before: Position, move: Move): string {
  if (move.kind === 'recycle') return t('said.recycle')
  if (move.kind === 'deal') {
    const left = (position: Position) => cardsOn(position, 'stock').length
    return tCount('said.deal', left(before) - left(play(before, move)))
  }
  if (move.kind === 'draw') {
    const after = play(before, move)
    const to = before.game.piles.find(({ id }) => cardsOn(after, id).length > cardsOn(before, id).length)
    return t('said.draw', { card: to ? cardText(cardsOn(after, to.id).at(-1)!) : '' })
  }
  const { count } = move
  const values = { card: cardText(cardOf(before, move)), pile: pileOf(before, move.to), count }
  return t(count > 1 ? 'said.moves' : 'said.move', values)
}

/** The number of moves that the user made: 1, or more if a run moved through cells and empty columns. */
function ownSteps({ pileById }: Game, gesture: Gesture): number {
  // Autoplay moves cards to foundations only.
  const isOwn = (move: Move) => move.kind === 'move' && pileById.get(move.to)!.kind === 'tableau'
  return Math.max(1, gesture.findLastIndex(isOwn) + 1)
}

/** The user's moves combined into one. Its count is the number of moves to its target, one for each card. */
function ownMove(moves: Gesture): Move {
  const first = moves[0]!
  const last = moves.at(-1)!
  if (moves.length === 1 || first.kind !== 'move' || last.kind !== 'move') return first
  const { to } = last
  return { ...first, to, count: moves.filter(move => move.kind === 'move' && move.to === to).length }
}

/**
 * The user's move, and the cards that autoplay moved after it. If the move removes a pair, both cards are
 * named.
 */
function sayMoves(before: Position, own: Move, cards: readonly Card[]): string {
  if (before.game.pairSum !== undefined && own.kind === 'move') {
    const partner = partnerOf(before, own)
    const removed = [cardOf(before, own), ...(partner === undefined ? [] : [partner]), ...cards]
    return t('said.move', { card: cardsText(removed), pile: t('pile.heap') })
  }
  const what = sayMove(before, own)
  return cards.length === 0 ? what : t('said.then', { what, cards: cardsText(cards) })
}

/** Adds the consequences of moves: complete suits that left, columns that were filled, cards turned up. */
function withConsequences(said: string, before: Position, after: Position): string {
  const { of, piles, foundations, tableau } = before.game
  let what = said
  for (const { id, index } of foundations.takes === 'suit' ? of.foundation : []) {
    const king = after.piles[index].at(0)
    if (king === undefined || before.piles[index].length > 0) continue
    what = t('said.suit', { what, pile: pileOf(before, id), suit: t(`suit.${nameOf(king)[1] as 'S'}`) })
  }
  for (const { id, index } of tableau.fill === 'reserve' ? of.tableau : []) {
    const lowest = after.piles[index].at(0)
    if (lowest === undefined || !of.reserve.some(({ index }) => before.piles[index].includes(lowest)))
      continue
    what = t('said.fill', { what, card: cardText(lowest), pile: pileOf(before, id) })
  }
  const turned = piles.flatMap(({ index }) =>
    after.piles[index].slice(after.faceDown[index], before.faceDown[index]),
  )
  return turned.length === 0 ? what : t('said.up', { what, cards: cardsText(turned) })
}

/** What a gesture does: the user's move, the cards that autoplay moved after it, and the consequences. */
export function sayGesture(before: Position, gesture: Gesture): string {
  const steps = ownSteps(before.game, gesture)
  let after = before
  const cards: Card[] = []
  for (const [i, move] of gesture.entries()) {
    if (i >= steps && move.kind === 'move') cards.push(cardOf(after, move))
    after = play(after, move)
  }
  return withConsequences(sayMoves(before, ownMove(gesture.slice(0, steps)), cards), before, after)
}

/** A move, undo, redo or restart as a sentence; empty for other changes of position. */
export function sayChange(
  { before, after, cause }: PositionChange,
  { gestures, cursor, start }: History,
): string {
  if (cause === 'restart' || cause === 'previous') return t(`said.${cause}`)
  if (cause === 'undo')
    return t('said.undone', {
      what: before === start ? t('said.restart') : sayGesture(after, gestures[cursor]!),
    })
  if (cause !== 'move' && cause !== 'redo') return ''
  const what = sayGesture(before, gestures[cursor - 1]!)
  return cause === 'redo' ? t('said.redone', { what }) : what
}

function hintText(position: Position, move: Move): string {
  if (move.kind !== 'move') return t(move.kind === 'recycle' ? 'hint.recycle' : 'hint.stock')
  const partner = partnerOf(position, move)
  const pile = partner === undefined ? pileOf(position, move.to) : cardText(partner)
  return t('hint.said', { card: cardText(cardOf(position, move)), pile })
}

/** A hint as a sentence that also says how to play it. */
export const sayHint = (position: Position, move: Move): string =>
  t('hint.again', { hint: hintText(position, move) })

/** The legal targets of a card with the cards above it, or why there are none. */
export function sayTargets(position: Position, pile: PileId, at: number): string {
  const held = heldFrom(position, pile, at)
  const places = alikeTargets(position, targets(position, held)).map(([{ to }, ...others]) => {
    const top = cardsOn(position, to).at(-1)
    const name = pileOf(position, to)
    if (others.length > 0) return t(`said.any.${position.game.pileById.get(to)!.kind as 'tableau'}`)
    return top === undefined ? name : t('said.on', { pile: name, card: cardText(top) })
  })
  if (places.length === 0) return reasonText(whyNowhere(position, held))
  return t('said.where', { card: cardText(cardsOn(position, pile)[at]!), places: listedByChoice(places) })
}

/** The cards of a pile from bottom to top; face-down cards are only counted. */
export function sayPile(position: Position, id: PileId): string {
  const pile = position.game.pileById.get(id)!
  const cards = cardsOn(position, id)
  const name = pileText(pile, position.game)
  if (cards.length === 0) return t('pile.empty', { pile: name })
  const down = position.faceDown[pile.index]
  const counted = tCount('pile.cards', cards.length, { pile: name })
  const hidden = down > 0 ? [tCount('said.down', down)] : []
  return t('said.cardsOn', { pile: counted, cards: listed([...hidden, ...cards.slice(down).map(cardText)]) })
}
