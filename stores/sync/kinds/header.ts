// `d:` the header of a device: its name, the day it was last seen, and the erasures that it knows.
import { dayOf } from '../../time.ts'
import { writeErasures } from '../erasures.ts'
import { readHeader } from '../header.ts'
import { writeJson } from '../items.ts'
import { simpleKey, type KindKey, type SyncedKind } from './kind.ts'

const { key, parseKey } = simpleKey('device', 'd:')

/** Headers. */
export const headerKind: SyncedKind<KindKey<'device'>> & { key: typeof key } = {
  name: 'device',
  prefix: 'd:',
  priority: 3,
  erasedBy: 'games',
  key,
  parseKey,
  read(device, _, content, now) {
    const header = readHeader(content, now)
    if (header) device.header = header
  },
  /** A device that has never written anything keeps silent, unless it knows of an erasure. */
  collect(round) {
    const { identity, input } = round
    if (identity.epoch === 0 && !Object.keys(round.replicas).some(name => round.isOwn(name))) return
    const old = round.devices().get(identity.id)?.header
    round.put(
      key(identity.id),
      writeJson({
        name: identity.name ?? old?.name ?? input.browser,
        day: dayOf(input.now),
        browser: input.browser,
        ...writeErasures(identity.erasures ?? [], identity.epoch),
      }),
    )
  },
}
