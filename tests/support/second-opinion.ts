// A second implementation of the rules of the first eight games, written from the text of the rules without
// looking at the engine, with which it shares only the notation. It works on piles of card names, and is
// deliberately slow.

export type Table = Record<string, string[]>

interface Setup {
  decks: number
  columns: number
  cells: number
  foundations: number
}

const SETUPS: Record<string, Setup> = {
  'double-sea-towers': { decks: 2, columns: 11, cells: 9, foundations: 8 },
  'sea-towers': { decks: 1, columns: 10, cells: 4, foundations: 4 },
  'double-dot': { decks: 1, columns: 8, cells: 0, foundations: 4 },
  'double-klondike-1': { decks: 2, columns: 9, cells: 0, foundations: 8 },
  'double-klondike-3': { decks: 2, columns: 9, cells: 0, foundations: 8 },
  'freecell': { decks: 1, columns: 8, cells: 4, foundations: 4 },
  'klondike-1': { decks: 1, columns: 7, cells: 0, foundations: 4 },
  'klondike-3': { decks: 1, columns: 7, cells: 0, foundations: 4 },
}
const ORDER = 'A23456789TJQK'
const value = (card: string) => ORDER.indexOf(card[0]) + 1
const suit = (card: string) => card[1]
const red = (card: string) => 'DH'.includes(card[1])
const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1]
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => prefix + i)
const isDown = (card: string) => card.startsWith('[')
const name = (card: string) => card.replace(/[[\]]/g, '')

/**
 * The dealing order of Microsoft FreeCell, with its C library's random numbers computed in big integers.
 * Deals from 2³¹ on are those of PySol.
 */
export function microsoftDeck(dealNumber: number): string[] {
  const undealt = [...ORDER].flatMap(rank => [...'CDHS'].map(s => rank + s))
  let seed = BigInt(dealNumber)
  const dealt: string[] = []
  while (undealt.length > 0) {
    seed = (seed * 214013n + 2531011n) % 2n ** 32n
    const random = ((seed / 65536n) % 32768n) + (dealNumber >= 2 ** 31 ? 32768n : 0n)
    const i = Number(random % BigInt(undealt.length))
    dealt.push(undealt[i])
    const end = undealt.pop()!
    if (i < undealt.length) undealt[i] = end
  }
  return dealt
}

