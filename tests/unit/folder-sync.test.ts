// The sync folder: what devices write, what they learn from it, and when they send requests.
import { describe, expect, it } from 'vitest'
import { nameOf, remoteStateIn } from '../../stores/account/remote-games.ts'
import { DEVICE_KEY, parseIdentity, writeIdentity } from '../../stores/sync/device-identity.ts'
import { distinctNames } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { writeJson, type Items } from '../../stores/sync/items.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { copiesIn } from '../../stores/sync/remotes/folder-copies.ts'
import { parseSyncFolder, writeSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import {
  CONNECT_STEPS,
  type ConnectResult,
  type ConnectStep,
} from '../../stores/sync/remotes/folder-status.ts'
import { parseFolderState, writeFolderState } from '../../stores/sync/remotes/folder-state.ts'
import { FolderSync, type FolderSyncPorts } from '../../stores/sync/remotes/folder-sync.ts'
import { LoginFlow } from '../../stores/sync/remotes/login-flow.ts'
import type { RemoteProblem } from '../../stores/sync/remotes/remote.ts'
import { newKey, sealOf } from '../../stores/sync/remotes/seal.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { memoryRemote } from '../support/memory-remote.ts'
import { KEY, clock, device, pair, place } from '../support/folder-devices.ts'
import { item, row, written } from '../support/sync-words.ts'

describe('a game that ends on one device', () => {
  it('counts on another device that checks the folder after 20 seconds without changes', async () => {
    const { laptop, phone } = await pair()
    await laptop.win()
    await laptop.pass(25)
    clock.now += 11_000
    await phone.look()
    expect([laptop.won(), phone.won()]).toEqual([4, 4])
  })

  it('is seen soon after a check that came too early, because the answer says how long to wait', async () => {
    const { laptop, phone } = await pair()
    clock.now += 11_000
    expect(await phone.look()).toBe(0)
    await laptop.win()
    await laptop.push()
    clock.now += 4000
    expect(await phone.look()).toBe(6000)
    clock.now += 6000
    expect(await phone.look()).toBe(0)
    expect(phone.won()).toBe(4)
  })

  it('is seen within a minute if a visible tab is in use', async () => {
    const { laptop, phone } = await pair()
    clock.now += 60_000
    // The list arrives some time after the request.
    clock.now += 500
    expect(await phone.schedule.answer({ kind: 'folder-look', why: 'used' })).toBe(0)
    await laptop.win()
    await laptop.push()
    clock.now += 59_500
    expect(await phone.schedule.answer({ kind: 'folder-look', why: 'used' })).toBe(0)
    expect(phone.won()).toBe(4)
  })

  it('is seen by a device whose clock was set back after its last check', async () => {
    const { laptop, phone } = await pair()
    await laptop.win()
    await laptop.push()
    clock.now -= 3_600_000
    expect(await phone.look()).toBe(0)
    expect(phone.won()).toBe(4)
  })

  it('takes three requests to send, and two to receive', async () => {
    const { laptop, phone } = await pair()
    clock.now += 60_000
    await phone.look()
    laptop.remote.asked.length = phone.remote.asked.length = 0
    await laptop.win(5)
    await laptop.pass(25)
    clock.now += 11_000
    await phone.look()
    expect(laptop.remote.asked).toEqual(['write', 'list', 'read'])
    expect(phone.remote.asked).toEqual(['list', 'read'])
    clock.now += 11_000
    await phone.look()
    expect(phone.remote.asked).toEqual(['list', 'read', 'list'])
  })

  it('counts as arrived once it has been read back, and as waiting until then', async () => {
    const { laptop } = await pair()
    await laptop.win()
    expect(laptop.status()).toMatchObject({ state: 'waiting' })
    await laptop.pass(25)
    expect(laptop.status()).toMatchObject({
      state: 'arrived',
      waitingSince: 0,
      devices: [{ isThis: true }, {}],
    })
  })

  it('is sent again if the server did not keep it', async () => {
    const { folder, laptop } = await pair()
    const before = new Map(folder.files)
    await laptop.win()
    const { write } = folder
    folder.write = async () => ({ ok: true, value: undefined })
    await laptop.pass(25)
    expect(laptop.status()).toMatchObject({ state: 'waiting' })
    expect([...folder.files]).toEqual([...before])
    folder.write = write
    await laptop.pass(120)
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
  })

  it('arrives even if the response to the write is lost', async () => {
    const { folder, laptop } = await pair()
    const { write } = folder
    folder.write = async (name, bytes) => {
      await write(name, bytes)
      return { ok: false, problem: { code: 'unreachable' } }
    }
    await laptop.win()
    await laptop.pass(25)
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
  })
})

it('devices with the same name have the same numbers in the folder panel as everywhere else', async () => {
  const { laptop, phone } = await pair()
  for (const { local } of [laptop, phone]) {
    const identity = parseIdentity(local.texts[DEVICE_KEY])!
    local.texts[DEVICE_KEY] = writeIdentity({ ...identity, name: 'Laptop' })
  }
  for (const one of [laptop, phone, laptop]) {
    await one.win()
    await one.pass(60)
    await one.look()
  }
  for (const { status, local } of [laptop, phone]) {
    const names = [...distinctNames(devicesOf(replicasIn(local.texts)).values()).values()]
    expect(names.toSorted()).toEqual(['Laptop', 'Laptop (2)'])
    expect(
      status()
        .devices.map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted())
  }
  const [here, there] = [laptop, phone].map(one => one.status().devices.find(({ isThis }) => isThis)?.name)
  expect(here).not.toBe(there)
  const state = remoteStateIn(laptop.local.texts)
  expect(nameOf(state, phone.id)).toBe(there)
})

describe('the folder', () => {
  it('is refilled with the items of all devices after it was emptied', async () => {
    const { folder, laptop, phone } = await pair()
    folder.files.clear()
    clock.now += 60_000
    await laptop.look()
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
    const newcomer = device(folder)
    await newcomer.look()
    await laptop.pass(900)
    clock.now += 60_000
    await newcomer.look()
    await phone.look()
    expect(newcomer.won()).toBe(laptop.won())
    expect(phone.won()).toBe(laptop.won())
  })

  it('receives items that a device without a sync folder has published to storage.sync', async () => {
    const folder = memoryRemote()
    const account = memoryArea()
    const bridge = device(folder, account)
    const work = device(memoryRemote(), account)
    await work.local.remove(['place'])
    const firefox = device(folder)
    await bridge.look()
    await work.win()
    await work.folderSync.run({ look: false, push: true })
    const syncer = new Syncer({
      local: work.local,
      sync: account,
      now: () => clock.now,
      random: () => 0,
      newId: () => 'workWORK',
      browser: 'Work',
      locked: one => one(),
    })
    await syncer.round({ publish: true })
    await bridge.schedule.heardRemote()
    await bridge.pass(700)
    clock.now += 20_000
    await firefox.look()
    expect(firefox.won()).toBe(1)
  })

  it('has full log pages in separate files, so that a push stays small', async () => {
    const { folder, laptop, phone } = await pair()
    await laptop.win(200)
    await laptop.pass(25)
    const sizes = [...folder.files.values()].map(({ bytes }) => bytes.length)
    expect(folder.files.size).toBe(3)
    laptop.remote.asked.length = 0
    await laptop.win()
    await laptop.pass(25)
    expect(laptop.remote.asked).toEqual(['write', 'list', 'read'])
    clock.now += 20_000
    await phone.look()
    expect(phone.won()).toBe(laptop.won())
    expect(Math.max(...sizes)).toBeLessThan(6000)
  })

  it('receives fewer than 3,500 bytes in a push after a hundred games', async () => {
    const { folder, laptop } = await pair()
    await laptop.win(97)
    await laptop.pass(25)
    const before = new Map(folder.files)
    await laptop.win()
    await laptop.pass(25)
    const sent = [...folder.files].filter(([name, file]) => before.get(name) !== file)
    expect(laptop.won()).toBe(101)
    expect(sent.reduce((sum, [, { bytes }]) => sum + bytes.length, 0)).toBeLessThan(3500)
  })

  it('receives an import that is too large for one file, and other devices can read it', async () => {
    const { folder, laptop, phone } = await pair()
    const later = (i: number) => {
      const random = Buffer.from(crypto.getRandomValues(new Uint8Array(6000))).toString('base64url')
      return [`l:im${String(i % 64).padStart(6, '0')}:${Math.floor(i / 64)}`, `2AAAAAB${random}`]
    }
    const items = Object.fromEntries(Array.from({ length: 600 }, (_, i) => later(i))) as Items
    await laptop.local.set(asReplicas(items))
    await laptop.win()
    await laptop.pass(600)
    clock.now += 60_000
    await phone.look()
    expect([laptop.won(), phone.won()]).toEqual([4, 4])
    expect(replicasIn(phone.local.texts)).toMatchObject(items)
    expect(laptop.status()).toMatchObject({ state: 'arrived', problem: undefined })
    const before = new Map(folder.files)
    await laptop.win()
    await laptop.pass(25)
    const sent = [...folder.files].filter(([name, file]) => before.get(name) !== file)
    expect(sent.reduce((sum, [, { bytes }]) => sum + bytes.length, 0)).toBeLessThan(3500)
  })

  it('keeps files that Quickhand did not write', async () => {
    const { folder, laptop } = await pair()
    await folder.write('notes.txt', new Uint8Array([1]))
    clock.now += 60_000
    await laptop.look()
    expect(folder.files.has('notes.txt')).toBe(true)
    expect(laptop.status().devices).toHaveLength(2)
  })
})

describe('a server that works', () => {
  it('receives at most 170 requests an hour, however often a tab is shown or a game ends', async () => {
    const { laptop, phone } = await pair()
    for (let hour = 0; hour < 3; hour++) {
      laptop.remote.asked.length = 0
      for (let i = 0; i < 240; i++) {
        await laptop.win()
        await laptop.schedule.pushNow()
        await laptop.pass(15)
        await laptop.look()
      }
      expect(laptop.remote.asked.length).toBeLessThanOrEqual(170)
    }
    await laptop.pass(3600)
    await phone.look()
    expect(phone.won()).toBe(laptop.won())
  })

  it('receives at most 170 requests an hour, even if it needs three requests for a list', async () => {
    const folder = memoryRemote()
    const laptop = device({
      ...folder,
      list: () => {
        laptop.remote.noteRequest()
        laptop.remote.asked.push('token', 'page')
        laptop.remote.noteRequest()
        return folder.list()
      },
    })
    for (let i = 0; i < 240; i++) {
      await laptop.win()
      await laptop.schedule.pushNow()
      await laptop.pass(15)
      await laptop.look()
    }
    expect(laptop.remote.asked.length).toBeLessThanOrEqual(170)
  })

  it('receives no request while no tab is shown and nothing is waiting', async () => {
    const { laptop } = await pair()
    await laptop.pass(3600)
    laptop.remote.asked.length = 0
    await laptop.pass(24 * 3600)
    expect(laptop.remote.asked).toEqual([])
  })
})

describe('a server with a problem', () => {
  it('receives fewer than 30 requests in four hours, and syncs once it works and the user asks', async () => {
    const { laptop } = await pair()
    laptop.remote.problems.set('write', { code: 'unreachable' }).set('list', { code: 'unreachable' })
    await laptop.win()
    laptop.remote.asked.length = 0
    await laptop.pass(4 * 3600)
    expect(laptop.remote.asked.length).toBeLessThan(30)
    expect(laptop.status()).toMatchObject({ state: 'waiting', problem: { code: 'unreachable' } })
    laptop.remote.problems.clear()
    await laptop.schedule.answer({ kind: 'folder-look', why: 'wanted' })
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
  })

  it('receives at most six requests a day while it refuses the password, and syncs afterward', async () => {
    const { laptop } = await pair()
    for (const name of ['list', 'read', 'write']) laptop.remote.problems.set(name, { code: 'signIn' })
    await laptop.win()
    laptop.remote.asked.length = 0
    await laptop.pass(60)
    expect(laptop.status()).toMatchObject({ state: 'waiting', problem: { code: 'signIn' } })
    await laptop.pass(24 * 3600)
    expect(laptop.remote.asked.length).toBeLessThanOrEqual(6)
    expect(laptop.status()).toMatchObject({ state: 'refused', problem: { code: 'signIn' } })
    expect(laptop.status().nextAt).toBeGreaterThan(clock.now)
    laptop.remote.problems.clear()
    await laptop.pass(24 * 3600)
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
  })

  it('that temporarily refuses the password is tried again', async () => {
    const { laptop } = await pair()
    for (const name of ['list', 'read', 'write']) laptop.remote.problems.set(name, { code: 'signIn' })
    await laptop.win()
    await laptop.pass(60)
    laptop.remote.problems.clear()
    await laptop.pass(1800)
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
  })

  it('receives no requests for as long as it asked the client to wait', async () => {
    const { laptop } = await pair()
    laptop.remote.problems.set('write', { code: 'busy', waitMs: 1_800_000 })
    await laptop.win()
    await laptop.pass(25)
    laptop.remote.asked.length = 0
    await laptop.pass(1700)
    expect(laptop.remote.asked).toEqual([])
    laptop.remote.problems.clear()
    await laptop.pass(200)
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
  })

  it('receives no requests if the browser does not allow its origin', async () => {
    const { laptop } = await pair()
    laptop.state.isAllowed = false
    laptop.remote.asked.length = 0
    await laptop.win()
    await laptop.pass(3600)
    expect(laptop.remote.asked).toEqual([])
    expect(laptop.status()).toMatchObject({ state: 'refused', problem: { code: 'notAllowed' } })
  })

  it('that truncates all files causes no loss of results', async () => {
    const { folder, laptop, phone } = await pair()
    for (const [name, { bytes }] of folder.files) await folder.write(name, bytes.slice(0, bytes.length / 2))
    clock.now += 60_000
    await laptop.look()
    await laptop.pass(900)
    await phone.look()
    await phone.pass(900)
    await laptop.look()
    expect([laptop.won(), phone.won()]).toEqual([3, 3])
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
  })

  /** A phone that has read the file with the laptop’s win three times, and got only part of it each time. */
  async function truncatedThrice() {
    const { laptop, phone } = await pair()
    clock.now += 60_000
    await phone.look()
    await laptop.win()
    await laptop.push()
    const { read } = phone.remote
    let truncations = 3
    phone.remote.read = async name => {
      const answer = await read(name)
      return answer.ok && truncations-- > 0 ? { ok: true, value: answer.value.slice(0, 99) } : answer
    }
    for (let i = 0; i < 4; i++) {
      await phone.pass(11)
      await phone.look()
    }
    expect([phone.won(), phone.status().problem]).toEqual([3, { code: 'unreadable' }])
    return phone
  }

  it('that truncates a file three times is asked for it again a day later', async () => {
    const phone = await truncatedThrice()
    await phone.pass(80_000)
    await phone.look()
    expect(phone.won()).toBe(3)
    await phone.pass(10_000)
    await phone.look()
    expect([phone.won(), phone.status().problem]).toEqual([4, undefined])
  })

  it('that truncates a file three times is asked for it again when the user tries again', async () => {
    const phone = await truncatedThrice()
    await phone.schedule.answer({ kind: 'folder-look', why: 'wanted' })
    expect([phone.won(), phone.status().problem]).toEqual([4, undefined])
  })
})

describe('access granted at sign-in', () => {
  it('is revoked when the folder is disconnected or reconnected with a new password', async () => {
    const { laptop } = await pair()
    const again = writeSyncFolder({ ...place, password: 'new' })
    laptop.session.texts['place-draft'] = again
    expect(await laptop.schedule.answer({ kind: 'folder-connect' })).not.toHaveProperty('failed')
    expect(laptop.state.revoked).toEqual([place.password])
    laptop.session.texts['place-draft'] = again
    await laptop.schedule.answer({ kind: 'folder-connect' })
    expect(laptop.state.revoked).toHaveLength(1)
    expect(await laptop.schedule.answer({ kind: 'folder-disconnect' })).toBeUndefined()
    expect(laptop.state.revoked).toEqual([place.password, 'new'])
  })

  it('is reported whenever the server does not confirm that it was revoked', async () => {
    const unrevoked = { kind: 'webdav', host: 'cloud.example' }
    const { laptop } = await pair()
    laptop.state.isRevoking = false
    const connect = (password: string) => {
      laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, password })
      return laptop.schedule.answer({ kind: 'folder-connect' })
    }
    expect(await connect('new')).toMatchObject({ unrevoked })
    laptop.remote.problems.set('list', { code: 'signIn' })
    expect(await connect('another')).toMatchObject({ failed: { step: 'signedIn' }, unrevoked })
    laptop.remote.problems.clear()
    expect(await laptop.schedule.answer({ kind: 'folder-disconnect' })).toEqual(unrevoked)
    // Each time, the earlier passwords are revoked again.
    const [first, second] = [[place.password], [place.password, 'another']]
    expect(laptop.state.revoked).toEqual([...first, ...second, ...second, 'new'])
    expect(JSON.stringify(laptop.session.texts)).not.toContain('another')
  })

  it('is revoked if storage fails while the folder is being connected', async () => {
    const { laptop } = await pair()
    const { get, all, set } = laptop.local
    for (const broken of ['get', 'all', 'set']) {
      laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, password: `granted, ${broken}` })
      Object.assign(laptop.local, { [broken]: () => Promise.reject(new Error('disk')) })
      await expect(laptop.schedule.answer({ kind: 'folder-connect' })).rejects.toThrow('disk')
      Object.assign(laptop.local, { get, all, set })
      // The page requests this after the error.
      await laptop.folderSync.giveUp()
    }
    expect(laptop.state.revoked).toEqual(['granted, get', 'granted, all', 'granted, set'])
    expect(laptop.local.texts.place).toBe(writeSyncFolder(place))
  })

  /**
   * Connects with a code that the server exchanges for a password. The background ends while it waits for the
   * response to this request.
   */
  async function endedWhile(request: 'list' | 'revoke', password: string) {
    const { laptop } = await pair()
    laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, password: 'code' })
    const sent = Promise.withResolvers<void>()
    const unanswered = () => {
      sent.resolve()
      return new Promise<never>(() => undefined)
    }
    const ports: FolderSyncPorts = {
      ...laptop.folderPorts,
      complete: async () => ({ ok: true, value: { ...place, password } }),
      ...(request === 'list' && { remoteOf: () => ({ ...laptop.remote, list: unanswered }) }),
      ...(request === 'revoke' && { revoke: unanswered }),
    }
    void new FolderSync(ports).connect()
    await sent.promise
    return laptop
  }

  it('is revoked after a restart if the background ends while it checks the folder', async () => {
    const laptop = await endedWhile('list', 'granted')
    expect(await new FolderSync(laptop.folderPorts).giveUp()).toBeUndefined()
    expect(laptop.state.revoked).toEqual(['granted'])
    expect(laptop.local.texts.place).toBe(writeSyncFolder(place))
    expect(JSON.stringify(laptop.session.texts)).not.toContain('granted')
    await new FolderSync(laptop.folderPorts).giveUp()
    expect(laptop.state.revoked).toHaveLength(1)
  })

  it('is revoked after a restart if the background ends before the revocation', async () => {
    const laptop = await endedWhile('revoke', 'new')
    await new FolderSync(laptop.folderPorts).giveUp()
    expect(laptop.state.revoked).toEqual([place.password])
    expect(parseSyncFolder(laptop.local.texts.place)).toMatchObject({ password: 'new' })
  })

  it('is not revoked if the connected folder uses it, even if it is listed for revocation', async () => {
    const { laptop } = await pair()
    const unused = { ...place, isGranted: true, address: 'https://cloud.example/' } as const
    laptop.session.texts['place-unused'] = JSON.stringify([writeSyncFolder(unused)])
    expect(await laptop.folderSync.giveUp()).toBeUndefined()
    expect(laptop.state.revoked).toEqual([])
    expect(laptop.session.texts['place-unused']).toBeUndefined()
  })

  it('stays listed for revocation while other folders are checked, connected or given up', async () => {
    const { laptop } = await pair()
    laptop.state.isRevoking = false
    await laptop.folderSync.giveUp({ ...place, password: 'canceled' })
    laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, password: 'new' })
    expect(await laptop.folderSync.connect()).not.toHaveProperty('failed')
    laptop.state.revoked.length = 0
    laptop.state.isRevoking = true
    await new FolderSync(laptop.folderPorts).giveUp()
    expect(laptop.state.revoked).toEqual(['canceled', place.password])
  })

  it('is revoked even if the background ends right after it has stored a new password', async () => {
    const { laptop } = await pair()
    laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, password: 'new' })
    const { remove } = laptop.session
    laptop.session.remove = async keys => {
      if (laptop.local.texts.place.includes('"new"')) throw new Error('ended')
      return remove(keys)
    }
    expect(await laptop.folderSync.connect()).toEqual({ done: CONNECT_STEPS, unrevoked: undefined })
    laptop.session.remove = remove
    await new FolderSync(laptop.folderPorts).giveUp()
    expect(laptop.state.revoked).toEqual([place.password])
  })

  it('is reported again after an error, and is revoked again until the server confirms it', async () => {
    const { laptop } = await pair()
    laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, password: 'granted' })
    laptop.state.isRevoking = false
    const { set } = laptop.local
    laptop.local.set = () => Promise.reject(new Error('disk'))
    await expect(laptop.folderSync.connect()).rejects.toThrow('disk')
    laptop.local.set = set
    expect(await laptop.folderSync.giveUp()).toEqual({ kind: 'webdav', host: 'cloud.example' })
    laptop.state.isRevoking = true
    expect(await laptop.folderSync.giveUp()).toBeUndefined()
    expect(await laptop.folderSync.giveUp()).toBeUndefined()
    expect(laptop.state.revoked).toEqual(['granted', 'granted', 'granted'])
  })

  it('is not revoked by disconnecting once another browser has the password', async () => {
    const { laptop } = await pair()
    await laptop.local.set({ place: writeSyncFolder({ ...place, isGranted: true }) })
    await laptop.schedule.answer({ kind: 'folder-paired' })
    expect(parseSyncFolder(laptop.local.texts.place)).toEqual(place)
  })
})

