// Who this device is: its id, its name, and what it remembers of erasures and of ids that it gave up.
import * as v from 'valibot'
import { DEVICE_KEY } from '../platform/storage-keys.ts'
import { deviceId, parseStored, spare, whole } from '../platform/stored-json.ts'
import {
  erasureOfUnknownTime,
  readErasures,
  StoredErasures,
  hasNoErasureFields,
  writeErasures,
  type Erasure,
} from './erasures.ts'

export { DEVICE_KEY }

/** Who this device is; `era` and `dropped` are the names of the first release. */
const Identity = v.pipe(
  v.object({
    id: deviceId,
    /** The epoch: how often the account had been erased, as far as this device has heard. */
    era: whole,
    /** The name that a person gave it. */
    name: spare(v.string()),
    /** Keys of pending results that are spent or erased, and that may still be in storage.local. */
    dropped: spare(v.pipe(v.array(v.string()), v.readonly())),
    /** Ids that this device had before, the last one last. */
    former: spare(v.pipe(v.array(deviceId), v.readonly())),
    /** When it left the last ones of them, in minutes since 2020; of earlier ones that is not known. */
    left: spare(v.pipe(v.array(whole), v.readonly())),
    /** The erasures that this device knows and announces in its header, in the order of their epochs. */
    ...StoredErasures,
  }),
  v.transform(({ era: epoch, erasure, erasures, ...rest }) => {
    const told = { erasure, erasures }
    const isUntold = epoch > 0 && hasNoErasureFields(told)
    const known = isUntold ? [erasureOfUnknownTime(epoch)] : readErasures(told, epoch)
    return { ...rest, epoch, ...(known.length > 0 && { erasures: known as readonly Erasure[] }) }
  }),
)
/** Who this device is. */
export type DeviceIdentity = Readonly<v.InferOutput<typeof Identity>>

const MAX_FORMER = 16

/** The identity in a stored text; undefined where it holds none. */
export const parseIdentity = (text: string | undefined): DeviceIdentity | undefined =>
  parseStored(Identity, text)

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
