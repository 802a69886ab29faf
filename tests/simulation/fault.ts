// What a planted fault is, and what faults are made of.
import type { Area } from '../../stores/platform/platform.ts'
import type { Parts } from './code.ts'
import type { Focus } from './history.ts'

/** A fault: other parts in place of the product's, and the histories that are to find it. */
export interface Fault {
  readonly name: string
  readonly replaced: Partial<Parts>
  /** What happens more often than else in the histories that look for it. */
  readonly focus?: Focus
}

/** An area that does one thing otherwise. */
export const areaWith = (area: Area, changed: Partial<Area>): Area => ({
  all: () => area.all(),
  get: key => area.get(key),
  set: items => area.set(items),
  remove: names => area.remove(names),
  onChanged: listener => area.onChanged(listener),
  ...changed,
})
