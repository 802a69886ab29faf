// storage.local of the browsers passes the same suite as the in-memory substitute.
import { afterAll, beforeAll, describe } from 'vitest'
import { areaSuite } from '../support/area-suite'
import { browsers, type BrowserDriver, type Tab } from './drivers/index.ts'
import { shown, storage } from './page.ts'

describe.each(browsers)('storage.local of $name', ({ launch }) => {
  let browser: BrowserDriver
  let tab: Tab
  beforeAll(async () => {
    browser = await launch()
    tab = await browser.newTab()
    await shown(tab)
  })
  afterAll(() => browser.close())
  areaSuite(() => ({
    all: () => storage.get(tab),
    set: items => storage.setAll(tab, items),
    remove: keys => storage.remove(tab, keys),
  }))
})
