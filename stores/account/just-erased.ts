// Remembers across a reload that this tab has erased data, so that the new page can confirm it.
const KEY = 'erased'

/** Records that this tab has erased data. */
export const noteErased = (): void => sessionStorage.setItem(KEY, 'yes')

/** Whether this tab has just erased data. Only the first call returns true. */
export function hasJustErased(): boolean {
  const isNoted = sessionStorage.getItem(KEY) !== null
  sessionStorage.removeItem(KEY)
  return isNoted
}