describe('the permission for an origin', () => {
  const [here, elsewhere, third] = [
    'https://cloud.example/*',
    'https://new.example/*',
    'https://third.example/*',
  ]
  const login = {
    poll: { token: 'token', endpoint: 'https://new.example/poll' },
    login: 'https://new.example/',
  }
  const granted = { server: 'https://new.example', loginName: 'ann', appPassword: 'granted' }

  /** A laptop with a connected folder, a page that asks for permissions, and a login at a new server. */
  async function permitted() {
    const { laptop } = await pair()
    const { session, state, folderPorts } = laptop
    const background = () => new FolderSync(folderPorts)
    /** The user allows an origin, and the page stores a draft of a folder at that origin. */
    const allow = async (origin: string, password: string) => {
      state.held = [...new Set([...state.held, origin])]
      const draft = { ...place, address: origin.replace('*', ''), password, key: undefined }
      await session.set({ 'place-asked': JSON.stringify([origin]), 'place-draft': writeSyncFolder(draft) })
    }
    const connect = async (origin: string, password = 'new') => {
      await allow(origin, password)
      return laptop.folderSync.connect()
    }
    const answers: object[] = [login]
    const closed: number[] = []
    const flow = new LoginFlow({
      session,
      fetch: async () =>
        new Response(JSON.stringify(answers.shift()), { status: answers.length > 0 ? 200 : 404 }),
      open: async () => 7,
      close: async tab => void closed.push(tab),
      giveUp: folder => laptop.folderSync.giveUp(folder),
      now: () => clock.now,
    })
    folderPorts.endLogin = () => flow.end()
    /** Closes the panel. */
    const close = () => flow.cancel()
    const closeBrowser = async () => {
      await session.remove(Object.keys(session.texts))
      await background().giveUp()
    }
    return { laptop, session, state, background, allow, connect, flow, answers, closed, close, closeBrowser }
  }

  it('is reported as missing once it is revoked, and syncing continues once it is granted', async () => {
    const { laptop } = await pair()
    await laptop.schedule.heardPermissionRevoked()
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
    laptop.state.isAllowed = false
    laptop.remote.asked.length = 0
    await laptop.schedule.heardPermissionRevoked()
    expect(laptop.status()).toMatchObject({ state: 'refused', problem: { code: 'notAllowed' } })
    expect(laptop.remote.asked).toEqual([])
    laptop.state.isAllowed = true
    await laptop.schedule.answer({ kind: 'folder-look', why: 'wanted' })
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
  })

  it('is kept after a wrong password while its page is open, but the password is not kept', async () => {
    const { laptop, session, state, background, connect, close } = await permitted()
    laptop.remote.problems.set('list', { code: 'signIn' })
    expect(await connect(elsewhere, 'refused')).toHaveProperty('failed.step', 'signedIn')
    await background().giveUp()
    expect(state.held).toEqual([here, elsewhere])
    expect(JSON.stringify(session.texts)).not.toContain('refused')
    await close()
    expect(state.held).toEqual([here])
  })

  it('is kept for a folder that has not been checked yet, even if its page has been closed', async () => {
    const { session, state, background, allow } = await permitted()
    await allow(elsewhere, 'new')
    await session.remove(['place-asked'])
    await background().giveUp()
    expect(state.held).toEqual([here, elsewhere])
  })

  it('is released if the browser is closed after a wrong password', async () => {
    const { laptop, state, connect, closeBrowser } = await permitted()
    laptop.remote.problems.set('list', { code: 'signIn' })
    await connect(elsewhere)
    await closeBrowser()
    expect(state.held).toEqual([here])
  })

  it('is released when the address is corrected, even if the password stays the same', async () => {
    const { laptop, state, connect } = await permitted()
    laptop.remote.problems.set('list', { code: 'unreachable' })
    await connect(elsewhere, 'same')
    expect(state.held).toEqual([here, elsewhere])
    laptop.remote.problems.clear()
    expect(await connect(third, 'same')).not.toHaveProperty('failed')
    expect(state.held).toEqual([third])
  })

  it('is released when a different folder is connected, unless that folder needs it', async () => {
    const { state, connect } = await permitted()
    await connect(elsewhere)
    expect(state.held).toEqual([elsewhere])
    await connect(elsewhere, 'another')
    expect(state.held).toEqual([elsewhere])
  })

  it('is kept until access to its server has been revoked, or until the browser is closed', async () => {
    const { state, background, connect, closeBrowser } = await permitted()
    state.isRevoking = false
    await connect(elsewhere)
    await background().giveUp()
    expect(state.held).toEqual([here, elsewhere])
    await closeBrowser()
    expect(state.held).toEqual([elsewhere])
  })

  it('is kept during a sign-in, and released once the sign-in has expired or is canceled', async () => {
    for (const end of ['expires', 'is canceled']) {
      const { session, state, background, allow, flow, close } = await permitted()
      await allow(elsewhere, '')
      expect(await flow.begin()).toEqual({ ok: true, value: 'waiting' })
      await session.remove(['place-asked'])
      await background().giveUp()
      expect(state.held).toEqual([here, elsewhere])
      if (end === 'expires') {
        clock.now += 20 * 60_000
        await background().giveUp()
      } else await close()
      expect(state.held).toEqual([here])
    }
  })

  it('is released only after the access granted to a canceled sign-in has been revoked', async () => {
    const { laptop, session, state, allow, flow, answers, close } = await permitted()
    const revoked: (readonly string[])[] = []
    const revoke = async () => revoked.push(state.held) > 0
    Object.assign(laptop.folderPorts, { revoke })
    await allow(elsewhere, '')
    answers.push(granted, {})
    await flow.begin()
    await close()
    expect([revoked, state.held]).toEqual([[[here, elsewhere]], [here]])
    expect(JSON.stringify(session.texts)).not.toContain('granted')
  })

  it.each(['disconnects the folder', 'erases data'])(
    'is released if another tab %s during a sign-in, whose page is closed and whose access is revoked',
    async what => {
      const { laptop, session, state, allow, flow, answers, closed } = await permitted()
      await allow(elsewhere, '')
      await flow.begin()
      answers.push(granted, {})
      state.isRevoking = false
      const unrevoked =
        what === 'erases data' ? laptop.folderSync.noteErasing() : laptop.folderSync.disconnect()
      expect(await unrevoked).toHaveProperty('kind', 'webdav')
      expect([new Set(closed), state.revoked.includes('granted')]).toEqual([new Set([7]), true])
      expect(state.held).toEqual(what === 'erases data' ? [here] : [])
      expect(JSON.stringify(session.texts)).not.toContain('granted')
    },
  )

  it('is kept for a pending sign-in that can succeed after another tab connects a folder', async () => {
    const { laptop, session, state, allow, connect, flow, answers } = await permitted()
    await allow(elsewhere, '')
    await flow.begin()
    expect(await connect(third)).not.toHaveProperty('failed')
    expect(state.held).toEqual([elsewhere, third])
    answers.push(granted, {})
    expect(await flow.ask()).toEqual({ ok: true, value: 'granted' })
    expect(await laptop.folderSync.connect()).not.toHaveProperty('failed')
    expect(parseSyncFolder(laptop.local.texts.place)).toMatchObject({ password: 'granted' })
    expect(JSON.stringify(session.texts)).not.toContain('granted')
  })

  it('is kept for a draft that another tab leaves while a folder is connected', async () => {
    const { laptop, state, allow, connect } = await permitted()
    const { complete } = laptop.folderPorts
    laptop.folderPorts.complete = async draft => {
      await allow(elsewhere, 'other')
      return complete(draft)
    }
    expect(await connect(third)).not.toHaveProperty('failed')
    expect(state.held).toEqual([third, elsewhere])
    laptop.folderPorts.complete = complete
    expect(await laptop.folderSync.connect()).not.toHaveProperty('failed')
    expect(parseSyncFolder(laptop.local.texts.place)).toMatchObject({ password: 'other' })
  })

  it.each([true, false])('is released on disconnecting (access is revoked: %s)', async isRevoking => {
    const { laptop, state } = await permitted()
    state.isRevoking = isRevoking
    await laptop.folderSync.disconnect()
    expect(state.held).toEqual([])
  })

  it('is used by later sessions if disconnecting has failed', async () => {
    const { laptop } = await permitted()
    const { folderPorts } = laptop
    const { endLogin } = folderPorts
    folderPorts.endLogin = () => Promise.reject(new Error('disk'))
    await expect(laptop.folderSync.disconnect()).rejects.toThrow('disk')
    folderPorts.endLogin = endLogin
    await laptop.schedule.answer({ kind: 'folder-look', why: 'wanted' })
    expect(laptop.state.left?.aborted).toBe(false)
  })

  it('is kept if a later version has connected a folder of an unknown kind', async () => {
    const { laptop, state, background } = await permitted()
    await laptop.local.set({ place: '{"kind":"later"}' })
    await background().giveUp()
    expect(state.held).toEqual([here])
  })
})

