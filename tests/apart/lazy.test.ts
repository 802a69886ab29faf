// @vitest-environment happy-dom
// Lazy components: if one fails, a message replaces it and the rest of the page keeps working.
import { readFileSync } from 'node:fs'
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { lazy } from '../../components/lazy'
import startTexts from '../../assets/locales/en/start.json'
import { memoryPlatform } from '../support/memory-platform'
import { useOverlays } from '../../stores/overlays/overlays'
import { useBackup } from '../../stores/account/backup'
import { GOING_AWAY_MS } from '../../stores/session/session'
import { openTab, show } from '../support/mount'
import { eventually } from '../support/eventually'

const downloads = vi.hoisted(() => [] as { text: string; name: string }[])
vi.mock('../../components/download', () => ({
  downloadJson: (text: string, name: string) => downloads.push({ text, name }),
}))

const Panel = defineComponent({
  props: { title: String },
  emits: ['close'],
  setup: (props, { emit }) => {
    const refuse = () => Promise.reject(new Error('Refused'))
    return () => [
      h('h2', { onClick: () => emit('close') }, props.title),
      h('button', { class: 'refuse', onClick: refuse }),
    ]
  },
})
const load = () => Promise.resolve({ default: Panel })
const failToLoad = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** Waits until an element is on the page, because dynamic imports take time. */
const appears = (page: VueWrapper, selector: string) =>
  eventually(() => expect(page.find(selector).exists(), selector).toBe(true))

