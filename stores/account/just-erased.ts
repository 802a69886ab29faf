// Notes across a reload that this tab has erased: the fresh page says that it was done.
const KEY = 'erased'

/** Notes that this tab has erased. */
export const noteErased = (): void => sessionStorage.setItem(KEY, 'yes')

/** Whether this tab has just erased; true once. */
export function hasJustErased(): boolean {
  const isNoted = sessionStorage.getItem(KEY) !== null
  sessionStorage.removeItem(KEY)
  return isNoted
}