describe('a password that the user gives to another browser', () => {
  it('is marked as shared immediately, even during a session', async () => {
    const { laptop } = await pair()
    await laptop.local.set({ place: writeSyncFolder({ ...place, isGranted: true }) })
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { list } = laptop.remote
    laptop.remote.list = async () => {
      asked.resolve()
      await answered.promise
      return list()
    }
    const look = laptop.schedule.answer({ kind: 'folder-look', why: 'wanted' })
    await asked.promise
    await laptop.folderSync.giveUp()
    await laptop.schedule.answer({ kind: 'folder-paired' })
    expect(parseSyncFolder(laptop.local.texts.place)).toEqual(place)
    answered.resolve()
    await look
    expect(laptop.status().problem).toBeUndefined()
  })

  it.each([
    ['before', ['folder-change-key', 'folder-paired']],
    ['after', ['folder-paired', 'folder-change-key']],
  ] as const)('is marked as shared even if the key is changed just %s that', async (_, kinds) => {
    const { laptop } = await pair()
    await laptop.local.set({ place: writeSyncFolder({ ...place, isGranted: true }) })
    await Promise.all(kinds.map(kind => laptop.schedule.answer({ kind })))
    const stored = parseSyncFolder(laptop.local.texts.place)!
    expect(stored).toEqual({ ...place, key: stored.key })
    expect(stored.key).not.toBe(place.key)
  })
})

