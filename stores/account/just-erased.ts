// Remembers across a reload that this tab has erased data, so that the new page can confirm it.
const KEY = 'erased'

/** Records that this tab has erased data. `unrevoked` reports access that may still be valid. */
export const noteErased = (unrevoked: string): void => sessionStorage.setItem(KEY, unrevoked)

/** What `noteErased` was given; null if this tab has not just erased data. Only the first call returns it. */
export function takeErased(): string | null {
  const noted = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return noted
}
