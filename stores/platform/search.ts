// Web search with the browser's default search engine. Needs an optional permission.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { usePlatform } from './platform'

/** Web search, and whether the user has allowed it. */
export const useSearch = defineStore('search', () => {
  const { search } = usePlatform()
  /** Undefined until it is known. */
  const isAllowed = shallowRef<boolean>()

  async function refresh(): Promise<void> {
    isAllowed.value = await search.isAllowed()
  }

  /** Asks the user, and resolves to whether they agreed. Call it in a click handler. */
  async function allow(): Promise<boolean> {
    return (isAllowed.value = await search.allow())
  }

  async function revoke(): Promise<void> {
    if (await search.isAllowed()) await search.revoke()
    isAllowed.value = false
  }

  /** Shows results in this tab; does nothing if the words are blank. */
  async function find(words: string): Promise<void> {
    if (words.trim() !== '') await search.find(words.trim())
  }

  return { isAllowed, refresh, allow, revoke, find }
})
