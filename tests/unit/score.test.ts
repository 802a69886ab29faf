// The scores: compared with Microsoft's published rules (docs/scores.md), and computed from the history
// alone.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  act,
  begin,
  deal,
  gameById,
  GAMES,
  isWon,
  legalMoves,
  positionAt,
  readRecord,
  redo,
  restart,
  scoreOf,
  scoringsOf,
  undo,
  writeRecord,
  type GameId,
  type History,
  type Move,
  type PileId,
  type Scoring,
} from '../../engine/index.ts'
import {
  bestOf,
  gamesLike,
  parseChoice,
  SCORE_CHOICES,
  scoringFor,
  totalOf,
  writeChoice,
} from '../../stores/account/scores.ts'
import { anyDealNumber, arrange, move, some, upTo, wonHistory } from '../support/help.ts'

const played = (history: History, seconds = 0) => ({ history, position: positionAt(history), seconds })
const score = (history: History, scoring: Scoring, seconds = 0) => scoreOf(played(history, seconds), scoring)
const after = (history: History, ...moves: Move[]) =>
  moves.reduce<History>((current, next) => act(current, { kind: 'gesture', moves: [next] }), history)

describe('scores', () => {
  it('exist for Klondike and Double Klondike (three each), for Spider (one), and for no other game', () => {
    const scored = GAMES.filter(id => scoringsOf(gameById(id)).length > 0)
    expect(scored).toEqual([
      'double-klondike-1',
      'double-klondike-3',
      'klondike-1',
      'klondike-3',
      'spider-1',
      'spider-2',
      'spider-4',
    ])
    expect(scoringsOf(gameById('klondike-3', ['three-passes']))).toEqual(['standard', 'timed', 'vegas'])
    expect(scoringsOf(gameById('spider-2', ['deal-over-spaces']))).toEqual(['spider'])
  })
  it('are shown in all of these games or in none, as chosen', () => {
    const scoresFor = (id: GameId) => SCORE_CHOICES.map(choice => scoringFor(choice, gameById(id)))
    expect(scoresFor('klondike-1')).toEqual([undefined, 'standard', 'timed', 'vegas', 'vegas'])
    expect(scoresFor('spider-4')).toEqual([undefined, 'spider', 'spider', 'spider', 'spider'])
    expect(scoresFor('freecell').every(scoring => scoring === undefined)).toBe(true)
  })
  it('are off if no valid choice is stored, and a valid choice is written as it was stored', () => {
    const texts = [undefined, 'nonsense', 'timed', 'cumulative', 'cumulative one two']
    expect(texts.map(text => parseChoice(text).choice)).toEqual([
      'off',
      'off',
      'timed',
      'cumulative',
      'cumulative',
    ])
    for (const text of texts.slice(2)) expect(writeChoice(parseChoice(text))).toBe(text)
  })
})

describe('the standard score of Klondike', () => {
  type Piles = Partial<Record<PileId, string>>
  const pointsFor = (piles: Piles, rest: PileId, text: string) => {
    const first = begin(arrange(gameById('klondike-1'), piles, rest, ['take-back']))
    // Two moves score 20 points first, because a score never falls below zero.
    return score(after(first, move('t5>f3'), move('t5>f3'), move(text)), 'standard')! - 20
  }
  const more = { f3: upTo('3S'), t5: '9D 5S 4S' }
  test.each<[string, Piles, PileId, string, number]>([
    ['a card goes from the waste to a column', { waste: '5H', t0: '6C' }, 'stock', 'waste>t0', 5],
    ['a card goes from the waste to a foundation', { waste: 'AH' }, 'stock', 'waste>f0', 10],
    ['a card goes from a column to a foundation', { t0: '6C AH' }, 'stock', 't0>f0', 10],
    ['a card of a column is turned up', { t0: '[9C] 5H', t1: '6C' }, 'stock', 't0>t1', 5],
    [
      'a card goes to a foundation and the card below it is turned up',
      { t0: '[9C] AH' },
      'stock',
      't0>f0',
      15,
    ],
    ['a card moves between columns', { t0: '9C 5H', t1: '6C' }, 'stock', 't0>t1', 0],
    ['a card comes back from a foundation', { f0: 'AH', t1: '2C' }, 'stock', 'f0>t1', -15],
    ['the stock is turned', {}, 'stock', 'draw', 0],
    ['the waste is turned over at 20 points', { waste: '9C' }, 't4', 'recycle', -20],
  ])('changes as documented if %s', (_, piles, rest, text, points) => {
    expect(pointsFor({ ...more, ...piles }, rest, text)).toBe(points)
  })

  /** The history after drawing the whole stock and turning the waste over, `recycles` times. */
  function afterPasses(id: GameId, recycles: number): History {
    let history = begin(deal(id, 17))
    for (let i = 0; i < recycles; i++) {
      while (legalMoves(positionAt(history)).some(({ kind }) => kind === 'draw'))
        history = after(history, { kind: 'draw' })
      history = after(history, { kind: 'recycle' })
    }
    return history
  }
  it('loses 100 for each pass after the first when turning one card, but is never below zero', () => {
    const won = wonHistory('klondike-1', 60)
    expect(score(won, 'standard')).toBeGreaterThan(100)
    expect(score(afterPasses('klondike-1', 2), 'standard')).toBe(0)
    // A loss that would lead below zero ends at zero, and later points are added to zero.
    const atZero = begin(arrange(gameById('klondike-1'), { waste: '9C', t0: '6C AH' }, 't4'))
    expect(score(after(atZero, move('recycle'), move('t0>f0')), 'standard')).toBe(10)
    const start = begin(
      arrange(
        gameById('klondike-1'),
        { waste: '9C', t5: [...upTo('KS').split(' ')].reverse().join(' ') },
        't4',
      ),
    )
    const thirteen = after(start, ...Array.from({ length: 13 }, () => move('t5>f3')))
    expect([score(thirteen, 'standard'), score(after(thirteen, move('recycle')), 'standard')]).toEqual([
      130, 30,
    ])
  })
  it('loses 20 for each pass after the third when turning three cards', () => {
    const start = begin(
      arrange(
        gameById('klondike-3'),
        { waste: '9C', t5: [...upTo('KS').split(' ')].reverse().join(' ') },
        't4',
      ),
    )
    let history = after(start, ...Array.from({ length: 13 }, () => move('t5>f3')))
    const scores = [1, 2, 3, 4].map(() => {
      history = after(history, move('recycle'), move('draw'))
      return score(history, 'standard')
    })
    expect(scores).toEqual([130, 130, 110, 90])
  })
  it('is at most 745: 24 cards go from waste to columns, 52 to foundations, and 21 are turned up', () => {
    expect(24 * 5 + 52 * 10 + 21 * 5).toBe(745)
    for (const id of ['klondike-1', 'klondike-3'] as const) {
      const total = score(wonHistory(id), 'standard')!
      expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThanOrEqual(745)
    }
  })
  it('is not available if the oldest steps are lost, and neither is the timed score', () => {
    const history = begin(deal('klondike-1', 17), 5)
    expect([score(history, 'standard'), score(history, 'timed')]).toEqual([undefined, undefined])
    expect(score(history, 'vegas')).toBe(-52)
  })
})