describe('a password or key that was removed or replaced', () => {
  const secrets = {
    'place-draft': writeSyncFolder({ ...place, password: 'draft-secret' }),
    'place-unused': JSON.stringify([writeSyncFolder({ ...place, password: 'unused-secret' })]),
    'place-login': JSON.stringify({ endpoint: 'https://cloud.example/', token: 'poll-secret', until: 1 }),
    'place-tried': 'QHP1.tried-secret',
    'dropbox-login': 'verifier-secret',
  }

  it.each(['folder-disconnect', 'erase'] as const)('is stored nowhere after %s', async kind => {
    const { laptop } = await pair()
    await laptop.session.set(secrets)
    if (kind === 'erase') await laptop.folderSync.noteErasing()
    else await laptop.schedule.answer({ kind })
    expect(laptop.state.revoked).toContain('unused-secret')
    expect(JSON.stringify(laptop.session.texts)).not.toContain('secret')
    if (kind === 'folder-disconnect')
      for (const secret of [place.password, place.key])
        expect(JSON.stringify(laptop.local.texts)).not.toContain(secret)
  })

  it('is stored nowhere after erasing, even if a page gives up a folder in the meantime', async () => {
    const { laptop } = await pair()
    await laptop.session.set(secrets)
    const [first, second] = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
    const answers = [first, second]
    Object.assign(laptop.folderPorts, { revoke: () => answers.shift()!.promise })
    const works = [laptop.folderSync.noteErasing(), laptop.folderSync.giveUp()]
    first.resolve(false)
    await Promise.race(works)
    second.resolve(false)
    await Promise.all(works)
    expect(JSON.stringify(laptop.session.texts)).not.toContain('secret')
  })

  it.each(['disconnect', 'noteErasing'] as const)(
    'is not used for long by a session that began while “%s” ends a sign-in',
    async what => {
      const { laptop } = await pair()
      const [ending, asked] = [Promise.withResolvers<undefined>(), Promise.withResolvers<void>()]
      laptop.folderPorts.endLogin = () => ending.promise
      const work = laptop.folderSync[what]()
      laptop.remote.list = () =>
        new Promise(resolve => {
          asked.resolve()
          const end = () => resolve({ ok: false, problem: { code: 'unreachable' } })
          laptop.state.left!.addEventListener('abort', end)
        })
      const look = laptop.schedule.answer({ kind: 'folder-look', why: 'wanted' })
      await asked.promise
      ending.resolve(undefined)
      await Promise.all([work, look])
      expect(laptop.state.left?.aborted).toBe(true)
    },
  )

  it('is not used again: no request is sent, whatever the user does', async () => {
    const { laptop } = await pair()
    await laptop.schedule.answer({ kind: 'folder-disconnect' })
    expect(laptop.state.left?.aborted).toBe(true)
    laptop.remote.asked.length = 0
    await laptop.win()
    await laptop.schedule.pushNow()
    await laptop.schedule.answer({ kind: 'folder-look', why: 'wanted' })
    await laptop.schedule.answer({ kind: 'folder-forget', file: 'a'.repeat(32) })
    for (const kind of ['folder-check', 'folder-paired', 'folder-change-key', 'folder-connect'] as const)
      await expect(laptop.schedule.answer({ kind })).rejects.toThrow('folder')
    await laptop.pass(7200)
    expect(laptop.remote.asked).toEqual([])
  })

  it('leaves no file in the folder, not even one that version 1.0 wrote without recording it', async () => {
    const { folder, laptop } = await pair()
    const state = JSON.parse(laptop.local.texts['place-state']) as Record<string, unknown>
    laptop.local.texts['place-state'] = JSON.stringify({ ...state, written: undefined })
    const before = await (await sealOf(KEY)).nameOf(laptop.id, 'now')
    expect(folder.files.has(before)).toBe(true)
    await laptop.schedule.answer({ kind: 'folder-change-key' })
    await laptop.pass(3600)
    expect(folder.files.has(before)).toBe(false)
  })

  it('cannot open anything that is sent after it was replaced', async () => {
    const { folder, laptop } = await pair()
    const before = await sealOf(KEY)
    const { key } = parseSyncFolder(laptop.local.texts.place)!
    expect(key).toBe(KEY)
    await laptop.schedule.answer({ kind: 'folder-change-key' })
    const own = await before.nameOf(laptop.id, 'now')
    await laptop.win()
    await laptop.pass(3600)
    expect(folder.files.has(own)).toBe(false)
    const after = await sealOf(parseSyncFolder(laptop.local.texts.place)!.key)
    const name = await after.nameOf(laptop.id, 'now')
    const { bytes } = folder.files.get(name)!
    expect(await after.open(name, bytes)).toBeDefined()
    expect(await before.open(name, bytes)).toBeUndefined()
  })
})

