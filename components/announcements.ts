// Cards, piles and moves in words, for labels and the live region.
import type { Move, Position } from '../engine/index.ts'
import type { PositionChange } from '../stores/session/state'
import { cardText, t } from './i18n'
import { pileText } from './pile-text'

/** One sentence for what leads from one position to the next. */
export function sayGesture(before: Position, after: Position): string {
  const { game } = after
  const grown = game.piles.filter(({ index }) => after.piles[index].length > before.piles[index].length)
  const waste = game.of.waste[0]
  const stock = game.of.stock[0]
  if (stock && after.piles[stock.index].length > before.piles[stock.index].length) return t('said.recycle')
  const isDrawn =
    game.stock?.by === 'draw' && stock && after.piles[stock.index].length < before.piles[stock.index].length
  if (isDrawn && game.stock.onto && grown[0])
    return t('said.draw', { card: cardText(after.piles[grown[0].index].at(-1)!) })
  if (waste && grown.includes(waste))
    return t('said.draw', { card: cardText(after.piles[waste.index].at(-1)!) })
  if (game.stock?.by === 'deal' && after.piles[stock.index].length < before.piles[stock.index].length)
    return t('said.deal')
  // What goes up by itself after a move is not what the person did.
  const first = grown.find(({ kind }) => kind !== 'foundation') ?? grown[0]
  if (!first) return ''
  const moved = after.piles[first.index].length - before.piles[first.index].length
  const values = {
    card: cardText(after.piles[first.index][before.piles[first.index].length]),
    pile: pileText(first, game),
    count: moved,
  }
  return t(moved > 1 ? 'said.moves' : 'said.move', values)
}

/** One sentence for why the position on the table is another one; empty where that is said elsewhere. */
export function sayChange({ before, after, cause }: PositionChange): string {
  if (cause === 'undo' || cause === 'redo') return t(`said.${cause}`)
  return cause === 'move' ? sayGesture(before, after) : ''
}

/** A hint in words. */
export function sayHint({ game, piles }: Position, move: Move): string {
  if (move.kind !== 'move') return t(move.kind === 'recycle' ? 'hint.recycle' : 'hint.stock')
  const cards = piles[game.pileById.get(move.from)!.index]
  return t('hint.said', {
    card: cardText(cards[cards.length - move.count]),
    pile: pileText(game.pileById.get(move.to)!, game),
  })
}
