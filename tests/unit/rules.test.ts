// The rules of the first games, sentence by sentence, and properties of all games.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  deal,
  gameById,
  games,
  IllegalMove,
  isStuck,
  isWon,
  legalMoves,
  play,
  writePosition,
  type GameId,
  type HouseRule,
  type Move,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { dealGame } from '../../engine/rules/deal.ts'
import { cells, dealing, downInSuit, tableau, turning } from '../../engine/rules/vocabulary.ts'
import perftCounts from '../fixtures/perft.json' with { type: 'json' }
import { anyWalk, arrange, firstGames, move, moveText, some, upTo, walk, wonGame } from '../support/help.ts'
import { five } from '../support/toys.ts'
import { after, firstTable, movesOf } from '../support/second-opinion.ts'

/** A sentence of the rules: in a position, a move is legal (`answer` is `yes`) or refused for this reason. */
type Sentence = [sentence: string, piles: Partial<Record<PileId, string>>, move: string, answer: string]

function check(game: GameId, rest: PileId, sentences: Sentence[], house: HouseRule[] = []): void {
  test.each(sentences)('%s', (_, piles, text, answer) => {
    const position = arrange(gameById(game), piles, rest, house)
    if (answer === 'yes') {
      play(position, move(text))
      expect(legalMoves(position).map(moveText)).toContain(text)
    } else {
      expect(() => play(position, move(text))).toThrow(IllegalMove)
      expect(() => play(position, move(text))).toThrow(answer)
      expect(legalMoves(position).map(moveText)).not.toContain(text)
    }
  })
}

describe('deal numbers', () => {
  it('deal 1 of Sea Towers has the published cards', () => {
    const piles = writePosition(deal('sea-towers', 1))
    const row = Array.from({ length: 10 }, (_, i) => piles[`t${i}`].slice(0, 2)).join(' ')
    expect(row).toBe('7C QC 6S 3H JS 8S KH JD 2H 8D')
    expect([piles.c0, piles.c1, piles.c2, piles.c3]).toEqual(['AC', '9C', '', ''])
  })
  test.each([0, -1, 1.5, 2 ** 32, Number.NaN, Infinity])('%d is rejected as a deal number', number => {
    expect(() => deal('sea-towers', number)).toThrow('is not a deal number')
  })
  test.each([1, 2 ** 32 - 1])('%d is accepted as a deal number', number =>
    expect(deal('sea-towers', number).dealNumber).toBe(number),
  )
})

