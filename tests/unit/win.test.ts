// The win: how its cards fly and rest, what is said of it, and how the solver's line is counted.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heightAt, heightsOf, ribbonLength, ribbonOf, ribbonPlaces } from '../../components/panels/win-flight'
import { isWon, playAll, deal, loadGames, GAMES } from '../../engine/index.ts'
import { bestFact, type WinInContext } from '../../stores/account/win-facts.ts'
import { playedLine } from '../../stores/analysis/played-line.ts'
import { wonGame } from '../support/help.ts'

describe('a card in flight', () => {
  const throws = fc.record({
    y: fc.integer({ min: 0, max: 400 }),
    leap: fc.integer({ min: 0, max: 300 }),
    floor: fc.integer({ min: 401, max: 1200 }),
  })
  it('never falls below the floor and moves in time', () => {
    fc.assert(
      fc.property(throws, ({ y, leap, floor }) => {
        const heights = heightsOf(y, leap, floor, 3200)
        expect(heights[0]).toMatchObject({ ms: 0, y })
        expect(heights.at(-1)!.ms).toBeGreaterThanOrEqual(3200)
        for (const [i, height] of heights.entries()) {
          expect(height.y).toBeLessThanOrEqual(floor)
          if (i > 0) expect(height.ms).toBeGreaterThan(heights[i - 1].ms)
        }
      }),
    )
  })
  it('is where the browser shows it: at each height in its time, between two of them in between', () => {
    fc.assert(
      fc.property(throws, fc.double({ min: 0, max: 3200, noNaN: true }), ({ y, leap, floor }, ms) => {
        const heights = heightsOf(y, leap, floor, 3200)
        for (const height of heights) expect(heightAt(heights, height.ms)).toBeCloseTo(height.y)
        const next = heights.find(height => height.ms > ms)!
        const last = heights[heights.indexOf(next) - 1]
        const at = heightAt(heights, ms)
        expect(at).toBeGreaterThanOrEqual(Math.min(last.y, next.y) - 1e-6)
        expect(at).toBeLessThanOrEqual(Math.max(last.y, next.y) + 1e-6)
      }),
    )
  })
})

describe('the ribbon', () => {
  it('has each card once, suit by suit', () => {
    expect(ribbonOf(['KH', '2S', 'AS', '2S', 'TD', 'AH'], 10)).toEqual(['AS', '2S', 'AH', 'KH', 'TD'])
  })
  it('leaves cards out where there is no room, but never the last', () => {
    const names = [...'SHCD'].flatMap(suit => [...'A23456789TJQK'].map(rank => rank + suit))
    expect(ribbonOf(names, 26)).toHaveLength(26)
    expect(ribbonOf(names, 26).at(-1)).toBe('KD')
  })
  it('lies within its room, at every size', () => {
    const rooms = fc.record({
      width: fc.integer({ min: 320, max: 3000 }),
      height: fc.integer({ min: 200, max: 1500 }),
      cardWidth: fc.integer({ min: 33, max: 132 }),
    })
    fc.assert(
      fc.property(rooms, ({ width, height, cardWidth }) => {
        const room = { width, height, cardWidth, cardHeight: cardWidth * 1.4 }
        const most = ribbonLength(room)
        for (const { x, angle } of ribbonPlaces(most, room)) {
          const turn = (Math.abs(angle) * Math.PI) / 180
          const half = (cardWidth * Math.cos(turn) + room.cardHeight * Math.sin(turn)) / 2
          expect(x - half).toBeGreaterThanOrEqual(0)
          expect(x + half).toBeLessThanOrEqual(width)
        }
      }),
    )
  })
})

describe('of a win the best true fact is told', () => {
  const win: WinInContext = {
    seconds: 200,
    moves: 100,
    isClean: false,
    isFirstClean: false,
    before: { won: 5, bestSeconds: 180, fewestMoves: 90 },
    row: 1,
  }
  it('in this order', () => {
    const before = { ...win.before, bestSeconds: 238, fewestMoves: 112 }
    expect(bestFact({ ...win, before: { won: 0 } })).toEqual({ kind: 'first' })
    expect(bestFact({ ...win, before })).toEqual({ kind: 'fastest', value: 38 })
    expect(bestFact({ ...win, before: { ...before, bestSeconds: 200 } })).toEqual({
      kind: 'shortest',
      value: 12,
    })
    expect(bestFact({ ...win, isClean: true, isFirstClean: true, days: 12 })).toEqual({ kind: 'firstClean' })
    expect(bestFact({ ...win, isClean: true, days: 12, row: 9 })).toEqual({ kind: 'days', value: 12 })
    expect(bestFact({ ...win, isClean: true, days: 1, row: 9 })).toEqual({ kind: 'row', value: 9 })
    expect(bestFact({ ...win, isClean: true, days: 1, row: 2 })).toEqual({ kind: 'clean' })
  })
  it('and nothing where a best was only met', () => {
    expect(bestFact({ ...win, before: { won: 1, bestSeconds: 200, fewestMoves: 100 } })).toBeUndefined()
  })
})

describe('the line of the solver', () => {
  it('is played with what goes up by itself, wins, and never counts more than its moves', async () => {
    await loadGames()
    for (const id of GAMES) {
      const { deal: number, moves } = wonGame(id)
      const start = deal(id, number)
      for (const mode of ['off', 'safe', 'all'] as const) {
        const gestures = playedLine(start, moves, mode)
        expect(isWon(playAll(start, gestures.flat())), `${id} ${mode}`).toBe(true)
        expect(gestures.length).toBeLessThanOrEqual(moves.length)
      }
    }
  })
})
