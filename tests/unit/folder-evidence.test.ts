// A sync folder on an unreliable server: a change counts as done only once its result has been read back.
import { describe, expect, it } from 'vitest'
import { copiesIn, copyKey } from '../../stores/sync/remotes/folder-copies.ts'
import { parseFolderState, writeFolderState } from '../../stores/sync/remotes/folder-state.ts'
import { asUnsettled, type RemoteFile } from '../../stores/sync/remotes/remote.ts'
import { writeSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { memoryRemote } from '../support/memory-remote.ts'
import { DAY_MS } from '../../stores/time.ts'
import { clock, device, pair, place } from '../support/folder-devices.ts'

type Device = ReturnType<typeof device>

const stateOf = (one: Device) => parseFolderState(one.local.texts['place-state'])
const HOUR = 3600

/** Lets devices check the folder in turn, a minute apart. */
async function meet(times: number, ...devices: Device[]): Promise<void> {
  for (let i = 0; i < times; i++) for (const one of devices) await lookAfter(60, one)
}

async function lookAfter(seconds: number, one: Device): Promise<void> {
  await one.pass(seconds)
  await one.look()
}

async function eraseEverything(one: Device): Promise<void> {
  await one.folderSync.noteErasing()
  await one.syncer.erase('everything')
  await one.schedule.pushNow()
}

/** Makes a server ignore deletions until `mend` is called. */
function ignoreDeletions(folder: ReturnType<typeof memoryRemote>) {
  const { remove } = folder
  const asked: string[] = []
  folder.remove = async name => {
    asked.push(name)
    return { ok: true, value: undefined }
  }
  return { asked, mend: () => (folder.remove = remove) }
}

describe('a file to delete', () => {
  it('stays on the list of files to delete until the server no longer lists it', async () => {
    const { folder, laptop } = await pair()
    const server = ignoreDeletions(folder)
    const old = [...copiesIn(laptop.local.texts)].filter(([, copy]) => copy.device === laptop.id)
    await laptop.schedule.answer({ kind: 'folder-change-key' })
    expect(old.every(([name]) => folder.files.has(name))).toBe(true)
    server.mend()
    await laptop.pass(HOUR)
    expect(old.filter(([name]) => folder.files.has(name))).toEqual([])
    expect(stateOf(laptop).filesToDelete).toEqual([])
    expect(laptop.status().devices.filter(({ isReadable }) => !isReadable)).toHaveLength(1)
  })

  it('is deleted again at growing intervals if the server still lists it', async () => {
    const { folder, laptop } = await pair()
    const server = ignoreDeletions(folder)
    await laptop.schedule.answer({ kind: 'folder-change-key' })
    for (let i = 0; i < 24 * 12; i++) await lookAfter(300, laptop)
    expect(server.asked.length).toBeGreaterThan(3)
    expect(server.asked.length).toBeLessThan(20)
    expect(laptop.status().arrivedAt).toBeGreaterThan(0)
  })

  it('is deleted after an erasure even if the server ignored the first attempts', async () => {
    const { folder, laptop, phone } = await pair()
    const before = [...folder.files.keys()]
    const server = ignoreDeletions(folder)
    await eraseEverything(laptop)
    await meet(3, phone, laptop)
    server.mend()
    await meet(60, phone, laptop)
    expect(before.filter(name => folder.files.has(name))).toEqual([])
    expect(laptop.status().devices).toHaveLength(2)
  })

  it('is not deleted if another device wrote it again and this device cannot read it', async () => {
    const { folder, laptop, phone } = await pair()
    const { file } = laptop.status().devices.find(({ isThis }) => !isThis)!
    await laptop.win()
    await phone.win()
    await phone.push()
    // As if the process had ended right after it removed the copy of a deleted file.
    await laptop.local.remove([copyKey(file)])
    await laptop.local.set({
      'place-state': writeFolderState({ ...stateOf(laptop), filesToDelete: [file] }),
    })
    const { read } = laptop.remote
    laptop.remote.read = async name => {
      const answer = await read(name)
      return name === file && answer.ok ? { ok: true, value: answer.value.slice(0, 40) } : answer
    }
    for (let i = 0; i < 2; i++) {
      await laptop.pass(60)
      await laptop.push()
    }
    expect(folder.files.has(file)).toBe(true)
  })

  it('is still listed if the server keeps it after the user has removed its device', async () => {
    const { folder, laptop } = await pair()
    ignoreDeletions(folder)
    const { file } = laptop.status().devices.find(({ isThis }) => !isThis)!
    await laptop.schedule.answer({ kind: 'folder-forget', file })
    expect(laptop.status().devices.map(row => row.file)).toContain(file)
  })
})

describe('a former id of a device', () => {
  it('has no file left after an erasure of everything', async () => {
    const { folder, laptop, phone } = await pair()
    const before = [...folder.files.keys()]
    await eraseEverything(laptop)
    await meet(3, phone, laptop)
    expect([laptop.won(), phone.won()]).toEqual([0, 0])
    expect(before.filter(name => folder.files.has(name))).toEqual([])
    expect([laptop, phone].map(one => one.status().devices.length)).toEqual([2, 2])
  })

  it('has no file with full log pages left after an erasure of everything', async () => {
    const { folder, laptop, phone } = await pair()
    await phone.win(200)
    await meet(2, phone, laptop)
    const before = [...folder.files.keys()]
    expect(before).toHaveLength(3)
    await eraseEverything(laptop)
    await meet(3, phone, laptop)
    expect(before.filter(name => folder.files.has(name))).toEqual([])
  })

  it('keeps its file while a copy of the profile still uses the id', async () => {
    const { folder, laptop, phone } = await pair()
    const twin = device(folder)
    await twin.local.set(laptop.local.texts)
    await laptop.win()
    await laptop.pass(60)
    await twin.win()
    await meet(5, twin, phone, laptop)
    expect([laptop, phone, twin].map(one => one.won())).toEqual([5, 5, 5])
    const { writes } = countingWrites(folder)
    await meet(30, twin, phone, laptop)
    expect(writes()).toBeLessThan(4)
  })

  it('has no file left 14 days after the last write, and no result is lost', async () => {
    const { folder, laptop, phone } = await pair()
    const backup = { ...laptop.local.texts }
    await laptop.win(3)
    await laptop.pass(60)
    for (const area of [laptop.local, laptop.session]) await area.remove(Object.keys(area.texts))
    await laptop.local.set(backup)
    await meet(3, laptop)
    await laptop.win()
    await meet(2, laptop, phone)
    const own = () => [...copiesIn(laptop.local.texts).values()].map(copy => copy.device)
    expect(own()).toContain(laptop.id)
    clock.now += 20 * 86_400_000
    await meet(20, laptop, phone)
    expect(own()).not.toContain(laptop.id)
    const newcomer = device(folder)
    await meet(10, newcomer, laptop)
    expect([laptop.won(), phone.won(), newcomer.won()]).toEqual([7, 7, 7])
  })
})

function countingWrites(folder: ReturnType<typeof memoryRemote>) {
  const { write } = folder
  let count = 0
  folder.write = (name, bytes) => {
    count++
    return write(name, bytes)
  }
  return { writes: () => count }
}

describe('a file', () => {
  /** A phone whose server returns old contents with current tags. */
  async function staleServer() {
    const { folder, laptop, phone } = await pair()
    await meet(1, phone)
    const { file } = phone.status().devices.find(({ isThis }) => !isThis)!
    let old = folder.files.get(file)!.bytes
    const { read } = phone.remote
    const server = {
      isStale: false,
      reads: 0,
      /** From now on, reads return the current contents, whatever is written later. */
      freeze: () => {
        old = folder.files.get(file)!.bytes
        server.isStale = true
      },
    }
    server.freeze()
    phone.remote.read = async name => {
      if (name === file) server.reads++
      const answer = await read(name)
      return server.isStale && answer.ok && name === file ? { ok: true, value: old } : answer
    }
    await laptop.win()
    await laptop.push()
    return { folder, laptop, phone, server }
  }

  it('is read again if its tag is new but its contents are not', async () => {
    const { phone, server } = await staleServer()
    await meet(2, phone)
    expect(phone.won()).toBe(3)
    server.isStale = false
    await meet(6, phone)
    expect(phone.won()).toBe(4)
  })

  /** Makes a device's server report no length, and unsettled tags until `settle` is called. */
  function unsettled({ remote }: Device) {
    const { list } = remote
    let isRecent = true
    remote.list = async () => {
      const listed = await list()
      const asListed = (one: RemoteFile) => ({
        ...one,
        size: 0,
        ...(isRecent && { tag: asUnsettled(one.tag) }),
      })
      return listed.ok ? { ok: true, value: listed.value.map(asListed) } : listed
    }
    return { settle: () => void (isRecent = false) }
  }

  it('is read again if it changed after its tag was unsettled, even if one read is stale', async () => {
    const { laptop, phone, server } = await staleServer()
    const { settle } = unsettled(phone)
    server.isStale = false
    await meet(1, phone)
    expect(phone.won()).toBe(4)
    settle()
    server.freeze()
    await laptop.win()
    await laptop.push()
    await meet(1, phone)
    expect(phone.won()).toBe(4)
    server.isStale = false
    await meet(3, phone)
    expect(phone.won()).toBe(5)
  })

  it('is read again if its tag settles while the server still returns old contents', async () => {
    const { phone, server } = await staleServer()
    const { settle } = unsettled(phone)
    await meet(1, phone)
    settle()
    await meet(1, phone)
    expect(phone.won()).toBe(3)
    server.isStale = false
    await meet(6, phone)
    expect(phone.won()).toBe(4)
  })

  it('is read again if all items in the first read are from an earlier epoch', async () => {
    const folder = memoryRemote()
    const laptop = device(folder)
    await laptop.win(3)
    await laptop.pass(60)
    const [[file, { bytes }]] = folder.files
    const desk = device(memoryRemote())
    await eraseEverything(desk)
    const phone = device(folder)
    Object.assign(phone.local.texts, desk.local.texts, { 'place-state': '' })
    const { list, read } = phone.remote
    // A server that reports no length.
    phone.remote.list = async () => {
      const listed = await list()
      return listed.ok ? { ok: true, value: listed.value.map(one => ({ ...one, size: 0 })) } : listed
    }
    phone.remote.read = async name =>
      name === file ? { ok: false, problem: { code: 'failed', status: 500 } } : read(name)
    for (let i = 0; i < 3; i++) await phone.schedule.pushNow()
    await meet(3, laptop)
    await laptop.win()
    await laptop.push()
    phone.remote.read = async name => (name === file ? { ok: true, value: bytes } : read(name))
    await meet(2, phone)
    expect(phone.won()).toBe(3)
    phone.remote.read = read
    await meet(6, phone)
    expect(phone.won()).toBe(4)
  })

  it('is read again at growing intervals, but not after two days', async () => {
    const { phone, server } = await staleServer()
    for (let i = 0; i < 2 * 24 * 12; i++) await lookAfter(300, phone)
    const { reads } = server
    expect(reads).toBeGreaterThan(5)
    expect(reads).toBeLessThan(15)
    for (let i = 0; i < 24 * 12; i++) await lookAfter(300, phone)
    expect(server.reads).toBe(reads)
  })

  it('is read again immediately if the user asks for it', async () => {
    const { phone, server } = await staleServer()
    await meet(3, phone)
    server.isStale = false
    await phone.schedule.answer({ kind: 'folder-look', why: 'wanted' })
    expect(phone.won()).toBe(4)
  })

  it('is read again even if the process ends during the session', async () => {
    const { phone, server } = await staleServer()
    const before = phone.local.texts['place-state']
    await meet(1, phone)
    phone.local.texts['place-state'] = before
    server.isStale = false
    await meet(3, phone)
    expect(phone.won()).toBe(4)
  })

  it('is read again if its length differs from the length in the list', async () => {
    const { folder, laptop, phone } = await pair()
    await meet(1, phone)
    await laptop.win()
    await laptop.push()
    const between = new Map([...folder.files].map(([name, { bytes }]) => [name, bytes]))
    await laptop.win(60)
    await laptop.pass(60)
    const { read } = phone.remote
    let isStale = true
    phone.remote.read = async name => {
      const answer = await read(name)
      return isStale ? { ok: true, value: between.get(name)! } : answer
    }
    await meet(1, phone)
    expect(phone.won()).toBe(4)
    isStale = false
    await meet(3, phone)
    expect(phone.won()).toBe(64)
  })

  it('is read only once if the list does not contain its length', async () => {
    const { laptop, phone } = await pair()
    const { list } = phone.remote
    phone.remote.list = async () => {
      const answer = await list()
      return answer.ok ? { ok: true, value: answer.value.map(file => ({ ...file, size: 0 })) } : answer
    }
    await laptop.win()
    await laptop.push()
    phone.remote.asked.length = 0
    await meet(10, phone)
    expect(phone.remote.asked.filter(name => name === 'read')).toHaveLength(1)
  })
})

describe('a push without anything to write', () => {
  it('sends no request, and does not change the status', async () => {
    // All tests share this clock; on another day the header would have to be written.
    clock.now = DAY_MS * Math.ceil(clock.now / DAY_MS)
    const { laptop } = await pair()
    await meet(1, laptop)
    await laptop.pass(60)
    laptop.remote.problems.set('list', { code: 'moved' })
    await laptop.look()
    expect(laptop.status()).toMatchObject({ state: 'refused', problem: { code: 'moved' } })
    clock.now += HOUR * 1000
    const before = laptop.local.texts['place-state']
    laptop.remote.asked.length = 0
    await laptop.schedule.pushNow()
    expect(laptop.remote.asked).toEqual([])
    expect(laptop.local.texts['place-state']).toBe(before)
  })

  it('lists the folder before it reports arrival, if a change was waiting', async () => {
    const { laptop } = await pair()
    await meet(1, laptop)
    await laptop.pass(60)
    await laptop.folderSync.noteWaiting()
    laptop.remote.asked.length = 0
    await laptop.schedule.pushNow()
    expect(laptop.remote.asked).toEqual(['list'])
    expect(laptop.status()).toMatchObject({ state: 'arrived', waitingSince: 0, arrivedAt: clock.now })
  })
})

describe('if the process ends after any of its writes to storage', () => {
  const draft = writeSyncFolder({ ...place, key: undefined, password: 'new' })
  const other = writeSyncFolder({ ...place, key: undefined, address: 'https://other.example/' })

  /** Runs `work` with a storage that hangs after `writes` writes. Returns whether `work` finished. */
  async function interrupted(one: Device, writes: number, work: () => Promise<unknown>) {
    const { set, remove } = one.local
    let left = writes
    const never = () => new Promise<never>(() => undefined)
    one.local.set = items => (left-- > 0 ? set(items) : never())
    one.local.remove = keys => (left-- > 0 ? remove(keys) : never())
    const done = work().then(() => true)
    const isDone = await Promise.race([
      done,
      new Promise<false>(resolve => setImmediate(() => resolve(false))),
    ])
    return isDone
  }

  it.each([
    ['reconnected with a new password', draft],
    ['reconnected at a different server that is not stored yet', other],
    ['given a new key', undefined],
  ])('all files to delete are still listed if the folder was being %s', async (_, text) => {
    for (let writes = 0; writes < 14; writes++) {
      const { folder, laptop } = await pair()
      const server = ignoreDeletions(folder)
      const old = [...copiesIn(laptop.local.texts)].find(([, copy]) => copy.device === laptop.id)![0]
      await laptop.schedule.answer({ kind: 'folder-change-key' })
      expect(stateOf(laptop).filesToDelete).toContain(old)
      if (text) laptop.session.texts['place-draft'] = text
      await interrupted(laptop, writes, () =>
        text ? laptop.folderSync.connect() : laptop.folderSync.changeKey(),
      )
      const isMoved = laptop.local.texts.place.includes('other.example')
      if (!isMoved) expect(stateOf(laptop).filesToDelete).toContain(old)
      server.mend()
    }
  })

  it('the files of this device are still listed if the folder was being disconnected', async () => {
    for (let writes = 0; writes < 5; writes++) {
      const { laptop } = await pair()
      const { written } = stateOf(laptop)
      expect(Object.keys(written)).not.toEqual([])
      const isDone = await interrupted(laptop, writes, () => laptop.folderSync.disconnect())
      expect([isDone, stateOf(laptop).written]).toEqual([writes > 1, written])
    }
  })
})
