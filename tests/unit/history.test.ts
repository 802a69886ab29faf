// The history of a game: undo, redo, restart and jumps to any step. A gesture is undone as a whole.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  act,
  autoplayMoves,
  begin,
  deal,
  gameById,
  inWords,
  gesturesMade,
  movesMade,
  positionAt,
  redo,
  restart,
  supermove,
  undo,
  writePosition,
  play,
  legalMoves,
  type History,
  type Move,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { planSupermove } from '../../engine/rules/supermove.ts'
import { anyWalk, arrange, move, moveText } from '../support/help.ts'

/** A history of random gestures of one to three moves. */
const anyHistory = fc
  .tuple(anyWalk(0), fc.array(fc.array(fc.nat(9999), { minLength: 1, maxLength: 3 }), { maxLength: 40 }))
  .map(([[start], gestures]) => {
    let position = start
    let history = begin(start)
    for (const picks of gestures) {
      const moves: Move[] = []
      for (const pick of picks) {
        const legal = legalMoves(position)
        if (legal.length === 0) break
        moves.push(legal[pick % legal.length])
        position = play(position, moves[moves.length - 1])
      }
      if (moves.length > 0) history = act(history, { kind: 'gesture', moves })
    }
    return history
  })

describe('undo and redo', () => {
  it('go back to the deal and forward to the last position, step by step', () => {
    fc.assert(
      fc.property(anyHistory, history => {
        const end = writePosition(positionAt(history))
        let back = history
        for (let steps = history.cursor; steps > 0; steps--) {
          expect(writePosition(positionAt(back))).toEqual(writePosition(positionAt(history, steps)))
          back = undo(back)
        }
        expect(writePosition(positionAt(back))).toEqual(writePosition(history.start))
        expect(undo(back)).toBe(back)
        for (let steps = 0; steps < history.cursor; steps++) back = redo(back)
        expect(writePosition(positionAt(back))).toEqual(end)
        expect(redo(back)).toBe(back)
      }),
      { numRuns: 30 },
    )
  })
  it('are logged as jumps to a step', () => {
    const start = deal('sea-towers', 1)
    const one = act(begin(start), { kind: 'gesture', moves: [legalMoves(start)[0]] })
    const jumps = [undo(one), redo(undo(one)), restart(one)].map(({ log }) => log.at(-1))
    expect(jumps).toEqual([
      { kind: 'go', to: 0 },
      { kind: 'go', to: 1 },
      { kind: 'go', to: 0 },
    ])
  })
  it('cannot redo a gesture that a new one replaced', () => {
    const start = deal('double-sea-towers', 1)
    const one = act(begin(start), { kind: 'gesture', moves: [move('t0>c5')] })
    const other = act(undo(one), { kind: 'gesture', moves: [move('t1>c5')] })
    expect(redo(other)).toBe(other)
    expect(other.gestures.map(gesture => gesture.map(moveText))).toEqual([['t1>c5']])
    expect(other.log).toHaveLength(3)
  })
  it('undo a supermove and the autoplay after it in one step', () => {
    const start = arrange(gameById('sea-towers'), { t0: 'AS 4H 3H 2H', t1: '5H', f0: 'AH' }, 't9')
    const run = supermove(start, 't0', 't1', 3)!
    expect(run.map(moveText)).toEqual(['t0>c0', 't0>c1', 't0>t1', 'c1>t1', 'c0>t1'])
    const after = run.reduce(play, start)
    const follow = autoplayMoves(after, 'safe')
    expect(follow.map(moveText)).toEqual(['t0>f1', 't1>f0', 't1>f0', 't1>f0', 't1>f0'])
    const history = act(begin(start), { kind: 'gesture', moves: [...run, ...follow] })
    expect(movesMade(history)).toBe(10)
    expect(gesturesMade(history)).toBe(1)
    expect(positionAt(undo(history))).toEqual(start)
  })
  it('undo a restart in one step, even after jumps, but treat a restart from step 1 as an undo', () => {
    fc.assert(
      fc.property(anyHistory, fc.array(fc.nat(40), { maxLength: 3 }), (history, jumps) => {
        const there = jumps.reduce((one, to) => act(one, { kind: 'go', to }), history)
        fc.pre(there.cursor > 0)
        const back = undo(restart(there))
        expect(back.cursor).toBe(there.cursor === 1 ? 0 : there.cursor)
        expect(undo(restart(back)).cursor).toBe(back.cursor)
        expect(undo(redo(restart(there))).cursor).toBe(0)
        expect(undo(undo(redo(restart(there)))).cursor).toBe(0)
      }),
      { numRuns: 50 },
    )
  })
  it('can revert a restart, and ignore jumps to steps that do not exist', () => {
    fc.assert(
      fc.property(anyHistory, history => {
        const again: History = restart(history)
        expect(positionAt(again)).toEqual(history.start)
        expect(writePosition(positionAt(act(again, { kind: 'go', to: history.cursor })))).toEqual(
          writePosition(positionAt(history)),
        )
        for (const to of [-1, history.cursor, history.gestures.length + 1, 0.5, Number.NaN])
          expect(act(history, { kind: 'go', to })).toBe(history)
      }),
      { numRuns: 20 },
    )
  })
})

