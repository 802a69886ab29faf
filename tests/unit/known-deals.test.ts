// Winnable deals that are available without a search, and that the user has not played.
import { beforeAll, describe, expect, it } from 'vitest'
import { act, begin, deal, FIRST_DEALS, legalMoves, loadGames, writeRecord } from '../../engine/index.ts'
import { knownDeal, poolIn } from '../../stores/known-deals.ts'
import { writeLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { pastKey, writePast } from '../../stores/sync/past-game.ts'

beforeAll(() => loadGames())

const recordOf = (number: number, game: 'golf' | 'sea-towers' = 'golf') => {
  const start = deal(game, number)
  const history = act(begin(start), { kind: 'gesture', moves: [legalMoves(start)[0]] })
  return writeRecord({ history, playId: 'playAAAA', seconds: 0 })
}
const envelope = (record: string) => writeLocalEnvelope({ record, inherited: {}, localActions: 1 })
const past = (record: string, play: string) => ({ [pastKey(play, 'won')]: writePast('won', 0, record) })
const first = FIRST_DEALS.golf

describe('the pool of winnable deals', () => {
  it('starts with ten random published deals, but is empty under house rules or for a level', () => {
    const pool = poolIn({}, 'golf', [])
    expect(pool).toHaveLength(10)
    expect(first).toEqual(expect.arrayContaining(pool))
    const others = Array.from({ length: 20 }, () => poolIn({}, 'golf', []).join())
    expect(new Set(others).size).toBeGreaterThan(1)
    expect([poolIn({}, 'golf', ['round-corner']), poolIn({}, 'golf', [], 'easy')]).toEqual([[], []])
  })
  it('excludes deals that were played: past games, previous games, and the one on the table', () => {
    const texts = {
      ...past(recordOf(first[0]), 'playAAAA'),
      ...past(recordOf(first[4], 'sea-towers'), 'playBBBB'),
      'previous:golf': `${envelope(recordOf(first[1]))} ${envelope(recordOf(first[2]))}.`,
      'game:golf': envelope(recordOf(first[3])),
      'game:sea-towers': envelope(recordOf(first[5], 'sea-towers')),
    }
    expect(poolIn({ ...texts, 'deals:golf': JSON.stringify(first.slice(0, 7)) }, 'golf', [])).toEqual(
      first.slice(4, 7),
    )
    for (let i = 0; i < 20; i++)
      for (const number of first.slice(0, 4)) expect(poolIn(texts, 'golf', [])).not.toContain(number)
  })
  it('ignores unreadable games', () => {
    const texts = { 'previous:golf': 'x 1AA', 'game:golf': '', 'past:playAAAA:won': 'x' }
    expect(poolIn(texts, 'golf', [])).toHaveLength(10)
  })
})

describe('a deal that needs no search', () => {
  it('is the next one in the pool of the chosen level, or else in the general pool', () => {
    const pools = { 'deals:sea-towers': '[77,78]', 'deals:sea-towers+easy': '[79]' }
    const levels = '{"sea-towers":"easy"}'
    expect(knownDeal(pools, 'sea-towers')).toBe(77)
    expect(knownDeal({ ...pools, levels }, 'sea-towers')).toBe(79)
    expect(knownDeal({ ...pools, levels, 'deals:sea-towers+easy': '[]' }, 'sea-towers')).toBe(77)
  })
  it('is a published deal that the user has not played, if the pool is empty', () => {
    const texts = Object.assign({}, ...first.slice(1).map((n, i) => past(recordOf(n), `play${1000 + i}`)))
    expect(knownDeal({ ...texts, 'deals:golf': '[]' }, 'golf')).toBe(first[0])
  })
  it('does not exist if deals need not be winnable, or if no published deal applies', () => {
    expect(knownDeal({ settings: '{"winnableOnly":false}' }, 'golf')).toBeUndefined()
    expect(knownDeal({ settings: '{"moreRules":["round-corner"]}' }, 'golf')).toBeUndefined()
  })
})
