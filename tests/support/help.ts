// Shared helpers: short notation for moves and positions, random games, won games.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  act,
  begin,
  deal,
  games,
  legalMoves,
  nameOf,
  parsePosition,
  play,
  rankOf,
  RANKS,
  suitOf,
  type Game,
  type GameId,
  type History,
  type HouseRule,
  type Move,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import wonGames from '../fixtures/won-games.json' with { type: 'json' }

const PART = Number(process.env.PART ?? 1)
/**
 * The number of iterations of a long test, multiplied by the fraction `PART` (0 to 1). `PART` shortens the
 * tests that run once for each of a thousand mutants, for example.
 */
export const some = (count: number): number => Math.ceil(count * PART)
// Property tests that set no number of runs make 100, multiplied by `PART`, but at least 10.
fc.configureGlobal({ numRuns: Math.max(10, some(100)) })
/** A minimum count to assert, or -1 in a partial run, in which the count may be lower. */
export const enough = (count: number): number => (PART === 1 ? count : -1)

/** Parses a move: `t3>f0`, `t1>t2*3`, `draw`, `recycle`, `deal`. */
export function move(text: string): Move {
  if (text === 'draw' || text === 'recycle' || text === 'deal') return { kind: text }
  const [, from, to, count] = /^(\w+)>(\w+)(?:\*(\d+))?$/.exec(text)!
  return { kind: 'move', from: from as PileId, to: to as PileId, count: Number(count ?? 1) }
}

export const moveText = (of: Move): string =>
  of.kind === 'move' ? `${of.from}>${of.to}${of.count > 1 ? `*${of.count}` : ''}` : of.kind

/** The cards of a foundation up to a card: `upTo('4S')` is `AS 2S 3S 4S`. */
export function upTo(name: string): string {
  return [...RANKS]
    .slice(0, RANKS.indexOf(name[0]) + 1)
    .map(rank => rank + name[1])
    .join(' ')
}

/**
 * A position with the given piles. All other cards of the deck are at the bottom of pile `rest`, aces first.
 */
export function arrange(
  game: Game,
  piles: Partial<Record<PileId, string>>,
  rest: PileId,
  house: readonly HouseRule[] = [],
): Position {
  const named = Object.values(piles).join(' ').replaceAll(/[[\]]/g, '').split(/\s+/).filter(Boolean)
  const others = game.cards
    .toSorted((a, b) => rankOf(a) - rankOf(b) || suitOf(a) - suitOf(b))
    .map(nameOf)
    .filter(name => {
      const at = named.indexOf(name)
      if (at >= 0) named.splice(at, 1)
      return at < 0
    })
  const isDown =
    rest === 'stock' ||
    (piles[rest] ?? '').startsWith('[') ||
    (piles[rest] !== undefined && game.tableau.dealt === 'triangle')
  const below = others.map(name => (isDown ? `[${name}]` : name)).join(' ')
  const result = parsePosition(game, { ...piles, [rest]: `${below} ${piles[rest] ?? ''}` }, { house })
  if (!result.ok) throw new Error(`${result.reason.key} ${JSON.stringify(result.reason.values)}`)
  return result.value
}

/** The positions after random legal moves from a deal; each number picks one of the legal moves. */
export function walk(start: Position, picks: readonly number[]): Position[] {
  const positions = [start]
  for (const pick of picks) {
    const here = positions[positions.length - 1]
    const moves = legalMoves(here)
    if (moves.length === 0) break
    positions.push(play(here, moves[pick % moves.length]))
  }
  return positions
}

const picks = (maxLength: number) => fc.array(fc.nat(9999), { maxLength, size: 'max' })
export const anyDealNumber = fc.integer({ min: 1, max: 0xffff_ffff })
export const anyGame = fc.constantFrom(...games)

/** The positions of a random walk in a random game, from the deal. */
export const anyWalk = (maxLength = 120, game: fc.Arbitrary<Game> = anyGame) =>
  fc
    .record({ game, number: anyDealNumber, house: fc.boolean(), picks: picks(maxLength) })
    .map(({ game, number, house, picks }) => walk(deal(game.id, number, house ? game.houseRules : []), picks))

/** The games of the first release, used in slow tests. */
export const firstGames = games.slice(0, 8)

/** Reference data of a game: its perft counts, the moves of a win, and a saved game. */
export interface Proof {
  readonly perft: readonly number[]
  readonly won?: { readonly deal: number; readonly moves: readonly string[] }
  readonly record?: string
}
/** The reference data of the games added after the first release, from their folders. */
export const proofs: Readonly<Partial<Record<GameId, Proof>>> = Object.assign(
  {},
  ...readdirSync('engine/games')
    .map(folder => `engine/games/${folder}/proof.json`)
    .filter(existsSync)
    .map(file => JSON.parse(readFileSync(file, 'utf8')) as object),
)

export const wonGame = (id: GameId): { deal: number; moves: Move[] } => {
  const { deal, moves } = wonGames[id as keyof typeof wonGames] ?? proofs[id]!.won!
  return { deal, moves: moves.join(' ').split(' ').map(move) }
}

/**
 * The history of a won game after `count` moves, each of which is a gesture. `movesBefore`: the number of
 * earlier moves that the history has dropped, which is added to the number of moves.
 */
export function wonHistory(id: GameId, count = Infinity, movesBefore = 0): History {
  const { deal: number, moves } = wonGame(id)
  return moves
    .slice(0, count)
    .reduce<History>(
      (history, next) => act(history, { kind: 'gesture', moves: [next] }),
      begin(deal(id, number), movesBefore),
    )
}
