// Deal numbers: from a number to a shuffled deck. A public format that never changes (the known answer is in
// the tests).
import type { Card } from './cards.ts'
import { fail, ok, type Result } from '../result.ts'

/** The largest deal number; the smallest is 1. */
export const LAST_DEAL = 0xffff_ffff

export const isDealNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LAST_DEAL

/**
 * Reads a deal number as a person types it; spaces and a leading `#` are forgiven, anything else is refused.
 */
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

/**
 * One deck in the order in which Microsoft's FreeCell deals it: the numbers 1 … 32 000 of 1991, carried on to
 * 1 000 000 and, as PySol and
 * Freecell Solver do, to all of 32 bits. The source: Jim Horne's description,
 * https://rosettacode.org/wiki/Deal_cards_for_FreeCell.
 */
export function shuffledAsMicrosoft(cards: readonly Card[], dealNumber: number): Card[] {
  const deck = [...cards]
  const high = dealNumber < 0x8000_0000 ? 0 : 0x8000
  let state = dealNumber | 0
  return cards.map((_, dealt) => {
    state = (Math.imul(state, 214_013) + 2_531_011) | 0
    const left = cards.length - dealt
    const i = (high | ((state >>> 16) & 0x7fff)) % left
    const card = deck[i]
    deck[i] = deck[left - 1]
    return card
  })
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
