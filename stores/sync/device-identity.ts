// Who this device is: its id, its name, and what it remembers of erasures and of ids that it gave up.
import * as v from 'valibot'
import { DEVICE_KEY } from '../platform/storage-keys.ts'
import { deviceId, parseStored, whole } from '../platform/stored-json.ts'
import {
  erasureOfUnknownTime,
  readErasures,
  StoredErasures,
  hasNoErasureFields,
  writeErasures,
  type Erasure,
} from './erasures.ts'

export { DEVICE_KEY }

/** A field without which the identity still holds. */
const spare = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined)

/** The fields as they are stored; `era` and `dropped` have the names of the first release. */
const StoredIdentity = v.object({
  id: deviceId,
  era: whole,
  name: spare(v.string()),
  dropped: spare(v.array(v.string())),
  former: spare(v.array(deviceId)),
  left: spare(v.array(whole)),
  ...StoredErasures,
})

/** Who this device is. */
export interface DeviceIdentity {
  readonly id: string
  /** How often the account had been erased, as far as this device has heard. */
  readonly epoch: number
  /** The name that a person gave it. */
  readonly name?: string
  /** Keys of pending results that are spent or erased, and that may still be in storage.local. */
  readonly dropped?: readonly string[]
  /** Ids that this device had before, the last one last. */
  readonly former?: readonly string[]
  /** When it left the last ones of them, in minutes since 2020; of earlier ones that is not known. */
  readonly left?: readonly number[]
  /** The erasures that this device knows and announces in its header, in the order of their epochs. */
  readonly erasures?: readonly Erasure[]
}

const MAX_FORMER = 16

/** The identity in a stored text; undefined where it holds none. */
export function parseIdentity(text: string | undefined): DeviceIdentity | undefined {
  const stored = parseStored(StoredIdentity, text)
  if (!stored) return undefined
  const { era, erasure, erasures, ...rest } = stored
  const told = { erasure, erasures }
  const known = era > 0 && hasNoErasureFields(told) ? [erasureOfUnknownTime(era)] : readErasures(told, era)
  return { ...rest, epoch: era, ...(known.length > 0 && { erasures: known }) }
}

/** An identity as it is stored. */
export const writeIdentity = ({ id, epoch, erasures = [], ...rest }: DeviceIdentity): string =>
  JSON.stringify({ id, era: epoch, ...rest, ...writeErasures(erasures, epoch) })

/** The ids that are this device's: the present one, and those that it had before. */
export const ownIdsOf = ({ id, former = [] }: DeviceIdentity): string[] => [id, ...former]

/** The same device under a new id from now on (minutes since 2020); the old one is remembered. */
export const withNewId = (identity: DeviceIdentity, newId: string, minute: number): DeviceIdentity => ({
  ...identity,
  id: newId,
  former: [...(identity.former ?? []), identity.id].slice(-MAX_FORMER),
  left: [...(identity.left ?? []), minute].slice(-MAX_FORMER),
})
