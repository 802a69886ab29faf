// A second implementation of the rules of all games after the first eight, written from the text of the
// rules. It shares only the notation with the engine, works on piles of card names, and is deliberately slow
// and simple.
import { microsoftDeck, passesBy, shuffledNames, type Table } from './second-opinion.ts'

const ORDER = 'A23456789TJQK'
const value = (card: string) => ORDER.indexOf(card[0]) + 1
const suit = (card: string) => card[1]
const red = (card: string) => 'DH'.includes(card[1])
const isDown = (card: string) => card.startsWith('[')
const name = (card: string) => card.replace(/[[\]]/g, '')
const hide = (card: string) => `[${name(card)}]`
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => prefix + i)
const is = (game: string, ...others: string[]) => others.includes(game)

const spiders = [
  'spider-1',
  'spider-2',
  'spider-4',
  'spiderette',
  'will-o-the-wisp',
  'simple-simon',
  'mrs-mop',
]
const yukons = ['yukon', 'russian', 'alaska']
const heaps = ['golf', 'tripeaks', 'black-hole']

const COLUMNS: Record<string, number> = {
  'spider-1': 10,
  'spider-2': 10,
  'spider-4': 10,
  'spiderette': 7,
  'will-o-the-wisp': 7,
  'simple-simon': 10,
  'mrs-mop': 13,
  'tripeaks': 28,
  'golf': 7,
  'black-hole': 17,
  'pyramid': 28,
  'yukon': 7,
  'russian': 7,
  'alaska': 7,
  'scorpion': 7,
  'forty-thieves': 10,
  'canfield': 4,
  'beleaguered-castle': 8,
  'streets-and-alleys': 8,
  'bakers-game': 8,
  'eight-off': 8,
  'penguin': 7,
  'easthaven': 7,
  'gypsy': 8,
}
const CELLS: Record<string, number> = { 'bakers-game': 4, 'eight-off': 8, 'penguin': 7 }
const twoDecks = ['spider-1', 'spider-2', 'spider-4', 'mrs-mop', 'forty-thieves', 'gypsy']
/** For columns dealt one after another: the number of cards in each, and how many of them are face down. */
const PILES: Record<string, readonly (readonly [number, number])[]> = {
  'spiderette': [1, 2, 3, 4, 5, 6, 7].map(n => [n, n - 1]),
  'will-o-the-wisp': Array.from({ length: 7 }, () => [3, 2]),
  'simple-simon': [8, 8, 8, 7, 6, 5, 4, 3, 2, 1].map(n => [n, 0]),
  'scorpion': [3, 3, 3, 3, 0, 0, 0].map(down => [7, down]),
  'easthaven': Array.from({ length: 7 }, () => [3, 2]),
  'gypsy': Array.from({ length: 8 }, () => [3, 2]),
}
for (const game of yukons)
  PILES[game] = [1, 6, 7, 8, 9, 10, 11].map((n, column): [number, number] => [n, column])
for (const game of ['spider-1', 'spider-2', 'spider-4'])
  PILES[game] = names('', 10).map((_, column): [number, number] => (column < 4 ? [6, 5] : [5, 4]))
/** For columns dealt row by row: the number of rows. A number that is too large deals all cards. */
const ROWS: Record<string, number> = {
  'mrs-mop': 8,
  'golf': 5,
  'black-hole': 3,
  'forty-thieves': 4,
  'canfield': 1,
  'beleaguered-castle': 6,
  'streets-and-alleys': 99,
  'bakers-game': 99,
  'eight-off': 6,
  'penguin': 7,
  'tripeaks': 1,
  'pyramid': 1,
}

function deckOf(game: string, dealNumber: number): string[] {
  if (game === 'bakers-game') return microsoftDeck(dealNumber)
  const [suits, copies] = game === 'spider-1' ? ['S', 8] : game === 'spider-2' ? ['HS', 4] : ['CDHS', 1]
  const all = copies > 1 ? copies : twoDecks.includes(game) ? 2 : 1
  const cards: string[] = []
  for (let copy = 0; copy < all; copy++) for (const rank of ORDER) for (const s of suits) cards.push(rank + s)
  return shuffledNames(cards, dealNumber)
}

