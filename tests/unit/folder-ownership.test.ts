// Devices lose nothing when they connect to a sync folder in which another device erased data before.
import { describe, expect, it } from 'vitest'
import { writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { copiesIn } from '../../stores/sync/remotes/folder-copies.ts'
import { sealOf } from '../../stores/sync/remotes/seal.ts'
import { DAY_MS, dayOf, minuteOf } from '../../stores/time.ts'
import { memoryRemote } from '../support/memory-remote.ts'
import { clock, device, KEY, pair } from '../support/folder-devices.ts'
import { item, row, written } from '../support/sync-words.ts'

type Device = ReturnType<typeof device>

/** Syncs all devices four times, after which all of them have all data. */
async function meet(...all: Device[]): Promise<void> {
  for (let i = 0; i < 4; i++)
    for (const one of all) {
      await one.pass(400)
      await one.folderSync.run({ look: true, push: true, force: true })
      await one.syncer.round({ publish: true })
    }
}

describe('connecting to a sync folder in which another device erased data', () => {
  it.each(['games', 'everything'] as const)('removes none of 300 wins: %s', async scope => {
    const folder = memoryRemote()
    const desk = device(memoryRemote())
    await desk.win(300)
    await meet(desk)
    const laptop = device(folder)
    await laptop.win(2)
    await meet(laptop)
    await laptop.syncer.erase(scope)
    await meet(laptop)
    const late = device(folder)
    // The same profile, now connected to the other folder.
    Object.assign(late.local.texts, desk.local.texts, { 'place-state': '' })
    await meet(late, laptop)
    expect([late.won(), laptop.won()]).toEqual([300, 300])
    expect(JSON.parse(late.local.texts['unknown-erasure'])).toMatchObject({ results: 300, scope })
  })

  it('removes nothing from a browser that knew no others, if version 1.0 erased everything', async () => {
    const folder = memoryRemote()
    const erasure = { epoch: 1, minute: minuteOf(clock.now), scope: 'everything' }
    const header = writeJson({ name: 'Old', day: dayOf(clock.now), browser: 'Old', erasure })
    const seal = await sealOf(KEY)
    const name = await seal.nameOf('releasedA'.slice(0, 8), 'now')
    const contents = { device: 'released', part: 'now', items: item(keys.device('released'), header, 1, 1) }
    await folder.write(name, await seal.close(name, contents))
    const desk = device(folder)
    await desk.win(30)
    await desk.syncer.round({ publish: true })
    await meet(desk)
    expect(desk.won()).toBe(30)
  })
})

describe('the only file of a lost device, which also carries erased results of another device', () => {
  const [lost, other] = ['lostCCCC', 'otherBBB']
  const erasure = (epoch: number, of?: string[]) => ({ epoch, minute: 1, scope: 'everything', of })
  const copies = { 'an erasure without ids covers its results': 0, 'its results are 89 epochs ahead': 90 }

  it.each(Object.entries(copies))('is kept although rounds ignore its results: %s', async (_, epoch) => {
    const folder = memoryRemote()
    const known = epoch === 0 ? [erasure(1, [other]), erasure(2)] : [erasure(1, [other])]
    const items = {
      ...item(
        keys.device(lost),
        writeJson({ name: 'Lost', day: dayOf(clock.now), browser: 'Test' }),
        1,
        epoch,
      ),
      ...item(keys.log(lost, 0), written(row('only')), 1, epoch),
      ...item(keys.log(other, 0), written(row('erased'))),
    }
    const seal = await sealOf(KEY)
    const file = await seal.nameOf(lost, 'now')
    await folder.write(file, await seal.close(file, { device: lost, part: 'now', items }))
    const laptop = device(folder)
    const identity = { id: laptop.id, era: known.length, erasures: known }
    laptop.local.texts.device = JSON.stringify(identity)
    const phone = device(folder)
    await laptop.win()
    for (let day = 0; day < 20; day++) {
      await meet(laptop, phone)
      clock.now += DAY_MS
    }
    expect(folder.files.has(file)).toBe(true)
  })
})

describe('a file that carries erased results of another device', () => {
  /** A laptop erased everything before it knew a tablet, which carries the laptop’s results and is gone. */
  async function carriedAndErased() {
    const { folder, laptop, phone } = await pair()
    const tablet = device(folder)
    await tablet.look()
    for (const [name, copy] of copiesIn(laptop.local.texts))
      if (copy.device === laptop.id) folder.files.delete(name)
    await tablet.win()
    for (let i = 0; i < 8; i++) {
      await tablet.pass(600)
      await tablet.look()
    }
    await laptop.folderSync.noteErasing()
    await laptop.syncer.erase('everything')
    const [file] = [...copiesIn(tablet.local.texts)].find(([, copy]) => copy.device === tablet.id)!
    return { folder, laptop, phone, file }
  }

  it('is deleted 14 days after its device was last seen, and the device’s results still count', async () => {
    const { folder, laptop, phone, file } = await carriedAndErased()
    await meet(laptop, phone)
    expect(folder.files.has(file)).toBe(true)
    for (let day = 0; day < 20; day++) {
      clock.now += DAY_MS
      await meet(laptop, phone)
    }
    expect(folder.files.has(file)).toBe(false)
    expect([laptop.won(), phone.won()]).toEqual([1, 1])
  })

  it('is kept until a round has merged its other items', async () => {
    const { folder, laptop, phone, file } = await carriedAndErased()
    const carried = folder.files.get(file)!
    folder.files.delete(file)
    await meet(laptop)
    folder.files.set(file, carried)
    clock.now += 20 * DAY_MS
    await phone.folderSync.run({ look: true, push: true, force: true })
    const { applyLocalRound } = laptop.folderPorts
    const fail = () => Promise.reject(new Error('storage.local failed'))
    Object.assign(laptop.folderPorts, { applyLocalRound: fail })
    const look = () => laptop.folderSync.run({ look: true, push: false })
    // A file with items of an earlier epoch is read four times before its contents count as certain.
    for (let i = 0; i < 4; i++) {
      clock.now += DAY_MS / 24
      await expect(look()).rejects.toThrow('storage.local failed')
    }
    await look()
    Object.assign(laptop.folderPorts, { applyLocalRound })
    expect(folder.files.has(file)).toBe(true)
    await meet(laptop)
    expect(laptop.won()).toBe(1)
  })
})
