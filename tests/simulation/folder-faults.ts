// Faults that are planted in the code of the sync folder. Users of other programs have lost data because of
// similar faults. The simulator must find each of them.
import { join, type Items } from '../../stores/sync/items.ts'
import { parseKey } from '../../stores/sync/kinds/index.ts'
import { planFolder, type FolderInput, type FolderPlan } from '../../stores/sync/remotes/folder-plan.ts'
import type { Remote } from '../../stores/sync/remotes/remote.ts'
import { MAX_TRIES } from '../../stores/sync/remotes/folder-state.ts'
import type { SealedContents } from '../../stores/sync/remotes/seal.ts'
import { steps } from '../../stores/sync/reconcile.ts'
import type { Parts, Step, Steps } from './code.ts'
import { areaWith, keepAbsorbed } from './fault.ts'
import type { FolderCode } from './folder-device.ts'
import { modelSeal } from './folder.ts'

/** A planted fault, with the replaced parts. */
export interface FolderFault {
  readonly name: string
  /** Whether only the long run (`LONG=1`) searches for it, because few histories reveal it. */
  readonly isRare?: true
  /** The seed from which to search, if a search from the first seed would take a long time. */
  readonly seed?: number
  readonly replaced?: Partial<Parts>
  readonly place?: Partial<FolderCode>
}

const nothing: Step = () => undefined
const withSteps = (replaced: Partial<Steps>): Pick<FolderFault, 'replaced'> => ({
  replaced: { steps: { ...steps, ...replaced } },
})
const withPlan = (plan: (input: FolderInput) => FolderPlan): Pick<FolderFault, 'place'> => ({
  place: { planFolder: plan },
})
const withRemote = (changed: (remote: Remote) => Partial<Remote>): Pick<FolderFault, 'place'> => ({
  place: {
    seen: remote => ({
      list: () => remote.list(),
      read: name => remote.read(name),
      write: (name, bytes) => remote.write(name, bytes),
      remove: name => remote.remove(name),
      ...changed(remote),
    }),
  },
})

/** Treats other devices' items that are in neither storage.sync nor the folder as deleted. */
const absenceDeletes: Step = round => {
  steps.mergeReplicas(round)
  for (const key of Object.keys(round.replicas))
    if (!round.isOwn(key) && !(key in round.remote) && !(key in round.learned)) round.deleteReplica(key)
}

/** Makes clone detection see items that were merged with local items, and that are not stored anywhere. */
const joinedSeen: Step = round => {
  const learned = { ...round.learned }
  Object.assign(round.learned, join(round.replicas, round.learned))
  steps.detectClone(round)
  for (const key of Object.keys(round.learned)) Reflect.deleteProperty(round.learned, key)
  Object.assign(round.learned, learned)
}

const cloneGuardWithoutFolder: Step = round => {
  const learned = { ...round.learned }
  for (const key of Object.keys(learned)) Reflect.deleteProperty(round.learned, key)
  steps.detectClone(round)
  Object.assign(round.learned, learned)
}

/** Ignores past games while an erasure is adopted, so a second win of a play is erased with the first. */
const firstWinOnly: Step = round => {
  const { local } = round.input
  const isPast = (key: string) => key.startsWith('past:')
  const others = Object.entries(local).filter(([key]) => !isPast(key))
  Object.assign(round, { input: { ...round.input, local: Object.fromEntries(others) } })
  steps.adoptEpoch(round)
  Object.assign(round, { input: { ...round.input, local } })
}

/** Treats items in the folder as items in storage.sync. */
const learnedIsSynced: Step = round => {
  const remote = { ...round.remote }
  Object.assign(round.remote, round.learned)
  steps.repairRemote(round)
  for (const key of Object.keys(round.remote)) Reflect.deleteProperty(round.remote, key)
  Object.assign(round.remote, remote)
}

const keepErasedOfFolder: Step = round => {
  const learned = { ...round.learned }
  steps.adoptEpoch(round)
  Object.assign(round.learned, learned)
}

/** A plan with only some of its items. */
function only(plan: FolderPlan, isIn: (key: string, value: string, part: string) => boolean): FolderPlan {
  const filtered = (files: FolderPlan['targetFiles']) =>
    new Map(
      [...files].map(([part, items]): [string, Items] => [
        part,
        Object.fromEntries(Object.entries(items).filter(([key, value]) => isIn(key, value, part))),
      ]),
    )
  const targetFiles = filtered(plan.targetFiles)
  const writes = [...filtered(plan.writes)].filter(([, items]) => Object.keys(items).length > 0)
  return { ...plan, targetFiles, writes: new Map(writes) }
}

/** The text that each device sent last, by id and part. The fault assumes that this text is in the folder. */
const believed = new Map<string, string>()
function assumeSent(input: FolderInput): FolderPlan {
  const plan = planFolder(input)
  const writes = [...plan.writes].filter(([part, items]) => {
    const text = JSON.stringify(items)
    const isNew = believed.get(`${input.self} ${part}`) !== text
    believed.set(`${input.self} ${part}`, text)
    return isNew
  })
  if (believed.size > 1000) believed.clear()
  return { ...plan, writes: new Map(writes) }
}

