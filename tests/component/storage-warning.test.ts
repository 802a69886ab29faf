// The warning that nothing can be saved: on every tab, until writing is known to work again.
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { legalMoves } from '../../engine/index.ts'
import { useNotices } from '../../stores/notices/notices'
import { FAILURE_KEY, reportingFailures } from '../../stores/platform/storage-failure.ts'
import type { Platform } from '../../stores/platform/platform'
import { useStorageWarning } from '../../stores/session/storage-warning.ts'
import { memoryPlatform } from '../support/memory-platform'
import { openTab } from '../support/mount'

const NO_SPACE = 'IO error: … (FILE_ERROR_NO_SPACE)'
const NO_QUOTA = 'Resource::kQuotaBytes quota exceeded'

/** A visible tab, with everything that loads after its first paint. */
async function tabOn(platform: Platform, search = '') {
  const tab = await openTab(platform, search)
  const warning = useStorageWarning(tab.pinia)
  const unfollow = warning.follow()
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
function failing(platform: Platform, words: string): () => void {
  const set = vi.spyOn(platform.local, 'set').mockRejectedValue(new Error(words))
  return () => set.mockRestore()
}

describe('a failed write', () => {
  it('is reported on all open tabs, and on one that is opened later', async () => {
    const platform = memoryPlatform()
    const first = await tabOn(platform, '?game=sea-towers&deal=17')
    const second = await tabOn(platform)
    const works = failing(platform, NO_SPACE)
    await first.move()
    expect([first.shown(), second.shown()]).toEqual(['notSafe', 'notSafe'])
    works()
    const third = await tabOn(platform)
    expect(third.shown()).toBe('notSafe')
    expect(third.game.notices).toMatchObject([{ detail: NO_SPACE }])
  })

  it('that may have damaged the storage is reported until the browser restarts', async () => {
    const platform = memoryPlatform()
    const first = await tabOn(platform, '?game=sea-towers&deal=17')
    const works = failing(platform, NO_SPACE)
    await first.move()
    works()
    const second = await tabOn(platform)
    await second.move()
    await first.move()
    expect([first.shown(), second.shown()]).toEqual(['notSafe', 'notSafe'])
    const restarted = { ...platform, session: memoryPlatform().session }
    expect((await tabOn(restarted)).shown()).toBeUndefined()
  })

  it('that exceeded the quota is no longer reported once another tab has written', async () => {
    const platform = memoryPlatform()
    const first = await tabOn(platform, '?game=sea-towers&deal=17')
    const second = await tabOn(platform)
    const works = failing(platform, NO_QUOTA)
    await first.move()
    expect([first.shown(), second.shown()]).toEqual(['notSaved', 'notSaved'])
    works()
    await second.move()
    expect([first.shown(), second.shown()]).toEqual(['elsewhere', undefined])
    expect(await platform.session.get(FAILURE_KEY)).toBeUndefined()
    expect((await tabOn(platform)).shown()).toBeUndefined()
  })

  it('overwrites nothing that another tab has written since', async () => {
    const platform = memoryPlatform()
    const first = await tabOn(platform, '?game=sea-towers&deal=17')
    const second = await tabOn(platform)
    const works = failing(platform, NO_QUOTA)
    await first.move()
    works()
    await second.move()
    await second.move()
    await first.move()
    expect(first.game.history.log).toHaveLength(3)
  })

  it('is retried as soon as another tab has written', async () => {
    const platform = memoryPlatform()
    const first = await tabOn(platform, '?game=sea-towers&deal=17')
    const works = failing(platform, NO_QUOTA)
    await first.move()
    const before = await platform.local.get('game:sea-towers')
    works()
    await platform.local.set({ 'deals:freecell': '[1]' })
    await flushPromises()
    expect(first.shown()).toBeUndefined()
    expect(await platform.local.get('game:sea-towers')).not.toBe(before)
  })

  it('stays reported if the retry after another tab’s successful write fails too', async () => {
    const platform = memoryPlatform()
    const first = await tabOn(platform, '?game=sea-towers&deal=17')
    const second = await tabOn(platform)
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

  it('of a tab that does not share warnings yet is reported on other tabs once it does', async () => {
    const platform = memoryPlatform()
    const early = await openTab(platform, '?game=sea-towers&deal=17')
    const works = failing(platform, NO_SPACE)
    await early.game.playGesture([legalMoves(early.game.position)[0]])
    await flushPromises()
    works()
    useStorageWarning(early.pinia).follow()
    await flushPromises()
    expect((await tabOn(platform)).shown()).toBe('notSafe')
  })

  it('of the background is reported on every tab', async () => {
    const platform = memoryPlatform()
    const tab = await tabOn(platform, '?game=sea-towers&deal=17')
    const works = failing(platform, NO_SPACE)
    const local = reportingFailures(platform.local, platform.session)
    await expect(local.set({ '~d:AAAAAAAA': 'x' })).rejects.toThrow(NO_SPACE)
    works()
    await flushPromises()
    expect(tab.shown()).toBe('notSafe')
  })

  it('has priority over all other notices, and cannot be closed', async () => {
    const platform = memoryPlatform()
    const tab = await tabOn(platform, '?game=sea-towers&deal=17')
    await tab.move()
    await tab.game.newDeal(18)
    expect(tab.shown()).toBe('newDeal')
    const works = failing(platform, NO_SPACE)
    await tab.settings.change({ felt: 'walnut' })
    works()
    await flushPromises()
    expect(useNotices(tab.pinia).shown).toMatchObject({ key: 'notSafe', actions: ['export'] })
    expect(useNotices(tab.pinia).shown!.dismiss).toBeUndefined()
  })
})

describe('a tab that is hidden', () => {
  it('receives no changes, and checks the warning when it is visible again', async () => {
    const platform = memoryPlatform()
    const hidden = await tabOn(platform, '?game=sea-towers&deal=17')
    hidden.game.hide()
    hidden.unfollow()
    const seen = await tabOn(platform)
    const works = failing(platform, NO_QUOTA)
    await seen.move()
    expect(hidden.game.notices).toEqual([])
    const comeBack = async () => {
      await hidden.game.playHere()
      hidden.unfollow = hidden.warning.follow()
      await flushPromises()
    }
    await comeBack()
    expect(hidden.shown()).toBe('notSaved')
    hidden.game.hide()
    hidden.unfollow()
    works()
    await seen.move()
    await comeBack()
    expect(hidden.shown()).toBeUndefined()
  })
})
