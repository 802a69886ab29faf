// The bounds of each item in an import. They are needed because a checksum proves only that a text is intact.
import { describe, expect, it, test } from 'vitest'
import { writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { PAGE_RESULTS } from '../../stores/sync/game-results.ts'
import { isSoundItem } from '../../stores/sync/import-bounds.ts'
import { writeItem, writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { parseRegister, resolve } from '../../stores/sync/lww-settings.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { row, written } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 10, 22)
const checkedText = (key: string, value: string) => ({
  kind: isSoundItem(key, value, NOW) ? 'sound' : 'unsound',
})
const checked = (key: string, content: string, seq = 5) =>
  checkedText(key, writeItem(key, { epoch: 0, seq, content }))
const rows = (count: number) => Array.from({ length: count }, (_, i) => row(`p${i}`))
const summary = storedSummary(compact([rows(20)], () => true))
const totals = summary.totals['sea-towers']

describe('an item of an import', () => {
  it('can be as large as the browsers allow, and no larger', () => {
    const header = (length: number) =>
      checked(keys.device('someBody'), writeJson({ name: 'x'.repeat(length), day: 5 }))
    expect(header(3000).kind).toBe('sound')
    expect(header(6500).kind).not.toBe('sound')
  })
  it('must be in the format of this version, except that a record can be in a newer one', () => {
    expect(checkedText(keys.log('someBody', 0), '2AAAAAA').kind).toBe('unsound')
    const game = keys.game('someBody', 'sea-towers')
    const withRecord = (record: string) => checked(game, writeSyncEnvelope({ minute: 1, vector: {}, record }))
    expect([withRecord('3AAAA').kind, withRecord('1AAAA').kind]).toEqual(['sound', 'unsound'])
    expect(withRecord('3AAAA<b>').kind).toBe('unsound')
  })
  it('has at most 64 results if it is a log page, and its page number is below ten thousand', () => {
    expect(checked(keys.log('someBody', 0), written(...rows(PAGE_RESULTS))).kind).toBe('sound')
    expect(checked(keys.log('someBody', 0), written(...rows(PAGE_RESULTS + 1))).kind).toBe('unsound')
    expect(checked(keys.log('someBody', 9999), written(...rows(1))).kind).toBe('sound')
    expect(checked(keys.log('someBody', 10_000), written(...rows(1))).kind).toBe('unsound')
  })
  it('has a sequence number of at most a million, so that later ones are possible', () => {
    expect(checked(keys.log('someBody', 0), written(...rows(1)), 1_000_000).kind).toBe('sound')
    expect(checked(keys.log('someBody', 0), written(...rows(1)), 1_000_001).kind).toBe('unsound')
  })
  test.each([
    ['of a real log', 'sound', summary],
    ['of more pages than checksums', 'unsound', { ...summary, folded: 2 }],
    ['of fewer pages than checksums', 'unsound', { ...summary, folded: 0 }],
    ['with digests of a page that is not compacted', 'unsound', { ...summary, marks: { 7: 'AAAAAA' } }],
    ['with more digests than results', 'unsound', { ...summary, marks: { 0: 'A'.repeat(6 * 65) } }],
    ['with half a digest', 'unsound', { ...summary, marks: { 0: 'AAAAA' } }],
    [
      'with a longer streak than wins',
      'unsound',
      { ...summary, totals: { 'sea-towers': { ...totals, bestStreak: totals.won + 1 } } },
    ],
    [
      'with more wins in one interval than in total',
      'unsound',
      { ...summary, totals: { 'sea-towers': { ...totals, times: { 40: totals.won + 1 } } } },
    ],
    ['with impossible counts', 'unsound', { ...summary, totals: { 'sea-towers': { ...totals, won: 1e8 } } }],
  ])('with sums %s is %s', (_, kind, sums) =>
    expect(checked(keys.results('someBody'), writeJson(sums)).kind).toBe(kind),
  )
})

describe('a setting in a forged item', () => {
  test.each([[[1.797e308, 2 ** 53 - 1]], [[NOW + 11 * 365 * 86_400_000, 0]], [[NOW, 1_000_001]]])(
    'with the timestamp %j does not override the user’s choice',
    stamp => {
      const theirs = parseRegister({ felt: { value: 'paper', stamp } }, NOW)
      const mine = parseRegister({ felt: { value: 'walnut', stamp: [1, 0] } }, NOW)!
      expect(resolve({ zzzzzzzz: theirs ?? {}, aaaaaaaa: mine })).toEqual({ felt: 'walnut' })
    },
  )
})
