// Zobrist keys, the same on every machine, so that searches are deterministic.
import { mulberry32 } from '../rules/shuffle.ts'

/** `count` pseudorandom 32-bit words. */
export function zobristKeys(count: number, seed: number): Int32Array {
  const random = mulberry32(seed)
  return Int32Array.from({ length: count }, () => (random() * 0x1_0000_0000) | 0)
}
