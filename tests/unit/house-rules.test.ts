// House rules that change a game’s declaration: how they affect moves, solvers and records.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  act,
  begin,
  crc32,
  deal,
  gameById,
  GAMES,
  inWords,
  isNewerRecord,
  isStuck,
  isWon,
  keepsOdds,
  legalMoves,
  play,
  playAll,
  positionAt,
  readRecord,
  solve,
  solveRequest,
  undo,
  whyNot,
  writePosition,
  writeRecord,
  type GameId,
  type HouseRule,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { writeNumber } from '../../engine/record/digits.ts'
import { positionOf } from '../../engine/solver/worker-protocol.ts'
import { parseValues, houseRulesFor } from '../../stores/settings/setting-values.ts'
import { anyDealNumber, arrange, move, moveText, some, walk } from '../support/help.ts'
import { afterMore, firstTableOfMore, movesOfMore } from '../support/second-opinion-more.ts'
import { after, firstTable, movesOf, type Table } from '../support/second-opinion.ts'

/** Every game with each rule that changes its declaration. */
const pairs = GAMES.flatMap(id => {
  const game = gameById(id)
  return game.houseRules.filter(rule => gameById(id, [rule]) !== game).map(rule => [id, rule] as const)
})
const ruleOf = (id: GameId) => pairs.filter(([game]) => game === id).map(([, rule]) => rule)

describe('a house rule that changes a declaration', () => {
  it.each(pairs)('does not prevent stuck positions from being detected: %s with %s', (id, rule) => {
    const canMove = (at: Position) => legalMoves(at).some(({ kind }) => kind === 'move' || kind === 'deal')
    const picks = Array.from({ length: 300 }, (_, i) => 7919 * (i + 1))
    for (let number = 1; number <= 3; number++)
      for (const position of walk(deal(id, number, [rule]), picks).slice(-3)) {
        let now = position
        for (let turns = 0; turns < 200 && !canMove(now) && legalMoves(now).length > 0; turns++)
          now = play(now, legalMoves(now)[0])
        expect(isStuck(position)).toBe(!isWon(now) && !canMove(now))
      }
  })
  it('is offered by exactly the games that it is meant for', () => {
    const klondikes = ['double-klondike-1', 'double-klondike-3', 'klondike-1', 'klondike-3'] as const
    for (const id of klondikes) expect(ruleOf(id)).toEqual(['one-pass', 'three-passes'])
    for (const id of ['spider-1', 'spider-2', 'spider-4'] as const)
      expect(ruleOf(id)).toEqual(['deal-over-spaces'])
    expect(ruleOf('golf')).toEqual(['round-corner'])
    expect(ruleOf('pyramid')).toEqual(['one-pass', 'endless-passes'])
    expect(new Set(pairs.map(([id]) => id)).size).toBe(klondikes.length + 5)
  })
  it('has no effect in a game that does not offer it', () => {
    expect(gameById('freecell', ['round-corner', 'one-pass'])).toBe(gameById('freecell'))
  })
  it('gives the same game object each time, which is not that of the standard rules', () => {
    expect(gameById('golf', ['round-corner'])).toBe(gameById('golf', ['round-corner']))
    expect(gameById('golf')).not.toBe(gameById('golf', ['round-corner']))
  })

  type Piles = Partial<Record<PileId, string>>
  test.each<[GameId, HouseRule[], Piles, PileId, string, string]>([
    ['golf', ['round-corner'], { f0: 'KS', t0: 'AH' }, 'stock', 't0>f0', 'yes'],
    ['golf', ['round-corner'], { f0: 'AS', t0: 'KH' }, 'stock', 't0>f0', 'yes'],
    ['golf', [], { f0: 'AS', t0: 'KH' }, 'stock', 't0>f0', 'Only a card one rank higher or lower fits'],
    ['spider-4', ['deal-over-spaces'], { t0: 'KS 9S QD 3C 5D 2H 8S TC 4C 7S' }, 'stock', 'deal', 'yes'],
    [
      'klondike-1',
      ['one-pass'],
      { waste: '5H' },
      't6',
      'recycle',
      'There are no more passes through the stock',
    ],
    ['klondike-3', ['three-passes'], { waste: '5H' }, 't6', 'recycle', 'yes'],
    ['pyramid', ['one-pass'], { waste: '5H' }, 'f0', 'recycle', 'There are no more passes through the stock'],
    ['pyramid', ['endless-passes'], { waste: '5H' }, 'f0', 'recycle', 'yes'],
  ])(
    'affects legal moves: %s with %j, piles %j, other cards in %s, move %s: %s',
    (id, house, piles, rest, text, answer) => {
      const position = arrange(gameById(id, house), piles, rest, house)
      const reason = whyNot(position, move(text))
      expect(reason ? inWords(reason) : 'yes').toBe(answer)
      expect(legalMoves(position).map(moveText).includes(text)).toBe(answer === 'yes')
    },
  )
  test.each<[GameId, HouseRule, number]>([
    ['klondike-1', 'one-pass', 1],
    ['klondike-3', 'three-passes', 3],
    ['double-klondike-1', 'three-passes', 3],
    ['pyramid', 'one-pass', 1],
    ['pyramid', 'endless-passes', 9],
  ])('limits the passes through the stock: %s with %s to %d (9: no limit)', (id, rule, passes) => {
    let position = deal(id, 17, [rule])
    for (let turned = 0; turned < 9; turned++) {
      while (!whyNot(position, { kind: 'draw' })) position = play(position, { kind: 'draw' })
      if (whyNot(position, { kind: 'recycle' })) break
      position = play(position, { kind: 'recycle' })
    }
    expect(Math.min(9, position.pass + 1)).toBe(passes)
  })
})

