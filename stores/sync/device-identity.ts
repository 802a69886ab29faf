// The identity of this device: its id, name, former ids and known erasures.
import * as v from 'valibot'
import { DEVICE_KEY } from '../platform/storage-keys.ts'
import { deviceId, parseStored, ifValid, whole } from '../platform/stored-json.ts'
import {
  erasureOfUnknownTime,
  readErasures,
  StoredErasures,
  hasNoErasureFields,
  writeErasures,
  type Erasure,
} from './erasures.ts'

export { DEVICE_KEY }

const fields = {
  id: deviceId,
  /** The epoch: a counter that every erasure increments. */
  era: whole,
  /** The name given by the user. */
  name: ifValid(v.string()),
  /** Marks of texts whose removal from storage.local may have been interrupted. */
  dropped: ifValid(v.pipe(v.array(v.string()), v.readonly())),
  /** Former ids, latest last. */
  former: ifValid(v.pipe(v.array(deviceId), v.readonly())),
  /** The minutes (since 2020) in which the latest former ids were given up; unknown for earlier ones. */
  left: ifValid(v.pipe(v.array(whole), v.readonly())),
  /** Known erasures, which the header announces, ordered by epoch. */
  ...StoredErasures,
}

/** The stored identity; `era` and `dropped` are names of the first release. Unknown fields are kept. */
const Identity = v.pipe(
  v.looseObject(fields) as unknown as v.ObjectSchema<typeof fields, undefined>,
  v.transform(({ era: epoch, erasure, erasures, ...rest }) => {
    const stored = { erasure, erasures }
    const isOfVersion01 = epoch > 0 && hasNoErasureFields(stored)
    const known = isOfVersion01 ? [erasureOfUnknownTime(epoch)] : readErasures(stored, epoch)
    return { ...rest, epoch, ...(known.length > 0 && { erasures: known as readonly Erasure[] }) }
  }),
)
/** The identity of this device. */
export type DeviceIdentity = Readonly<v.InferOutput<typeof Identity>>

const MAX_FORMER = 16

/** Parses an identity; undefined if the text is not one. */
export const parseIdentity = (text: string | undefined): DeviceIdentity | undefined =>
  parseStored(Identity, text)

/** Serializes an identity. */
export const writeIdentity = ({ id, epoch, erasures = [], ...rest }: DeviceIdentity): string =>
  JSON.stringify({ id, era: epoch, ...rest, ...writeErasures(erasures, epoch) })

/** The current id and the former ones. */
export const ownIdsOf = ({ id, former = [] }: DeviceIdentity): string[] => [id, ...former]

/** Replaces the id; the old one is listed as given up in `minute` (since 2020). */
export const withNewId = (identity: DeviceIdentity, newId: string, minute: number): DeviceIdentity => ({
  ...identity,
  id: newId,
  former: [...(identity.former ?? []), identity.id].slice(-MAX_FORMER),
  left: [...(identity.left ?? []), minute].slice(-MAX_FORMER),
})