describe('connecting the folder', () => {
  const draft = writeSyncFolder({ ...place, key: undefined })

  it('takes all steps and writes everything to the folder', async () => {
    const one = device(memoryRemote())
    await one.local.remove(['place'])
    await one.win()
    expect(one.remote.asked).toEqual([])
    one.session.texts['place-draft'] = draft
    expect(await one.schedule.answer({ kind: 'folder-connect' })).toEqual({
      done: ['reached', 'signedIn', 'folder', 'written', 'readBack'],
    })
    expect(one.status()).toMatchObject({ state: 'arrived', folder: { user: 'ann' } })
    expect(JSON.stringify(one.status())).not.toContain('secret')
    expect(one.session.texts['place-draft']).toBeUndefined()
  })

  it('stores nothing about a folder that could be read but not written', async () => {
    const { folder } = await pair()
    const one = device(folder)
    await one.local.remove(['place'])
    one.remote.problems.set('write', { code: 'full' })
    one.session.texts['place-draft'] = writeSyncFolder(place)
    expect(await one.schedule.answer({ kind: 'folder-connect' })).toMatchObject({
      failed: { step: 'written' },
    })
    expect(one.remote.asked).toContain('read')
    expect(copiesIn(one.local.texts)).toEqual(new Map())
    expect([one.local.texts.place, one.local.texts['place-state']]).toEqual([undefined, undefined])
  })

  it('names the step that failed, and leaves the stored folder unchanged', async () => {
    const one = device(memoryRemote())
    for (const [name, problem, step, done] of [
      ['list', { code: 'unreachable' }, 'reached', []],
      ['list', { code: 'signIn' }, 'signedIn', ['reached']],
      ['write', { code: 'forbidden' }, 'folder', ['reached', 'signedIn']],
    ] as const) {
      one.remote.problems.clear()
      one.remote.problems.set(name, problem)
      one.session.texts['place-draft'] = draft
      expect(await one.schedule.answer({ kind: 'folder-connect' })).toEqual({
        done,
        failed: { step, problem },
      })
      expect(one.local.texts.place).toBe(writeSyncFolder(place))
    }
  })

  it('names the sign-in as the failed step only if it was refused or the server is busy', async () => {
    // The type requires a step for every problem code of the first request.
    const steps: Record<RemoteProblem['code'], ConnectStep> = {
      unreachable: 'reached',
      absent: 'reached',
      moved: 'reached',
      foreign: 'reached',
      unfit: 'reached',
      signIn: 'signedIn',
      noBasic: 'signedIn',
      busy: 'signedIn',
      forbidden: 'folder',
      // If there is no folder, connecting continues and creates one.
      missing: 'readBack',
      locked: 'folder',
      full: 'folder',
      large: 'folder',
      failed: 'folder',
    }
    const one = device(memoryRemote())
    for (const [code, step] of Object.entries(steps)) {
      const problem = { code, schemes: 'Digest', status: 500 } as RemoteProblem
      one.remote.problems.set('list', problem)
      one.session.texts['place-draft'] = draft
      const result = (await one.schedule.answer({ kind: 'folder-connect' })) as ConnectResult
      expect([code, result.failed?.step]).toEqual([code, step])
      expect(result.done).toEqual(CONNECT_STEPS.slice(0, CONNECT_STEPS.indexOf(step)))
    }
  })

  it('names the sign-in as the failed step if only a write is refused with the wrong password', async () => {
    const one = device(memoryRemote())
    one.remote.problems.set('write', { code: 'signIn' })
    one.session.texts['place-draft'] = draft
    expect(await one.schedule.answer({ kind: 'folder-connect' })).toMatchObject({
      done: ['reached'],
      failed: { step: 'signedIn' },
    })
  })

  it.each([
    ['unreachable', 'reached', []],
    ['absent', 'reached', []],
    ['busy', 'signedIn', ['reached']],
    ['signIn', 'signedIn', ['reached']],
    ['forbidden', 'signedIn', ['reached']],
  ] as const)('names the step that failed if a code yields no token: %s', async (code, step, done) => {
    const one = device(memoryRemote())
    one.session.texts['place-draft'] = draft
    const complete = async () => ({ ok: false, problem: { code } }) as const
    const result = await new FolderSync({ ...one.folderPorts, complete }).connect()
    expect(result).toMatchObject({ done, failed: { step } })
  })

  it('again with a new password keeps the key, so that other browsers can still read the files', async () => {
    const { folder, laptop, phone } = await pair()
    laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, key: undefined, password: 'new' })
    await laptop.schedule.answer({ kind: 'folder-connect' })
    expect(laptop.local.texts.place).toBe(writeSyncFolder({ ...place, password: 'new' }))
    await laptop.win()
    await laptop.pass(900)
    await phone.pass(900)
    await phone.look()
    expect(phone.won()).toBe(laptop.won())
    expect(folder.files.size).toBe(2)
  })

  it('on a different server creates a new key', async () => {
    const { laptop } = await pair()
    const address = 'https://other.example/'
    laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, key: undefined, address })
    await laptop.schedule.answer({ kind: 'folder-connect' })
    expect(laptop.local.texts.place).toContain(address)
    expect(laptop.local.texts.place).not.toContain(KEY)
  })

  it('again on the same server keeps the key, whichever of its addresses is used', async () => {
    const { laptop } = await pair()
    const address = 'https://cloud.example/remote.php/webdav/'
    laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, key: undefined, address })
    await laptop.schedule.answer({ kind: 'folder-connect' })
    expect(parseSyncFolder(laptop.local.texts.place)).toMatchObject({ address, key: KEY })
  })

  it('again keeps the connected folder until the new one is ready, even if the browser closes', async () => {
    const { laptop } = await pair()
    laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, key: undefined, password: 'new' })
    const asked = new Promise<void>(resolve => {
      laptop.remote.list = () => {
        resolve()
        return new Promise(() => undefined)
      }
    })
    void laptop.folderSync.connect()
    await asked
    expect(parseSyncFolder(laptop.local.texts.place)).toEqual(place)
  })

  it.each(['connect', 'changeKey'] as const)(
    'keeps the connected folder if storage refuses a write: %s',
    async name => {
      const { laptop } = await pair()
      laptop.session.texts['place-draft'] = writeSyncFolder({ ...place, key: undefined, password: 'new' })
      const { set } = laptop.local
      let isRefused = true
      laptop.local.set = async items => {
        if (isRefused && ('place' in items || name === 'connect')) {
          isRefused = false
          throw new Error('QUOTA_BYTES quota exceeded')
        }
        return set(items)
      }
      await expect(laptop.folderSync[name]()).rejects.toThrow('quota')
      expect(parseSyncFolder(laptop.local.texts.place)).toEqual(place)
    },
  )

  it('with a key that does not open its files fails before anything is written', async () => {
    const { folder } = await pair()
    const one = device(folder)
    one.session.texts['place-draft'] = writeSyncFolder({ ...place, key: newKey() })
    expect(await one.schedule.answer({ kind: 'folder-connect' })).toMatchObject({
      failed: { problem: { code: 'unreadable' } },
    })
    expect(folder.files.size).toBe(2)
  })

  it('with the right key immediately adds the results of all devices', async () => {
    const { folder, laptop } = await pair()
    const one = device(folder)
    await one.local.remove(['place'])
    one.session.texts['place-draft'] = writeSyncFolder(place)
    await one.schedule.answer({ kind: 'folder-connect' })
    expect(one.won()).toBe(laptop.won())
  })

  it('can be undone by disconnecting, which stops all requests and keeps only file names', async () => {
    const { laptop } = await pair()
    await laptop.schedule.answer({ kind: 'folder-disconnect' })
    laptop.remote.asked.length = 0
    await laptop.win()
    await laptop.pass(3600)
    await laptop.look()
    expect(laptop.remote.asked).toEqual([])
    expect(Object.keys(laptop.local.texts).filter(key => /^(place|remote)/.test(key))).toEqual([
      'place-state',
    ])
    const { written } = parseFolderState(laptop.local.texts['place-state'])
    expect(laptop.local.texts['place-state']).toBe(
      writeFolderState({ ...parseFolderState(undefined), written }),
    )
    expect(laptop.status().state).toBe('off')
  })

  /** Connects by hand, without the key of a pairing text unless one is given. */
  async function connectByHand(one: ReturnType<typeof device>, key?: string) {
    one.session.texts['place-draft'] = writeSyncFolder({ ...place, key })
    expect(await one.schedule.answer({ kind: 'folder-connect' })).not.toHaveProperty('failed')
  }

  it('by hand reports immediately that files have a different key, until the browser is paired', async () => {
    const { folder } = await pair()
    const one = device(folder)
    await one.local.remove(['place'])
    await one.win()
    await connectByHand(one)
    expect(one.status()).toMatchObject({ state: 'arrived', otherKey: 'others' })
    for (let i = 0; i < 5; i++) {
      await one.pass(60)
      await one.look()
      expect(one.status().otherKey).toBe('others')
    }
    await connectByHand(one, KEY)
    expect(one.status()).toMatchObject({ state: 'arrived', otherKey: undefined })
  })

  it('by hand after disconnecting recognizes this device’s own file, which can be removed', async () => {
    const one = device(memoryRemote())
    await one.win()
    await one.pass(60)
    await one.schedule.answer({ kind: 'folder-disconnect' })
    await connectByHand(one)
    expect(one.status().otherKey).toBe('own')
    const [old] = one.status().devices.filter(({ isReadable }) => !isReadable)
    expect(old).toMatchObject({ isThis: true, name: '' })
    await one.schedule.answer({ kind: 'folder-forget', file: old.file })
    expect(one.status().otherKey).toBeUndefined()
    expect(one.status().devices).toHaveLength(1)
  })

  it('reports a different key only after a file has failed to open three times', async () => {
    const { folder, laptop } = await pair()
    const unreadable = 'a'.repeat(32)
    folder.files.set(unreadable, { bytes: new Uint8Array(300), version: 1000 })
    for (const otherKey of [undefined, undefined, 'others']) {
      await laptop.pass(60)
      await laptop.look()
      expect(laptop.status().otherKey).toBe(otherKey)
    }
  })

  it.each(['locked', 'forbidden', 'missing'] as const)(
    'reports no different key for a file that the server does not send: %s',
    async code => {
      const folder = memoryRemote()
      const one = device(folder)
      await one.win()
      await one.pass(60)
      folder.files.set('a'.repeat(32), { bytes: new Uint8Array(300), version: 1000 })
      folder.read = async () => ({ ok: false, problem: { code } })
      for (let i = 0; i < 5; i++) {
        await one.pass(3600)
        await one.look()
        expect(one.status().otherKey).toBeUndefined()
      }
    },
  )

  it('does not report files with a different key that are about to be deleted', async () => {
    const folder = memoryRemote()
    const one = device(folder)
    await one.win()
    await one.pass(60)
    folder.remove = async () => ({ ok: true, value: undefined })
    await one.schedule.answer({ kind: 'folder-change-key' })
    await one.pass(600)
    await one.look()
    expect(folder.files.size).toBe(2)
    expect(one.status().otherKey).toBeUndefined()
  })

  it('does not report a different key for this device’s own truncated file', async () => {
    const folder = memoryRemote()
    const one = device(folder)
    await one.win()
    await one.pass(60)
    const [name] = folder.files.keys()
    folder.files.set(name, { bytes: new Uint8Array(300), version: 1000 })
    await one.win()
    await one.look()
    expect(one.status()).toMatchObject({ state: 'waiting', otherKey: undefined })
    folder.write = async () => ({ ok: true, value: undefined })
    for (let i = 0; i < 5; i++) {
      await one.pass(60)
      await one.look()
      expect(one.status().otherKey).toBeUndefined()
    }
  })
})

