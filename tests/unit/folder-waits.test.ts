// If the browser terminates the background while a change waits to be published or sent to the sync folder,
// the change is still sent later.
import { describe, expect, it } from 'vitest'
import { waitsOf, type After } from '../../stores/platform/waits.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { Publisher } from '../../stores/sync/publisher.ts'
import { FolderSync } from '../../stores/sync/remotes/folder-sync.ts'
import {
  parseFolderState,
  writeFolderState,
  type FolderState,
} from '../../stores/sync/remotes/folder-state.ts'
import { folderStatusIn } from '../../stores/sync/remotes/folder-status.ts'
import { writeSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { FolderSchedule } from '../../stores/sync/remotes/folder-schedule.ts'
import { sealOf } from '../../stores/sync/remotes/seal.ts'
import { parseSyncState, writeSyncState, type SyncState } from '../../stores/sync/sync-state.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { memoryRemote } from '../support/memory-remote.ts'
import { device, place } from '../support/folder-devices.ts'
import { row } from '../support/sync-words.ts'

const START = Date.UTC(2026, 0, 5)

/** The number of running encryption operations, which can take many turns of the event loop. */
let sealing = 0
const counted =
  <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
  (...given: A): Promise<T> => {
    sealing++
    return work(...given).finally(() => sealing--)
  }
const countedSeal = counted(async (key: string) => {
  const { nameOf, open, close } = await sealOf(key)
  return { nameOf: counted(nameOf), open: counted(open), close: counted(close) }
})

/** A browser that starts the background when an alarm fires, and terminates it on request. */
function browser({ hasFolder = true } = {}) {
  let now = START
  let plays = 0
  const [local, sync, session] = [memoryArea(), memoryArea(), memoryArea()]
  const folder = memoryRemote()
  if (hasFolder) local.texts.place = writeSyncFolder(place)
  const alarms = new Map<string, number>()
  let timers: { due: number; work: () => Promise<void> }[] = []
  let generation = 0
  let running: ReturnType<typeof background> | undefined
  const never = new Promise<never>(() => undefined)

  function background() {
    const own = ++generation
    /** The work of a terminated background never completes. */
    const ifRunning = <T>(work: () => T) => (own === generation ? work() : never)
    const listeners: ((alarm: { name: string }) => void)[] = []
    const short: After = (milliseconds, work) => {
      const timer = { due: now + milliseconds, work }
      timers.push(timer)
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    }
    const waits = waitsOf(
      {
        create: (name, { when }) => void alarms.set(name, when),
        clear: name => alarms.delete(name),
        onAlarm: { addListener: listener => void listeners.push(listener) },
      },
      () => now,
      short,
    )
    const area = (one: typeof local) => ({
      ...one,
      all: () => ifRunning(() => one.all()),
      set: (items: Record<string, string>) => ifRunning(() => one.set(items)),
      remove: (keys: readonly string[]) => ifRunning(() => one.remove(keys)),
    })
    const syncer = new Syncer({
      local: area(local),
      sync: area(sync),
      now: () => now,
      random: () => 0.5,
      newId: () => 'ownIdAAA',
      browser: 'Test',
      locked: work => work(),
    })
    const failed = () => undefined
    const publisher = new Publisher({ syncer, now: () => now, after: waits('publish'), failed })
    const folderSync = new FolderSync({
      local: area(local),
      session,
      applyLocalRound: () => publisher.applyLocalRound(),
      remoteOf: () => folder,
      sealOf: countedSeal,
      complete: async draft => ({ ok: true, value: draft }),
      revoke: async () => true,
      endLogin: async () => undefined,
      isAllowed: async () => true,
      keepOrigins: async () => undefined,
      now: () => now,
      random: () => 0.5,
    })
    const schedule = new FolderSchedule({ folderSync, now: () => now, after: waits('place'), failed })
    const started = Promise.all([publisher.heardRemote(), schedule.start()])
    return { publisher, schedule, started, ring: (name: string) => listeners.forEach(one => one({ name })) }
  }

  const settle = async () => {
    for (let turns = 0; turns < 20; turns = sealing > 0 ? 0 : turns + 1)
      await new Promise(resolve => setImmediate(resolve))
  }
  const one = {
    local,
    sync,
    folder,
    alarms,
    now: () => now,
    async start() {
      running ??= background()
      await running.started
      return running
    },
    /** Terminates the background. Its timers are gone, but storage and alarms stay. */
    end() {
      running = undefined
      generation++
      timers = []
    },
    async win() {
      const result = row(`q${String(++plays).padStart(7, '0')}`)
      const key = `result:${result.play}:000000012`
      local.texts[key] = writeResult(result)
      const { publisher, schedule } = await one.start()
      publisher.heardLocal([key])
      await schedule.heardLocal([key])
    },
    /** Advances the clock. An alarm starts a terminated background. */
    async pass(seconds: number) {
      for (const end = now + 1000 * seconds; now < end; now += 1000) {
        for (const [name] of [...alarms].filter(([, when]) => when <= now)) {
          alarms.delete(name)
          const { ring } = await one.start()
          ring(name)
        }
        const due = timers.filter(timer => timer.due <= now)
        timers = timers.filter(timer => timer.due > now)
        for (const { work } of due) void work()
        if (due.length > 0 || alarms.size > 0) await settle()
      }
    },
    isPublished: () => Object.keys(sync.texts).some(key => key.startsWith('l:ownIdAAA')),
    state: () => parseFolderState(local.texts['place-state']),
    status: () => folderStatusIn(local.texts),
    setState: (change: Partial<FolderState>) => {
      local.texts['place-state'] = writeFolderState({ ...one.state(), ...change })
    },
    setSyncState: (change: Partial<SyncState>) => {
      local.texts.sync = writeSyncState({ ...parseSyncState(local.texts.sync), ...change })
    },
  }
  return one
}

/** A browser whose folder is up to date. */
async function settled() {
  const one = browser()
  await one.win()
  await one.pass(400)
  expect(one.state()).toMatchObject({ waitingSince: 0 })
  expect(one.state().arrivedAt).toBeGreaterThan(0)
  return one
}

describe('a background that is terminated while it waits to publish', () => {
  it.each([
    ['even if nothing else starts it', false, 60],
    ['soon after a page starts it', true, 25],
  ])('publishes changes that were waiting, %s', async (_, isStarted, seconds) => {
    const one = browser({ hasFolder: false })
    await one.win()
    one.end()
    if (isStarted) await one.start()
    await one.pass(seconds)
    expect(one.isPublished()).toBe(true)
  })

  it('publishes later if it was terminated during a round', async () => {
    const one = browser({ hasFolder: false })
    await one.win()
    const { set } = one.sync
    one.sync.set = () => new Promise(() => undefined)
    await one.pass(22)
    one.sync.set = set
    one.end()
    await one.pass(120)
    expect(one.isPublished()).toBe(true)
  })

  it.each([
    ['after its token bucket was empty', { tokens: 0, reckonedAt: START }, 120],
    ['after storage.sync refused a write', { notBefore: START + 1_800_000 }, 1900],
  ])('publishes once an alarm restarts it %s', async (_, state, seconds) => {
    const one = browser({ hasFolder: false })
    one.setSyncState(state)
    await one.win()
    await one.pass(22)
    expect([one.isPublished(), one.alarms.size]).toEqual([false, 1])
    one.end()
    await one.pass(seconds)
    expect(one.isPublished()).toBe(true)
  })

  it('restores other devices’ items that storage.sync has lost', async () => {
    const one = browser({ hasFolder: false })
    const lost = browser({ hasFolder: false })
    await lost.win()
    await lost.pass(30)
    one.local.texts.device = '{"id":"otherIdA","era":0}'
    for (const [key, text] of Object.entries(lost.sync.texts)) one.local.texts[`~${key}`] = text
    await one.start()
    await one.pass(30)
    one.end()
    await one.pass(600)
    expect(one.isPublished()).toBe(true)
  })

  it('runs another round after storage.local could not be read', async () => {
    const one = browser({ hasFolder: false })
    await one.start()
    const { all } = one.local
    one.local.all = () => Promise.reject(new Error('disk'))
    await one.win()
    await one.pass(25)
    one.local.all = all
    one.end()
    await one.pass(200)
    expect(one.isPublished()).toBe(true)
  })
})

describe('a background that is terminated while it waits to send to the folder', () => {
  it('sends changes, even if it was terminated before 20 seconds without changes had passed', async () => {
    const one = await settled()
    await one.win()
    one.end()
    const before = one.state().arrivedAt
    await one.pass(60)
    expect(one.state()).toMatchObject({ waitingSince: 0 })
    expect(one.state().arrivedAt).toBeGreaterThan(before)
  })

  it('sends later if it was terminated during a session', async () => {
    const one = await settled()
    const { write } = one.folder
    one.folder.write = () => new Promise(() => undefined)
    await one.win()
    await one.pass(22)
    one.folder.write = write
    one.end()
    await one.pass(120)
    expect(one.state()).toMatchObject({ waitingSince: 0 })
  })

  it('sends items that it had read from storage.sync but not sent yet', async () => {
    const one = await settled()
    const other = device(memoryRemote(), one.sync)
    await other.win()
    await other.syncer.round({ publish: true })
    const { publisher, schedule } = await one.start()
    await Promise.all([publisher.heardRemote(), schedule.heardRemote()])
    one.end()
    await one.pass(600)
    const newcomer = device(one.folder)
    await newcomer.look()
    expect(newcomer.won()).toBe(2)
  })

  it.each<[string, Partial<FolderState>, number]>([
    ['had reached its limit of writes', { pushes: 0 }, 150],
    ['had reached its limit of requests', { requests: -1 }, 90],
    ['asked for a pause', { notBefore: START + 2_000_000 }, 2100],
  ])('sends once an alarm restarts it, if the folder %s', async (_, state, seconds) => {
    const one = await settled()
    one.setState({ ...state, reckonedAt: one.now() })
    await one.win()
    await one.pass(22)
    expect([one.state().waitingSince > 0, one.alarms.has('place')]).toEqual([true, true])
    one.end()
    await one.pass(seconds)
    expect(one.state().waitingSince).toBe(0)
  })

  it('sends once the network is available again', async () => {
    const one = await settled()
    const { write, list } = one.folder
    one.folder.write = one.folder.list = async () => ({ ok: false, problem: { code: 'unreachable' } })
    await one.win()
    await one.pass(60)
    Object.assign(one.folder, { write, list })
    one.end()
    await one.pass(300)
    expect([one.state().waitingSince, one.state().problem]).toEqual([0, undefined])
  })

  it('carries items that are in no other device’s file', async () => {
    const one = await settled()
    const [lost, third] = [device(one.folder), device(one.folder)]
    for (const other of [lost, third]) {
      await other.win()
      await other.push()
    }
    const { schedule } = await one.start()
    await schedule.answer({ kind: 'folder-look', why: 'wanted' })
    for (const { file, isThis } of lost.status().devices) if (isThis) one.folder.files.delete(file)
    await schedule.answer({ kind: 'folder-look', why: 'wanted' })
    expect(one.state().carryAt).toBeGreaterThan(0)
    expect(one.status().state).toBe('waiting')
    one.end()
    await one.pass(600)
    expect(one.state().carryAt).toBe(0)
    expect(one.status().state).toBe('arrived')
    const newcomer = device(one.folder)
    await newcomer.look()
    expect(newcomer.won()).toBe(3)
  })

  it('deletes the old files after a change of key', async () => {
    const one = await settled()
    const before = [...one.folder.files.keys()]
    const { remove } = one.folder
    one.folder.remove = async () => ({ ok: true, value: undefined })
    const { schedule } = await one.start()
    await schedule.answer({ kind: 'folder-change-key' })
    expect(one.state().filesToDelete).toEqual(before)
    one.folder.remove = remove
    one.end()
    await one.pass(120)
    expect(before.filter(name => one.folder.files.has(name))).toEqual([])
  })
})

describe('a wait', () => {
  const harness = () => {
    const [alarms, timers]: [Map<string, number>, number[]] = [new Map(), []]
    let ring: (alarm: { name: string }) => void = () => undefined
    const waits = waitsOf(
      {
        create: (name, { when }) => void alarms.set(name, when),
        clear: name => alarms.delete(name),
        onAlarm: { addListener: listener => (ring = listener) },
      },
      () => 1000,
      milliseconds => {
        timers.push(milliseconds)
        return () => undefined
      },
    )
    return { alarms, timers, waits, ring: (name: string) => ring({ name }) }
  }

  it('sets an alarm, and if it is short also a timer, because alarms are too slow for that', () => {
    const { alarms, timers, waits } = harness()
    waits('a')(25_000, async () => undefined)
    waits('b')(31_000, async () => undefined)
    expect([timers, [...alarms]]).toEqual([
      [25_000],
      [
        ['a', 31_000],
        ['b', 32_000],
      ],
    ])
  })

  it('runs its work once, or not at all if it was canceled', () => {
    const { alarms, waits, ring } = harness()
    const done: string[] = []
    const first = waits('a')(30_000, async () => void done.push('first'))
    first()
    ring('a')
    expect([done, alarms.size]).toEqual([[], 0])
    waits('a')(30_000, async () => void done.push('second'))
    first()
    ring('a')
    ring('a')
    expect(done).toEqual(['second'])
  })
})
