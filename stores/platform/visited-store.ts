// The most visited sites in a new tab, and site icons.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { fullAddress } from '../settings/web-address.ts'
import { usePlatform } from './platform'
import type { Site, VisitedSites } from './visited.ts'

const MAX_SITES = 8

/** The sites that the user visits most, and whether they allowed access. */
export const useVisited = defineStore('visited', () => {
  const platform = usePlatform()
  /** Undefined until it is known. */
  const isAllowed = shallowRef<boolean>()
  const sites = shallowRef<readonly Site[]>([])
  let visited: VisitedSites | undefined

  /** Reads the permission and the sites; must be called before `allow`. */
  async function refresh(): Promise<void> {
    visited ??= await platform.visited()
    // Browsers without this permission reject the query.
    const isGiven = await visited.isAllowed().catch(() => false)
    const all = isGiven ? await visited.list() : []
    isAllowed.value = isGiven
    sites.value = all.filter(({ url }) => fullAddress(url) !== undefined).slice(0, MAX_SITES)
  }

  /** Asks the user, and resolves to whether they agreed. Call it in a click handler. */
  async function allow(): Promise<boolean> {
    // Nothing may be awaited before this, or the browser would no longer see it as part of a click.
    await visited?.allow()
    await refresh()
    return isAllowed.value === true
  }

  async function revoke(): Promise<void> {
    visited ??= await platform.visited()
    if (await visited.isAllowed()) await visited.revoke()
    isAllowed.value = false
    sites.value = []
  }

  return {
    isAllowed,
    sites,
    refresh,
    allow,
    revoke,
    /** The address of a site's icon; undefined in Firefox, and without permission. */
    iconOf: (url: string) => (isAllowed.value ? visited?.iconOf(url) : undefined),
  }
})
