// The stored state of the sync folder, which stays readable after a later version has changed it.
import { describe, expect, it } from 'vitest'
import {
  afterDifferingRead,
  isRefused,
  isTidyDue,
  nextSession,
  parseFolderState,
  writeFolderState,
} from '../../stores/sync/remotes/folder-state.ts'

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)]
const stored = {
  arrivedAt: 12,
  isStopped: true,
  problem: { code: 'signIn' },
  leaving: [A],
  written: { [B]: { device: 'deviceAA', epoch: 2 } },
  closed: { [B]: { tag: '1', times: 3, triedAt: 5 } },
}
const parse = (state: object) => parseFolderState(JSON.stringify({ ...stored, ...state }))
const whole = parse({})

describe('the stored state of a sync folder', () => {
  it.each([
    ['a problem of a later version', { problem: { code: 'quota' } }, { problem: undefined }],
    ['an invalid time', { arrivedAt: 'yesterday' }, { arrivedAt: 0 }],
    ['an invalid token bucket', { pushes: null }, {}],
    ['a file to delete with an invalid name', { leaving: [A, 'notes.txt', 7] }, {}],
    [
      'a written file with missing fields',
      { written: { ...stored.written, [A]: { device: 'deviceAA' } } },
      {},
    ],
    [
      'a file that did not open, with an invalid time',
      { closed: { [B]: { tag: '1', times: -1 } } },
      { unopenable: {} },
    ],
    ['an invalid list', { closed: 5 }, { unopenable: {} }],
  ])('keeps everything else if it contains %s', (_, state, change) => {
    expect(parse(state)).toEqual({ ...whole, ...change })
  })

  it('keeps the fields of a later version', () => {
    const later = { quotaBytes: 300, mirrors: [{ tag: 'x' }] }
    expect(JSON.parse(writeFolderState(parse(later)))).toMatchObject({ ...stored, ...later })
  })

  it('has its default values if it is missing or unreadable', () => {
    for (const text of [undefined, '', '{', '[]', '7', 'null'])
      expect(parseFolderState(text)).toEqual(parseFolderState('{}'))
  })
})

describe('the next session', () => {
  it('deletes files only after the items to carry are written, and is not scheduled earlier', () => {
    const state = parse({ isStopped: false, tidyAfter: 10, carryAt: 500_000, waitingSince: 0 })
    expect(isTidyDue(state, 100)).toBe(false)
    expect(nextSession(state)).toBeGreaterThanOrEqual(500_000)
    expect(isTidyDue({ ...state, carryAt: 0 }, 100)).toBe(true)
  })
})

it('a refusal ends once the server accepts a write, even if it then returns different contents', () => {
  const moved = parse({ isStopped: true, problem: { code: 'moved' } })
  expect(isRefused(moved)).toBe(true)
  expect(isRefused(afterDifferingRead(moved, 1000, 0.5))).toBe(false)
})