export function firstTableOfMore(game: string, dealNumber: number): Table {
  if (!(game in COLUMNS && (game in PILES || game in ROWS)))
    throw new Error(`The second implementation of the rules does not know “${game}” yet`)
  let deck = deckOf(game, dealNumber)
  const table: Table = {}
  const foundations = is(game, ...heaps, 'pyramid') ? 1 : twoDecks.includes(game) ? 8 : 4
  for (const pile of [
    ...names('f', foundations),
    ...names('t', COLUMNS[game]),
    ...names('c', CELLS[game] ?? 0),
  ])
    table[pile] = []
  const putUp = (card: string) => {
    table['f' + 'CDHS'.indexOf(suit(card))].push(card)
    deck = deck.filter(other => other !== card)
  }
  if (game === 'canfield') putUp(deck[0])
  if (game === 'penguin') deck.filter(card => card[0] === deck[0][0] && card !== deck[0]).forEach(putUp)
  if (game === 'beleaguered-castle') ['AC', 'AD', 'AH', 'AS'].forEach(putUp)
  if (game === 'black-hole') {
    table.f0 = ['AS']
    deck = deck.filter(card => card !== 'AS')
  }
  if (game === 'canfield') table.r0 = deck.splice(0, 13).map((card, i) => (i < 12 ? hide(card) : card))
  if (PILES[game]) {
    PILES[game].forEach(([count, down], column) => {
      table['t' + column] = deck.splice(0, count).map((card, i) => (i < down ? hide(card) : card))
    })
  } else {
    for (let row = 0; row < ROWS[game]; row++)
      for (let column = 0; column < COLUMNS[game] && deck.length; column++)
        table['t' + column].push(deck.shift()!)
  }
  if (game === 'eight-off') for (let cell = 0; cell < 4; cell++) table['c' + cell].push(deck.shift()!)
  if (is(game, 'golf', 'tripeaks')) table.f0 = [deck.shift()!]
  if (deck.length > 0) table.stock = deck.reverse().map(hide)
  if (is(game, 'pyramid', 'forty-thieves', 'canfield')) table.waste = []
  return settled(game, table)
}

/** The numbers of the columns whose cards cover the card of column `place`. */
function placesOver(game: string, place: number): number[] {
  if (game === 'pyramid') {
    const row = Math.floor((Math.sqrt(8 * place + 1) - 1) / 2)
    return row === 6 ? [] : [place + row + 1, place + row + 2]
  }
  if (game !== 'tripeaks' || place > 17) return []
  const first = [3, 5, 7, 9, 10, 12, 13, 15, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26][place]
  return [first, first + 1]
}
const covered = (game: string, table: Table, pile: string) =>
  pile[0] === 't' && placesOver(game, Number(pile.slice(1))).some(other => table['t' + other].length > 0)

/** Makes automatic moves and turns cards until nothing changes. */
function settled(game: string, table: Table): Table {
  const columns = names('t', COLUMNS[game])
  for (let changed = true; changed;) {
    changed = false
    if (!is(game, 'tripeaks', 'pyramid'))
      for (const column of columns) {
        const pile = table[column]
        if (pile.length && isDown(pile[pile.length - 1])) pile.push(name(pile.pop()!))
      }
    if (is(game, ...spiders, 'scorpion'))
      for (const column of columns) {
        const top = table[column].slice(-13)
        const whole = top.length === 13 && top.every((c, i) => c === ORDER[12 - i] + suit(top[0]))
        if (!whole) continue
        table[column].length -= 13
        table[Object.keys(table).find(pile => pile[0] === 'f' && !table[pile].length)!].push(...top)
        changed = true
      }
    if (game === 'canfield')
      for (const column of columns) {
        if (table[column].length || !table.r0.length) continue
        table[column].push(name(table.r0.pop()!))
        changed = true
      }
  }
  if (game === 'canfield' && table.r0.length) table.r0.push(name(table.r0.pop()!))
  if (game === 'pyramid' && table.stock.length) table.stock.push(name(table.stock.pop()!))
  if (game === 'tripeaks')
    for (const column of columns)
      if (table[column].length)
        table[column] = [covered(game, table, column) ? hide(table[column][0]) : name(table[column][0])]
  return table
}

/** The rank of the foundations' base cards. */
function base(game: string, table: Table): number {
  if (!is(game, 'canfield', 'penguin')) return 1
  return value(names('f', 4).flatMap(pile => table[pile])[0])
}

function foundationAccepts(
  game: string,
  table: Table,
  to: string,
  card: string,
  house: readonly string[],
): boolean {
  const pile = table[to]
  if (is(game, ...spiders, 'scorpion')) return false
  if (game === 'pyramid') return value(card) === 13
  const top = pile[pile.length - 1]
  if (is(game, ...heaps)) {
    const step = Math.abs(value(card) - value(top))
    return step === 1 || ((game !== 'golf' || house.includes('round-corner')) && step === 12)
  }
  if (!top) return value(card) === base(game, table)
  return pile.length < 13 && suit(top) === suit(card) && value(card) === (value(top) % 13) + 1
}

/** Whether `above` can be on `below` in a column. */
function fitsOn(game: string, below: string, above: string): boolean {
  if (isDown(below)) return false
  const step = value(below) - value(above)
  const round = is(game, 'canfield', 'penguin') && step === -12
  if (game === 'alaska') return Math.abs(step) === 1 && suit(below) === suit(above)
  if (step !== 1 && !round) return false
  if (is(game, ...spiders, 'beleaguered-castle', 'streets-and-alleys')) return true
  if (is(game, 'yukon', 'canfield', 'easthaven', 'gypsy')) return red(below) !== red(above)
  return suit(below) === suit(above)
}

