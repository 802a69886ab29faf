// Steps of a line as numbers.

/** A step as a number: its kind, two operands and a count, none above 255. */
export const encodeStep = (kind: number, a = 0, b = 0, n = 1): number =>
  (kind << 24) | (a << 16) | (b << 8) | n

/** What the number of a step stands for. */
export const readStep = (code: number) => ({
  kind: code >>> 24,
  a: (code >>> 16) & 255,
  b: (code >>> 8) & 255,
  n: code & 255,
})
