// The text notation of positions: positions are read back as they were written, and invalid text is rejected
// with a reason. Also the parsing of deal numbers and game ids, and the names of cards.
import fc from 'fast-check'
import { expect, it, test, vi } from 'vitest'
import {
  cardInWords,
  deal,
  games,
  parseDealNumber,
  parseGame,
  parsePosition,
  randomDeal,
  readPosition,
  writePosition,
  type GameId,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { faceNamed } from '../../engine/rules/cards.ts'
import { isDealNumber } from '../../engine/rules/shuffle.ts'
import { anyGame, anyWalk } from '../support/help.ts'
import { toySeaTowers } from '../support/toys.ts'

it('a position is read back as it was written', () => {
  fc.assert(
    fc.property(anyWalk(), positions => {
      for (const position of positions.slice(-5)) {
        const { game, dealNumber, house, pass } = position
        const read = readPosition(game.id, writePosition(position), { dealNumber, house, pass })
        expect(writePosition(read)).toEqual(writePosition(position))
        expect(read.faceDown).toEqual(position.faceDown)
      }
    }),
    { numRuns: 60 },
  )
})

it('the notation lists the cards of a pile from bottom to top, the face-down ones in brackets', () => {
  expect(writePosition(deal('double-klondike-1', 1)).t3).toBe('[5S] [5H] [KC] 3S')
})

const seaTowers = writePosition(deal('sea-towers', 1))
const klondike = writePosition(deal('double-klondike-1', 1))
const doubleDot = writePosition(deal('double-dot', 1))
const pyramid = writePosition(deal('pyramid', 1))
const canfield = writePosition(deal('canfield', 1))
const spider = writePosition(deal('spider-1', 1))
const blackHole = writePosition(deal('black-hole', 1))

test.each<[what: string, game: GameId, piles: Partial<Record<PileId, unknown>>, reason: string]>([
  ['a missing card', 'sea-towers', { ...seaTowers, c0: '' }, 'The ace of clubs is missing'],
  [
    'a duplicate card',
    'sea-towers',
    { ...seaTowers, c2: 'AC' },
    'There are too many copies of the ace of clubs',
  ],
  [
    'a third copy of a card',
    'double-klondike-1',
    { ...klondike, waste: 'JD' },
    'There are too many copies of the jack of diamonds',
  ],
  ['an unknown card', 'sea-towers', { ...seaTowers, c2: '1X' }, '“1X” isn’t a card of this game'],
  ['a lowercase card', 'sea-towers', { ...seaTowers, c0: 'ac' }, '“ac” isn’t a card of this game'],
  [
    'a pile that the game does not have',
    'sea-towers',
    { ...seaTowers, t10: '' },
    'This game has no pile “t10”',
  ],
  [
    'a pile named __proto__',
    'sea-towers',
    JSON.parse(`{"__proto__": "AC"}`),
    'This game has no pile “__proto__”',
  ],
  [
    'a pile whose cards are not a string',
    'sea-towers',
    { ...seaTowers, c0: ['AC'] },
    'The cards of c0 aren’t text',
  ],
  [
    'two cards in a cell',
    'sea-towers',
    { ...seaTowers, c0: 'AC 9C', c1: '' },
    'Cell c0 holds more than one card',
  ],
  [
    'a foundation out of order',
    'sea-towers',
    { ...seaTowers, c0: '', f0: '9C', c1: 'AC' },
    'The cards of foundation f0 are out of order',
  ],
  [
    'a Double Dot foundation without its first card',
    'double-dot',
    { ...doubleDot, f0: '', t0: `${doubleDot.t0} AS` },
    'The cards of foundation f0 are out of order',
  ],
  [
    'a face-down card in a pile of face-up cards',
    'sea-towers',
    { ...seaTowers, c0: '[AC]' },
    'The cards of c0 must be face up',
  ],
  [
    'a face-up card in the stock',
    'double-klondike-1',
    { ...klondike, stock: klondike.stock.replace('[4D]', '4D') },
    'In stock a face-down card is on a face-up one',
  ],
  [
    'a column whose top card is face down',
    'double-klondike-1',
    { ...klondike, t0: '[JD]' },
    'The top card of t0 must be face up',
  ],
  [
    'a single face-up card in the stock',
    'klondike-1',
    { stock: 'AC' },
    'Too few cards of stock are face down',
  ],
  [
    'a face-down card in a game without them',
    'sea-towers',
    { ...seaTowers, t0: `[${seaTowers.t0.slice(0, 2)}]${seaTowers.t0.slice(2)}` },
    'The cards of t0 must be face up',
  ],
  [
    'a Double Dot foundation with a different base card',
    'double-dot',
    { ...doubleDot, f0: 'AH' },
    'The cards of foundation f0 are out of order',
  ],
  [
    'an opening bracket without a closing one',
    'sea-towers',
    { ...seaTowers, c0: '[AC' },
    '“[AC” isn’t a card of this game',
  ],
  [
    'a closing bracket without an opening one',
    'sea-towers',
    { ...seaTowers, c0: 'AC]' },
    '“AC]” isn’t a card of this game',
  ],
  [
    'an opening bracket and another character',
    'sea-towers',
    { ...seaTowers, c0: '[ACX' },
    '“[ACX” isn’t a card of this game',
  ],
  [
    'another character and a closing bracket',
    'sea-towers',
    { ...seaTowers, c0: 'XAC]' },
    '“XAC]” isn’t a card of this game',
  ],
  [
    'a long word, quoting only its start',
    'sea-towers',
    { ...seaTowers, c0: 'A'.repeat(99) },
    `“${'A'.repeat(20)}” isn’t a card of this game`,
  ],
  [
    'a long pile name, quoting only its start',
    'sea-towers',
    { ['x'.repeat(99)]: '' },
    `This game has no pile “${'x'.repeat(20)}”`,
  ],
  [
    'a face-down card on a face-up one',
    'double-klondike-1',
    { ...klondike, t1: 'TH [6H]' },
    'In t1 a face-down card is on a face-up one',
  ],
  [
    'two face-up cards in a stock whose top card is in play',
    'pyramid',
    { ...pyramid, stock: pyramid.stock.replace('[AD]', 'AD') },
    'Too few cards of stock are face down',
  ],
  [
    'two cards in one place of a pyramid',
    'pyramid',
    { ...pyramid, t27: '5C 6D', t26: '' },
    'Place t27 holds more than one card',
  ],
  [
    'a face-up card below the top of the reserve',
    'canfield',
    { ...canfield, r0: canfield.r0.replace('[JC]', 'JC') },
    'Too few cards of r0 are face down',
  ],
  [
    'an incomplete suit on a foundation',
    'spider-1',
    { ...spider, t9: '[6S] [8S] [QS] [AS]', f0: 'AS' },
    'The cards of foundation f0 are out of order',
  ],
  [
    'a heap with a different base card',
    'black-hole',
    { ...blackHole, f0: '7C', t0: 'AS 3C 5D' },
    'The cards of foundation f0 are out of order',
  ],
  ['an empty heap', 'black-hole', { ...blackHole, f0: '', t0: '7C 3C 5D AS' }, 'The cards of foundation f0'],
])('the notation rejects %s', (_, game, piles, reason) => {
  expect(() => readPosition(game, piles as Record<PileId, string>)).toThrow(reason)
})

it('the notation rejects any text in which cards of the deck are missing', () => {
  const anyText = fc.oneof(fc.string(), fc.constantFrom('AC', '[KH]', 'TS 9S', '  ', '[]', '[[AC]]'))
  fc.assert(
    fc.property(
      anyGame,
      fc.dictionary(fc.constantFrom('t0', 't1', 'f0', 'c0', 'stock', 'waste', 'x'), anyText),
      (game, texts) => {
        const result = parsePosition(game, texts)
        expect(result.ok).toBe(false)
      },
    ),
  )
})

it('a text with one changed character is rejected, or read as a position with the whole deck', () => {
  fc.assert(
    fc.property(
      anyWalk(30),
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...'A23456789TJQKCDHS[] '),
      (positions, pile, at, character) => {
        const position = positions[positions.length - 1]
        const piles: Record<string, string> = writePosition(position)
        const id = position.game.piles[pile % position.game.piles.length].id
        const place = at % (piles[id].length + 1)
        const result = parsePosition(position.game, {
          ...piles,
          [id]: piles[id].slice(0, place) + character + piles[id].slice(place + 1),
        })
        if (result.ok) expect(sorted(result.value)).toEqual(sorted(position))
      },
    ),
  )
  function sorted({ piles }: Position) {
    return piles
      .flat()
      .map(card => card % 52)
      .toSorted((a, b) => a - b)
  }
})

