// The displayed names of devices, which are unique.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctNames } from '../../stores/sync/device.ts'

const device = (id: string, name: string) => ({ id, header: { name, day: 1 } })
const namesOf = (...names: string[]) => [
  ...distinctNames(names.map((name, i) => device(`device${i}`, name))).values(),
]

describe('the names of devices', () => {
  it('get numbers if they are equal, but never become equal to the name of another device', () => {
    expect(namesOf('Laptop', 'Desk', 'Laptop')).toEqual(['Laptop', 'Desk', 'Laptop (2)'])
    expect(namesOf('Laptop', 'Laptop', 'Laptop (2)')).toEqual(['Laptop', 'Laptop (3)', 'Laptop (2)'])
  })
  it('have no number if the device is in use, even if an import or unused device has the same name', () => {
    const seen = (id: string, day: number, browser?: string) => ({
      id,
      header: { name: 'Laptop', day, ...(browser && { browser }) },
    })
    const devices = [seen('import', 100), seen('lost', 80, 'Firefox'), seen('used', 99, 'Firefox')]
    const names = { used: 'Laptop', lost: 'Laptop (2)', import: 'Laptop (3)' }
    expect(Object.fromEntries(distinctNames(devices))).toEqual(names)
    const inFile = seen('a', 100, 'Firefox')
    expect(Object.fromEntries(distinctNames(devices, [inFile]))).toEqual({ ...names, a: 'Laptop (4)' })
  })
  it('are all different, and do not depend on the order in which devices are listed', () => {
    const anyName = fc.constantFrom('A', 'A (2)', 'A (2) (2)', 'A (3)', 'B')
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 8 }), names => {
        const devices = names.map((name, i) => device(`device${i}`, name))
        const distinct = distinctNames(devices)
        expect(new Set(distinct.values()).size).toBe(names.length)
        expect(distinctNames(devices.toReversed())).toEqual(distinct)
      }),
    )
  })
})