describe('the timed score', () => {
  const won = wonHistory('klondike-1')
  const points = score(won, 'standard')!
  it('loses two points for every ten seconds, but is never below zero', () => {
    const unfinished = wonHistory('klondike-1', 40)
    const standard = score(unfinished, 'standard')!
    expect([0, 9, 10, 19, 20, 61].map(seconds => standard - score(unfinished, 'timed', seconds)!)).toEqual([
      0, 0, 2, 2, 4, 12,
    ])
    expect(score(unfinished, 'timed', 100_000)).toBe(0)
  })
  it('gains 700,000 divided by the seconds for a win that took more than 30 seconds', () => {
    expect(isWon(positionAt(won))).toBe(true)
    expect(score(won, 'timed', 30)).toBe(points - 6)
    expect(score(won, 'timed', 31)).toBe(points - 6 + 22_580)
    expect(score(won, 'timed', 100)).toBe(points - 20 + 7000)
    expect(score(undo(won), 'timed', 100)).toBeLessThan(points)
  })
})

describe('the Vegas score', () => {
  it('starts at minus the stake, which is 52 per deck', () => {
    expect(score(begin(deal('klondike-1', 17)), 'vegas')).toBe(-52)
    expect(score(begin(deal('double-klondike-3', 17)), 'vegas')).toBe(-104)
  })
  it('of a win is 5 for each card, less the stake', () => {
    expect(score(wonHistory('klondike-1'), 'vegas')).toBe(208)
    expect(score(wonHistory('klondike-3'), 'vegas')).toBe(208)
    expect(score(wonHistory('double-klondike-1'), 'vegas')).toBe(2 * 208)
  })
  it('gains 5 for each card moved to a foundation, and loses them if the card is taken back', () => {
    const start = begin(arrange(gameById('klondike-1'), { t0: '9C AH', t1: '2C' }, 'stock', ['take-back']))
    const moved = after(start, move('t0>f0'))
    expect([start, moved, after(moved, move('f0>t1'))].map(one => score(one, 'vegas'))).toEqual([
      -52, -47, -52,
    ])
  })
})