it('the notation defaults to deal number 0, no house rules and pass 0', () => {
  expect(readPosition('sea-towers', { ...seaTowers, c0: '  AC ' })).toMatchObject({
    dealNumber: 0,
    house: [],
    pass: 0,
  })
})
it('the notation rejects a card that is not in the deck of the game', () => {
  expect(parsePosition(toySeaTowers, { t0: 'KS' })).toEqual({
    ok: false,
    reason: { key: 'unknownCard', values: { text: 'KS' } },
  })
})

test.each(['0', '-1', '1.5', '4294967296', 'abc', '', '1e3', '0x10', '٣', '99999999999', '1#2', '##1'])(
  '“%s” is rejected as a deal number',
  text => {
    expect(parseDealNumber(text)).toMatchObject({ ok: false, reason: { key: 'dealNumber' } })
  },
)
test('the reason for an invalid deal number quotes the first 40 characters of the text', () => {
  expect(parseDealNumber('x'.repeat(99))).toEqual({
    ok: false,
    reason: { key: 'dealNumber', values: { text: 'x'.repeat(40) } },
  })
})
test('a deal number is an integer from 1 to 4,294,967,295', () => {
  expect([
    isDealNumber('5'),
    isDealNumber(5),
    isDealNumber(5.5),
    isDealNumber(0),
    isDealNumber(2 ** 32),
  ]).toEqual([false, true, false, false, false])
})
test('a random deal has a number from 1 to 999,999', () => {
  vi.spyOn(Math, 'random')
    .mockReturnValueOnce(0)
    .mockReturnValueOnce(1 - 2 ** -53)
  expect([randomDeal(), randomDeal()]).toEqual([1, 999_999])
  vi.restoreAllMocks()
})
test.each([
  ['1', 1],
  ['4294967295', 4294967295],
  [' #17 ', 17],
  ['0042', 42],
])('“%s” is parsed as deal %d', (text, number) => {
  expect(parseDealNumber(text)).toEqual({ ok: true, value: number })
})
test('only the ids in the catalog are parsed as games', () => {
  expect(games.map(({ id }) => parseGame(id).ok)).toEqual(games.map(() => true))
  for (const text of ['', 'spider', '__proto__', 'constructor'])
    expect(parseGame(text)).toMatchObject({ ok: false })
})
test('a card code is converted to the name of the card, and other text is returned unchanged', () => {
  expect(faceNamed('x')).toBeUndefined()
  expect(['TH', 'AS', 'QC', 'x'].map(cardInWords)).toEqual([
    '10 of hearts',
    'ace of spades',
    'queen of clubs',
    'x',
  ])
})
