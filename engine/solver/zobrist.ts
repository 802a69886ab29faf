// Random words for hashing states, the same on every machine, so that a search with a limit of states
// repeats.
import { mulberry32 } from '../rules/shuffle.ts'

/** So many random 32-bit words; another seed gives others. */
export function zobristKeys(count: number, seed: number): Int32Array {
  const random = mulberry32(seed)
  return Int32Array.from({ length: count }, () => (random() * 0x1_0000_0000) | 0)
}