describe('an import', () => {
  it('is shown as waiting, is sent with the next push, and counts on the other device', async () => {
    const { laptop, phone } = await pair()
    expect(laptop.status().state).toBe('arrived')
    const outside = {
      ...item('d:senderAA', writeJson({ name: 'Old computer', day: 20_000 })),
      ...item('l:senderAA:0', written(row('imported'))),
    }
    const context = { local: laptop.local.texts, now: clock.now, freshId: 'freshAAA' }
    const replicas = asReplicas(planImport(outside, context).items)
    Object.assign(laptop.local.texts, replicas, { 'last-import': '{}' })
    await laptop.schedule.heardLocal([...Object.keys(replicas), 'last-import'])
    expect(laptop.status().state).toBe('waiting')
    await laptop.pass(30)
    expect(laptop.status().state).toBe('arrived')
    await phone.look()
    expect(phone.won()).toBe(4)
  })
})

describe('items of a device whose file is gone', () => {
  it('are shown as waiting, and are sent as soon as the user asks', async () => {
    const { folder, laptop, phone } = await pair()
    const third = device(folder)
    await third.win()
    await third.push()
    for (const { file, isThis } of phone.status().devices) if (isThis) folder.files.delete(file)
    await laptop.pass(60)
    await laptop.look()
    expect(laptop.status()).toMatchObject({ state: 'waiting', waitingSince: 0, problem: undefined })
    await laptop.schedule.answer({ kind: 'folder-look', why: 'wanted' })
    expect(laptop.status().state).toBe('arrived')
    const newcomer = device(folder)
    await newcomer.look()
    expect(newcomer.won()).toBe(4)
  })
})

