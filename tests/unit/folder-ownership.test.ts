// A sync folder in which somebody once erased data: devices that connect to it later lose nothing.
import { describe, expect, it } from 'vitest'
import { writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { sealOf } from '../../stores/sync/remotes/seal.ts'
import { dayOf, minuteOf } from '../../stores/time.ts'
import { memoryRemote } from '../support/memory-remote.ts'
import { clock, device, KEY } from '../support/folder-devices.ts'
import { item } from '../support/sync-words.ts'

type Device = ReturnType<typeof device>

/** Syncs all devices four times, enough for everything to arrive everywhere. */
async function meet(...all: Device[]): Promise<void> {
  for (let i = 0; i < 4; i++)
    for (const one of all) {
      await one.pass(400)
      await one.folderSync.run({ look: true, push: true, force: true })
      await one.syncer.round({ publish: true })
    }
}

describe('a sync folder in which somebody erased two games', () => {
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

  it('removes nothing from a browser that knew no other, if a released version erased them', async () => {
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
