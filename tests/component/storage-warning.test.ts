// The warning that games cannot be saved, which every tab shows until a write succeeds or, for some failures,
// until the browser restarts.
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { legalMoves } from '../../engine/index.ts'
import { useNotices } from '../../stores/notices/notices'
import { FAILURE_KEY, reportingFailures } from '../../stores/platform/storage-failure.ts'
import type { Platform } from '../../stores/platform/platform'
import { useStorageWarning } from '../../stores/session/storage-warning.ts'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, inScope } from '../support/mount'

const NO_SPACE = 'IO error: … (FILE_ERROR_NO_SPACE)'
const NO_QUOTA = 'Resource::kQuotaBytes quota exceeded'

/** A visible tab that shares storage warnings, as a page does after its first paint. */
async function openVisibleTab(platform: Platform, search = '') {
  const tab = await openTab(platform, search)
  const warning = useStorageWarning(tab.pinia)
  const unfollow = inScope(() => warning.follow())
  await flushPromises()
  const notices = useNotices(tab.pinia)
  return {
    ...tab,
    warning,
    unfollow,
    shown: () => notices.shown?.key,
    async move() {
      await tab.game.playGesture([legalMoves(tab.game.position)[0]])
      await flushPromises()
    },
  }
}

/** Makes writes to storage.local fail with this message until the returned function is called. */
function failWrites(platform: Platform, message: string): () => void {
  const set = vi.spyOn(platform.local, 'set').mockRejectedValue(new Error(message))
  return () => set.mockRestore()
}

describe('a failed write', () => {
  it('is reported in all open tabs, and in a tab that is opened later', async () => {
    const platform = memoryPlatform()
    const first = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    const second = await openVisibleTab(platform)
    const restore = failWrites(platform, NO_SPACE)
    await first.move()
    expect([first.shown(), second.shown()]).toEqual(['notSafe', 'notSafe'])
    restore()
    const third = await openVisibleTab(platform)
    expect(third.shown()).toBe('notSafe')
    expect(third.game.notices).toMatchObject([{ detail: NO_SPACE }])
  })

  it('that may have damaged the storage is reported until the browser restarts', async () => {
    const platform = memoryPlatform()
    const first = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    const restore = failWrites(platform, NO_SPACE)
    await first.move()
    restore()
    const second = await openVisibleTab(platform)
    await second.move()
    await first.move()
    expect([first.shown(), second.shown()]).toEqual(['notSafe', 'notSafe'])
    const restarted = { ...platform, session: memoryPlatform().session }
    expect((await openVisibleTab(restarted)).shown()).toBeUndefined()
  })

  it('that may have damaged the storage is reported even after one that exceeded the quota', async () => {
    const platform = memoryPlatform()
    const first = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    const second = await openVisibleTab(platform)
    failWrites(platform, NO_QUOTA)
    await first.move()
    failWrites(platform, NO_SPACE)
    await first.move()
    expect([first.shown(), second.shown()]).toEqual(['notSafe', 'notSafe'])
  })

  it('that exceeded the quota is reported only until another tab has written', async () => {
    const platform = memoryPlatform()
    const first = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    const second = await openVisibleTab(platform)
    const restore = failWrites(platform, NO_QUOTA)
    await first.move()
    expect([first.shown(), second.shown()]).toEqual(['notSaved', 'notSaved'])
    restore()
    await second.move()
    expect([first.shown(), second.shown()]).toEqual(['elsewhere', undefined])
    expect(await platform.session.get(FAILURE_KEY)).toBeUndefined()
    expect((await openVisibleTab(platform)).shown()).toBeUndefined()
  })

  it('does not overwrite a later write by another tab when it is retried', async () => {
    const platform = memoryPlatform()
    const first = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    const second = await openVisibleTab(platform)
    const restore = failWrites(platform, NO_QUOTA)
    await first.move()
    restore()
    await second.move()
    await second.move()
    await first.move()
    expect(first.game.history.log).toHaveLength(3)
  })

  it('is retried when another write succeeds', async () => {
    const platform = memoryPlatform()
    const first = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    const restore = failWrites(platform, NO_QUOTA)
    await first.move()
    const before = await platform.local.get('game:sea-towers')
    restore()
    await platform.local.set({ 'deals:freecell': '[1]' })
    await flushPromises()
    expect(first.shown()).toBeUndefined()
    expect(await platform.local.get('game:sea-towers')).not.toBe(before)
  })

  it('is still reported if its retry after a successful write fails as well', async () => {
    const platform = memoryPlatform()
    const first = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    const second = await openVisibleTab(platform)
    const set = platform.local.set.bind(platform.local)
    vi.spyOn(platform.local, 'set').mockImplementation(items =>
      'game:sea-towers' in items ? Promise.reject(new Error(NO_QUOTA)) : set(items),
    )
    await first.move()
    await platform.local.set({ 'deals:freecell': '[1]' })
    await flushPromises()
    expect([first.shown(), second.shown()]).toEqual(['notSaved', 'notSaved'])
    expect(await platform.session.get(FAILURE_KEY)).toBeDefined()
  })

  it('in a tab that does not share warnings yet is reported in other tabs once it does', async () => {
    const platform = memoryPlatform()
    const early = await openTab(platform, '?game=sea-towers&deal=17')
    const restore = failWrites(platform, NO_SPACE)
    await early.game.playGesture([legalMoves(early.game.position)[0]])
    await flushPromises()
    restore()
    inScope(() => useStorageWarning(early.pinia).follow())
    await flushPromises()
    expect((await openVisibleTab(platform)).shown()).toBe('notSafe')
  })

  it('of the background is reported in every tab', async () => {
    const platform = memoryPlatform()
    const tab = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    const restore = failWrites(platform, NO_SPACE)
    const local = reportingFailures(platform.local, platform.session)
    await expect(local.set({ '~d:AAAAAAAA': 'x' })).rejects.toThrow(NO_SPACE)
    restore()
    await flushPromises()
    expect(tab.shown()).toBe('notSafe')
  })

  it('shows a notice that replaces all others and cannot be closed', async () => {
    const platform = memoryPlatform()
    const tab = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    await tab.move()
    await tab.game.newDeal(18)
    expect(tab.shown()).toBe('newDeal')
    const restore = failWrites(platform, NO_SPACE)
    await tab.settings.change({ felt: 'walnut' })
    restore()
    await flushPromises()
    expect(useNotices(tab.pinia).shown).toMatchObject({ key: 'notSafe', actions: ['export'] })
    expect(useNotices(tab.pinia).shown!.dismiss).toBeUndefined()
  })
})

describe('a hidden tab', () => {
  it('shows or removes the warning only when it becomes visible again', async () => {
    const platform = memoryPlatform()
    const hidden = await openVisibleTab(platform, '?game=sea-towers&deal=17')
    hidden.game.hide()
    hidden.unfollow()
    const visible = await openVisibleTab(platform)
    const restore = failWrites(platform, NO_QUOTA)
    await visible.move()
    expect(hidden.game.notices).toEqual([])
    const showAgain = async () => {
      await hidden.game.playHere()
      hidden.unfollow = inScope(() => hidden.warning.follow())
      await flushPromises()
    }
    await showAgain()
    expect(hidden.shown()).toBe('notSaved')
    hidden.game.hide()
    hidden.unfollow()
    restore()
    await visible.move()
    await showAgain()
    expect(hidden.shown()).toBeUndefined()
  })
})