describe('a supermove', () => {
  const game = gameById('sea-towers')
  it('moves at most one card more than there are empty cells', () => {
    const piles = { t0: 'TD 7S 6S 5S 4S', t1: '8S', c0: 'KD', c1: 'QD' }
    const position = arrange(game, piles, 't9')
    expect(supermove(position, 't0', 't1', 3)).toBeUndefined() // 6♠ does not go on 8♠
    expect(supermove(position, 't0', 't1', 4)).toBeUndefined() // two free cells allow runs of three
    expect(supermove(arrange(game, { ...piles, c1: '' }, 't9'), 't0', 't1', 4)).toHaveLength(7)
  })
  it('does not use empty columns as free cells in Sea Towers', () => {
    const position = arrange(game, { t0: 'TD 7S 6S', t1: '8S', c0: 'KD', c1: 'QD', c2: 'JD', c3: '9C' }, 't9')
    expect(position.piles[game.pileById.get('t5')!.index]).toHaveLength(0)
    expect(supermove(position, 't0', 't1', 2)).toBeUndefined()
  })
  it('moves a run into an empty column in Sea Towers only if it starts with a king', () => {
    expect(supermove(arrange(game, { t0: '2H KS QS' }, 't9'), 't0', 't1', 2)?.map(moveText)).toEqual([
      't0>c0',
      't0>t1',
      'c0>t1',
    ])
    expect(supermove(arrange(game, { t0: '2H QS JS' }, 't9'), 't0', 't1', 2)).toBeUndefined()
  })
  it('gives a reason if it is impossible', () => {
    const why = (position: Position, from: string, to: string, count: number) => {
      const result = planSupermove(position, from as PileId, to as PileId, count)
      return result.ok ? 'yes' : inWords(result.reason)
    }
    const position = arrange(game, { t0: 'TD 7S 6S 5S 4S', t1: '8S', c0: 'KD', c1: 'QD' }, 't9')
    expect(why(position, 't0', 't1', 4)).toBe('Free cells: 2. Cards per move: at most 3')
    const castle = (piles: Partial<Record<PileId, string>>) =>
      arrange(gameById('beleaguered-castle'), { f0: 'AC', f1: 'AD', f2: 'AH', f3: 'AS', ...piles }, 't7')
    const full = { t0: '7S 6S', t1: '7D', t2: '5S', t3: '4C', t4: '9D', t5: '5C', t6: '3D' }
    expect(why(castle({ ...full, t2: '' }), 't0', 't1', 2)).toBe('The 7 of spades goes on any 8')
    expect(why(castle({ ...full, t1: '8D', t2: '' }), 't0', 't1', 2)).toBe('yes')
    expect(why(castle({ ...full, t1: '8D' }), 't0', 't1', 2)).toBe(
      'Empty columns: 0. Cards per move: at most 1',
    )
    expect([0, 1.5, Number.NaN].map(count => why(position, 't0', 't1', count))).toEqual(
      Array(3).fill('A move needs at least one card'),
    )
    expect(why(position, 't0', 't1', 6)).toBe('There aren’t enough cards to move')
    expect(why(position, 't0', 't1', 5)).toBe('Only cards in order and of one suit can be moved together')
    expect(why(position, 't0', 't1', 3)).toBe('The 6 of spades goes on the 7 of spades')
    for (const [from, to] of [
      ['c0', 't1'],
      ['t0', 'c2'],
      ['t99', 't1'],
      ['t0', 't99'],
    ])
      expect(why(position, from, to, 1)).toBe('Only the top card of a column can be moved')
    expect(why(deal('klondike-1', 1), 't0', 't1', 2)).toBe('Only the top card of a column can be moved')
    const spaces = {
      t0: 'QD TS 9H 8S 7H 6S',
      t1: 'JD',
      t2: 'KC',
      t3: 'KD',
      t4: 'KH',
      t5: 'KS',
      t6: '',
      c0: 'QH',
      c1: 'QC',
      c2: 'QS',
    }
    expect(why(arrange(gameById('freecell'), spaces, 't7'), 't0', 't1', 5)).toBe(
      'Free cells: 1, empty columns: 1. Cards per move: at most 4',
    )
  })
  it('moves only cards in sequence', () => {
    expect(supermove(arrange(game, { t0: '7S 6H', t1: '8S' }, 't9'), 't0', 't1', 2)).toBeUndefined()
  })
  it('can move twice as many cards in FreeCell for each empty column', () => {
    const run = '9H 8S 7H 6S 5H 4S 3H 2S'.split(' ')
    const kings = ['KC', 'KD', 'KH', 'KS', 'QC']
    const carries = (empty: number, count: number) => {
      const taken = Object.fromEntries(kings.slice(empty).map((king, i) => [`t${i + 2}`, king]))
      const piles = {
        ...taken,
        t0: `QD ${run.slice(0, count).join(' ')}`,
        t1: 'TS',
        c0: 'JD',
        c1: 'JC',
        c2: 'JH',
      }
      const position = arrange(gameById('freecell'), piles, 't7')
      const moves = supermove(position, 't0', 't1', count)
      if (moves)
        expect(writePosition(moves.reduce(play, position)).t1).toBe(['TS', ...run.slice(0, count)].join(' '))
      return moves !== undefined
    }
    const most = (empty: number) => run.filter((_, i) => carries(empty, i + 1)).length
    expect([0, 1, 2].map(most)).toEqual([2, 4, 8])
  })
  it('does not count an empty column in FreeCell if it is the target', () => {
    const position = arrange(
      gameById('freecell'),
      {
        t0: 'TS 9H 8S',
        t1: 'KC',
        t2: 'KD',
        t3: 'KH',
        t4: 'KS',
        t5: '',
        t6: '',
        c0: 'JD',
        c1: 'JC',
        c2: 'JH',
        c3: 'QD',
      },
      't7',
    )
    expect(supermove(position, 't0', 't5', 2)?.map(moveText)).toEqual(['t0>t6', 't0>t5', 't6>t5'])
    expect(supermove(position, 't0', 't5', 3)).toBeUndefined()
  })
  it('does not exist in Double Dot, nor in Double Sea Towers without the house rule “move runs”', () => {
    const double = gameById('double-sea-towers')
    const piles = { t0: '7S 6S', t1: '8S' }
    expect(supermove(arrange(double, piles, 't10'), 't0', 't1', 2)).toBeUndefined()
    expect(supermove(arrange(double, piles, 't10', ['move-runs']), 't0', 't1', 2)?.map(moveText)).toEqual([
      't0>c0',
      't0>t1',
      'c0>t1',
    ])
    expect(
      supermove(
        arrange(
          gameById('double-dot'),
          { f0: 'AS', f1: 'AH', f2: '2C', f3: '2D', t0: '7S 5S', t1: '9S' },
          'stock',
        ),
        't0',
        't1',
        2,
      ),
    ).toBeUndefined()
  })
  it('is a list of legal single moves that together move the run', () => {
    let found = 0
    fc.assert(
      fc.property(anyWalk(60, fc.constantFrom(game, gameById('freecell'))), positions => {
        const { of } = positions[0].game
        for (const position of positions.slice(-10))
          for (const from of of.tableau)
            for (const to of of.tableau)
              for (const count of [1, 2, 3, 4, 5]) {
                const moves = supermove(position, from.id, to.id, count)
                if (!moves) continue
                if (count > 1) found++
                const after = moves.reduce(play, position)
                const cards = (at: Position, pile: typeof from) => at.piles[pile.index]
                expect(cards(after, to)).toEqual([
                  ...cards(position, to),
                  ...cards(position, from).slice(-count),
                ])
                expect(cards(after, from)).toEqual(cards(position, from).slice(0, -count))
              }
      }),
      { numRuns: 40, seed: 1 },
    )
    expect(found).toBeGreaterThan(20)
  })
})