/** The cards in the shuffled order of a deal number. */
export function shuffledNames(names: readonly string[], dealNumber: number): string[] {
  const cards = [...names]
  let s = dealNumber
  const random = () => {
    s = (s + 0x6d2b79f5) | 0
    let t = Math.imul(s ^ (s >>> 15), s | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  for (let i = cards.length - 1; i >= 1; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[cards[i], cards[j]] = [cards[j], cards[i]]
  }
  return cards
}

export function firstTable(game: string, dealNumber: number): Table {
  const { decks, columns, cells, foundations } = SETUPS[game]
  let cards: string[] = []
  for (let deck = 0; deck < decks; deck++)
    for (const rank of ORDER) for (const s of 'CDHS') cards.push(rank + s)
  cards = shuffledNames(cards, dealNumber)
  if (game === 'freecell') cards = microsoftDeck(dealNumber)
  const table: Table = {}
  for (const pile of [...names('f', foundations), ...names('t', columns), ...names('c', cells)])
    table[pile] = []
  const rows = { 'double-sea-towers': 9, 'sea-towers': 5, 'double-dot': 1, 'freecell': 7 }[game]
  if (game === 'double-dot') {
    table.f0 = ['AS']
    table.f1 = ['AH']
    table.f2 = ['2C']
    table.f3 = ['2D']
    cards = cards.filter(card => !['AS', 'AH', '2C', '2D'].includes(card))
  }
  if (rows !== undefined) {
    for (let row = 0; row < rows; row++)
      for (const column of names('t', columns)) if (cards.length) table[column].push(cards.shift()!)
  } else {
    for (let column = columns - 1; column >= 0; column--)
      for (let n = 0; n <= column; n++)
        table['t' + column].push(n < column ? `[${cards.shift()}]` : cards.shift()!)
    table.waste = []
  }
  if (cells) for (const cell of names('c', cells)) if (cards.length) table[cell].push(cards.shift()!)
  if (cards.length) table.stock = cards.reverse().map(card => `[${card}]`)
  return table
}

function foundationAccepts(game: string, pile: readonly string[], card: string): boolean {
  const top = last(pile)
  if (top === undefined) return value(card) === 1
  if (pile.length === 13 || suit(top) !== suit(card)) return false
  return game === 'double-dot' ? value(card) === ((value(top) + 1) % 13) + 1 : value(card) === value(top) + 1
}

function columnAccepts(game: string, pile: readonly string[], card: string): boolean {
  const top = last(pile)
  if (top === undefined)
    return ['double-sea-towers', 'double-dot', 'freecell'].includes(game) || value(card) === 13
  return inOrder(game, top, card)
}

function inOrder(game: string, below: string, above: string): boolean {
  if (isDown(below)) return false
  if (game.includes('klondike') || game === 'freecell')
    return red(below) !== red(above) && value(below) === value(above) + 1
  if (game === 'double-dot') return (value(below) - value(above) + 13) % 13 === 2
  return suit(below) === suit(above) && value(below) === value(above) + 1
}

/** The number of passes through the stock that the house rules allow. */
export const passesBy = (house: readonly string[], standard = Infinity): number =>
  house.includes('one-pass')
    ? 1
    : house.includes('three-passes')
      ? 3
      : house.includes('endless-passes')
        ? Infinity
        : standard

/** All legal moves in the notation `t3>f0`, `t1>t2*3`, `draw`, `recycle`, `deal`, after `turns` recycles. */
export function movesOf(game: string, table: Table, house: readonly string[] = [], turns = 0): string[] {
  const moves: string[] = []
  const klondike = game.includes('klondike')
  const piles = Object.keys(table)
  const columns = piles.filter(pile => pile[0] === 't')
  for (const from of piles) {
    if (from === 'stock') continue
    const source = table[from]
    if (!source.length) continue
    const mayMoveRuns = from[0] === 't' && (klondike || game === 'double-dot')
    for (let count = 1; count <= (mayMoveRuns ? source.length : 1); count++) {
      const taken = source.slice(-count)
      if (taken.some(isDown) || taken.some((card, i) => i > 0 && !inOrder(game, taken[i - 1], card))) break
      for (const to of piles) {
        if (to === from || to === 'stock' || to === 'waste') continue
        let legal: boolean
        if (from[0] === 'f')
          legal =
            klondike &&
            house.includes('take-back') &&
            to[0] === 't' &&
            columnAccepts(game, table[to], taken[0])
        else if (to[0] === 'f') legal = count === 1 && foundationAccepts(game, table[to], taken[0])
        else if (to[0] === 't') legal = columnAccepts(game, table[to], taken[0])
        else
          legal =
            count === 1 &&
            table[to].length === 0 &&
            (from[0] === 't' || (from[0] === 'c' && (game === 'sea-towers' || game === 'freecell')))
        if (legal) moves.push(`${from}>${to}${count > 1 ? `*${count}` : ''}`)
      }
    }
  }
  if (klondike) {
    if (table.stock.length) moves.push('draw')
    else if (table.waste.length && turns + 1 < passesBy(house)) moves.push('recycle')
  }
  if (game === 'double-dot' && table.stock.length) {
    const anyEmpty = columns.some(column => table[column].length === 0)
    const cards = columns.reduce((sum, column) => sum + table[column].length, 0)
    if (!anyEmpty || cards < 8) moves.push('deal')
  }
  return moves
}

/** The table after a legal move. The house rule `shuffle-on-recycle` is not implemented. */
export function after(game: string, table: Table, move: string): Table {
  const next: Table = Object.fromEntries(Object.entries(table).map(([pile, cards]) => [pile, [...cards]]))
  if (move === 'draw') {
    const turn = game.endsWith('3') ? 3 : 1
    for (let i = 0; i < turn && next.stock.length; i++) next.waste.push(name(next.stock.pop()!))
  } else if (move === 'recycle') {
    while (next.waste.length) next.stock.push(`[${next.waste.pop()}]`)
  } else if (move === 'deal') {
    for (let column = 0; column < 8; column++) next['t' + column].push(name(next.stock.pop()!))
  } else {
    const [, from, to, count] = /^(\w+)>(\w+?)(?:\*(\d+))?$/.exec(move)!
    next[to].push(...next[from].splice(next[from].length - Number(count ?? 1)))
    const top = next[from].pop()
    if (top !== undefined) next[from].push(name(top))
  }
  return next
}
