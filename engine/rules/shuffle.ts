// Deal numbers and their shuffled decks. A public format that never changes; tests check known answers.
import type { Card } from './cards.ts'
import { fail, ok, type Result } from '../result.ts'

/** The largest deal number; the smallest is 1. */
export const LAST_DEAL_NUMBER = 0xffff_ffff

/** Whether a value is an integer 1 … 4,294,967,295. */
export const isDealNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LAST_DEAL_NUMBER

/** Parses a typed deal number; spaces around it and a leading `#` are ignored. Fails for other text. */
export function parseDealNumber(text: string): Result<number> {
  const digits = text.trim().replace(/^#\s*/, '')
  const value = /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
  return isDealNumber(value) ? ok(value) : fail('dealNumber', { text: text.slice(0, 40) })
}

/** The largest random deal number: short enough to say and type. */
const LAST_RANDOM_DEAL = 999_999

/** A random deal number with at most six digits, uniformly distributed. */
export const randomDeal = (): number => 1 + Math.floor(Math.random() * LAST_RANDOM_DEAL)

/**
 * The random number generator mulberry32 (Tommy Ettinger, 2017): each call returns a number in [0, 1). Uses
 * the lowest 32 bits of the seed.
 */
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
 * One deck in the order of Microsoft FreeCell. Numbers 1 … 32,000 are those of 1991, numbers up to 1,000,000
 * those of later versions, and larger ones continue as in PySol and Freecell Solver. Source: Jim Horne's
 * description, https://rosettacode.org/wiki/Deal_cards_for_FreeCell.
 */
export function shuffledAsMicrosoft(cards: readonly Card[], dealNumber: number): Card[] {
  const deck = [...cards]
  const high = dealNumber < 0x8000_0000 ? 0 : 0x8000
  let state = dealNumber | 0
  return cards.map((_, dealt) => {
    state = (Math.imul(state, 214_013) + 2_531_011) | 0
    const left = cards.length - dealt
    const i = (high | ((state >>> 16) & 0x7fff)) % left
    const card = deck[i]!
    deck[i] = deck[left - 1]!
    return card
  })
}

/** Shuffles items: Fisher-Yates from the last index down, with mulberry32 seeded by `seed`. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const order = [...items]
  const random = mulberry32(seed)
  for (let i = order.length - 1; i >= 1; i--) {
    const j = Math.floor(random() * (i + 1))
    const item = order[i]!
    order[i] = order[j]!
    order[j] = item
  }
  return order
}
