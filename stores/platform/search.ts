// Searching with the browser's own engine: asked for when it is first wanted, given back when it is not.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { usePlatform } from './platform'

/** The search with the browser's engine, and whether the person has allowed it. */
export const useSearch = defineStore('search', () => {
  const { search } = usePlatform()
  const isAllowed = shallowRef(false)

  async function refresh(): Promise<void> {
    isAllowed.value = await search.isAllowed()
  }

  /** Asks the person; must be called by a gesture of theirs. */
  async function allow(): Promise<void> {
    isAllowed.value = await search.allow()
  }

  async function giveBack(): Promise<void> {
    if (await search.isAllowed()) await search.giveBack()
    isAllowed.value = false
  }

  /** Searches in this tab. */
  async function find(words: string): Promise<void> {
    if (words.trim() !== '') await search.find(words.trim())
  }

  return { isAllowed, refresh, allow, giveBack, find }
})
