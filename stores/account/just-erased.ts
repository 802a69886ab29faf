// A word after erasing: the page that erased gives way to a fresh one in its tab, which says it was done.
const KEY = 'erased'

/** Notes that this tab has erased what its person wanted erased. */
export const noteErased = (): void => sessionStorage.setItem(KEY, 'yes')

/** Whether this tab has just erased; true once. */
export function hasJustErased(): boolean {
  const isNoted = sessionStorage.getItem(KEY) !== null
  sessionStorage.removeItem(KEY)
  return isNoted
}
