// A sync folder that an earlier version wrote. This version reads its files, and continues to write them.
import { beforeEach, describe, expect, it } from 'vitest'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { sealOf } from '../../stores/sync/remotes/seal.ts'
import { writeSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { clock, device, place } from '../support/folder-devices.ts'
import { memoryRemote } from '../support/memory-remote.ts'
import golden from '../fixtures/folder-1.json' with { type: 'json' }

const LAPTOP = 'new00001'
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const textOf = writeSyncFolder({ ...place, key: golden.key })

/** A folder with the files that the earlier version wrote. */
async function goldenFolder() {
  const folder = memoryRemote()
  for (const [name, text] of Object.entries(golden.files)) await folder.write(name, bytesOf(text))
  return folder
}

/** A browser of this version that uses the folder. */
function browser(folder: Awaited<ReturnType<typeof goldenFolder>>, texts = {}) {
  const one = device(folder)
  Object.assign(one.local.texts, texts, { place: textOf })
  return one
}

const countedOn = ({ local }: ReturnType<typeof browser>) => {
  const { won, givenUp } = statistics(
    aggregate(devicesOf(replicasIn(local.texts), clock.now).values(), {}, clock.now),
  )
  return { won, givenUp }
}

describe('a folder file written by an earlier version', () => {
  beforeEach(() => {
    clock.now = golden.now
  })

  it('can be opened with its key and its name', async () => {
    const seal = await sealOf(golden.key)
    const opened = await Promise.all(
      Object.entries(golden.files).map(([name, text]) => seal.open(name, bytesOf(text))),
    )
    expect(opened.map(one => [one?.device, one?.part])).toEqual([
      [LAPTOP, `log ${LAPTOP} 0`],
      [LAPTOP, 'now'],
    ])
  })

  it('brings its results, its game in progress and its name to a browser of this version', async () => {
    const desk = browser(await goldenFolder())
    await desk.look()
    expect(desk.status()).toMatchObject({ state: 'arrived', problem: undefined })
    expect(countedOn(desk)).toEqual({ won: golden.won, givenUp: 14 })
    const laptop = devicesOf(replicasIn(desk.local.texts), clock.now).get(LAPTOP)!
    expect([laptop.header?.name, [...laptop.games.keys()]]).toEqual(['Laptop', ['sea-towers']])
    expect(JSON.parse(desk.local.texts.device)).toMatchObject({ era: 1 })
  })

  it('is rewritten by its own device after an update of Quickhand, and nothing is lost', async () => {
    const folder = await goldenFolder()
    const laptop = browser(folder, golden.local)
    await laptop.win()
    await laptop.pass(600)
    expect(laptop.status()).toMatchObject({ state: 'arrived', problem: undefined })
    expect(JSON.parse(laptop.local.texts.device)).toMatchObject({ id: LAPTOP })
    expect([...folder.files.keys()].sort()).toEqual(Object.keys(golden.files).sort())
    const desk = browser(folder)
    await desk.look()
    for (const one of [laptop, desk]) expect(countedOn(one)).toEqual({ won: golden.won + 1, givenUp: 14 })
  })
})