beforeEach(() => {
  downloads.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe('a lazy panel', () => {
  it('passes on its props and events', async () => {
    const onClose = vi.fn()
    const page = show(lazy(load), await openTab(), { title: 'Rules', onClose })
    await appears(page, 'h2')
    await page.find('h2').trigger('click')
    expect(page.find('h2').text()).toBe('Rules')
    expect(onClose).toHaveBeenCalledOnce()
    page.unmount()
  })
  it('shows a message if its file is missing, and opens once a retry succeeds', async () => {
    const loader = vi.fn(load).mockImplementationOnce(failToLoad)
    const page = show(lazy(loader), await openTab(), { title: 'Rules' })
    await appears(page, '[role="alert"]')
    expect(page.find('[role="alert"]').text()).toContain('couldn’t be loaded')
    await page.find('[data-action="retry"]').trigger('click')
    await appears(page, 'h2')
    expect(page.find('[role="alert"]').exists()).toBe(false)
    expect(page.find('h2').text()).toBe('Rules')
    page.unmount()
  })
  it('does not keep the keys of the page if it cannot be shown', async () => {
    const tab = await openTab()
    const overlays = useOverlays(tab.pinia)
    overlays.panel = 'help'
    const page = show(lazy(failToLoad), tab, { name: 'help' })
    await appears(page, '[role="alert"]')
    expect(overlays.loading).toBeUndefined()
    page.unmount()
  })
  it('does not end the loading of another part by its own failure', async () => {
    const tab = await openTab()
    const overlays = useOverlays(tab.pinia)
    overlays.panel = 'help'
    const page = show(lazy(failToLoad), tab)
    await appears(page, '[role="alert"]')
    expect(overlays.loading?.name).toBe('help')
    page.unmount()
  })
  it('shows no message in a closing page, which aborts what it is loading', async () => {
    vi.useFakeTimers()
    const page = show(lazy(failToLoad), await openTab())
    await vi.advanceTimersByTimeAsync(GOING_AWAY_MS - 1)
    await vi.dynamicImportSettled()
    expect(page.find('[role="alert"]').exists()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await appears(page, '[role="alert"]')
    page.unmount()
  })
  it('shows a message whose texts are in the start chunk, because others may not be loaded', () => {
    const source = readFileSync('components/panels/FailureNotice.vue', 'utf8')
    const keys = [...source.matchAll(/\bt\('([^']+)'\)/g)].map(([, key]) => key)
    expect(keys.length).toBeGreaterThan(3)
    expect(Object.keys(startTexts)).toEqual(expect.arrayContaining(keys))
  })
  it('shows a message if it throws, and reloads the page on the second retry', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const Broken = defineComponent({
      setup() {
        throw new Error('Broken')
      },
      render: () => null,
    })
    const page = show(
      lazy(() => Promise.resolve({ default: Broken })),
      await openTab(),
    )
    await appears(page, '[role="alert"]')
    await page.find('[data-action="retry"]').trigger('click')
    await appears(page, '[role="alert"]')
    expect(reload).not.toHaveBeenCalled()
    await page.find('[data-action="retry"]').trigger('click')
    expect(reload).toHaveBeenCalledOnce()
    page.unmount()
  })
  it('offers an export while it cannot be loaded', async () => {
    const page = show(lazy(failToLoad), await openTab())
    await appears(page, '[role="alert"]')
    await page.find('[data-action="export-all"]').trigger('click')
    await eventually(() => expect(downloads).toHaveLength(1))
    expect(JSON.parse(downloads[0].text)).toHaveProperty('quickhand')
    page.unmount()
  })
  it('exports the stored texts without a folder’s password and key if the backup module fails', async () => {
    const platform = memoryPlatform({ place: '{"password":"correct horse"}', current: 'golf' })
    const tab = await openTab(platform)
    vi.spyOn(useBackup(tab.pinia), 'file').mockRejectedValue(new Error('The backup module cannot be loaded'))
    const page = show(lazy(failToLoad), tab)
    await appears(page, '[role="alert"]')
    await page.find('[data-action="export-all"]').trigger('click')
    await eventually(() => expect(downloads).toHaveLength(1))
    expect(downloads[0].text).toContain('golf')
    expect(downloads[0].text).not.toContain('correct horse')
    page.unmount()
  })
  it('can be closed while its failure message is shown', async () => {
    const onClose = vi.fn()
    const page = show(lazy(failToLoad), await openTab(), { onClose })
    await appears(page, '[role="alert"]')
    await page.find('[data-action="close"]').trigger('click')
    expect(onClose).toHaveBeenCalledOnce()
    expect(page.find('[role="alert"]').exists()).toBe(false)
    page.unmount()
  })
  it('shares its message with all others that fail, and its buttons act on all of them', async () => {
    const onClose = vi.fn()
    const loaders = [0, 1].map(() => vi.fn(load).mockImplementationOnce(failToLoad))
    const parts = [...loaders.map(loader => lazy(loader)), lazy(failToLoad)]
    const count = ref(3)
    const page = show(
      () => parts.slice(0, count.value).map(part => h(part, { title: 'Rules', onClose })),
      await openTab(),
    )
    await eventually(() => expect(console.error).toHaveBeenCalledTimes(3))
    await appears(page, '[data-action="close"]')
    expect(page.findAll('[role="alert"]')).toHaveLength(1)
    count.value = 2
    await appears(page, '[role="alert"]')
    await page.find('[data-action="retry"]').trigger('click')
    await eventually(() => expect(page.findAll('h2')).toHaveLength(2))
    expect(page.find('[role="alert"]').exists()).toBe(false)
    page.unmount()

    const closed = show(() => [1, 2].map(() => h(lazy(failToLoad), { onClose })), await openTab())
    await appears(closed, '[data-action="close"]')
    await closed.find('[data-action="close"]').trigger('click')
    expect(onClose).toHaveBeenCalledTimes(2)
    expect(closed.find('[role="alert"]').exists()).toBe(false)
    closed.unmount()
  })
  it('shows one plain message, which can be closed, if the failure message cannot be loaded', async () => {
    vi.resetModules()
    vi.doMock('../../components/panels/FailureNotice.vue', failToLoad)
    const { lazy } = await import('../../components/lazy')
    const { openTab, show } = await import('../support/mount')
    const onClose = vi.fn()
    const haveFailed = (times: number) => eventually(() => expect(console.error).toHaveBeenCalledTimes(times))
    const parts = [lazy(failToLoad), lazy(failToLoad)]
    const page = show(() => parts.map(part => h(part, { onClose })), await openTab())
    await haveFailed(2)
    await appears(page, '[role="alert"]')
    expect(page.findAll('[role="alert"]')).toHaveLength(1)
    expect(page.get('[role="alert"]').text()).toContain(startTexts['failure.text'])
    const [retry, close] = page.findAll('[role="alert"] button')
    await retry.trigger('click')
    expect(page.find('[role="alert"]').exists()).toBe(false)
    await haveFailed(4)
    await appears(page, '[role="alert"]')
    await close.trigger('click')
    expect(onClose).toHaveBeenCalledTimes(2)
    expect(page.find('[role="alert"]').exists()).toBe(false)
    vi.doUnmock('../../components/panels/FailureNotice.vue')
    page.unmount()
  })
  it('stays open if an event handler throws, and the page reports the error', async () => {
    const tab = await openTab(memoryPlatform())
    const page = show(lazy(load), tab, { title: 'Rules' })
    await appears(page, 'h2')
    const errorHandler = vi.fn()
    page.vm.$.appContext.config.errorHandler = errorHandler
    await page.find('.refuse').trigger('click')
    await flushPromises()
    expect(errorHandler).toHaveBeenCalledOnce()
    expect(page.find('h2').exists()).toBe(true)
    page.unmount()
  })
})

describe('the bar', () => {
  it('leaves out a small part that cannot be loaded, and the page reports the failure', async () => {
    vi.resetModules()
    vi.doMock('../../components/bar/LatePart.vue', failToLoad)
    const { default: GameBar } = await import('../../components/bar/GameBar.vue')
    const { useLateAnalysis } = await import('../../stores/analysis/late-analysis')
    const { openTab, show } = await import('../support/mount')
    const tab = await openTab()
    const bar = show(GameBar, tab)
    await useLateAnalysis(tab.pinia).load()
    await eventually(() => expect(tab.game.notices.at(0)?.key).toBe('failed'))
    expect(bar.find('[role="alert"]').exists()).toBe(false)
    vi.doUnmock('../../components/bar/LatePart.vue')
    bar.unmount()
  })
})

describe('the table', () => {
  it('stops buffering input, and prevents no context menu, if input handling cannot be loaded', async () => {
    vi.resetModules()
    vi.doMock('../../components/table/useInput', failToLoad)
    const { default: GameTable } = await import('../../components/table/GameTable.vue')
    const { openTab, show } = await import('../support/mount')
    const tab = await openTab()
    const table = show(GameTable, tab)
    const isPrevented = () => {
      const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
      table.get('.table').element.dispatchEvent(menu)
      return menu.defaultPrevented
    }
    expect(isPrevented(), 'while it is loading').toBe(true)
    await eventually(() => expect(tab.game.notices.at(0)?.key).toBe('failed'))
    expect(isPrevented()).toBe(false)
    vi.doUnmock('../../components/table/useInput')
    table.unmount()
  })
})

describe('a chosen deal', () => {
  it('opens even if the dates of the deals of the day cannot be loaded', async () => {
    vi.resetModules()
    vi.doMock('../../stores/account/day-of-deal', failToLoad)
    const { openTab } = await import('../support/mount')
    const { useWinnableDeals } = await import('../../stores/analysis/winnable-deals')
    const { game, pinia } = await openTab()
    await useWinnableDeals(pinia).play({ game: 'double-sea-towers', deal: 4 })
    expect(game.position.dealNumber).toBe(4)
    vi.doUnmock('../../stores/account/day-of-deal')
  })
})
