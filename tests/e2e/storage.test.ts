// The browsers' storage.local passes the same suite as the in-memory area of the other tests.
import { describe } from 'vitest'
import { areaSuite } from '../support/area-suite'
import { browsers, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { storage } from './page.ts'

describe.each(browsers)('storage.local of $name', ({ launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })
  areaSuite(() => ({
    all: () => storage.get(tab),
    set: items => storage.setAll(tab, items),
    remove: keys => storage.remove(tab, keys),
  }))
})