describe('Double Sea Towers', () => {
  it('deals eleven columns of nine cards, and one card into each of the cells c0 to c4', () => {
    const { game, piles, faceDown } = deal('double-sea-towers', 5)
    expect(game.of.tableau.map(column => piles[column.index].length)).toEqual(Array(11).fill(9))
    expect(game.of.cell.map(cell => piles[cell.index].length)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0])
    expect(faceDown.every(count => count === 0)).toBe(true)
  })
  check('double-sea-towers', 't10', [
    ['7♠ goes on 8♠', { t0: '7S', t1: '8S' }, 't0>t1', 'yes'],
    ['7♠ does not go on 8♣', { t0: '7S', t1: '8C' }, 't0>t1', 'The 7 of spades goes on the 8 of spades'],
    ['7♠ does not go on 9♠', { t0: '7S', t1: '9S' }, 't0>t1', 'The 7 of spades goes on the 8 of spades'],
    [
      'a king does not go on an ace',
      { t0: 'KS', t1: 'AS' },
      't0>t1',
      'A king goes to an empty column or a foundation',
    ],
    [
      'two cards do not move together, even with free cells and columns',
      { t0: '7S 6S', t1: '8S' },
      't0>t1*2',
      'Only the top card of a column can be moved',
    ],
    ['any card fills an empty column', { t0: '9H 7S' }, 't0>t1', 'yes'],
    ['a cell takes the top card of a column', { t0: '9H 7S' }, 't0>c0', 'yes'],
    ['a cell holds one card', { t0: '7S', c0: '9H' }, 't0>c0', 'This cell is taken'],
    [
      'a card in a cell does not go to another cell',
      { c0: '9H' },
      'c0>c1',
      'A card in a cell can’t go to another cell',
    ],
    ['a card in a cell goes to a column', { c0: '7S', t0: '8S' }, 'c0>t0', 'yes'],
    ['a card in a cell goes to a foundation', { c0: '2S', f3: 'AS' }, 'c0>f3', 'yes'],
    ['an ace starts any empty foundation', { t0: 'AS' }, 't0>f5', 'yes'],
    ['a two does not start a foundation', { t0: '2S' }, 't0>f5', 'An empty foundation starts with an ace'],
    [
      'either foundation of the suit can take the card',
      { t0: '3H', f0: 'AH 2H', f1: 'AH 2H' },
      't0>f1',
      'yes',
    ],
    [
      'foundations are built up in suit',
      { t0: '3H', f0: 'AD 2D' },
      't0>f0',
      'This foundation needs the 3 of diamonds',
    ],
    [
      'a complete foundation takes nothing',
      { t0: 'AS', f0: upTo('KS') },
      't0>f0',
      'This foundation is complete',
    ],
    ['cards stay on the foundations', { f0: 'AS 2S 3S', t0: '4S' }, 'f0>t0', 'Cards stay here'],
    ['there is no stock to turn', {}, 'draw', 'This game has no stock to turn'],
    ['an empty column has no card to move', {}, 't0>t1', 'There is no card to move'],
    ['a move to a pile that the game does not have is refused', {}, 't0>t11', 'This game has no pile t11'],
  ])
  it('a move to a full cell is refused for a different reason if all cells are full', () => {
    const cells = Object.fromEntries(
      ['2C', '3C', '4C', '5C', '6C', '7C', '8C', '9C', 'TC'].map((card, i) => [`c${i}`, card]),
    )
    const position = arrange(gameById('double-sea-towers'), { ...cells, t0: '7S' }, 't10')
    expect(() => play(position, move('t0>c3'))).toThrow('All cells are full')
  })
})

describe('Sea Towers', () => {
  it('deals ten columns of five cards, and one card into each of the cells c0 and c1', () => {
    const { game, piles } = deal('sea-towers', 9)
    expect(game.of.tableau.map(column => piles[column.index].length)).toEqual(Array(10).fill(5))
    expect(game.of.cell.map(cell => piles[cell.index].length)).toEqual([1, 1, 0, 0])
  })
  check('sea-towers', 't9', [
    ['a king fills an empty column', { t0: '5H KS' }, 't0>t1', 'yes'],
    [
      'a queen does not fill an empty column',
      { t0: '5H QS' },
      't0>t1',
      'Only a king can fill an empty column',
    ],
    ['7♠ goes on 8♠', { t0: '7S', t1: '8S' }, 't0>t1', 'yes'],
    [
      'two cards do not move in a single move',
      { t0: '7S 6S', t1: '8S' },
      't0>t1*2',
      'Only the top card of a column can be moved',
    ],
    ['a cell takes a card from another cell', { c0: '9H' }, 'c0>c1', 'yes'],
    ['a king in a cell fills an empty column', { c0: 'KH' }, 'c0>t0', 'yes'],
    [
      'a ten in a cell does not fill an empty column',
      { c0: 'TH' },
      'c0>t0',
      'Only a king can fill an empty column',
    ],
    ['cards stay on the foundations', { f0: 'AS 2S', t0: '3S' }, 'f0>t0', 'Cards stay here'],
  ])
})

