// Erasures as the devices of an account know them: each names what it covers.
import type { EraseScope } from '../platform/storage-table.ts'
import type { DeviceId } from './items.ts'

/** An erasure: to which epoch it led, when (minutes since 2020), what it removed, and of which devices. */
export interface Erasure {
  readonly epoch: number
  readonly minute: number
  readonly scope: EraseScope
  readonly of: readonly DeviceId[]
}

/** Whether an item of a device and an epoch was erased: a later erasure names the device. */
export const isCovered = (erasures: readonly Erasure[], device: DeviceId, epoch: number): boolean =>
  erasures.some(erasure => erasure.epoch > epoch && erasure.of.includes(device))