const isUpToDateByKey = (input: FolderInput): FolderPlan => {
  const plan = planFolder(input)
  const known = new Map([...input.copies.values()].map(copy => [`${copy.device} ${copy.part}`, copy.items]))
  const writes = [...plan.writes].filter(([part, items]) =>
    Object.keys(items).some(key => !(key in (known.get(`${input.self} ${part}`) ?? {}))),
  )
  return { ...plan, writes: new Map(writes) }
}

/**
 * Drops carried items as soon as another device has them, so that two devices drop them at the same time.
 */
function dropTogether(input: FolderInput): FolderPlan {
  const plan = planFolder(input)
  const others = [...input.copies.values()].filter(({ device }) => device !== input.self)
  const isElsewhere = (key: string, value: string) => others.some(({ items }) => items[key] === value)
  const left = only(plan, (key, value) => parseKey(key)!.device === input.self || !isElsewhere(key, value))
  const own = [...input.copies.values()].filter(({ device }) => device === input.self)
  const hasMore = own.some(({ part, items }) =>
    Object.keys(items).some(key => !(key in (left.targetFiles.get(part) ?? {}))),
  )
  return hasMore ? { ...left, writes: left.targetFiles } : left
}

const openAnything = (key: string) => {
  const seal = modelSeal(key)
  return {
    ...seal,
    open: async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
      const text = new TextDecoder().decode(bytes)
      return text.startsWith('{') ? (JSON.parse(text) as SealedContents) : seal.open(name, bytes)
    },
  }
}

/** Data that a fault remembers about the folder of one device. */
const remembered = <T>(first: () => T) => {
  const known = new WeakMap<Remote, T>()
  return (remote: Remote): T => {
    if (!known.has(remote)) known.set(remote, first())
    return known.get(remote)!
  }
}
const tagsOf = remembered(() => new Map<string, string>())
const damagedOf = remembered(() => new Map<string, Awaited<ReturnType<Remote['read']>>[]>())
const removedFrom = remembered(() => new Set<string>())
const listsOf = remembered((): { last?: Awaited<ReturnType<Remote['list']>>; count: number } => ({
  count: 0,
}))

const hasWritten = remembered(() => ({ yes: true }))
const sentTo = remembered(() => new Map<string, Uint8Array<ArrayBuffer>>())
const refusedBy = remembered(() => ({ count: 0 }))

