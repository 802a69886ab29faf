// Web search and the most visited sites in a new tab, and whether the user has allowed them.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { fullAddress } from '../settings/web-address.ts'
import { inTurn } from './in-turn.ts'
import type { Permission, Site } from './permitted.ts'
import { usePlatform } from './platform'

const MAX_SITES = 8

/** A feature that needs a permission. `read` is called before the permission that was found is shown. */
function usePermitted<F extends Permission>(
  load: () => Promise<F>,
  read?: (feature: F, isGiven: boolean) => Promise<void>,
) {
  const feature = shallowRef<F>()
  /** Undefined until it is known. */
  const isAllowed = shallowRef<boolean>()

  /** Loads the feature and reads its permission. */
  const refresh = inTurn(async (): Promise<void> => {
    const loaded = (feature.value ??= await load())
    const isGiven = await loaded.isAllowed().catch(() => false)
    await read?.(loaded, isGiven)
    isAllowed.value = isGiven
  })

  /** Asks the user if `mayAsk`, and resolves to whether this is allowed. Call it in a click handler. */
  async function allow(): Promise<boolean> {
    // Nothing may be awaited before this, or the browser would no longer see it as part of a click.
    await feature.value?.allow()
    await refresh()
    return isAllowed.value === true
  }

  async function revoke(): Promise<void> {
    const loaded = (feature.value ??= await load())
    if (await loaded.isAllowed()) await loaded.revoke()
    await refresh()
  }

  return {
    feature,
    /** Whether the feature is loaded. Until then, the user cannot be asked. */
    mayAsk: computed(() => feature.value !== undefined),
    isAllowed,
    refresh,
    allow,
    revoke,
  }
}

/** Web search with the browser's default search engine. */
export const useSearch = defineStore('search', () => {
  const { feature, ...permission } = usePermitted(usePlatform().search)
  return {
    ...permission,
    /** Shows results in this tab; does nothing if the words are blank. */
    async find(words: string): Promise<void> {
      if (words.trim() !== '') await feature.value?.find(words.trim())
    },
  }
})

/** The sites that the user visits most, and site icons. */
export const useVisited = defineStore('visited', () => {
  const sites = shallowRef<readonly Site[]>([])
  const { feature, ...permission } = usePermitted(usePlatform().visited, async (visited, isGiven) => {
    const all = isGiven ? await visited.list() : []
    sites.value = all.filter(({ url }) => fullAddress(url) !== undefined).slice(0, MAX_SITES)
  })
  return {
    ...permission,
    sites,
    /** The address of a site's icon; undefined in Firefox, and without permission. */
    iconOf: (url: string) => (permission.isAllowed.value ? feature.value?.iconOf(url) : undefined),
  }
})
