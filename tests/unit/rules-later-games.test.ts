// Legal moves, and the reasons for which illegal moves are refused, in the later games and in Klondike.
import { describe, expect, test } from 'vitest'
import { gameById, inWords, legalMoves, whyNot, type GameId, type PileId } from '../../engine/index.ts'
import { arrange, move, moveText, upTo } from '../support/help.ts'

type Piles = Partial<Record<PileId, string>>
/**
 * In a position with all other cards in the pile `rest`, a move is legal (`answer` is `yes`) or refused for
 * the reason `answer`. All house rules that do not change the declaration are in play.
 */
type Case = [piles: Piles, rest: PileId, move: string, answer: string]

const cases: Partial<Record<GameId, Case[]>> = {
  'spider-1': [
    [{ t0: '5S', t1: 'KS' }, 't2', 't1>f0', 'A suit leaves the table once it is in order from king to ace'],
    [{ t0: '6S 5S' }, 't2', 't0>f0*2', 'A suit leaves the table once it is in order from king to ace'],
    [{ t0: '5S', t1: '9S 3S' }, 't2', 't0>t1', 'The 5 of spades goes on any 6'],
    [{ t0: 'KS', t1: '9S' }, 't2', 't0>t1', 'A king goes to an empty column'],
    [{ t0: '5S', t1: '' }, 't2', 't0>t1', 'yes'],
    [{ t0: upTo('TS') }, 'stock', 'deal', 'Fill every empty column before dealing'],
    [{ t0: '9S 5S' }, 'stock', 'draw', 'This game deals its stock onto the columns'],
    [{ t0: '9S 5S' }, 'stock', 'recycle', 'In this game, the stock is dealt only once'],
    [{ t0: '9S' }, 't1', 'deal', 'The stock is empty'],
  ],
  'spider-4': [
    [{ t0: '6H 5S', t1: '7S' }, 't2', 't0>t1*2', 'Only cards in order and of one suit can be moved together'],
    [{ t0: '6H 5H', t1: '7S' }, 't2', 't0>t1*2', 'yes'],
    [{ t0: '5H', t1: '6S' }, 't2', 't0>t1', 'yes'],
  ],
  'tripeaks': [
    [{ f0: '5S', t27: '9H' }, 'stock', 't27>f0', 'Only a card one rank higher or lower fits'],
    [{ f0: 'KS', t27: 'AH' }, 'stock', 't27>f0', 'yes'],
    [{ f0: '5S', t27: '4H', t17: '6H' }, 'stock', 't17>f0', 'A covered card can’t be played'],
    [{ f0: '5S', t17: '6H' }, 'stock', 't17>f0', 'yes'],
    [
      { f0: '5S', t27: '4H', t26: '5H' },
      'stock',
      't27>t26',
      'In this game, cards go only to the discard pile',
    ],
    [{ f0: '5S', t27: '4H' }, 'stock', 't27>t26', 'In this game, cards go only to the discard pile'],
    [{ f0: '5S', t27: '4H' }, 'stock', 'recycle', 'The waste is turned over only when the stock is empty'],
    [{ t27: '4H' }, 'f0', 'recycle', 'There are no more passes through the stock'],
    [{ t27: '4H' }, 'f0', 'draw', 'The stock is empty'],
  ],
  'golf': [
    [{ f0: 'KS', t0: 'AH' }, 'stock', 't0>f0', 'Only a card one rank higher or lower fits'],
    [{ f0: 'KS', t0: 'QH' }, 'stock', 't0>f0', 'yes'],
    [{ f0: 'KS', t0: 'QH QS' }, 'stock', 't0>f0*2', 'Only the top card of a column can be moved'],
  ],
  'black-hole': [
    [{ f0: 'AS', t0: '3H' }, 't1', 't0>f0', 'Only a card one rank higher or lower fits'],
    [{ f0: 'AS', t0: 'KH' }, 't1', 't0>f0', 'yes'],
    [{ f0: 'AS', t0: 'KH' }, 't1', 'draw', 'This game has no stock to turn'],
    [{ f0: 'AS', t0: 'KH' }, 't1', 'recycle', 'This game has no stock to turn'],
    [{ f0: 'AS', t0: 'KH' }, 't1', 'deal', 'This game has no stock to turn'],
  ],
  'pyramid': [
    [{ t27: '5S', t26: '9H' }, 'stock', 't27>t26', 'The 5 of spades pairs with any 8'],
    [{ t27: '5S', t26: '8H' }, 'stock', 't27>t26', 'yes'],
    [{ t27: 'QS', t26: '8H' }, 'stock', 't27>t26', 'The queen of spades pairs with any ace'],
    [{ t27: '5S' }, 'stock', 't27>f0', 'The 5 of spades pairs with any 8'],
    [{ t27: '5S' }, 'stock', 't27>t26', 'The 5 of spades pairs with any 8'],
    [{ t27: '5S' }, 'stock', 't27>waste', 'The 5 of spades pairs with any 8'],
    [{ t27: 'KS', t26: 'AH' }, 'stock', 't27>t26', 'The king of spades is removed on its own'],
    [{ t27: 'KS' }, 'stock', 't27>f0', 'yes'],
    [{ t27: '5S', t20: '8H' }, 'stock', 't27>t20', 'A covered card can’t be played'],
    [{ t27: '5S', t20: '8H' }, 'stock', 't20>t27', 'A covered card can’t be played'],
    [{ t27: 'AS', stock: 'QD' }, 'waste', 't27>stock', 'yes'],
    [{ t27: 'AS', stock: 'QD' }, 'waste', 'stock>t27', 'yes'],
    [{ t27: '5S' }, 'stock', 'f0>t27', 'There is no card to move'],
  ],
  'yukon': [
    [{ t0: '9H 2S 5S', t1: '6S' }, 't2', 't0>t1', 'The 5 of spades goes on a red 6'],
    [{ t0: '9H 2S 5S', t1: 'TS' }, 't2', 't0>t1*3', 'yes'],
    [{ t0: '[9H] 2S 5S', t1: 'TS' }, 't2', 't0>t1*3', 'A face-down card can’t be moved'],
    [{ t0: '9H QS 5S', t1: '' }, 't2', 't0>t1*2', 'Only a king can fill an empty column'],
    [{ t0: '9H KS 5S', t1: '' }, 't2', 't0>t1*2', 'yes'],
  ],
  'russian': [
    [{ t0: '5S', t1: '6C' }, 't2', 't0>t1', 'The 5 of spades goes on the 6 of spades'],
    [{ t0: 'KS', t1: '6C' }, 't2', 't0>t1', 'A king goes to an empty column or a foundation'],
  ],
  'alaska': [
    [
      { t0: '5S', t1: '6C' },
      't2',
      't0>t1',
      'The 5 of spades goes on a card of its suit one rank higher or lower',
    ],
    [{ t0: '5S', t1: '4S' }, 't2', 't0>t1', 'yes'],
    [
      { t0: 'KS', t1: 'AS' },
      't2',
      't0>t1',
      'A king goes to an empty column, a foundation or the queen of its suit',
    ],
    [{ t0: 'KS', t1: 'QS' }, 't2', 't0>t1', 'yes'],
    [{ t0: 'KS', t1: '' }, 't2', 't0>t1', 'yes'],
  ],
  'scorpion': [[{ t0: upTo('9S') }, 'stock', 'deal', 'yes']],
  'canfield': [
    [{ f0: '5C', t0: '9D', r0: '3S' }, 'stock', 't0>f1', 'An empty foundation starts with any 5'],
    [{ f0: '5C', t0: '7C', r0: '3S' }, 'stock', 't0>f0', 'This foundation needs the 6 of clubs'],
    [{ f0: '5C', t0: '9D', r0: '3S' }, 'stock', 't0>r0', 'No card can be put on the reserve'],
    [{ f0: '5C', t0: '9D' }, 'stock', 't0>t1', 'yes'],
    [{ f0: '5C', t0: '4D', t1: 'KS', t2: 'KH', t3: 'KC', r0: '[2S] 3S' }, 'stock', 'r0>t0', 'yes'],
    [
      { f0: '5C', t0: '4D', t1: 'KS', t2: 'KH', t3: 'KC', r0: '[2S] 3S' },
      'stock',
      'r0>t0*2',
      'Only the top card of the reserve can be played',
    ],
    [
      { f0: '5C', t0: '4D', waste: '2S 3S' },
      'stock',
      'waste>t0*2',
      'Only the top card of the waste can be played',
    ],
    [{ f0: '5C', t0: 'AD', t1: 'KS' }, 'stock', 't1>t0', 'yes'],
    [{ f0: '5C', t0: '4D' }, 'stock', 'deal', 'The stock of this game isn’t dealt onto the columns'],
  ],
  'penguin': [
    [{ f0: '7C', t0: '9D', t1: '' }, 't2', 't0>t1', 'Only 6s can fill an empty column'],
    [{ f0: '7C', t0: '6D', t1: '' }, 't2', 't0>t1', 'yes'],
    [{ f0: '7C', t0: '9D' }, 't2', 't0>f1', 'An empty foundation starts with any 7'],
    [{ f0: '7C', t0: 'KD', t1: 'AD' }, 't2', 't0>t1', 'yes'],
  ],
  'forty-thieves': [
    [{ waste: '9D' }, 't0', 'recycle', 'There are no more passes through the stock'],
    [{ t0: '6S 5S', t1: '7S' }, 't2', 't0>t1*2', 'Only the top card of a column can be moved'],
  ],
  'beleaguered-castle': [
    [
      { f0: 'AC', f1: 'AD', f2: 'AH', f3: 'AS', t0: '5S', t1: '7C' },
      't2',
      't0>t1',
      'The 5 of spades goes on any 6',
    ],
    [{ f0: 'AC', f1: 'AD', f2: 'AH', f3: 'AS', t0: '5S', t1: '6S' }, 't2', 't0>t1', 'yes'],
  ],
  'klondike-1': [
    [{}, 't6', 'recycle', 'There is nothing left to turn over'],
    [{ f0: 'AC 2C', t0: '3H' }, 'stock', 'f0>t0', 'yes'],
    [{ f0: 'AC 2C', t0: '3H' }, 'stock', 'f0>t0*2', 'A card taken back from a foundation goes to a column'],
    [{ f0: 'AC' }, 'stock', 'f0>f1', 'A card taken back from a foundation goes to a column'],
    [{ f0: upTo('KC'), t0: '3H' }, 'stock', 't0>f0', 'This foundation is complete'],
  ],
}

describe.each(Object.entries(cases) as [GameId, Case[]][])('%s', (id, all) => {
  const game = gameById(id)
  test.each(all)(
    'with %j and all other cards in %s, the answer to the move %s is “%s”',
    (piles, rest, text, answer) => {
      const house = game.houseRules.filter(rule => gameById(id, [rule]) === game)
      const position = arrange(game, piles, rest, house)
      const reason = whyNot(position, move(text))
      expect(reason ? inWords(reason) : 'yes').toBe(answer)
      expect(legalMoves(position).map(moveText).includes(text)).toBe(answer === 'yes')
    },
  )
})
