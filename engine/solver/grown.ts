// Grows typed arrays.
/** A copy of an array with at least twice its length and room for `index`. */
export function grown(old: Int32Array, index = 0): Int32Array<ArrayBuffer> {
  const array = new Int32Array(Math.max(2 * old.length, index + 1))
  array.set(old)
  return array
}
