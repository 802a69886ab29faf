// Growth of the typed arrays of searches.
/** A longer array that begins with the old one: of twice the length, or with room for an index. */
export function grown(old: Int32Array, index = 0): Int32Array<ArrayBuffer> {
  const array = new Int32Array(Math.max(2 * old.length, index + 1))
  array.set(old)
  return array
}
