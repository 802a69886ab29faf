// When the background publishes: soon after changes, and repeatedly until nothing is waiting.
import { describe, expect, it } from 'vitest'
import type { Area } from '../../stores/platform/area.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { Publisher } from '../../stores/sync/publisher.ts'
import { parseSyncState, writeSyncState } from '../../stores/sync/sync-state.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { WRITES } from '../../stores/sync/rate-limits.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { row } from '../support/sync-words.ts'

/** A background with a manual clock. */
function background() {
  let now = Date.UTC(2026, 0, 5)
  let timer: { due: number; work: () => Promise<void> } | undefined
  const local = memoryArea()
  const sync = memoryArea()
  const failed: unknown[] = []
  const syncer = new Syncer({
    local,
    sync,
    now: () => now,
    random: () => 0,
    newId: () => 'ownIdAAA',
    browser: 'Test',
    locked: work => work(),
  })
  const publisher = new Publisher({
    syncer,
    now: () => now,
    after(milliseconds, work) {
      const own = { due: now + milliseconds, work }
      timer = own
      return () => {
        if (timer === own) timer = undefined
      }
    },
    failed: error => failed.push(error),
  })
  let plays = 0
  return {
    local,
    sync,
    publisher,
    failed,
    win() {
      const result = row(`play${++plays}`)
      local.texts[`result:${result.play}:000000012`] = writeResult(result)
      publisher.heardLocal([`result:${result.play}:000000012`])
    },
    /** Advances the clock and runs the timers that are due. */
    async advance(seconds: number) {
      const end = now + 1000 * seconds
      while (timer && timer.due <= end) {
        now = Math.max(now, timer.due)
        const { work } = timer
        timer = undefined
        await work()
      }
      now = end
    },
    isPublished: () => Object.keys(sync.texts).some(key => key.startsWith('l:')),
    isWaitingForTimer: () => timer !== undefined,
  }
}

const refuse = (area: Area, times: number) => {
  const { set } = area
  area.set = async items => {
    if (times-- > 0) throw new Error('MAX_WRITE_OPERATIONS_PER_MINUTE quota')
    await set(items)
  }
}

describe('changes', () => {
  it('are published after 20 seconds without changes', async () => {
    const one = background()
    one.win()
    await one.advance(19)
    expect(one.isPublished()).toBe(false)
    await one.advance(2)
    expect(one.isPublished()).toBe(true)
    expect(one.isWaitingForTimer()).toBe(false)
  })
  it('are published after two minutes at the latest, however many follow', async () => {
    const one = background()
    for (let i = 0; i < 11; i++) {
      one.win()
      await one.advance(10)
    }
    one.win()
    await one.advance(9)
    expect(one.isPublished()).toBe(false)
    await one.advance(2)
    expect(one.isPublished()).toBe(true)
  })
  it('that come after others were published wait again for 20 seconds without changes', async () => {
    const one = background()
    for (let i = 0; i < 10; i++) {
      one.win()
      await one.advance(10)
    }
    await one.advance(60)
    const before = { ...one.sync.texts }
    one.win()
    await one.advance(19)
    expect(one.sync.texts).toEqual(before)
    await one.advance(2)
    expect(one.sync.texts).not.toEqual(before)
  })
  it('are published immediately if a page asks for it, and then not again', async () => {
    const one = background()
    one.win()
    await one.publisher.answer({ kind: 'sync-now' })
    expect([one.isPublished(), one.isWaitingForTimer()]).toEqual([true, false])
  })
  it('from before the background started are published after 20 seconds', async () => {
    const one = background()
    one.win()
    await one.advance(0)
    const again = { ...one.local.texts }
    const next = background()
    Object.assign(next.local.texts, again)
    await next.publisher.heardRemote()
    expect(next.isPublished()).toBe(false)
    await next.advance(21)
    expect(next.isPublished()).toBe(true)
  })
  it('wait for their 20 seconds even if other devices publish in the meantime', async () => {
    const one = background()
    one.win()
    await one.publisher.heardRemote()
    expect(one.isPublished()).toBe(false)
    await one.advance(20)
    expect(one.isPublished()).toBe(true)
  })
  it('are recognized among other keys', async () => {
    const one = background()
    one.win()
    await one.publisher.answer({ kind: 'sync-now' })
    expect(one.isWaitingForTimer()).toBe(false)
    one.publisher.heardLocal(['sync', 'result:playAAAA:000000012'])
    expect(one.isWaitingForTimer()).toBe(true)
  })
  it('of keys that are not synced are not published', async () => {
    const one = background()
    one.publisher.heardLocal(['sync', '~l:ownIdAAA:0', 'previous:sea-towers'])
    expect(one.isWaitingForTimer()).toBe(false)
  })
})

