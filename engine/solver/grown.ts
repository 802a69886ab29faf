// Grows typed arrays.
/** A copy of at least twice the length, with room for `index`. */
export function grown(old: Int32Array, index = 0): Int32Array<ArrayBuffer> {
  const array = new Int32Array(Math.max(2 * old.length, index + 1))
  array.set(old)
  return array
}
