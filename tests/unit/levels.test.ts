// The levels of deals, version 1. They must never change, and must be the same on every machine.
import fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { deal, GAMES, games, legalMoves, levelsOf, type GameId, type Position } from '../../engine/index.ts'
import { candidates } from '../../engine/levels/candidates.ts'
import { ease, gamesFor, levelOf, quickValues } from '../../engine/levels/ease.ts'
import { after, quickGame, workLeft } from '../../engine/levels/quick-game.ts'
import { beginPlayout, bestAhead, afterDeal, SUIT_PLAYER, suitGame } from '../../engine/levels/suit-game.ts'
import { levelAt } from '../../engine/levels/thresholds.ts'
import { WEIGHTS } from '../../engine/levels/weights.ts'
import { carryThroughCells } from '../../engine/rules/supermove.ts'
import known from '../fixtures/levels-1.json' with { type: 'json' }
import { some } from '../support/help.ts'

const LEVELED = GAMES.filter(id => levelsOf(id).length > 0)
const anyGame = fc.constantFrom(...GAMES)
const anyDeal = fc.integer({ min: 1, max: 0xffff_ffff })

afterEach(() => void vi.restoreAllMocks())

describe('the ease of a deal', () => {
  test.each(Object.entries(known.ease))('never changes in %s', (id, deals) => {
    for (const [number, value] of Object.entries(deals))
      expect(ease(id as GameId, Number(number))).toBe(value)
  })

  it('uses no randomness, no clock, and no function that browsers may round differently', () => {
    const inexact = ['exp', 'pow', 'log', 'log2', 'sin', 'cos', 'tan', 'atan2', 'cbrt', 'hypot'] as const
    for (const name of ['random', 'sqrt', ...inexact] as const)
      vi.spyOn(Math, name).mockImplementation(() => expect.fail(`Math.${name} was called`))
    for (const clock of [Date, performance])
      vi.spyOn(clock, 'now').mockImplementation(() => expect.fail('a clock was read'))
    for (const id of ['freecell', 'klondike-3', 'pyramid', 'spider-4'] as const) ease(id, 1)
  })

  it('is deterministic, between 0 and 1, and the mean of the deal’s quick games', () => {
    fc.assert(
      fc.property(anyGame, anyDeal, (id, number) => {
        const values = quickValues(id, number)
        expect(values).toHaveLength(gamesFor(id))
        expect(values.every(value => value >= 0 && value <= 1)).toBe(true)
        expect(ease(id, number)).toBe(values.reduce((sum, value) => sum + value, 0) / values.length)
        expect(quickValues(id, number)).toEqual(values)
      }),
      { numRuns: some(10) },
    )
  })
})

describe('the quick player', () => {
  it('considers only legal moves and supermoves', () => {
    fc.assert(
      fc.property(anyGame, anyDeal, fc.infiniteStream(fc.nat()), (id, number, choices) => {
        let position = deal(id, number)
        for (let moves = 0; moves < 30; moves++) {
          const found = candidates(position, WEIGHTS)
          const legal = legalMoves(position)
          for (const { move, worth } of found) {
            const isSupermove =
              move.kind === 'move' &&
              move.count > 1 &&
              carryThroughCells(position, move.from, move.to, move.count).ok
            if (!isSupermove) expect(legal).toContainEqual(move)
            expect(Number.isFinite(worth)).toBe(true)
          }
          if (found.length === 0) return
          position = after(position, found[choices.next().value! % found.length].move)
        }
      }),
      { numRuns: some(100) },
    )
  })

  it('plays the same game from the same seed, and does not modify the position', () => {
    const start = deal('yukon', 3)
    const before = JSON.stringify(start.piles)
    const options = { weights: WEIGHTS, temperature: 0.7, undos: 10 }
    expect(quickGame(start, 5, options)).toEqual(quickGame(start, 5, options))
    expect(JSON.stringify(start.piles)).toBe(before)
  })

  it('makes at most the allowed number of undos, and has no work left if and only if it has won', () => {
    fc.assert(
      fc.property(anyGame, anyDeal, fc.nat(3), (id, number, undos) => {
        const start = deal(id, number)
        const game = quickGame(start, number, { weights: WEIGHTS, temperature: 0.7, undos })
        expect(game.undos).toBeLessThanOrEqual(undos)
        expect(game.left).toBeLessThanOrEqual(2 * workLeft(start))
        expect(game.won).toBe(game.left === 0)
      }),
      { numRuns: some(60) },
    )
  })
})

