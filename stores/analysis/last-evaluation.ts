// Results that tabs share through storage.session: which deals are lost, and the evaluation of the last
// position that a tab showed. A new tab usually shows the same position, and then needs no search.
import * as v from 'valibot'
import { isWon, playAll, type Move, type Position } from '../../engine/index.ts'
import type { Area } from '../platform/area.ts'
import { parseStored } from '../platform/stored-json.ts'
import { positionKey, type Evaluation } from './remembered.ts'

const KEY = 'evaluation'

const Stored = v.object({
  position: v.string(),
  verdict: v.picklist(['won', 'lost', 'unknown']),
  line: v.array(v.looseObject({ kind: v.string() })),
})

const lostKey = (start: Position): string => `lost:${positionKey(start)}`

/** Records that a deal is lost. Failures are ignored, because it can be proved again. */
export async function storeLostDeal(session: Area, start: Position): Promise<void> {
  await session.set({ [lostKey(start)]: '' }).catch(() => undefined)
}

/** Whether a tab has proved that a deal is lost. */
export const isKnownLost = async (session: Area, start: Position): Promise<boolean> =>
  (await session.get(lostKey(start)).catch(() => undefined)) !== undefined

/** Stores an evaluation. Failures are ignored, because the next tab can search. */
export async function storeEvaluation(
  session: Area,
  position: Position,
  { verdict, line }: Evaluation,
): Promise<void> {
  const text = JSON.stringify({ position: positionKey(position), verdict, line })
  await session.set({ [KEY]: text }).catch(() => undefined)
}

/** The stored evaluation if it is of this position. A verdict of `won` also requires that its line wins. */
export async function loadEvaluation(session: Area, position: Position): Promise<Evaluation | undefined> {
  try {
    const stored = parseStored(Stored, await session.get(KEY))
    if (stored?.position !== positionKey(position)) return undefined
    const line = stored.line as unknown as readonly Move[]
    const isProved = stored.verdict !== 'won' || isWon(playAll(position, line))
    return isProved ? { verdict: stored.verdict, line } : undefined
  } catch {
    return undefined // an illegal move, or an unreadable area
  }
}