describe('Double Dot', () => {
  it('deals one card to each foundation and to each column, and forty into the stock', () => {
    const piles = writePosition(deal('double-dot', 3))
    expect([piles.f0, piles.f1, piles.f2, piles.f3]).toEqual(['AS', 'AH', '2C', '2D'])
    expect(piles.stock.split(' ')).toHaveLength(40)
    expect(piles.stock.split(' ').every(card => card.startsWith('['))).toBe(true)
  })
  const base = { f0: 'AS', f1: 'AH', f2: '2C', f3: '2D' }
  check('double-dot', 'stock', [
    ['6 goes on an 8 of its suit', { ...base, t0: '6S', t1: '8S' }, 't0>t1', 'yes'],
    ['6 goes on an 8 of another suit', { ...base, t0: '6S', t1: '8H' }, 't0>t1', 'yes'],
    [
      '6 does not go on 7',
      { ...base, t0: '6S', t1: '7S' },
      't0>t1',
      'The 6 of spades goes on any 8, two ranks higher',
    ],
    ['Q goes on A', { ...base, t0: 'QS', t1: 'AD' }, 't0>t1', 'yes'],
    ['K goes on 2', { ...base, t0: 'KS', t1: '2H' }, 't0>t1', 'yes'],
    [
      'A does not go on Q',
      { ...base, t0: 'AD', t1: 'QS' },
      't0>t1',
      'The ace of diamonds goes on any 3, two ranks higher',
    ],
    ['a run moves as one', { ...base, t0: '6S 4H 2S', t1: '8S' }, 't0>t1*3', 'yes'],
    ['part of a run moves as one', { ...base, t0: '6S 4H 2S', t1: '6D' }, 't0>t1*2', 'yes'],
    [
      'cards out of order do not move as one',
      { ...base, t0: '6S 5H', t1: '8S' },
      't0>t1*2',
      'Only cards that go down by twos can be moved together',
    ],
    ['any run fills an empty column', { ...base, t0: '6S 4H' }, 't0>t1*2', 'yes'],
    ['foundations are built up by twos', { ...base, t0: '3S' }, 't0>f0', 'yes'],
    [
      'foundations are not built up by ones',
      { ...base, t0: '2S' },
      't0>f0',
      'This foundation needs the 3 of spades',
    ],
    ['2 follows K', { ...base, f0: 'AS 3S 5S 7S 9S JS KS', t0: '2S' }, 't0>f0', 'yes'],
    ['A follows Q', { ...base, f2: '2C 4C 6C 8C TC QC', t0: 'AC' }, 't0>f2', 'yes'],
    [
      'nothing follows the thirteenth card',
      { ...base, f2: '2C 4C 6C 8C TC QC AC 3C 5C 7C 9C JC KC', t0: '2S' },
      't0>f2',
      'This foundation is complete',
    ],
    [
      'cards go to a foundation one at a time',
      { ...base, t0: '5S 3S' },
      't0>f0*2',
      'Cards go to a foundation one at a time',
    ],
    ['cards stay on the foundations', { ...base, t0: '3D' }, 'f0>t0', 'Cards stay here'],
    ['cards are not drawn from the stock', base, 'draw', 'This game deals its stock onto the columns'],
    ['the stock is dealt only once', base, 'recycle', 'In this game, the stock is dealt only once'],
    [
      'dealing is refused while a column is empty',
      { ...base, t0: '3S 4S', t1: '5S', t2: '6S', t3: '7S', t4: '8S', t5: '9S', t6: 'TS' },
      'deal',
      'Fill every empty column before dealing',
    ],
    [
      'dealing is allowed with an empty column if the tableau has fewer than eight cards',
      { ...base, t0: '3S', t1: '5S', t2: '6S', t3: '7S', t4: '8S', t5: '9S', t6: 'TS' },
      'deal',
      'yes',
    ],
  ])
  it('deals one card onto every column, five times', () => {
    let position = deal('double-dot', 3)
    for (let times = 1; times <= 5; times++) {
      position = play(position, move('deal'))
      expect(position.game.of.tableau.map(column => position.piles[column.index].length)).toEqual(
        Array(8).fill(times + 1),
      )
    }
    expect(() => play(position, move('deal'))).toThrow('The stock is empty')
  })
})

