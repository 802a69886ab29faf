// Encodes a search step as one number.

/** Encodes a step. The kind, the operands and the count are 0 to 255. */
export const encodeStep = (kind: number, a = 0, b = 0, n = 1): number =>
  (kind << 24) | (a << 16) | (b << 8) | n

/** Decodes a step. */
export const readStep = (code: number) => ({
  kind: code >>> 24,
  a: (code >>> 16) & 255,
  b: (code >>> 8) & 255,
  n: code & 255,
})
