// Today: the button in the bar with its check mark and streak, and its list with the set of games and the
// calendar.
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import GameBar from '../../components/bar/GameBar.vue'
import GamesList from '../../components/bar/GamesList.vue'
import TodayList from '../../components/bar/TodayList.vue'
import TodayMark from '../../components/bar/TodayMark.vue'
import { dailySet, GAMES, legalMoves, publishedDaily, type GameId } from '../../engine/index.ts'
import { dayHere, isoDay } from '../../stores/calendar.ts'
import { dayOfPlay } from '../../stores/sync/ids'
import { writeJson } from '../../stores/sync/items'
import { keys } from '../../stores/sync/kinds/index'
import { asReplicas } from '../../stores/sync/replicas'
import { compact, storedSummary } from '../../stores/sync/summary'
import { t } from '../../components/i18n'
import { useStatistics } from '../../stores/account/statistics'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { eventually } from '../support/eventually'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, show } from '../support/mount'
import { item, row } from '../support/sync-words'
import { wonDailies as wins } from '../support/won-dailies'

const today = dayHere(new Date())

/** A game that is not in today’s set. */
const OUTSIDE = GAMES.find(id => !dailySet(today).includes(id))!
const tabWith = (stored: Record<string, string> = {}, game: GameId = OUTSIDE) =>
  openTab(memoryPlatform({ settings: '{"winnableOnly":false}', ...stored }), `?game=${game}&deal=17`)

/** The today list of a tab with this storage. */
async function listWith(stored: Record<string, string> = {}, game?: GameId) {
  const tab = await tabWith(stored, game)
  const list = show(TodayList, tab)
  await flushPromises()
  const tiles = () => list.findAll('.set li').map(tile => tile.attributes('data-state'))
  return { tab, list, tiles }
}

describe('the pictures of boards in a list', () => {
  it.each([
    ['today', TodayList],
    ['games', GamesList],
  ])('change with the theme while the list is open: %s', async (_, component) => {
    const list = show(component, await tabWith())
    await flushPromises()
    const picture = () => decodeURIComponent(list.get('img').attributes('src')!)
    expect(picture()).not.toContain('#123456')
    document.documentElement.style.setProperty('--face', '#123456')
    await eventually(() => expect(picture()).toContain('#123456'))
    document.documentElement.removeAttribute('style')
    list.unmount()
  })
})

describe('the today button', () => {
  it('is in the bar, with only its name before the first win', async () => {
    const tab = await tabWith()
    await useLateAnalysis(tab.pinia).load()
    const bar = show(GameBar, tab)
    const button = bar.get('[data-action="today"]')
    expect(button.attributes('popovertarget')).toBe('today')
    await eventually(() => expect(button.find('strong').exists()).toBe(true))
    expect(button.text()).toBe('Today')
    bar.unmount()
  })
  it('shows a check mark once a deal of this day is won, and a streak of at least two days', async () => {
    const none = show(TodayMark, await tabWith(wins(today - 1, ['golf'])))
    await flushPromises()
    expect(none.text()).toBe('')
    none.unmount()
    const both = { ...wins(today - 1, ['golf']), ...wins(today, ['yukon']) }
    const mark = show(TodayMark, await tabWith(both))
    await eventually(() => expect(mark.find('.tick').exists()).toBe(true))
    expect(mark.get('strong').attributes('data-state')).toBe('won')
    expect(mark.findAll('.visually-hidden').map(({ element }) => element.textContent)).toEqual([
      'Won',
      '2 days in a row',
    ])
    mark.unmount()
  })
  it('is updated after wins and erasures in other tabs', async () => {
    const tab = await tabWith()
    const mark = show(TodayMark, tab)
    const won = wins(today, ['golf'])
    await tab.platform.local.set(won)
    await eventually(() => expect(mark.find('.tick').exists()).toBe(true))
    await tab.platform.local.remove(Object.keys(won))
    await eventually(() => expect(mark.find('.tick').exists()).toBe(false))
    mark.unmount()
  })
  it('reads the results only while the tab is visible', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    const change = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    const tab = await tabWith()
    const read = vi.spyOn(useStatistics(tab.pinia), 'refresh')
    change('hidden')
    const mark = show(TodayMark, tab)
    await tab.platform.local.set(wins(today, ['golf']))
    await flushPromises()
    await new Promise(resolve => requestIdleCallback(resolve))
    expect(read).not.toHaveBeenCalled()
    change('visible')
    await eventually(() => expect(mark.find('.tick').exists()).toBe(true))
    mark.unmount()
    visibility.mockRestore()
  })
  it('loses its check mark at midnight, even in a tab that stays visible', async () => {
    const tab = await tabWith(wins(today, ['golf']))
    await useStatistics(tab.pinia).refresh()
    const beforeMidnight = new Date().setHours(23, 59, 30, 0)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: beforeMidnight })
    const mark = show(TodayMark, tab)
    await vi.advanceTimersByTimeAsync(1000)
    expect(mark.find('.tick').exists()).toBe(true)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(mark.find('.tick').exists()).toBe(false)
    mark.unmount()
    vi.useRealTimers()
  })
  it('loses its check mark when the window gets the focus on the next day, as after sleep', async () => {
    const tab = await tabWith(wins(today, ['golf']))
    await useStatistics(tab.pinia).refresh()
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const mark = show(TodayMark, tab)
    await vi.advanceTimersByTimeAsync(1000)
    expect(mark.find('.tick').exists()).toBe(true)
    vi.setSystemTime(Date.now() + 86_400_000)
    window.dispatchEvent(new Event('focus'))
    await flushPromises()
    expect(mark.find('.tick').exists()).toBe(false)
    mark.unmount()
    vi.useRealTimers()
  })
  it('shows a streak without deals that were won after their day', async () => {
    const late = { ...wins(today - 5, ['golf'], today - 1), ...wins(today - 4, ['golf'], today - 1) }
    const mark = show(TodayMark, await tabWith({ ...late, ...wins(today, ['golf']) }))
    await eventually(() => expect(mark.find('.tick').exists()).toBe(true))
    expect(mark.find('.flame').exists()).toBe(false)
    mark.unmount()
  })
})