export const folderFaults: readonly FolderFault[] = [
  {
    name: 'an erasure of the first win of a play removes the second as well',
    seed: 53_000_079,
    ...withSteps({ adoptEpoch: firstWinOnly }),
  },
  {
    name: 'an expired token is not renewed',
    seed: 6,
    place: {
      dropbox: fetch => {
        let first: Promise<Response> | undefined
        return async (url, init) => {
          if (!url.endsWith('/oauth2/token')) return fetch(url, init)
          const answer = await (first ??= fetch(url, init))
          if (answer.status !== 200) first = undefined
          return answer.clone()
        }
      },
    },
  },
  {
    name: 'throttling that looks like a wrong password stops syncing forever',
    seed: 20,
    ...withRemote(remote => ({
      async list() {
        const known = refusedBy(remote)
        if (known.count > 1) return { ok: false, problem: { code: 'signIn' } }
        const listed = await remote.list()
        if (!listed.ok && listed.problem.code === 'signIn') known.count++
        return listed
      },
    })),
  },
  {
    name: 'a missing file counts as deleted',
    isRare: true,
    ...withSteps({ mergeReplicas: absenceDeletes }),
  },
  {
    name: 'clone detection gets items merged with local ones',
    isRare: true,
    ...withSteps({ detectClone: joinedSeen }),
  },
  {
    name: 'a file that was cut off three times is never read again',
    isRare: true,
    seed: 36_015_757,
    ...withRemote(remote => ({
      async list() {
        const listed = await remote.list()
        if (listed.ok) for (const { name, tag } of listed.value) tagsOf(remote).set(name, tag)
        return listed
      },
      async read(name) {
        const key = `${name} ${tagsOf(remote).get(name)}`
        const damaged = damagedOf(remote).get(key) ?? []
        if (damaged.length === MAX_TRIES) return damaged[0]
        const answer = await remote.read(name)
        const isWhole = !answer.ok || new TextDecoder().decode(answer.value).endsWith('}}')
        damagedOf(remote).set(key, isWhole ? [] : [...damaged, answer])
        return answer
      },
    })),
  },
  { name: 'clones are not detected', ...withSteps({ detectClone: nothing }) },
  {
    name: 'clone detection ignores the folder',
    seed: 19,
    ...withSteps({ detectClone: cloneGuardWithoutFolder }),
  },
  {
    name: 'items in the folder count as items in storage.sync',
    seed: 8,
    ...withSteps({ repairRemote: learnedIsSynced }),
  },
  { name: 'erased items in the folder come back', ...withSteps({ adoptEpoch: keepErasedOfFolder }) },
  { name: 'a device’s own file is not read back', ...withPlan(assumeSent) },
  {
    name: 'the answer to a read-back is what was sent',
    ...withRemote(remote => ({
      async write(name, bytes) {
        sentTo(remote).set(name, bytes)
        return remote.write(name, bytes)
      },
      async read(name) {
        const sent = sentTo(remote).get(name)
        return sent ? { ok: true, value: sent } : remote.read(name)
      },
    })),
  },
  {
    name: 'everything counts as arrived although no request was sent',
    ...withRemote(remote => ({
      async list() {
        const [lists, written] = [listsOf(remote), hasWritten(remote)]
        if (written.yes || !lists.last?.ok) lists.last = await remote.list()
        written.yes = false
        return lists.last
      },
      async write(name, bytes) {
        hasWritten(remote).yes = true
        return remote.write(name, bytes)
      },
    })),
  },
  { name: 'a device’s own file with all keys counts as up to date', ...withPlan(isUpToDateByKey) },
  {
    name: 'other devices’ items are not carried',
    ...withPlan(input => only(planFolder(input), key => parseKey(key)!.device === input.self)),
  },
  {
    name: 'other devices’ items are not carried once other devices have files',
    seed: 38,
    ...withPlan(input => planFolder({ ...input, mayCarry: false })),
  },
  {
    name: 'everything counts as arrived although other devices’ items are waiting to be carried',
    ...withPlan(input => ({ ...planFolder(input), isCarryWaiting: false })),
  },
  {
    name: 'games and headers of devices that are gone are kept and carried forever',
    ...withSteps({ absorbDevices: keepAbsorbed }),
    ...withPlan(input => planFolder({ ...input, today: 0 })),
  },
  { name: 'all devices drop the same carried items at the same time', ...withPlan(dropTogether) },
  {
    name: 'full pages of the log are left out',
    ...withPlan(input => only(planFolder(input), (_, __, part) => part === 'now')),
  },
  {
    name: 'a device deletes the files of others',
    ...withPlan(input => ({ ...planFolder(input), obsolete: [...input.copies.keys()].slice(0, 1) })),
  },
  {
    name: 'a file that changed is not read again',
    ...withRemote(remote => ({
      async list() {
        const listed = await remote.list()
        if (!listed.ok) return listed
        const first = tagsOf(remote)
        for (const { name, tag } of listed.value) if (!first.has(name)) first.set(name, tag)
        return { ok: true, value: listed.value.map(file => ({ ...file, tag: first.get(file.name)! })) }
      },
    })),
  },
  {
    name: 'a file is assumed to have the version that the list shows',
    seed: 37,
    replaced: {
      local: area => {
        const undoubted = (text: string) => text.replace(/,"doubt":\{[^}]*\}/, '')
        const set = (items: Items) =>
          area.set(Object.fromEntries(Object.entries(items).map(([key, text]) => [key, undoubted(text)])))
        return areaWith(area, { set })
      },
    },
  },
  {
    name: 'a file counts as deleted because the server says so',
    seed: 575,
    ...withRemote(remote => ({
      async list() {
        const listed = await remote.list()
        if (!listed.ok) return listed
        return { ok: true, value: listed.value.filter(({ name }) => !removedFrom(remote).has(name)) }
      },
      async write(name, bytes) {
        removedFrom(remote).delete(name)
        return remote.write(name, bytes)
      },
      async remove(name) {
        const removed = await remote.remove(name)
        if (removed.ok) removedFrom(remote).add(name)
        return removed
      },
    })),
  },
  {
    name: 'files of erased ids stay',
    seed: 13,
    ...withPlan(input => planFolder({ ...input, erasures: [] })),
  },
  {
    name: 'an earlier list counts as the current one',
    seed: 31,
    ...withRemote(remote => ({
      async list() {
        const lists = listsOf(remote)
        if (lists.count++ % 2 === 0 || !lists.last) lists.last = await remote.list()
        return lists.last
      },
    })),
  },
  {
    name: 'timers end with the background',
    place: { waitsOf: (_, __, short) => () => short! },
  },
  {
    name: 'all devices write the same file',
    place: { sealOf: key => modelSeal(key, () => 'everyone') },
  },
  {
    name: 'plain text is accepted',
    place: { sealOf: openAnything },
  },
  {
    name: 'a file that cannot be opened is removed',
    ...withRemote(remote => ({
      async read(name) {
        const answer = await remote.read(name)
        if (answer.ok && !new TextDecoder().decode(answer.value).startsWith('QHR1')) await remote.remove(name)
        return answer
      },
    })),
  },
  {
    name: 'a file of a later version counts as damaged',
    ...withRemote(remote => ({
      async read(name) {
        const answer = await remote.read(name)
        const isLater = answer.ok && new TextDecoder().decode(answer.value).startsWith('QHR2')
        return isLater ? { ok: true, value: answer.value.slice(1) } : answer
      },
    })),
  },
  { name: 'items read from the folder are not merged', place: { applyLocalRound: async () => ({}) } },
  {
    name: 'a round for the folder does not lead to publishing',
    seed: 14,
    place: { applyLocalRound: async device => (await device.syncer.round({ publish: false })).absorbed },
  },
]