describe('a second implementation of the rules', () => {
  const isFirst = (id: GameId) => GAMES.indexOf(id) < 8
  const tableOf = (id: GameId, number: number) =>
    isFirst(id) ? firstTable(id, number) : firstTableOfMore(id, number)
  const movesBy = (id: GameId, table: Table, turns: number, house: HouseRule[]) =>
    isFirst(id) ? movesOf(id, table, house, turns) : movesOfMore(id, table, turns, house)
  test.each(pairs)('agrees with the engine on 400 positions of %s with %s', (id, rule) => {
    const most = some(400)
    let [seen, random] = [0, 12345]
    const pick = (count: number) => (random = (Math.imul(random, 1103515245) + 12345) >>> 0) % count
    for (let number = 1; seen < most; number += 7919) {
      let position = deal(id, number, [rule])
      let table = tableOf(id, number)
      for (let step = 0; step < 150 && seen < most; step++, seen++) {
        const moves = movesBy(id, table, position.pass, [rule])
        expect(legalMoves(position).map(moveText).toSorted()).toEqual(moves.toSorted())
        if (moves.length === 0) break
        // Stock moves are frequent, so that passes end.
        const turns = moves.filter(one => one === 'draw' || one === 'recycle' || one === 'deal')
        const chosen = turns.length > 0 && pick(3) > 0 ? turns[0] : moves[pick(moves.length)]
        position = play(position, move(chosen))
        table = isFirst(id) ? after(id, table, chosen) : afterMore(id, table, chosen)
      }
    }
  })
})

describe('a record of a game with a house rule', () => {
  const anyPlayed = fc.record({
    pair: fc.constantFrom(...pairs),
    number: anyDealNumber,
    picks: fc.array(fc.nat(9999), { maxLength: 120, size: 'max' }),
    back: fc.nat(5),
  })
  it('replays to the same position with the same rule', () => {
    fc.assert(
      fc.property(anyPlayed, ({ pair: [id, rule], number, picks, back }) => {
        let history = begin(deal(id, number, [rule]))
        for (const pick of picks) {
          const moves = legalMoves(positionAt(history))
          if (moves.length === 0) break
          history = act(history, { kind: 'gesture', moves: [moves[pick % moves.length]] })
        }
        for (let i = 0; i < back; i++) history = undo(history)
        const text = writeRecord({ history, playId: 'Ab3-_xyZ', seconds: 61 })
        const opened = readRecord(text)
        if (!opened.ok) throw new Error(opened.reason.key)
        expect(opened.value).toMatchObject({ rebased: false, seconds: 61, position: { house: [rule] } })
        expect(opened.value.history).toEqual(history)
        expect(opened.value.position.game).toBe(gameById(id, [rule]))
        expect(writePosition(opened.value.position)).toEqual(writePosition(positionAt(history)))
        expect(writeRecord(opened.value)).toBe(text)
      }),
      { numRuns: some(200) },
    )
  })
  /** `isNewerRecord` as in versions before format 2. */
  const isNewerInRelease = (text: string) => /^[2-9]/.test(text)
  it('counts as newer only in versions that do not know the rule', () => {
    for (const id of GAMES) {
      const { houseRules } = gameById(id)
      for (const house of [[], ...houseRules.map(rule => [rule])]) {
        const history = begin(deal(id, 17, house))
        const text = writeRecord({ history, playId: 'AAAAAAAA', seconds: 0 })
        const isOld = house.every(rule => ['move-runs', 'shuffle-on-recycle', 'take-back'].includes(rule))
        expect(isNewerInRelease(text), `${id} ${String(house)}`).toBe(!isOld)
      }
    }
  })
})