describe('an unsent change', () => {
  it('is still shown as waiting after a check without a push', async () => {
    const { laptop } = await pair()
    await laptop.pass(300)
    expect(laptop.status().state).toBe('arrived')
    await laptop.pass(100)
    await laptop.win()
    expect(laptop.status().state).toBe('waiting')
    await laptop.pass(5)
    await laptop.look()
    expect(laptop.status().state).toBe('waiting')
    await laptop.pass(60)
    expect(laptop.status().state).toBe('arrived')
  })
  it('is shown as waiting even if storage.sync changed before it', async () => {
    const { laptop } = await pair()
    await laptop.pass(300)
    await laptop.schedule.heardRemote()
    await laptop.win()
    expect(laptop.status().state).toBe('waiting')
  })
})

describe('a server that does not respond', () => {
  it('does not delay an erasure', async () => {
    const { laptop } = await pair()
    await laptop.pass(60)
    const asked = new Promise<void>(heard => {
      laptop.remote.list = () =>
        new Promise(resolve => {
          heard()
          const end = () => resolve({ ok: false, problem: { code: 'unreachable' } })
          laptop.state.left!.addEventListener('abort', end)
        })
    })
    const look = laptop.look()
    await asked
    await laptop.folderSync.noteErasing()
    await look
    expect(parseSyncFolder(laptop.local.texts.place)).toEqual(place)
  })
  it('is disconnected immediately, and running and queued sessions end', async () => {
    const { laptop } = await pair()
    laptop.remote.list = () =>
      new Promise(resolve => {
        const end = () => resolve({ ok: false, problem: { code: 'unreachable' } })
        if (laptop.state.left!.aborted) end()
        else laptop.state.left!.addEventListener('abort', end)
      })
    const session = () => laptop.folderSync.run({ look: true, push: false, force: true })
    const sessions = [session(), session()]
    await laptop.schedule.answer({ kind: 'folder-disconnect' })
    await Promise.all(sessions)
    expect(laptop.status().state).toBe('off')
  })
})

