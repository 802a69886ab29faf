// Masks of bits: sets of columns, ranks or places in one number.

/** The number of the lowest bit that is set; 0 is the first. The mask is not 0. */
export const lowestBit = (mask: number): number => 31 - Math.clz32(mask & -mask)

/** How many bits of a word are set. */
export const bitCount = (word: number): number => {
  let x = word - ((word >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