describe('the solvers', () => {
  it('respect house rules, including in requests to the worker', () => {
    const verdictOf = (id: GameId, number: number, house: readonly HouseRule[]) => {
      const position = positionOf(solveRequest(1, deal(id, number, house), {}))
      expect(position.game).toBe(gameById(id, house))
      return solve(position, { maxStates: 300_000 }).verdict
    }
    expect([verdictOf('golf', 1, []), verdictOf('golf', 1, ['round-corner'])]).toEqual(['lost', 'won'])
    expect([verdictOf('klondike-3', 1, []), verdictOf('klondike-3', 1, ['one-pass'])]).toEqual([
      'won',
      'lost',
    ])
    expect([verdictOf('pyramid', 1, []), verdictOf('pyramid', 1, ['one-pass'])]).toEqual(['won', 'lost'])
    expect(verdictOf('pyramid', 1, ['endless-passes'])).toBe('won')
  })
  it.each(pairs)('win %s with %s only with moves that are legal under the rule', (id, rule) => {
    const positions = Array.from({ length: some(4) }, (_, i) => deal(id, i + 1, [rule]))
    for (const position of positions) {
      const { verdict, moves } = solve(position, { maxStates: 20_000 })
      if (verdict === 'won') expect(isWon(playAll(position, moves!))).toBe(true)
      else expect(moves).toBeUndefined()
    }
  })
  it('know that no pass is left after more passes than the limit, as after a change of the rule', () => {
    const game = gameById('pyramid')
    const position = arrange(game, { stock: '[2S] [2H] 3H', waste: 'TC JS', t0: 'JD' }, 'f0')
    for (const pass of [2, 3, 4, 5, 64]) expect(solve({ ...position, pass }).verdict).toBe('won')
  })
  it('do not consider a deal lost with more passes if they win it with fewer', () => {
    for (let number = 1; number <= some(20); number++) {
      const [one, three, endless] = [['one-pass'], ['three-passes'], []].map(
        house => solve(deal('klondike-1', number, house as HouseRule[]), { maxStates: 50_000 }).verdict,
      )
      if (one === 'won') expect(three).not.toBe('lost')
      if (three === 'won') expect(endless).not.toBe('lost')
      if (endless === 'lost') expect([one, three]).not.toContain('won')
    }
  })
})

describe('the chosen house rules', () => {
  it('apply to the games that offer them, with separate limits of passes for Klondike and Pyramid', () => {
    const values = parseValues({
      houseRules: ['take-back'],
      moreRules: ['round-corner', 'deal-over-spaces', 'nonsense'],
      klondikePasses: 'one-pass',
      pyramidPasses: 'endless-passes',
    })
    expect(houseRulesFor(values, 'klondike-1')).toEqual(['take-back', 'one-pass'])
    expect(houseRulesFor(values, 'double-klondike-3')).toEqual(['take-back', 'one-pass'])
    expect(houseRulesFor(values, 'pyramid')).toEqual(['endless-passes'])
    expect(houseRulesFor(values, 'golf')).toEqual(['round-corner'])
    expect(houseRulesFor(values, 'spider-2')).toEqual(['deal-over-spaces'])
    expect(houseRulesFor(values, 'tripeaks')).toEqual([])
  })
  it('are none by default', () => {
    for (const id of GAMES) expect(houseRulesFor(parseValues({}), id)).toEqual([])
  })
})

it('the odds apply with the house rule “move runs”, but not with any other house rule', () => {
  expect([keepsOdds([]), keepsOdds(['move-runs'])]).toEqual([true, true])
  for (const [, rule] of pairs) expect(keepsOdds([rule])).toBe(false)
  expect(keepsOdds(['move-runs', 'take-back'])).toBe(false)
})

describe('a record with house rules that this version does not know', () => {
  const record = () =>
    writeRecord({ history: begin(deal('pyramid', 1, ['one-pass'])), playId: 'abcdefgh', seconds: 1 })
  /** The same record with different house rules. */
  const withBits = (bits: number): string => {
    const text = record()
    const body = text[0] + text[1] + writeNumber(bits, 2) + text.slice(4, -6)
    return body + writeNumber(crc32(body), 6)
  }
  it('counts as newer, and is not read', () => {
    expect(withBits(1 << 3)).toBe(record())
    expect(isNewerRecord(record())).toBe(false)
    const later = withBits(1 << 8)
    expect(isNewerRecord(later)).toBe(true)
    expect(readRecord(later)).toMatchObject({ ok: false, reason: { key: 'recordNewer' } })
  })
  it('counts as newer if it has a rule that this version does not offer in its game', () => {
    expect(readRecord(withBits((1 << 3) | (1 << 6)))).toMatchObject({ reason: { key: 'recordNewer' } })
  })
})
