// The win: how its cards fly and form a ribbon, the fact shown about it, and how the solver's line is played.
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fly, glide, launch, ribbonLength, ribbonOf, ribbonPlaces } from '../../components/panels/win-flight'
import { isWon, playAll, deal, loadGames, GAMES } from '../../engine/index.ts'
import { bestFact, type WinInContext } from '../../stores/account/win-facts.ts'
import { playedLine } from '../../stores/analysis/played-line.ts'
import { wonGame } from '../support/help.ts'

describe('a card in flight', () => {
  const room = { width: 1366, height: 610 }
  const poses = fc.record({
    x: fc.integer({ min: 0, max: 1366 }),
    y: fc.integer({ min: 0, max: 540 }),
    angle: fc.double({ min: -1, max: 1, noNaN: true }),
    scale: fc.double({ min: 0.5, max: 2, noNaN: true }),
  })
  it('never falls below the floor, and never changes its horizontal direction', () => {
    fc.assert(
      fc.property(poses, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 10 }), (start, frames) => {
        let [pose, speed] = [start, launch(start, room)]
        const { dx } = speed
        expect(dx).not.toBe(0)
        for (const ms of frames) {
          const before = pose.x
          ;[pose, speed] = fly(pose, speed, ms, 540)
          expect(pose.y).toBeLessThanOrEqual(540)
          expect(Math.sign(pose.x - before)).toBe(Math.sign(dx))
        }
      }),
    )
  })
  it('glides exactly from any pose to its place in the ribbon', () => {
    fc.assert(
      fc.property(poses, poses, (from, to) => {
        for (const key of ['x', 'y', 'angle', 'scale'] as const) {
          expect(glide(from, to, 0)[key]).toBeCloseTo(from[key])
          expect(glide(from, to, 1)[key]).toBeCloseTo(to[key])
        }
      }),
    )
  })
})

describe('the ribbon', () => {
  const deck = [...'SHCD'].flatMap(suit => [...'A23456789TJQK'].map(rank => rank + suit))
  it('has every card, suit by suit, in a row for each deck', () => {
    expect(ribbonOf(['KH', '2S', 'AS', 'TD', 'AH'], 10)).toEqual([['AS', '2S', 'AH', 'KH', 'TD']])
    expect(ribbonOf([...deck, ...deck.toReversed()], 60)).toEqual([deck, deck])
    const spades = deck.slice(0, 13)
    const run = [...spades, ...spades, ...spades, ...spades]
    expect(ribbonOf([...run, ...run], 60), 'Spider with one suit').toEqual([run, run])
  })
  it('leaves out cards if there is no room, but never the last card', () => {
    // Only complete suits are shown if at least one of them fits.
    expect(ribbonOf(deck, 30)).toEqual([deck.slice(26)])
    expect(ribbonOf([...deck, ...deck], 30)).toEqual([deck.slice(0, 26), deck.slice(26)])
    const played = deck.filter(name => name !== 'AC')
    expect(ribbonOf(played, 30), 'the ace of clubs is left in the stock').toEqual([deck.slice(27)])
    expect(ribbonOf(deck, 10)[0]).toHaveLength(10)
    expect(ribbonOf(deck, 10)[0]!.at(-1)).toBe('KD')
  })
  it('fits the width of its area at every size', () => {
    const rooms = fc.record({
      width: fc.integer({ min: 320, max: 3000 }),
      height: fc.integer({ min: 200, max: 1500 }),
      cardWidth: fc.integer({ min: 33, max: 132 }),
    })
    fc.assert(
      fc.property(rooms, ({ width, height, cardWidth }) => {
        const room = { width, height, cardWidth, cardHeight: cardWidth * 1.4 }
        const count = ribbonLength(room)
        for (const { x, angle } of ribbonPlaces([count, count], room).flat()) {
          const turn = Math.abs(angle)
          const half = (cardWidth * Math.cos(turn) + room.cardHeight * Math.sin(turn)) / 2
          expect(x - half).toBeGreaterThanOrEqual(0)
          expect(x + half).toBeLessThanOrEqual(width)
        }
      }),
    )
  })
})

describe('the fact that is shown about a win', () => {
  const win: WinInContext = {
    seconds: 200,
    moves: 100,
    isClean: false,
    isFirstClean: false,
    before: { won: 5, bestSeconds: 180, fewestMoves: 90 },
    row: 1,
  }
  it('is the first that is true, in a fixed order', () => {
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
  it('does not call it the first win if a reset may have excluded an earlier one', () => {
    expect(bestFact({ ...win, before: { won: 0 }, isReset: true })).toBeUndefined()
    expect(bestFact({ ...win, before: { won: 0 }, isReset: true, isClean: true })).toEqual({ kind: 'clean' })
  })
  it('does not call it a record if it only equals one', () => {
    expect(bestFact({ ...win, before: { won: 1, bestSeconds: 200, fewestMoves: 100 } })).toBeUndefined()
  })
})

describe('the line of the solver', () => {
  it('is played with autoplay, wins, and never has more gestures than moves', async () => {
    await loadGames()
    vi.stubGlobal('requestAnimationFrame', setTimeout)
    for (const id of GAMES) {
      const { deal: number, moves } = wonGame(id)
      const start = deal(id, number)
      for (const mode of ['off', 'safe', 'all'] as const) {
        const gestures = await playedLine(start, moves, mode)
        expect(isWon(playAll(start, gestures.flat())), `${id} ${mode}`).toBe(true)
        expect(gestures.length).toBeLessThanOrEqual(moves.length)
      }
    }
    vi.unstubAllGlobals()
  })
})
