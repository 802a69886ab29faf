// Who this device is: its id, its name, and what it remembers of erasures and of ids that it gave up.
import * as v from 'valibot'
import { DEVICE_KEY } from '../platform/storage-keys.ts'
import { parseStored } from '../platform/stored-json.ts'

export { DEVICE_KEY }

const id = v.pipe(v.string(), v.regex(/^[\w-]{8}$/))
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** An erasure: to which epoch it led, when (minutes since 2020), and what it removed. */
export const Erasure = v.object({
  epoch: whole,
  minute: whole,
  scope: v.picklist(['games', 'everything']),
})
/** An erasure: to which epoch it led, when (minutes since 2020), and what it removed. */
export type Erasure = v.InferOutput<typeof Erasure>

/** The fields as they are stored; `era` and `dropped` have the names of the first release. */
const StoredIdentity = v.object({
  id,
  era: whole,
  name: v.optional(v.string()),
  dropped: v.optional(v.array(v.string())),
  former: v.optional(v.array(id)),
  erasure: v.optional(Erasure),
})

/** Who this device is. */
export interface DeviceIdentity {
  readonly id: string
  /** How often the account had been erased, as far as this device has heard. */
  readonly epoch: number
  /** The name that a person gave it. */
  readonly name?: string
  /** Keys of pending results that are spent or erased, and that may still lie in storage.local. */
  readonly dropped?: readonly string[]
  /** Ids that this device had before, the last one last. */
  readonly former?: readonly string[]
  /** The last erasure that this device has heard of, which it tells the others. */
  readonly erasure?: Erasure
}

const MAX_FORMER = 16

/** The identity in a stored text; undefined where it holds none. */
export function parseIdentity(text: string | undefined): DeviceIdentity | undefined {
  const stored = parseStored(StoredIdentity, text)
  if (!stored) return undefined
  const { era, ...rest } = stored
  return { ...rest, epoch: era }
}

/** An identity as it is stored. */
export const writeIdentity = ({ id, epoch, ...rest }: DeviceIdentity): string =>
  JSON.stringify({ id, era: epoch, ...rest })

/** The same device under a new id; the old one is remembered. */
export const withNewId = (identity: DeviceIdentity, newId: string): DeviceIdentity => ({
  ...identity,
  id: newId,
  former: [...(identity.former ?? []), identity.id].slice(-MAX_FORMER),
})
