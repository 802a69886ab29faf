// Results that tabs share through storage.session: which deals can be won, and the evaluation of the last
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

/** A proved verdict on a deal. */
export type DealVerdict = 'won' | 'lost'

/** The maximum number of stored results of each kind: won deals, lost deals, and levels. */
const MAX_STORED = 500

/**
 * Stores a result, and removes others of its kind (the part of the key before the colon) if there are too
 * many.
 */
export async function storeResult(session: Area, key: string, result: string): Promise<void> {
  try {
    const kind = key.slice(0, key.indexOf(':') + 1)
    const others = Object.keys(await session.all()).filter(other => other.startsWith(kind) && other !== key)
    if (others.length >= MAX_STORED) await session.remove(others.slice(0, others.length - MAX_STORED + 1))
    await session.set({ [key]: result })
  } catch {
    // The result can be computed again.
  }
}

/** Records the verdict on a deal, by the key of its start. */
export const storeDeal = (session: Area, key: string, verdict: DealVerdict): Promise<void> =>
  storeResult(session, `${verdict}:${key}`, '')

/** The verdict that some tab has proved for a deal, by the key of its start; undefined if there is none. */
export async function loadDeal(session: Area, key: string): Promise<DealVerdict | undefined> {
  for (const verdict of ['lost', 'won'] as const) {
    const text = await session.get(`${verdict}:${key}`).catch(() => undefined)
    if (text !== undefined) return verdict
  }
  return undefined
}

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
