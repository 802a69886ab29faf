// Backup and erasing in real browsers: imports are previewed and can be undone, and no page writes erased
// data again.
import { describe, expect, it } from 'vitest'
import { writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { writeCode } from '../../stores/sync/transfer.ts'
import { item, row, written } from '../support/sync-words.ts'
import { browsers, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { clickPile, look, openGame, press, shown, storage } from './page.ts'

const clickButton = (tab: Tab, mark: string) =>
  tab.run(name => document.querySelector<HTMLElement>(`[data-backup="${name}"]`)!.click(), mark)
const textAppears = (tab: Tab, place: string, text: string) =>
  until(
    tab,
    (query, wanted) => document.querySelector(query)?.textContent?.includes(wanted) ?? false,
    place,
    text,
  )
/** Waits for a new deal. The page reloads first, and cannot be queried until it has loaded. */
async function newDealAppears(tab: Tab): Promise<void> {
  const isFresh = () =>
    tab
      .run(() => document.querySelector<HTMLElement>('[data-game]')?.dataset.moves === '0')
      .catch(() => false)
  for (const end = Date.now() + 15_000; !(await isFresh());) expect(Date.now()).toBeLessThan(end)
}

const hostile = {
  ...item(keys.device('laptopXX'), writeJson({ name: 'Laptop', day: 1e15 })),
  ...item(keys.device('phoneXXX'), writeJson({ name: 'Phone', day: 20_000 })),
  ...item(keys.log('phoneXXX', 0), written(row('one'), row('two')), 3, 4095),
  ...item(
    keys.settings('zzzzzzzz'),
    writeJson({ shortcuts: { value: [{ name: 'Gmail', url: 'https://evil.example/' }], stamp: [9e15, 1] } }),
  ),
}

describe.each(browsers)('the backup panel in $name', ({ launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  it('previews a code, imports it without its settings, and undoes the import', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    await press(tab, 'backup')
    await shown(tab, '[data-backup="pasted"]')
    await tab.run(
      text => {
        const field = document.querySelector<HTMLTextAreaElement>('[data-backup="pasted"]')!
        field.value = text
        field.dispatchEvent(new Event('input'))
      },
      await writeCode(hostile),
    )
    await until(tab, () => !document.querySelector<HTMLButtonElement>('[data-backup="take"]')!.disabled)
    await clickButton(tab, 'take')
    await textAppears(tab, '[data-backup="preview"]', '2 results from Phone')
    await clickButton(tab, 'confirm')
    await textAppears(tab, '#import-status', '2 results imported.')
    const imported = Object.keys(await storage.get(tab)).filter(key => key.startsWith('~l:'))
    expect(imported).toHaveLength(1)
    expect(imported).not.toEqual(['~l:phoneXXX:0'])
    expect(JSON.stringify(await storage.get(tab))).not.toContain('evil.example')
    await clickButton(tab, 'undo')
    await textAppears(tab, '#import-status', 'The import was undone.')
    expect(Object.keys(await storage.get(tab)).filter(key => imported.includes(key))).toEqual([])
  })

  it('erases all games and results, and the closing page does not write them again', async () => {
    await openGame(tab, '?game=sea-towers&deal=18')
    await clickPile(tab, 't0')
    const before = String((await storage.get(tab))['game:sea-towers'])
    await press(tab, 'backup')
    await shown(tab, '[data-backup="sure"]')
    await clickButton(tab, 'sure')
    await until(tab, () => !document.querySelector<HTMLButtonElement>('[data-backup="erase"]')!.disabled)
    await clickButton(tab, 'erase')
    await newDealAppears(tab)
    await shown(tab, '[data-notice="erased"]')
    const texts = await storage.get(tab)
    expect((await look(tab)).deal).not.toBe(18)
    expect(JSON.stringify(texts)).not.toContain(before.split('.')[0])
    expect(Object.keys(texts).filter(key => /^(previous|result|~[lr]):/.test(key))).toEqual([])
    await openGame(tab, '')
    expect((await look(tab)).moves).toBe(0)
    expect(await tab.run(() => document.querySelector('.notice')?.textContent ?? '')).toBe('')
  })
})
