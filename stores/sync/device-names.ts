// Names by which devices can be told apart.
import type { Device } from './device.ts'
import type { DeviceId } from './items.ts'

/**
 * The names of devices by id. All but the first of equal ones, in the order of ids, get a number that makes
 * them different from every other: `Laptop`, `Laptop (2)`. Devices without a name are left out.
 */
export function distinctNames(devices: Iterable<Pick<Device, 'id' | 'header'>>): Map<DeviceId, string> {
  const named = [...devices]
    .flatMap(({ id, header }) => (header?.name ? [{ id, name: header.name }] : []))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const given = new Set(named.map(({ name }) => name))
  const first = new Map(named.toReversed().map(({ id, name }) => [name, id]))
  const distinct = ({ id, name }: { id: DeviceId; name: string }): string => {
    if (first.get(name) === id) return name
    let number = 2
    while (given.has(`${name} (${number})`)) number++
    given.add(`${name} (${number})`)
    return `${name} (${number})`
  }
  return new Map(named.map(one => [one.id, distinct(one)]))
}
