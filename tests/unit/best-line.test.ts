// The best line of an undecided search, the repair of a winning line, and the limits of a search.
import { describe, expect, it } from 'vitest'
import { deal, games, layoutKey, legalMoves, play, repairLine, solve } from '../../engine/index.ts'
import { layoutOf } from '../../engine/solver/klondike/layout.ts'
import { StockMoves } from '../../engine/solver/klondike/stock-moves.ts'
import { shortenLine } from '../../engine/solver/shorten-line.ts'
import { Budget } from '../../engine/solver/types.ts'
import { some, walk, wonGame } from '../support/help.ts'
import { randomFrom } from '../support/random.ts'

/** Positions from random play that a small search cannot decide, with the best line that it found. */
function* undecided(count: number) {
  for (const { id } of games) {
    const random = randomFrom(36)
    for (let found = 0, tries = 0; found < count && tries < 400; tries++) {
      const picks = Array.from({ length: Math.floor(40 * random()) }, () => Math.floor(9999 * random()))
      const positions = walk(deal(id, 1 + tries), picks)
      const position = positions[positions.length - 1]
      const { verdict, best } = solve(position, { maxStates: 5, seen: [] })
      if (verdict !== 'unknown') continue
      found++
      yield { positions, position, best: best! }
    }
  }
}

describe('the best line of an undecided search', () => {
  const found = [...undecided(some(2))]
  it('is legal and does not repeat a position, in every game', () => {
    const gamesFound = new Set<string>()
    for (const { position, best } of found) {
      gamesFound.add(position.game.id)
      expect(best.length > 0, position.game.id).toBe(legalMoves(position).length > 0)
      const keys = [layoutKey(position)]
      let now = position
      for (const move of best) keys.push(layoutKey((now = play(now, move))))
      expect(new Set(keys).size, position.game.id).toBe(keys.length)
    }
    expect(gamesFound.size).toBe(games.length)
  })
  it('avoids positions that were seen before', () => {
    for (const { positions, position } of found) {
      const seen = positions.map(layoutKey)
      const { best } = solve(position, { maxStates: 5, seen })
      let now = position
      const reached = new Set(best!.map(move => layoutKey((now = play(now, move)))))
      expect(seen.filter(key => reached.has(key))).toEqual([])
      if (best!.length > 0) continue
      for (const move of legalMoves(position)) expect(seen).toContain(layoutKey(play(position, move)))
    }
  })
  it('is deterministic, and exists only if it was requested and the position is undecided', () => {
    const open = deal('spiderette', 39)
    const limits = { maxStates: 50, seen: [] }
    expect(solve(open, limits).best).toEqual(solve(open, limits).best)
    expect(solve(deal('sea-towers', 1), { seen: [] })).not.toHaveProperty('best')
    expect(solve(deal('sea-towers', 5), { seen: [] })).not.toHaveProperty('best')
    expect(solve(open, { maxStates: 50 })).not.toHaveProperty('best')
  })
})

describe('a winning line', () => {
  it.each(games.map(({ id }) => id))('gets shorter with each of its moves, even stock moves: %s', id => {
    const { deal: number, moves } = wonGame(id)
    let position = deal(id, number)
    // Every move, or some moves of a long line if only part of the tests is run.
    const stride = Math.ceil(moves.length / Math.max(60, some(moves.length)))
    for (const [made, move] of moves.entries()) {
      const next = play(position, move)
      const before = position
      position = next
      if (made % stride > 0) continue
      const rest = repairLine(before, moves.slice(made), next)
      expect(rest?.length, `after move ${made}`).toBeLessThanOrEqual(moves.length - made - 1)
    }
  })
  it('stays valid after the player makes its first stock move early', () => {
    const { deal: number, moves } = wonGame('klondike-1')
    const start = deal('klondike-1', number)
    const first = moves.findIndex(({ kind }) => kind !== 'move')
    const now = play(start, moves[first])
    expect(first).toBeGreaterThan(0)
    expect(repairLine(start, moves, now)).toHaveLength(moves.length - 1)
  })
})

describe('the limits of a search', () => {
  const start = deal('freecell', 1)
  const { moves } = solve(start)
  // The line has a detour that is found only by combining two moves of a card.
  it('apply to shortening a line: after the deadline, only moves between equal positions are removed', () => {
    let checks = 0
    const late = { get isLate() { checks++; return true } } // oxfmt-ignore
    const shorter = shortenLine(start, moves!, new Budget({}))
    const line = shortenLine(start, moves!, late)
    expect(checks).toBeGreaterThan(0)
    expect(line.length).toBeGreaterThan(shorter.length)
    expect(line).toEqual(shortenLine(start, line, late))
  })
  it('apply to repairing a line after a move: lines of thousands of moves are not repaired', () => {
    const detours = Array.from({ length: 2000 }, (_, i) =>
      i % 2 === 0
        ? ({ kind: 'move', from: 't0', to: 'c0', count: 1 } as const)
        : ({ kind: 'move', from: 'c0', to: 'c1', count: 1 } as const),
    )
    expect(repairLine(start, moves!, start)).toBeDefined()
    expect(repairLine(start, [...moves!, ...detours], start)).toBeUndefined()
  })
})

it('the Klondike solver’s buffer of moves grows as the search gets deeper', () => {
  const stack = new StockMoves(layoutOf(deal('klondike-3', 1))!, 1 << 11)
  const size = stack.moves.length
  stack.generate(false)
  const first = stack.moves.slice(0, stack.count)
  while (stack.count <= 20 * size) stack.generate(false)
  const last = stack.moves.slice(stack.count - first.length, stack.count)
  expect(first.length).toBeGreaterThan(0)
  expect([...last]).toEqual([...first])
})
