// Deal numbers: from a number to a shuffled deck. A public format that never changes (the known answer is in the tests).
import type { Card } from './cards.ts'
import { fail, ok, type Result } from './result.ts'

/** The largest deal number; the smallest is 1. */
export const LAST_DEAL = 0xffff_ffff

export const isDealNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LAST_DEAL

/** Reads a deal number as a person types it; spaces and a leading `#` are forgiven, anything else is refused. */
export function parseDealNumber(text: string): Result<number> {
  const digits = text.trim().replace(/^#\s*/, '')
  const value = /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
  return isDealNumber(value) ? ok(value) : fail('dealNumber', { text: text.slice(0, 40) })
}

/** Any deal number, by chance. */
export const randomDeal = (): number => 1 + Math.floor(Math.random() * LAST_DEAL)

/** mulberry32: numbers in [0, 1) from a 32-bit seed. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** The cards in a new order: Fisher-Yates from the last index down, driven by mulberry32. */
export function shuffled(cards: readonly Card[], seed: number): Card[] {
  const deck = [...cards]
  const random = mulberry32(seed)
  for (let i = deck.length - 1; i >= 1; i--) {
    const j = Math.floor(random() * (i + 1))
    const card = deck[i]
    deck[i] = deck[j]
    deck[j] = card
  }
  return deck
}