describe('the today list', () => {
  it('shows the new month at midnight', async () => {
    const lastMinute = new Date(2026, 10, 30, 23, 59, 30)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: lastMinute })
    const list = show(TodayList, await tabWith())
    const month = () => list.get('.month-line').text()
    expect(month()).toBe('November 2026')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(month()).toBe('December 2026')
    list.unmount()
    vi.useRealTimers()
  })
  it.each([OUTSIDE, dailySet(today)[2]])(
    'offers today’s deal of the current game once, with a button that has the focus: %s',
    async game => {
      const { tab, list } = await listWith({}, game)
      const name = t(`game.${game}`)
      const buttons = list
        .findAll('button')
        .filter(button => [name, `Play today’s deal ${name}`].includes(button.text()))
      expect(buttons.map(button => button.attributes('data-action'))).toEqual(['play-today'])
      const [play] = buttons
      expect(document.activeElement).toBe(play.element)
      expect(play.text() === name, 'in the set').toBe(game !== OUTSIDE)
      await play.trigger('click')
      await eventually(() => expect(dayOfPlay(tab.game.playId)).toBe(today))
      expect(tab.game.position.dealNumber).toBe(publishedDaily(game, isoDay(today)))
      list.unmount()
    },
  )
  it('shows which games of the day’s set are won or in progress, and plays any of them', async () => {
    const [first, second, third] = dailySet(today)
    const { tab, list, tiles } = await listWith(wins(today, [second]))
    expect(tiles()).toEqual(['open', 'won', 'open', 'open', 'open'])
    expect(list.get('[data-stat="set"]').text()).toBe('Bronze · 1 of 5')
    await list.get(`[data-daily="${third}"]`).trigger('click')
    await eventually(() => expect([tab.game.game.id, dayOfPlay(tab.game.playId)]).toEqual([third, today]))
    await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    const { playId } = tab.game
    await tab.game.switchGame(first)
    list.unmount()
    const again = show(TodayList, tab)
    await flushPromises()
    expect(again.get(`li:has([data-daily="${third}"])`).attributes('data-state')).toBe('begun')
    await again.get(`[data-daily="${third}"]`).trigger('click')
    await eventually(() => expect(tab.game.playId).toBe(playId))
    expect(tab.game.moves).toBe(1)
    expect(again.get(`[data-daily="${third}"]`).attributes('data-action')).toBe('play-today')
    again.unmount()
    await tab.game.switchGame(OUTSIDE)
    await tab.game.newDeal(17, today)
    await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    const last = show(TodayList, tab)
    expect(last.get('[data-action="play-today"]').text()).toMatch(/^Continue today’s deal/)
    last.unmount()
  })
  it('shows each day’s medal, for which later wins also count, or a check mark', async () => {
    const [twoDaysAgo, threeDaysAgo, fourDaysAgo] = [today - 2, today - 3, today - 4].map(dailySet)
    const other = (['sea-towers', 'double-dot'] as const).find(id => !dailySet(today - 5).includes(id))!
    const { list } = await listWith({
      ...wins(today - 2, twoDaysAgo.slice(0, 2), today),
      ...wins(today - 3, threeDaysAgo.slice(1, 4)),
      ...wins(today - 4, fourDaysAgo, today),
      ...wins(today - 5, [other]),
    })
    const states = (month: string) =>
      list.findAll(month).map(day => [Number(day.attributes('data-day')), day.attributes('data-state')])
    const shown = new Map(states('[data-day]') as [number, string][])
    await list.get('[data-action="earlier"]').trigger('click')
    for (const [day, state] of states('[data-day]')) shown.set(day as number, state as string)
    expect([2, 3, 4, 5, 6].map(days => shown.get(today - days))).toEqual([
      'bronze',
      'silver',
      'gold',
      'won',
      'open',
    ])
    expect(list.get('[data-stat="days"]').text(), 'streaks that have ended').toBe(
      '0 days in a row · longest 1',
    )
    list.unmount()
  })
  it('shows the games of a selected day, and plays the deals of that day', async () => {
    const day = today - 1
    const { tab, list, tiles } = await listWith(wins(day, dailySet(day)))
    if (new Date().getDate() === 1) await list.get('[data-action="earlier"]').trigger('click')
    await list.get(`[data-day="${day}"]`).trigger('click')
    expect(list.get(`[data-day="${day}"]`).attributes('aria-pressed')).toBe('true')
    expect(tiles()).toEqual(['won', 'won', 'won', 'won', 'won'])
    expect(list.get('[data-stat="set"]').text()).toBe('Gold · 5 of 5')
    await list.get('[data-action="play-today"]').trigger('click')
    await eventually(() => expect(dayOfPlay(tab.game.playId)).toBe(day))
    list.unmount()
    const next = show(TodayList, tab)
    expect(next.text()).toContain(`On the table: ${t(`game.${OUTSIDE}`)}, deal of the day, `)
    next.unmount()
  })
  it('opens at the month of the deal of the day that is on the table', async () => {
    const tab = await tabWith()
    await tab.game.newDeal(18, dayHere(new Date(2024, 1, 29)))
    const list = show(TodayList, tab)
    expect(list.get('.month-line strong').text()).toContain('February 2024')
    expect(list.get('h2').text()).toContain('Today')
    list.unmount()
    await tab.game.newDeal(18, today + 40)
    const now = show(TodayList, tab)
    expect(now.find(`[data-day="${today}"]`).exists()).toBe(true)
    now.unmount()
  })
  it('keeps medals, streaks and the order of the games when the statistics are reset', async () => {
    const [set, setBefore] = [dailySet(today - 1), dailySet(today - 2)]
    const won = { ...wins(today - 1, set.slice(0, 3)), ...wins(today - 2, setBefore.slice(0, 1)) }
    const { tab, list } = await listWith(won)
    const statistics = useStatistics(tab.pinia)
    const daily = () => ({
      streak: list.get('[data-stat="days"]').text(),
      won: [...statistics.wonOn],
      outcomes: [...statistics.dailies(set[0]!)],
      ended: statistics.ended,
    })
    await eventually(() => expect(list.text()).toContain('2 days in a row · longest 2'))
    const before = daily()
    await statistics.reset(undefined)
    expect(statistics.of().played).toBe(0)
    await flushPromises()
    expect(daily()).toEqual(before)
    list.unmount()
  })
  it('says that older wins may be missing, but only if some results are stored as sums', async () => {
    const { list } = await listWith(wins(today, ['golf']))
    expect(list.text()).not.toContain('may be missing')
    list.unmount()
    const sums = storedSummary(compact([[row('other')]], () => true))
    const withSums = await listWith(asReplicas(item(keys.results('laptopAA'), writeJson(sums))))
    expect(withSums.list.text()).toContain('Older wins from other devices may be missing.')
    await useStatistics(withSums.tab.pinia).reset(undefined)
    await flushPromises()
    expect(withSums.list.text()).toContain('Older wins from other devices may be missing.')
    withSums.list.unmount()
  })
})