/** Whether cards, from bottom to top, can move as one. */
function isRun(game: string, cards: readonly string[]): boolean {
  if (cards.some(isDown)) return false
  if (cards.length === 1 || is(game, ...yukons, 'scorpion')) return true
  if (is(game, 'forty-thieves', 'beleaguered-castle', 'streets-and-alleys', 'bakers-game', 'eight-off'))
    return false
  const inSuit = is(game, ...spiders)
  return cards.every(
    (card, i) =>
      i === 0 || (fitsOn(game, cards[i - 1], card) && (!inSuit || suit(card) === suit(cards[i - 1]))),
  )
}

function fillsSpace(game: string, table: Table, card: string): boolean {
  if (is(game, ...yukons, 'scorpion', 'eight-off')) return value(card) === 13
  if (game === 'penguin') return value(card) === ((base(game, table) + 11) % 13) + 1
  if (is(game, ...heaps, 'pyramid')) return false
  return game !== 'canfield' || table.r0.length === 0
}

function pairs(table: Table, from: string, to: string): boolean {
  const open = (pile: string) => pile[0] !== 'f' && table[pile].length > 0 && !covered('pyramid', table, pile)
  return open(from) && open(to) && value(table[from].at(-1)!) + value(table[to].at(-1)!) === 13
}

/** All legal moves in the notation `t3>f0`, `t1>t2*3`, `draw`, `recycle`, `deal`, after `turns` recycles. */
export function movesOfMore(
  game: string,
  table: Table,
  turns: number,
  house: readonly string[] = [],
): string[] {
  const moves: string[] = []
  const piles = Object.keys(table)
  const heap = is(game, ...heaps)
  for (const from of piles) {
    if (from[0] === 'f' || !table[from].length || covered(game, table, from)) continue
    if (from === 'stock' && game !== 'pyramid') continue
    for (let count = 1; count <= (from[0] === 't' ? table[from].length : 1); count++) {
      const cards = table[from].slice(-count)
      if (!isRun(game, cards)) break
      for (const to of piles) {
        if (to === from) continue
        let legal: boolean
        if (to[0] === 'f') legal = count === 1 && foundationAccepts(game, table, to, cards[0], house)
        else if (game === 'pyramid') legal = pairs(table, from, to)
        else if (to[0] === 'c') legal = count === 1 && from[0] === 't' && table[to].length === 0
        else if (to[0] !== 't' || heap) legal = false
        else if (table[to].length) legal = fitsOn(game, table[to].at(-1)!, cards[0])
        else legal = fillsSpace(game, table, cards[0])
        if (legal) moves.push(`${from}>${to}${count > 1 ? `*${count}` : ''}`)
      }
    }
  }
  const columns = piles.filter(pile => pile[0] === 't')
  if (is(game, 'golf', 'tripeaks', 'pyramid', 'forty-thieves', 'canfield')) {
    if (table.stock.length) moves.push('draw')
    else if (
      table.waste?.length &&
      (game === 'canfield' || (game === 'pyramid' && turns + 1 < passesBy(house, 3)))
    )
      moves.push('recycle')
  } else if (table.stock?.length) {
    const cards = columns.reduce((sum, column) => sum + table[column].length, 0)
    const space = columns.some(column => !table[column].length)
    const isAnyTime = is(game, 'scorpion', 'gypsy') || house.includes('deal-over-spaces')
    if (isAnyTime || !space || cards < columns.length) moves.push('deal')
  }
  return moves
}

/** The table after a legal move. */
export function afterMore(game: string, table: Table, move: string): Table {
  const next: Table = Object.fromEntries(Object.entries(table).map(([pile, cards]) => [pile, [...cards]]))
  if (move === 'draw') {
    const to = is(game, 'golf', 'tripeaks') ? next.f0 : next.waste
    for (let i = 0; i < (game === 'canfield' ? 3 : 1) && next.stock.length; i++)
      to.push(name(next.stock.pop()!))
  } else if (move === 'recycle') {
    while (next.waste.length) next.stock.push(hide(next.waste.pop()!))
  } else if (move === 'deal') {
    const most = game === 'scorpion' ? 3 : COLUMNS[game]
    for (let column = 0; column < most && next.stock.length; column++)
      next['t' + column].push(name(next.stock.pop()!))
  } else {
    const [, from, to, count] = /^(\w+)>(\w+?)(?:\*(\d+))?$/.exec(move)!
    const cards = next[from].splice(next[from].length - Number(count ?? 1))
    if (game === 'pyramid' && to !== 'f0') next.f0.push(cards[0], next[to].pop()!)
    else next[to].push(...cards)
  }
  return settled(game, next)
}
