// The most visited sites in a new tab, and the small pictures of sites.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { fullAddress } from '../settings/web-address.ts'
import { usePlatform } from './platform'
import type { Site, VisitedSites } from './visited.ts'

/** How many are shown. */
const MAX_SITES = 8

/** The sites that the person opens most often, and whether they have allowed it. */
export const useVisited = defineStore('visited', () => {
  const platform = usePlatform()
  /** Undefined until it is known. */
  const isAllowed = shallowRef<boolean>()
  const sites = shallowRef<readonly Site[]>([])
  let visited: VisitedSites | undefined

  /** Reads what is allowed and known now; before this nothing can be asked for. */
  async function refresh(): Promise<void> {
    visited ??= await platform.visited()
    // A browser that knows no such permission refuses the question.
    const isGiven = await visited.isAllowed().catch(() => false)
    const all = isGiven ? await visited.list() : []
    isAllowed.value = isGiven
    sites.value = all.filter(({ url }) => fullAddress(url) !== undefined).slice(0, MAX_SITES)
  }

  /** Asks the person; must be called by a gesture of theirs. */
  async function allow(): Promise<void> {
    // Before anything is waited for: afterwards it would be no gesture any more.
    const allowing = visited?.allow()
    await allowing
    await refresh()
  }

  async function giveBack(): Promise<void> {
    visited ??= await platform.visited()
    if (await visited.isAllowed()) await visited.giveBack()
    isAllowed.value = false
    sites.value = []
  }

  return {
    isAllowed,
    sites,
    refresh,
    allow,
    giveBack,
    /** The address of a site's small picture; undefined where there is none. */
    iconOf: (url: string) => (isAllowed.value ? visited?.iconOf(url) : undefined),
  }
})
