// The type of planted faults, a helper for faults of a storage area, and a fault that two simulators plant.
import type { Area } from '../../stores/platform/area.ts'
import { steps } from '../../stores/sync/reconcile.ts'
import type { Parts, Step } from './code.ts'
import type { Focus } from './history.ts'

/** A planted fault: the replaced parts of the product, and the histories that must reveal it. */
export interface Fault {
  readonly name: string
  /** The seed from which to search, if a search from seed 1 would take a long time. */
  readonly seed?: number
  readonly replaced: Partial<Parts>
  /** The kind of event that is more frequent in the search. */
  readonly focus?: Focus
}

/** An area with some functions changed. */
export const areaWith = (area: Area, changed: Partial<Area>): Area => ({
  all: () => area.all(),
  get: key => area.get(key),
  set: items => area.set(items),
  remove: names => area.remove(names),
  onChanged: listener => area.onChanged(listener),
  ...changed,
})

/** Does not remove the games and headers of absorbed devices. */
export const keepAbsorbed: Step = round => {
  const before = { ...round.replicas }
  steps.absorbDevices(round)
  for (const [key, value] of Object.entries(before))
    if (!(key in round.replicas) && /^[dg]:/.test(key)) round.setReplica(key, value)
}