describe('a failed round', () => {
  it('is retried after a refusal, until the changes are published', async () => {
    const one = background()
    refuse(one.sync, 3)
    one.win()
    await one.advance(60)
    expect(one.isPublished()).toBe(false)
    await one.advance(3600)
    expect(one.isPublished()).toBe(true)
    expect(one.failed).toEqual([])
  })
  it('is retried once a token is available', async () => {
    const one = background()
    const state = { ...parseSyncState(undefined), tokens: 0, reckonedAt: Date.UTC(2026, 0, 5) }
    one.local.texts.sync = writeSyncState(state)
    one.win()
    await one.publisher.answer({ kind: 'sync-now' })
    expect(one.isPublished()).toBe(false)
    await one.advance(101)
    expect(one.isPublished()).toBe(true)
    expect(parseSyncState(one.local.texts.sync).tokens).toBeLessThan(WRITES.size)
  })
  it('is retried after storage.sync could not be read', async () => {
    const one = background()
    const { all } = one.sync
    one.sync.all = () => Promise.reject(new Error('unreadable'))
    await one.publisher.heardRemote()
    one.win()
    await one.advance(40)
    one.sync.all = all
    await one.advance(120)
    expect(one.isPublished()).toBe(true)
  })
  it('is retried after storage.local failed, which is reported', async () => {
    const one = background()
    const { all } = one.local
    one.local.all = () => Promise.reject(new Error('disk'))
    one.win()
    await one.advance(30)
    await one.publisher.heardRemote()
    expect(one.failed).toHaveLength(2)
    one.local.all = all
    await one.advance(59)
    expect(one.isPublished()).toBe(false)
    await one.advance(2)
    expect(one.isPublished()).toBe(true)
  })
  it('is reported as an error to callers that wait for a local round', async () => {
    const one = background()
    const { all } = one.local
    one.local.all = () => Promise.reject(new Error('disk'))
    await expect(one.publisher.applyLocalRound()).rejects.toThrow('disk')
    one.local.all = all
    one.win()
    await expect(one.publisher.applyLocalRound()).resolves.toEqual({})
    expect([one.isPublished(), one.failed]).toEqual([false, []])
    expect(Object.keys(one.local.texts).some(key => key.startsWith('~l:'))).toBe(true)
  })
})

describe('an erasure', () => {
  it('that storage.sync refuses is carried out later', async () => {
    const one = background()
    one.win()
    await one.advance(30)
    expect(one.isPublished()).toBe(true)
    refuse(one.sync, 2)
    const { remove } = one.sync
    one.sync.remove = () => Promise.reject(new Error('refused'))
    await one.publisher.answer({ kind: 'erase', scope: 'games' })
    expect(one.isPublished()).toBe(true)
    one.sync.remove = remove
    await one.advance(7200)
    expect(one.isPublished()).toBe(false)
    expect(Object.keys(one.local.texts).filter(key => key.startsWith('~l:'))).toEqual([])
  })
  it('that storage.local refuses is reported to the caller as an error', async () => {
    const one = background()
    one.local.set = () => Promise.reject(new Error('disk'))
    await expect(one.publisher.answer({ kind: 'erase', scope: 'games' })).rejects.toThrow('disk')
    expect(one.isWaitingForTimer()).toBe(true)
  })
})

it('the state of publishing is stored with the field names of the first release', () => {
  const stored = '{"tokens":3,"reckoned":5,"handed":12,"healAt":7,"error":"quota"}'
  const state = parseSyncState(stored)
  expect(state).toMatchObject({ tokens: 3, reckonedAt: 5, publishedAt: 12, repairAt: 7, error: 'quota' })
  expect(JSON.parse(writeSyncState(state))).toMatchObject(JSON.parse(stored) as object)
  expect(parseSyncState('{"tokens":-1}').tokens).toBe(WRITES.size)
})

describe('the state of publishing', () => {
  const state = {
    tokens: 3.5,
    reckonedAt: 5,
    publishedAt: 12,
    error: 'quota',
    failures: 2,
    notBefore: 9,
    repairAt: 7,
    isWaiting: true,
    everythingFits: false,
    bytes: 300,
  }
  const initial = {
    tokens: WRITES.size,
    reckonedAt: 0,
    publishedAt: 0,
    failures: 0,
    notBefore: 0,
    repairAt: 0,
    isWaiting: false,
    everythingFits: true,
    bytes: 0,
  }
  it('is parsed as it was written', () => {
    expect(parseSyncState(writeSyncState(state))).toEqual(state)
  })
  it('is the initial one, with a full bucket, if none or an invalid one is stored', () => {
    for (const text of [undefined, '{}', '{', '[', '7', '{"bytes":-1}', '{"failures":1e999}', '{"error":5}'])
      expect(parseSyncState(text)).toEqual(initial)
  })
})

describe('the next round', () => {
  /** A publisher whose rounds have this outcome, and the delays of its timers in milliseconds. */
  const publisherOf = (nextAt: number | undefined) => {
    const due = new Map<object, number>()
    const outcome = async () => ({ nextAt, absorbed: {} })
    const publisher = new Publisher({
      syncer: { round: outcome, erase: outcome },
      now: () => 1_000_000,
      after(milliseconds) {
        const timer = {}
        due.set(timer, milliseconds)
        return () => due.delete(timer)
      },
      failed: error => {
        throw error
      },
    })
    return { publisher, due: () => [...due.values()] }
  }
  it.each([
    ['is not scheduled if the last round named no time', undefined, []],
    ['runs after 20 seconds if the time that the last round named has passed', 1, [20_000]],
    ['runs after 20 seconds if that time is earlier', 1_010_000, [20_000]],
    ['runs at that time if it is later', 1_500_000, [500_000]],
  ])('%s', async (_, at, due) => {
    const one = publisherOf(at)
    await one.publisher.heardRemote()
    expect(one.due()).toEqual(due)
  })
  it('runs once, however many changes arrive', async () => {
    const one = publisherOf(1_500_000)
    one.publisher.heardLocal(['result:playAAAA:000000012'])
    one.publisher.heardLocal(['result:playBBBB:000000012'])
    expect(one.due()).toEqual([20_000])
    await one.publisher.heardRemote()
    expect(one.due()).toEqual([500_000])
  })
})