describe('a device that is removed from the folder', () => {
  it('has no file and is not listed anymore, even if its file could not be opened', async () => {
    const { folder, laptop } = await pair()
    const unreadable = 'f'.repeat(32)
    await folder.write(unreadable, new Uint8Array(300))
    for (let i = 0; i < 4; i++) {
      await laptop.pass(11)
      await laptop.look()
    }
    expect(laptop.status().problem).toEqual({ code: 'unreadable' })
    await laptop.schedule.answer({ kind: 'folder-forget', file: unreadable })
    expect(folder.files.has(unreadable)).toBe(false)
    expect(laptop.status().devices.some(({ file }) => file === unreadable)).toBe(false)
  })
  it('is not listed anymore, but its results stay in the folder', async () => {
    const { folder, laptop, phone } = await pair()
    const file = laptop.status().devices.find(({ isThis }) => !isThis)!.file
    await laptop.schedule.answer({ kind: 'folder-forget', file })
    expect(laptop.status().devices).toHaveLength(1)
    await laptop.pass(900)
    const newcomer = device(folder)
    await newcomer.look()
    expect(newcomer.won()).toBe(phone.won())
  })
})

describe('a new key', () => {
  it('is used to encrypt everything again, and the device’s old files are deleted', async () => {
    const { folder, laptop, phone } = await pair()
    const before = [...folder.files.keys()]
    await laptop.schedule.answer({ kind: 'folder-change-key' })
    expect(laptop.local.texts.place).not.toContain(KEY)
    expect(laptop.status()).toMatchObject({ arrivedAt: clock.now })
    expect([...folder.files.keys()].filter(name => before.includes(name))).toHaveLength(1)
    clock.now += 60_000
    await phone.look()
    for (let i = 0; i < 4; i++) {
      clock.now += 60_000
      await phone.look()
    }
    expect(phone.status()).toMatchObject({ problem: { code: 'unreadable' } })
    phone.session.texts['place-draft'] = laptop.local.texts.place
    await phone.schedule.answer({ kind: 'folder-connect' })
    expect(phone.won()).toBe(laptop.won())
  })
})

describe('erasing', () => {
  it('deletes the device’s files, and the other device applies the erasure at its next check', async () => {
    const { folder, laptop, phone } = await pair()
    const own = [...copiesIn(laptop.local.texts)].flatMap(([name, copy]) =>
      copy.device === laptop.id ? [name] : [],
    )
    await laptop.folderSync.noteErasing()
    await laptop.syncer.erase('everything')
    await laptop.schedule.pushNow()
    expect(own.some(name => folder.files.has(name))).toBe(false)
    clock.now += 60_000
    await phone.look()
    expect([laptop.won(), phone.won()]).toEqual([0, 0])
  })
})