describe('the player of games like Spider', () => {
  const anySpider = fc.constantFrom<GameId>('spider-2', 'spider-4')
  /** The position after some decisions of the player. */
  function reached(id: GameId, number: number, decisions: number): Position {
    const playout = beginPlayout(number, SUIT_PLAYER)
    let position = deal(id, number)
    for (let i = 0; i < decisions; i++)
      position = bestAhead(playout, position) ?? afterDeal(playout, position) ?? position
    return position
  }

  it('plays the same game from the same seed, and has no work left if and only if it has won', () => {
    fc.assert(
      fc.property(anySpider, anyDeal, (id, number) => {
        const game = suitGame(deal(id, number), number)
        expect(suitGame(deal(id, number), number)).toEqual(game)
        expect(game.won).toBe(game.left === 0)
      }),
      { numRuns: some(12) },
    )
  })

  it('decides without knowing face-down cards', () => {
    fc.assert(
      fc.property(anySpider, anyDeal, fc.nat(20), (id, number, decisions) => {
        const position = reached(id, number, decisions)
        const { piles, faceDown } = position
        const hidden = piles.flatMap((cards, index) => cards.slice(0, faceDown[index])).toReversed()
        const others = piles.map((cards, index) => [
          ...hidden.splice(0, faceDown[index]),
          ...cards.slice(faceDown[index]),
        ])
        const sizesAfter = (start: Position) =>
          bestAhead(beginPlayout(1, SUIT_PLAYER), start)?.piles.map(cards => cards.length)
        expect(sizesAfter({ ...position, piles: others })).toEqual(sizesAfter(position))
      }),
      { numRuns: some(40) },
    )
  })

  it('fills empty columns before it deals a row', () => {
    const start = deal('spider-4', 1)
    const [{ index }] = start.game.of.tableau
    const emptied = {
      ...start,
      piles: start.piles.with(index, []),
      faceDown: start.faceDown.with(index, 0),
    }
    expect(afterDeal(beginPlayout(1, SUIT_PLAYER), emptied)!.piles[index]).toHaveLength(2)
  })
})

describe('the level of a deal', () => {
  test.each(Object.entries(known.levels))('never changes in %s', (id, levels) => {
    const first = levels.split(' ').slice(0, some(8))
    expect(first.map((_, i) => levelOf(id as GameId, i + 1))).toEqual(first)
    expect(LEVELED).toContain(id)
  })

  it('gets easier as the ease of a deal increases, and each level of the game occurs', () => {
    for (const id of LEVELED) {
      const levels = levelsOf(id)
      const passed = Array.from({ length: 1001 }, (_, i) => levelAt(id, 1 - i / 1000)!)
      expect([...new Set(passed)]).toEqual(levels)
      expect(passed.map(level => levels.indexOf(level))).toEqual(
        passed.map(level => levels.indexOf(level)).toSorted((a, b) => a - b),
      )
    }
  })

  it('does not exist for games whose levels were not shown to be meaningful', () => {
    for (const id of ['spider-1', 'spiderette', 'golf', 'scorpion'] as const) {
      expect(levelsOf(id)).toEqual([])
      expect(levelOf(id, 1)).toBeUndefined()
    }
    expect(games.length).toBeGreaterThan(LEVELED.length)
  })
})