describe('Double Klondike', () => {
  it('deals columns of 1 to 9 cards, the top one face up, and 59 cards into the stock', () => {
    const { game, piles, faceDown } = deal('double-klondike-1', 4)
    expect(game.of.tableau.map(column => piles[column.index].length)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(game.of.tableau.map(column => faceDown[column.index])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(piles[game.of.stock[0].index]).toHaveLength(59)
  })
  it('deals whole columns from right to left; the next card is then the top of the stock', () => {
    const one = firstTable('double-klondike-1', 4)
    expect(writePosition(deal('double-klondike-1', 4))).toEqual(
      Object.fromEntries(Object.entries(one).map(([pile, cards]) => [pile, cards.join(' ')])),
    )
  })
  check('double-klondike-1', 'stock', [
    ['9♥ goes on 10♠', { t0: '9H', t1: 'TS' }, 't0>t1', 'yes'],
    ['9♥ does not go on 10♦', { t0: '9H', t1: 'TD' }, 't0>t1', 'The 9 of hearts goes on a black 10'],
    ['a run moves as one', { t0: '[2C] 9H 8S', t1: 'TS' }, 't0>t1*2', 'yes'],
    [
      'a face-down card does not move',
      { t0: '[9H] 8S', t1: 'TS' },
      't0>t1*2',
      'A face-down card can’t be moved',
    ],
    ['an empty column takes a king', { t0: '[2C] KH' }, 't0>t1', 'yes'],
    ['an empty column takes a run that starts with a king', { t0: '[2C] KH QS' }, 't0>t1*2', 'yes'],
    [
      'an empty column does not take a queen',
      { t0: '[2C] QS' },
      't0>t1',
      'Only a king can fill an empty column',
    ],
    ['the top of the waste is played to a column', { waste: '2C 9H', t0: 'TS' }, 'waste>t0', 'yes'],
    [
      'two cards of the waste do not move together',
      { waste: 'TH 9S', t0: 'JS' },
      'waste>t0*2',
      'Only the top card of the waste can be played',
    ],
    [
      'the waste is not turned over while the stock has cards',
      { waste: '2C' },
      'recycle',
      'The waste is turned over only when the stock is empty',
    ],
    ['cards do not go back to the waste', { t0: '2C' }, 't0>waste', 'No card can be put on the waste'],
    ['cards stay on the foundations', { f0: 'AS 2S', t0: '3H' }, 'f0>t0', 'Cards stay here'],
  ])
  describe('with the house rule “take back”', () =>
    check(
      'double-klondike-1',
      'stock',
      [
        ['a card comes back from a foundation to a column', { f0: 'AS 2S', t0: '3H' }, 'f0>t0', 'yes'],
        [
          'two cards do not come back from a foundation together',
          { f0: 'AS 2S 3S', t0: '3H' },
          'f0>t0*2',
          'A card taken back from a foundation goes to a column',
        ],
        [
          'a card does not go from a foundation to another foundation',
          { f0: 'AS' },
          'f0>f1',
          'A card taken back from a foundation goes to a column',
        ],
      ],
      ['take-back'],
    ))
  it('turns up a face-down card when it becomes the top of its column', () => {
    const position = arrange(gameById('double-klondike-1'), { t0: '[2C] 9H', t1: 'TS' }, 'stock')
    expect(writePosition(play(position, move('t0>t1'))).t0).toBe('2C')
  })
  it('turns three cards at a time, or as many as are left', () => {
    let position = deal('double-klondike-3', 8)
    const sizes: number[] = []
    while (legalMoves(position).some(({ kind }) => kind === 'draw')) {
      position = play(position, move('draw'))
      const { stock, waste } = position.game.of
      sizes.push(position.piles[waste[0].index].length)
      expect(position.faceDown[stock[0].index]).toBe(position.piles[stock[0].index].length)
    }
    expect(sizes).toEqual([...Array.from({ length: 19 }, (_, i) => 3 * (i + 1)), 59])
  })
  it('turns the waste over into the same stock, pass after pass', () => {
    const first = deal('double-klondike-1', 8)
    let position = first
    for (let pass = 1; pass <= 3; pass++) {
      for (let i = 0; i < 59; i++) position = play(position, move('draw'))
      position = play(position, move('recycle'))
      expect(writePosition(position)).toEqual(writePosition(first))
    }
  })
  it('with the house rule, shuffles the waste that is turned over, the same way each time', () => {
    const stockAfterPass = () => {
      let position = deal('double-klondike-1', 8, ['shuffle-on-recycle'])
      for (let i = 0; i < 59; i++) position = play(position, move('draw'))
      return writePosition(play(position, move('recycle'))).stock
    }
    expect(stockAfterPass()).toBe(stockAfterPass())
    expect(stockAfterPass()).not.toBe(writePosition(deal('double-klondike-1', 8)).stock)
    expect(stockAfterPass().split(' ').toSorted()).toEqual(
      writePosition(deal('double-klondike-1', 8)).stock.split(' ').toSorted(),
    )
  })
})

describe('FreeCell', () => {
  it('deals four columns of seven and four of six, and leaves the cells empty', () => {
    const { game, piles } = deal('freecell', 5)
    expect(game.of.tableau.map(column => piles[column.index].length)).toEqual([7, 7, 7, 7, 6, 6, 6, 6])
    expect(game.of.cell.map(cell => piles[cell.index].length)).toEqual([0, 0, 0, 0])
  })
  it('deals the same cards as Microsoft’s FreeCell for the same number', () => {
    const { t0, t4, t7 } = writePosition(deal('freecell', 1))
    expect([t0, t4, t7]).toEqual(['JD KD 2S 4C 3S 6D 6S', '5D AD JS 4H 8H 6C', '5H 3H 3C 7S 7D TC'])
    expect(writePosition(deal('freecell', 11982)).t0).toBe('AH 3D KD JC 6C JD KC')
    // Above 1,000,000: as printed by make-microsoft-freecell-board of Freecell Solver.
    expect(writePosition(deal('freecell', 3_000_000_000)).t0).toBe('8D TS JS TD JH JD JC')
    expect(writePosition(deal('freecell', 2 ** 31)).t0).toBe('QH 3H 7D 4D TS QD 6D')
  })
  check('freecell', 't7', [
    ['7♥ goes on 8♠', { t0: '7H', t1: '8S' }, 't0>t1', 'yes'],
    ['7♥ does not go on 8♦', { t0: '7H', t1: '8D' }, 't0>t1', 'The 7 of hearts goes on a black 8'],
    ['7♥ does not go on 9♠', { t0: '7H', t1: '9S' }, 't0>t1', 'The 7 of hearts goes on a black 8'],
    [
      'a run of two does not move in a single move',
      { t0: '8S 7H', t1: '9D' },
      't0>t1*2',
      'Only the top card of a column can be moved',
    ],
    ['any card fills an empty column', { t0: '9H 7S' }, 't0>t1', 'yes'],
    ['a cell takes the top card of a column', { t0: '9H 7S' }, 't0>c0', 'yes'],
    ['a cell takes a card from another cell', { c0: '9H' }, 'c0>c1', 'yes'],
    ['a cell holds one card', { t0: '7S', c0: '9H' }, 't0>c0', 'This cell is taken'],
    ['cards stay on the foundations', { f0: 'AS 2S', t0: '3H' }, 'f0>t0', 'Cards stay here'],
  ])
})

describe('Klondike', () => {
  it('deals columns of 1 to 7 cards, the top one face up, and 24 cards into the stock', () => {
    const { game, piles, faceDown } = deal('klondike-1', 4)
    expect(game.of.tableau.map(column => piles[column.index].length)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(game.of.tableau.map(column => faceDown[column.index])).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(piles[game.of.stock[0].index]).toHaveLength(24)
  })
  check('klondike-1', 'stock', [
    ['a run of alternating colors moves as one', { t0: '[2C] 9H 8S', t1: 'TS' }, 't0>t1*2', 'yes'],
    ['the top card of a run moves without the rest', { t0: '[2C] TS 9H 8S', t1: '9D' }, 't0>t1', 'yes'],
    ['an empty column takes a king', { t0: '[2C] KH' }, 't0>t1', 'yes'],
    [
      'an empty column does not take a queen',
      { t0: '[2C] QS' },
      't0>t1',
      'Only a king can fill an empty column',
    ],
    ['an ace starts any empty foundation', { waste: 'AS' }, 'waste>f2', 'yes'],
  ])
  it('turns one card or three at a time and turns the waste over into the same stock', () => {
    for (const [id, turns] of [
      ['klondike-1', 24],
      ['klondike-3', 8],
    ] as const) {
      let position = deal(id, 8)
      for (let i = 0; i < turns; i++) position = play(position, move('draw'))
      expect(() => play(position, move('draw'))).toThrow('The stock is empty')
      expect(writePosition(play(position, move('recycle')))).toEqual(writePosition(deal(id, 8)))
    }
  })
})

describe('the rules of any game', () => {
  const reasonFor = (position: Position, one: object) => {
    try {
      play(position, one as Move)
    } catch (error) {
      return error instanceof IllegalMove && error.name === 'IllegalMove'
        ? error.message
        : 'a different error'
    }
    return 'yes'
  }
  it('give a reason for refusing an unknown move or pile, or a move to the same pile, stock or waste', () => {
    const position = arrange(gameById('klondike-1'), { t0: '[2C] 9H' }, 'stock')
    expect(
      [
        { kind: 'jump' },
        move('t99>t0'),
        move('t0>t98'),
        move('t0>t0'),
        move('t0>stock'),
        move('t0>waste'),
      ].map(one => reasonFor(position, one)),
    ).toEqual([
      'This isn’t a valid move',
      'This game has no pile t99',
      'This game has no pile t98',
      'The card is already there',
      'No card can be put on the stock',
      'No card can be put on the waste',
    ])
  })
  it('refuse to move two cards, or the top card of the waste, to a cell', () => {
    const game = five({
      tableau: tableau(3, { dealt: 1, build: downInSuit, take: 'run' }),
      cells: cells(2, {}),
      stock: turning(1),
    })
    const position = arrange(game, { t0: '3S 2S', waste: 'AH' }, 'stock')
    expect([move('t0>c0*2'), move('waste>c0')].map(one => reasonFor(position, one))).toEqual([
      'A cell holds one card',
      'A cell takes only the top card of a column',
    ])
  })
  it('refuse to move a card of the waste to a cell that takes cards only from columns and cells', () => {
    const game = five({ cells: cells(2, { from: ['tableau', 'cell'] }), stock: turning(1) })
    const position = arrange(game, { t0: '3S', waste: 'AH' }, 'stock')
    expect(reasonFor(position, move('waste>c0'))).toBe('A cell takes only the top card of a column')
  })
  it('deal all cards of the stock if it has fewer cards than there are columns', () => {
    const game = five({ tableau: tableau(3, { dealt: 1, build: downInSuit }), stock: dealing() })
    const position = [move('deal'), move('deal'), move('deal')].reduce(play, dealGame(game, 1))
    expect(game.of.tableau.map(column => position.piles[column.index].length)).toEqual([4, 3, 3])
  })
})

describe('in every game', () => {
  const cardsOf = (position: Position) => position.piles.flat().toSorted((a, b) => a - b)

  it('no move loses or duplicates a card', () => {
    fc.assert(
      fc.property(anyWalk(), positions => {
        const { game } = positions[0]
        for (const position of positions)
          expect(cardsOf(position)).toEqual(game.cards.toSorted((a, b) => a - b))
      }),
    )
  })

  it('play does not modify the position', () => {
    const freeze = (position: Position) => {
      for (const part of [position, position.piles, position.faceDown, ...position.piles]) Object.freeze(part)
      return position
    }
    fc.assert(
      fc.property(anyWalk(60), positions => {
        for (const position of positions.map(freeze))
          for (const legal of legalMoves(position)) play(position, legal)
      }),
      { numRuns: 30 },
    )
  })

  it('play accepts exactly the moves that legalMoves lists', () => {
    const accepts = (position: Position, one: Move) => {
      try {
        play(position, one)
        return true
      } catch (error) {
        if (error instanceof IllegalMove) return false
        throw error
      }
    }
    fc.assert(
      fc.property(anyWalk(), positions => {
        const position = positions[positions.length - 1]
        const legal = legalMoves(position).map(moveText)
        const ids = [...position.game.piles.map(({ id }) => id), 't99' as PileId]
        const all: Move[] = [
          ...ids.flatMap(from =>
            ids.flatMap(to => [1, 2, 3, 5, 9, 14].map(count => ({ kind: 'move' as const, from, to, count }))),
          ),
          move('draw'),
          move('recycle'),
          move('deal'),
        ]
        const accepted = all.filter(one => accepts(position, one)).map(moveText)
        expect(accepted.toSorted()).toEqual(
          legal.filter(text => all.some(one => moveText(one) === text)).toSorted(),
        )
        for (const { id } of position.game.piles)
          expect(accepts(position, { kind: 'move', from: id, to: 't0', count: 0 })).toBe(false)
      }),
      { numRuns: 60 },
    )
  }, 30_000)

  it('the same moves from a deal lead to the same position', () => {
    fc.assert(
      fc.property(anyWalk(), fc.array(fc.nat(9999), { maxLength: 60 }), (positions, picks) => {
        expect(walk(positions[0], picks)).toEqual(walk(positions[0], picks))
      }),
      { numRuns: 50 },
    )
  })

  test.each(games.map(({ id }) => id))(
    'the recorded won game of %s is neither won nor stuck before its last move, and won after it',
    id => {
      const { deal: number, moves } = wonGame(id)
      let position = deal(id, number)
      for (const one of moves) {
        expect(isWon(position)).toBe(false)
        expect(isStuck(position)).toBe(false)
        position = play(position, one)
      }
      expect(isWon(position)).toBe(true)
      expect(isStuck(position)).toBe(false)
    },
  )
})

describe('a second implementation of the rules', () => {
  const text = (table: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(table).map(([pile, cards]) => [pile, cards.join(' ')]))

  test.each(
    firstGames.flatMap(game =>
      game.houseRules.includes('take-back')
        ? [
            [game.id, []],
            [game.id, ['take-back']],
          ]
        : [[game.id, []]],
    ) as [GameId, HouseRule[]][],
  )(
    'agrees with the engine on thousands of positions of %s with the house rules %j',
    (id, house) => {
      const limit = some(4000)
      let seen = 0
      let random = 12345
      const pick = (count: number) => (random = (Math.imul(random, 1103515245) + 12345) >>> 0) % count
      for (let number = 1; seen < limit; number += 7919) {
        let position = deal(id, number, house)
        let table = firstTable(id, number)
        for (let step = 0; step < 100 && seen < limit; step++, seen++) {
          const moves = movesOf(id, table, house)
          expect(writePosition(position)).toEqual(text(table))
          expect(legalMoves(position).map(moveText).toSorted()).toEqual(moves.toSorted())
          if (moves.length === 0) break
          const toFoundations = moves.filter(one => one.includes('>f'))
          const chosen =
            toFoundations.length > 0 && pick(3) > 0
              ? toFoundations[pick(toFoundations.length)]
              : moves[pick(moves.length)]
          position = play(position, move(chosen))
          table = after(id, table, chosen)
        }
      }
    },
    120_000,
  )
})

/** Perft: the number of sequences of n legal moves, as chess programs count them. */
function perft(position: Position, depth: number): number {
  const moves = legalMoves(position)
  return depth === 1
    ? moves.length
    : moves.reduce((sum, one) => sum + perft(play(position, one), depth - 1), 0)
}
/** Perft of the second implementation. */
function secondPerft(game: string, table: ReturnType<typeof firstTable>, depth: number): number {
  const moves = movesOf(game, table)
  return depth === 1
    ? moves.length
    : moves.reduce((sum, one) => sum + secondPerft(game, after(game, table, one), depth - 1), 0)
}

describe('perft (the number of sequences of legal moves)', () => {
  test.each(firstGames.map(({ id }) => [id, (perftCounts as Record<string, number[]>)[id]] as const))(
    'deal 17 of %s has %j sequences of 1, 2, … legal moves',
    (id, counts) => {
      expect(counts.map((_, i) => perft(deal(id, 17), i + 1))).toEqual(counts)
      expect([1, 2].map(depth => secondPerft(id, firstTable(id, 17), depth))).toEqual(counts.slice(0, 2))
    },
  )
})
