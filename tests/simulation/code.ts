// The code that is simulated: parts of the product, which can be replaced to plant a fault.
import { join } from 'node:path'
import { offersOf } from '../../stores/account/remote-games.ts'
import { step } from '../../stores/session/step.ts'
import { aggregate } from '../../stores/sync/aggregate.ts'
import { bringBack } from '../../stores/sync/erasure.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { pastGamesIn } from '../../stores/sync/past-games.ts'
import { Publisher } from '../../stores/sync/publisher.ts'
import { LIMITS, type Limits } from '../../stores/sync/quota.ts'
import { steps, type RoundInput, type SyncPlan } from '../../stores/sync/reconcile.ts'
import { isErased, replicasIn } from '../../stores/sync/replicas.ts'
import { RoundState } from '../../stores/sync/round-state.ts'
import { toPlan } from '../../stores/sync/steps/plan.ts'
import { Syncer, syncerParts } from '../../stores/sync/syncer.ts'
import type { Area } from '../../stores/platform/area.ts'
import { releasedFolder, type FolderClient, type ReleasedPorts } from './released-folder.ts'

export type Step = (round: RoundState) => void

/** The steps of a round by name. */
export type Steps = { readonly [Name in keyof typeof steps]: Step }

/** The parts of the product in which faults can be planted. */
export interface Parts {
  readonly steps: Steps
  readonly syncer: Omit<typeof syncerParts, 'reconcile'>
  /** Changes the time at which the next round is due. */
  readonly nextAt: (due: number | undefined) => number | undefined
  readonly aggregate: typeof aggregate
  readonly pastGamesIn: typeof pastGamesIn
  readonly offersOf: typeof offersOf
  readonly planImport: typeof planImport
  readonly limits: Partial<Limits>
  /** Changes the plan of a round before it is carried out. */
  readonly amend: (plan: SyncPlan, input: RoundInput) => SyncPlan
  /** Wraps storage.local for the code of syncing. */
  readonly local: (area: Area) => Area
  /** Wraps storage.sync for the code of syncing. */
  readonly sync: (area: Area) => Area
  /** The session's `step`, created for each page. */
  readonly session: () => typeof step
  /** Wraps storage.local for pages. */
  readonly pages: (area: Area) => Area
}

/** The code that a simulated device runs. */
export interface Code extends Omit<Parts, 'steps' | 'syncer' | 'limits' | 'amend'> {
  readonly syncer: typeof syncerParts
  readonly limits: Limits
  readonly Syncer: typeof Syncer
  readonly Publisher: typeof Publisher
  readonly bringBack: typeof bringBack
  /** Whether this is the code of an earlier version, which erases everything of an earlier epoch. */
  readonly isReleased: boolean
  /** The folder client of an earlier version. */
  readonly releasedFolder?: (ports: ReleasedPorts) => FolderClient
}

const own: Parts = {
  steps,
  syncer: syncerParts,
  nextAt: due => due,
  aggregate,
  pastGamesIn,
  offersOf,
  planImport,
  limits: {},
  amend: plan => plan,
  local: area => area,
  sync: area => area,
  session: () => step,
  pages: area => area,
}

/** Checks that a round leaves no replica that a known erasure covers. */
function checkNothingErased({ identity, local, forget }: SyncPlan, input: RoundInput): void {
  const { erasures = [] } = identity
  if (erasures.length === 0) return
  const spent = new Set(forget)
  const left = Object.entries({ ...input.local, ...local }).filter(([key]) => !spent.has(key))
  const erased = Object.entries(replicasIn(Object.fromEntries(left))).find(item =>
    isErased(erasures, ...item),
  )
  if (erased) throw new Error(`a round keeps ${erased[0]}, which was erased`)
}

/** The code of the product with some parts replaced. */
export function codeOf(replaced: Partial<Parts> = {}, limits: Limits = LIMITS): Code {
  const parts = { ...own, ...replaced }
  const amended = (input: RoundInput) => {
    const round = new RoundState(input)
    for (const name of Object.keys(steps) as (keyof Steps)[]) parts.steps[name](round)
    const plan = parts.amend(toPlan(round), input)
    checkNothingErased(plan, input)
    return plan
  }
  return {
    ...parts,
    limits: { ...limits, ...parts.limits },
    syncer: { ...parts.syncer, reconcile: amended },
    Syncer,
    Publisher,
    bringBack,
    isReleased: false,
  }
}

/** The sync code of an earlier version from its checkout, with the current code for pages. */
export async function releasedCode(folder: string, limits: Limits = LIMITS): Promise<Code> {
  const load = async <T>(name: string) => (await import(join(folder, 'stores/sync', name))) as T
  const syncer = await load<typeof import('../../stores/sync/syncer.ts')>('syncer.ts')
  const publisher = await load<typeof import('../../stores/sync/publisher.ts')>('publisher.ts')
  return {
    ...codeOf({}, limits),
    ...(await load<typeof import('../../stores/sync/erasure.ts')>('erasure.ts')),
    ...(await load<typeof import('../../stores/sync/import-plan.ts')>('import-plan.ts')),
    Syncer: syncer.Syncer,
    syncer: syncer.syncerParts,
    Publisher: publisher.Publisher,
    isReleased: true,
    releasedFolder: await releasedFolder(folder, limits),
  }
}

/** Limits with little room and short pages, so that pages are compacted often. */
export const CRAMPED: Limits = { ...LIMITS, bytes: 1800, pageResults: 2 }
