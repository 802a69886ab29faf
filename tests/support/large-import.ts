// An import with as many items as released versions accept, as it is stored in storage.local.
import { games } from '../../engine/index.ts'
import { DEVICE_KEY } from '../../stores/platform/storage-keys.ts'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import { PAGE_RESULTS, writeResult } from '../../stores/sync/game-results.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { writeItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { asReplicas } from '../../stores/sync/replicas.ts'
import { dayOf, minuteOf } from '../../stores/time.ts'
import { randomFrom } from './random.ts'

const MAX_RELEASED = 512

/** The contents of storage.local after importing full log pages of many devices, with random times. */
export function largeImport(devices: number, now: number): { texts: Items; results: number } {
  const random = randomFrom(devices)
  const pick = (count: number) => Math.floor(random() * count)
  let plays = 0
  const row = () =>
    writeResult({
      play: String(plays++).padStart(8, '0'),
      game: games[pick(games.length)].id,
      outcome: pick(3) > 0 ? 'won' : 'givenUp',
      minute: minuteOf(now) - pick(500_000),
      seconds: pick(3000),
      moves: 60 + pick(100),
    })
  const imported: Items = {}
  const add = (key: string, content: string) => {
    imported[key] = writeItem(key, { epoch: 0, seq: 5, content })
  }
  for (let number = 0; number < MAX_RELEASED; number++) {
    const id = `device${String(number % devices).padStart(2, '0')}`
    if (number < devices) add(keys.device(id), writeJson({ name: `Device ${number}`, day: dayOf(now) }))
    else
      add(keys.log(id, Math.floor(number / devices) - 1), Array.from({ length: PAGE_RESULTS }, row).join(''))
  }
  const local = { [DEVICE_KEY]: writeIdentity({ id: 'ownDevic', epoch: 0 }) }
  const plan = planImport(imported, { local, now, freshId: 'freshDev' })
  return { texts: { ...local, ...asReplicas(plan.items) }, results: plan.results }
}