describe('the Spider score', () => {
  const won = wonHistory('spider-1')
  it('is 500, minus one for each move, plus 100 for each complete suit', () => {
    expect(score(begin(deal('spider-4', 17)), 'spider')).toBe(500)
    expect(score(wonHistory('spider-4', 9), 'spider')).toBe(491)
    expect(score(won, 'spider')).toBe(500 - won.gestures.length + 800)
  })
  it('loses a point for each step of undo and redo, and 100 for a suit that is undone', () => {
    expect(score(undo(won), 'spider')).toBe(500 - won.gestures.length - 1 + 700)
    const redone = act(undo(won), { kind: 'go', to: won.gestures.length })
    expect(score(redone, 'spider')).toBe(500 - won.gestures.length - 2 + 800)
    const jumped = act(won, { kind: 'go', to: won.gestures.length - 5 })
    expect(score(act(jumped, { kind: 'go', to: won.gestures.length }), 'spider')).toBe(
      500 - won.gestures.length - 10 + 800,
    )
  })
  it('starts over at 500 when the deal is restarted', () => {
    expect(score(restart(won), 'spider')).toBe(500)
    expect(score(after(restart(won), won.gestures[0][0]), 'spider')).toBe(499)
  })
  it('is one point lower after a restart is undone, even if earlier undo and redo lowered it', () => {
    const redone = redo(undo(won))
    expect(score(undo(restart(redone)), 'spider')).toBe(score(redone, 'spider')! - 1)
  })
  it('counts the moves of lost steps', () => {
    const made = wonHistory('spider-1', 40)
    expect(score(begin(positionAt(made), 40), 'spider')).toBe(score(made, 'spider'))
  })
})

describe('a score', () => {
  const scored = GAMES.filter(id => scoringsOf(gameById(id)).length > 0)
  const anyPlayed = fc
    .record({
      id: fc.constantFrom(...scored),
      number: anyDealNumber,
      picks: fc.array(fc.tuple(fc.nat(9999), fc.nat(7)), { maxLength: 80, size: 'max' }),
      seconds: fc.nat(4000),
    })
    .map(({ id, number, picks, seconds }) => {
      let history = begin(deal(id, number, id.includes('klondike') ? ['take-back'] : []))
      for (const [pick, what] of picks) {
        const moves = legalMoves(positionAt(history))
        if (what === 0) history = act(history, { kind: 'go', to: pick % (history.gestures.length + 1) })
        else if (moves.length > 0) history = after(history, moves[pick % moves.length])
      }
      return played(history, seconds)
    })
  it('is the same whenever it is computed, and when the game is read from its record', () => {
    fc.assert(
      fc.property(anyPlayed, game => {
        const before = JSON.stringify(game.history.log)
        const record = readRecord(writeRecord({ ...game, playId: 'AAAAAAAA' }))
        if (!record.ok) throw new Error(record.reason.key)
        for (const scoring of scoringsOf(game.position.game)) {
          const found = scoreOf(game, scoring)
          expect(scoreOf(game, scoring)).toBe(found)
          expect(scoreOf(record.value, scoring)).toBe(found)
        }
        expect(JSON.stringify(game.history.log)).toBe(before)
      }),
      { numRuns: some(100) },
    )
  })
  it('of Klondike depends only on the moves that were not undone', () => {
    fc.assert(
      fc.property(anyPlayed, game => {
        const { start, gestures, cursor } = game.history
        const straight = after(begin(start), ...gestures.slice(0, cursor).flat())
        for (const scoring of scoringsOf(start.game))
          if (scoring !== 'spider')
            expect(scoreOf(played(straight, game.seconds), scoring)).toBe(scoreOf(game, scoring))
      }),
      { numRuns: some(100) },
    )
  })
  it('of Klondike is never below zero, and a Vegas score is never below minus the stake', () => {
    fc.assert(
      fc.property(anyPlayed, game => {
        const { position } = game
        if (!scoringsOf(position.game).includes('vegas')) return
        expect(Math.min(scoreOf(game, 'standard')!, scoreOf(game, 'timed')!)).toBeGreaterThanOrEqual(0)
        expect(scoreOf(game, 'vegas')).toBeGreaterThanOrEqual(-52 * position.game.deck.copies)
      }),
      { numRuns: some(100) },
    )
  })
})

describe('past games', () => {
  const past = (id: GameId, playId: string, isWon: boolean, house: readonly 'one-pass'[] = []) => {
    const opened = {
      ...played(isWon ? wonHistory(id) : begin(deal(id, 17, house)), 100),
      playId,
      rebased: false,
    }
    return { outcome: isWon ? ('won' as const) : ('givenUp' as const), time: 0, opened }
  }
  const own = [past('klondike-1', 'one', true), past('klondike-1', 'two', false)]
  const all = [...own, past('klondike-3', 'three', true), past('klondike-1', 'four', false, ['one-pass'])]

  it('are compared with other games of the same kind and house rules, not with themselves', () => {
    const plays = (house: readonly 'one-pass'[], excluded: string) =>
      gamesLike(all, deal('klondike-1', 1, house), excluded).map(({ opened }) => opened.playId)
    expect(plays([], 'three')).toEqual(['one', 'two'])
    expect(plays([], 'two')).toEqual(['one'])
    expect(plays(['one-pass'], 'two')).toEqual(['four'])
  })
  it('have a best score, for which only won games count', () => {
    expect(bestOf(own, 'vegas')).toBe(208)
    expect(bestOf(own.slice(1), 'vegas')).toBeUndefined()
  })
  it('add up to a total, without the games that ended before the total began', () => {
    expect(totalOf(own, 'vegas', new Set())).toBe(208 - 52)
    expect(totalOf(own, 'vegas', new Set(['one', 'gone']))).toBe(-52)
  })
})
