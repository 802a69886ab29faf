// Masks of bits: sets of columns, ranks or places in one number.

/** The number of the lowest bit that is set; 0 is the first. The mask is not 0. */
export const lowestBit = (mask: number): number => 31 - Math.clz32(mask & -mask)
