// Panels, lists and the strip: what they show, and how they respond.
import { readFileSync } from 'node:fs'
import { flushPromises, mount } from '@vue/test-utils'
import fc from 'fast-check'
import { afterEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { nextTick } from 'vue'
import DealsList from '../../components/bar/DealsList.vue'
import GamesList from '../../components/bar/GamesList.vue'
import MenuList from '../../components/bar/MenuList.vue'
import GoalsPanel from '../../components/panels/GoalsPanel.vue'
import PastGames from '../../components/panels/PastGames.vue'
import OptionsField from '../../components/fields/OptionsField.vue'
import SelectField from '../../components/fields/SelectField.vue'
import SettingsPanel from '../../components/panels/SettingsPanel.vue'
import WinCascade from '../../components/panels/WinCascade.vue'
import WonPanel from '../../components/panels/WonPanel.vue'
import StatisticsPanel from '../../components/panels/StatisticsPanel.vue'
import WinChart from '../../components/panels/WinChart.vue'
import WinTimes from '../../components/panels/WinTimes.vue'
import YearOfDays from '../../components/panels/YearOfDays.vue'
import WelcomeHint from '../../components/strip/WelcomeHint.vue'
import NewTabBar from '../../components/strip/NewTabBar.vue'
import SiteLink from '../../components/strip/SiteLink.vue'
import { shareText } from '../../components/share'
import { language, languageFor, languages, setLocale, t } from '../../components/i18n'
import { reasonText } from '../../components/reasons'
import {
  deal,
  FIRST_DEALS,
  GAMES,
  games,
  isWon,
  legalMoves,
  publishedDaily,
  writeRecord,
  type GameId,
} from '../../engine/index.ts'
import { dayHere, isoDay } from '../../stores/calendar.ts'
import { memoryPlatform } from '../support/memory-platform'
import type { Site, webSearch } from '../../stores/platform/permitted.ts'
import { useVisited } from '../../stores/platform/permitted-stores'
import { useAnalysis } from '../../stores/analysis/analysis'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGoals } from '../../stores/account/goals-store'
import { usePastGames } from '../../stores/account/past-games-store'
import { useStatistics } from '../../stores/account/statistics'
import { useOverlays } from '../../stores/overlays/overlays'
import { dayOfPlay, playIdOf } from '../../stores/sync/ids'
import { writeResult } from '../../stores/sync/game-results'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import { writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { writePast } from '../../stores/sync/past-game.ts'
import { asReplicas } from '../../stores/sync/replicas.ts'
import { wonGame, wonHistory } from '../support/help'
import { eventually } from '../support/eventually'
import { openTab, show, showTable, type World } from '../support/mount'
import { item, row, written } from '../support/sync-words'
import { wonDailies } from '../support/won-dailies'
import { moveHeld } from '../support/gestures'

/** Wins a game of Sea Towers. With `day`, it is the deal of that day. */
async function win({ game }: World, day?: number): Promise<void> {
  const { deal, moves } = wonGame('sea-towers')
  await game.newDeal(deal, day)
  for (const move of moves)
    if (move.kind === 'move') moveHeld(game, { from: move.from, count: move.count }, move.to)
  await flushPromises()
  expect(game.state).toBe('won')
}

/** Opens a tab and wins a game of Sea Towers. With `day`, it is the deal of that day. */
async function openWon(day?: number, platform = memoryPlatform({ settings: '{"automatic":"off"}' })) {
  const tab = await openTab(platform, '?game=sea-towers')
  await win(tab, day)
  const statistics = useStatistics(tab.pinia)
  await statistics.refresh()
  return { ...tab, statistics }
}

describe('days', () => {
  it('are calendar days in the user’s time zone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 23 }), (day, hour) => {
        const time = new Date(`${isoDay(day)}T12:00`)
        time.setHours(hour)
        expect(dayHere(time)).toBe(day)
      }),
    )
    expect(isoDay(dayHere(new Date(2026, 10, 21, 23, 59)))).toBe('2026-11-21')
  })
  it('are encoded in the ids of plays of the deal of the day, and in no other ids', () => {
    fc.assert(
      fc.property(fc.integer({ min: 18_262, max: 60_000 }), day => {
        expect(playIdOf(day)).toMatch(/^[\w-]{8}$/)
        expect(dayOfPlay(playIdOf(day))).toBe(day)
        expect(dayOfPlay(playIdOf())).toBeUndefined()
      }),
    )
  })
})

describe('past games', () => {
  it.each([
    ['the list of past games', PastGames],
    ['the statistics', StatisticsPanel],
  ])('say how long ago they ended, also while the panel stays open: %s', async (_, shown) => {
    vi.useFakeTimers()
    const panel = show(shown, await openWon())
    await eventually(() => expect(panel.text()).toContain('just now'))
    await vi.advanceTimersByTimeAsync(180_000)
    expect(panel.text()).toMatch(/[23] minutes ago/)
    panel.unmount()
    vi.useRealTimers()
  })
  it('show that a result is being shared, even while the list is read again', async () => {
    const tab = await openWon()
    const panel = show(PastGames, tab)
    await eventually(() => expect(panel.find('[data-past="won"]').exists()).toBe(true))
    let copied = () => {}
    const writeText = vi.fn(() => new Promise<void>(done => (copied = done)))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const record = writeRecord({ history: wonHistory('klondike-1'), playId: 'otherAAA', seconds: 100 })
    await tab.platform.local.set({ 'past:otherAAA:won': writePast('won', 1, record) })
    await usePastGames(tab.pinia).refresh()
    await nextTick()
    /** Whether the share buttons are busy. They must agree. */
    const isBusy = () => {
      const [first, second] = panel
        .findAll('[data-action="share"]')
        .map(button => button.attributes('aria-busy'))
      expect(second).toBe(first)
      return first
    }
    await panel.get('[data-action="share"]').trigger('click')
    expect(isBusy()).toBe('true')
    await usePastGames(tab.pinia).refresh()
    await nextTick()
    expect(isBusy()).toBe('true')
    await eventually(() => expect(writeText).toHaveBeenCalled())
    copied()
    await eventually(() => expect(isBusy()).toBe('false'))
    vi.unstubAllGlobals()
    panel.unmount()
  })
  it('say that they were won on another device or in an import if they were given up here', async () => {
    const record = (playId: string) =>
      writeRecord({ history: wonHistory('klondike-1', 9), playId, seconds: 100 })
    const plays = ['laptopsA', 'importsA', 'nobodysA']
    const header = { name: 'Laptop', day: 20_000 }
    const platform = memoryPlatform({
      device: writeIdentity({ id: 'deskAAAA', epoch: 0 }),
      ...Object.fromEntries(
        plays.map(play => [`past:${play}:givenUp`, writePast('givenUp', 1, record(play))]),
      ),
      ...asReplicas({
        ...item(keys.device('laptopXX'), writeJson({ ...header, browser: 'Test' })),
        ...item(keys.log('laptopXX', 0), written(row(plays[0]))),
        ...item(keys.device('importXX'), writeJson(header)),
        ...item(keys.log('importXX', 0), written(row(plays[1]))),
        ...item(keys.log('deskAAAA', 0), written(...plays.map(play => row(play, 'givenUp')))),
      }),
    })
    const panel = show(PastGames, await openTab(platform, '?game=sea-towers'))
    await eventually(() => expect(panel.findAll('[data-past]')).toHaveLength(3))
    const rows = panel
      .findAll('[data-past]')
      .map(line => line.attributes('data-past') + line.get('small').text())
    expect(rows.toSorted()).toEqual([
      expect.stringMatching(/^givenUpGiven up · /),
      expect.stringMatching(/^won[^·]* ago .*· According to your import, you won this game\.$/),
      expect.stringMatching(/^won[^·]* ago .*· You won this game on Laptop\.$/),
    ])
    panel.unmount()
  })
  it('are listed with their outcome, and can be shared and replayed during a game', async () => {
    const tab = await openWon()
    const { position } = tab.game
    const panel = show(PastGames, tab)
    const overlays = useOverlays(tab.pinia)
    overlays.panel = 'past'
    await eventually(() => expect(panel.findAll('[data-past="won"]')).toHaveLength(1))
    expect(panel.get('[data-past] strong').text()).toBe(`Sea Towers #${position.dealNumber}`)
    const writeText = vi.fn()
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await panel.get('[data-action="share"]').trigger('click')
    await eventually(() => expect(writeText).toHaveBeenCalled())
    expect(writeText.mock.calls[0][0]).toMatch(/^Quickhand Sea Towers #\d+: \d+:\d\d, \d+ moves$/)
    vi.unstubAllGlobals()
    await tab.game.newDeal(18)
    const late = useLateAnalysis(tab.pinia)
    await panel.get('[data-action="watch-again"]').trigger('click')
    expect(overlays.panel).toBeUndefined()
    const { replay } = await late.load()
    expect([late.isReplaying, replay.isRunning, replay.step]).toEqual([true, true, 0])
    expect(late.replayChange!.after.dealNumber).toBe(position.dealNumber)
    expect(tab.game.position.dealNumber).toBe(18)
    panel.unmount()
  })
  it('of the day can be played again as deals of that day', async () => {
    const day = dayHere(new Date())
    const tab = await openWon(day)
    const { playId, position } = tab.game
    const panel = show(PastGames, tab)
    await eventually(() => expect(panel.find('[data-past="won"]').exists()).toBe(true))
    await panel.get('[data-action="again"]').trigger('click')
    await eventually(() => expect(tab.game.playId).not.toBe(playId))
    expect(tab.game.position.dealNumber).toBe(position.dealNumber)
    expect([tab.game.moves, dayOfPlay(tab.game.playId)]).toEqual([0, day])
    panel.unmount()
  })
  it('are replaced by an explanation while there are none', async () => {
    const panel = show(PastGames, await openTab())
    await flushPromises()
    expect(panel.text()).toContain('Your last 50 finished games on this device appear here')
    panel.unmount()
  })
})

describe('statistics', () => {
  it('include the deals of the day that were won, which the calendar marks', async () => {
    const today = dayHere(new Date())
    const tab = await openWon(today)
    expect([...tab.statistics.dailies('sea-towers')]).toEqual([[today, 'won']])
    const list = show(DealsList, tab)
    await flushPromises()
    expect(list.find(`[data-day="${today}"]`).attributes('data-state')).toBe('won')
    expect(list.find('.legend').text()).toBe('Won')
    expect(list.find('[data-stat="days"]').text()).toBe('1 day in a row · longest 1')
    expect(list.find('.badge').exists()).toBe(false)
    list.unmount()
  })
  it('mark a deal of the day in progress in the calendar, and playing it again continues it', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const today = dayHere(new Date())
    await tab.game.newDeal(5, today)
    const list = show(DealsList, tab)
    await flushPromises()
    const day = list.get(`[data-day="${today}"]`)
    // A deal without moves does not count as started.
    expect(day.attributes('data-state')).toBe('open')
    await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    const { playId } = tab.game
    await tab.game.newDeal(6)
    await flushPromises()
    expect(day.attributes('data-state')).toBe('begun')
    expect(day.attributes('title')).toContain('started')
    await tab.game.newDeal(5, today)
    expect(tab.game.playId).toBe(playId)
    expect(tab.game.moves).toBe(1)
    list.unmount()
  })
  it('can be reset for one game, and count its earlier games again if the reset is undone', async () => {
    const { statistics, settings } = await openWon()
    expect(statistics.of('sea-towers').played).toBe(1)
    await statistics.reset('double-dot')
    expect(statistics.of('sea-towers').played).toBe(1)
    await statistics.reset('sea-towers')
    expect(statistics.of('sea-towers')).toMatchObject({ played: 0, won: 0 })
    expect(settings.values.since['sea-towers']).toBeGreaterThan(0)
    await statistics.reset('sea-towers', true)
    expect(statistics.of('sea-towers')).toMatchObject({ played: 1, won: 1 })
  })
  it('are reset in all open tabs', async () => {
    const { statistics, platform } = await openWon()
    const other = await openTab(platform, '', false)
    await useStatistics(other.pinia).reset('sea-towers')
    await eventually(() => expect(statistics.of('sea-towers').played).toBe(0))
  })
  it('are not computed again when an unrelated setting changes', async () => {
    const { statistics, settings } = await openWon()
    const { wonOn } = statistics
    await settings.change({ felt: 'midnight' })
    expect(statistics.wonOn).toBe(wonOn)
  })
  it('count a game won after a reset, even within the same minute', async () => {
    vi.setSystemTime('2026-11-21T12:00:20Z')
    const { statistics, ...tab } = await openWon()
    await statistics.reset('sea-towers')
    await win(tab)
    vi.useRealTimers()
    await statistics.refresh()
    expect(statistics.of('sea-towers')).toMatchObject({ played: 1, won: 1 })
    await statistics.reset('sea-towers', true)
    expect(statistics.of('sea-towers')).toMatchObject({ played: 2, won: 2 })
  })
  it('draw the win rate over time, from 0% at the bottom to 100% at the top', async () => {
    const points = [0, 0.5, 1].map((part, i) => ({ time: Date.UTC(2026, 10, 19 + i, 12), part }))
    const chart = show(WinChart, await openTab(), { points, span: 3 })
    expect(chart.find('polyline').attributes('points')).toBe('0,100 50,50 100,0')
    expect(chart.find('.now').text()).toBe('100%')
    const days = () => chart.findAll('.axis span').map(day => day.text())
    expect(days()).toEqual(['Nov 19, 2026', 'Nov 21, 2026'])
    await chart.setProps({ points: points.map(point => ({ ...point, time: points[0].time })) })
    expect(days()).toEqual(['Nov 19, 2026'])
    chart.unmount()
  })
  it.each([
    [new Date(2026, 10, 5), 'Nov', 'Dec'],
    [new Date(2026, 10, 30), 'Dec', 'Jan'],
  ])('name every month of the year that has room for its name: the year up to %s', async (now, ...names) => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    const year = show(YearOfDays, await openTab(memoryPlatform()), { wins: [] })
    const months = year.findAll('.months span').map(month => month.text())
    expect(months.slice(0, 2)).toEqual(names)
    expect(months).toHaveLength(12)
    year.unmount()
    vi.useRealTimers()
  })
  it('label each bar of the win times, and highlight a bar that is taller than all others', async () => {
    const tab = await openTab()
    const timesOf = (...minutes: number[]) => ({ seconds: minutes.map(count => count * 60 + 1) })
    const uneven = show(WinTimes, tab, timesOf(1, 3, 3, 5, 5, 5, 7, 9, 11, 13, 15, ...Array(40).fill(5), 90))
    expect(uneven.findAll('li > span:first-of-type').map(label => label.text())).toEqual([
      ...['0–2', '2–4', '4–6', '6–8', '8–10', '10–12', '12+'],
    ])
    expect(uneven.get('h3').text()).toBe('Win times mostly 4–6 min')
    expect(uneven.findAll('.most')).toHaveLength(1)
    uneven.unmount()
    const even = show(WinTimes, tab, timesOf(1, 3, 5))
    expect(even.get('h3').text()).toBe('Win times minutes')
    expect(even.find('.most').exists()).toBe(false)
    even.unmount()
  })
  it('report an error if they cannot be read, rather than only that there are none', async () => {
    const platform = memoryPlatform()
    const tab = await openTab(platform)
    vi.spyOn(platform.local, 'all').mockRejectedValue(new Error('disk broken'))
    const panel = show(StatisticsPanel, tab)
    await flushPromises()
    expect(panel.get('header [role="status"]').text()).toContain('disk broken')
    panel.unmount()
  })
  it('list the current game first, then the most played ones', async () => {
    const results = ['freecell', 'golf', 'golf', 'sea-towers', 'golf', 'freecell'].map((game, i) => {
      const play = `play000${i}`
      const result = { play, game: game as GameId, minute: 3_600_000 + i, seconds: 9, moves: 9 }
      return [`result:${play}`, writeResult({ ...result, outcome: 'won' })]
    })
    const panel = show(StatisticsPanel, await openTab(memoryPlatform(Object.fromEntries(results))))
    await flushPromises()
    const order = panel.findAll('nav [data-stats]').map(entry => entry.attributes('data-stats'))
    expect(order.slice(0, 4)).toEqual(['all', 'double-sea-towers', 'golf', 'freecell'])
    panel.unmount()
  })
  it('highlight only a current streak of two or more wins that is the longest yet', async () => {
    for (const wins of [1, 2]) {
      const results = Array.from({ length: wins }, (_, i) => {
        const result = { play: `play000${i}`, game: 'sea-towers' as const, minute: 3_600_000 + i }
        return [`result:${result.play}`, writeResult({ ...result, seconds: 9, moves: 9, outcome: 'won' })]
      })
      const panel = show(StatisticsPanel, await openTab(memoryPlatform(Object.fromEntries(results))))
      await flushPromises()
      for (const chosen of ['sea-towers', 'all']) {
        await panel.get(`[data-stats="${chosen}"]`).trigger('click')
        const notes = panel.findAll('.figures .better').map(note => note.text())
        expect(notes).toEqual(wins === 1 ? [] : ['your longest yet'])
      }
      panel.unmount()
    }
  })
  it('say that the win rate is over the last twenty games, or all games if there are fewer', async () => {
    for (const played of [9, 30]) {
      const results = Array.from({ length: played }, (_, i) => {
        const result = { play: `play${String(i).padStart(4, '0')}`, game: 'sea-towers' as const }
        const text = writeResult({ ...result, minute: 3_600_000 + i, seconds: 9, moves: 9, outcome: 'won' })
        return [`result:${result.play}`, text]
      })
      const panel = show(StatisticsPanel, await openTab(memoryPlatform(Object.fromEntries(results))))
      await flushPromises()
      await panel.get('[data-stats="all"]').trigger('click')
      const last = Math.min(played, 20)
      expect(panel.get('.curve h3').text()).toBe(`Win rate over the last ${last} games`)
      panel.unmount()
    }
  })
  it('list the recent games of all kinds with the name of the game before the time', async () => {
    const panel = show(StatisticsPanel, await openWon())
    await flushPromises()
    await panel.get('[data-stats="all"]').trigger('click')
    expect(panel.get('[data-outcome="won"]').text()).toMatch(/Sea Towers \d+:\d\d · \d+ moves/)
    panel.unmount()
  })
  it('can be reset and restored with the buttons of the panel', async () => {
    const tab = await openWon()
    const panel = show(StatisticsPanel, tab)
    await flushPromises()
    expect(panel.find('[data-stat="played"] dd').text()).toBe('1')
    expect(panel.find('[data-stat="won"]').text()).toBe('Won100%1 of 1 won')
    expect(panel.findAll('[data-outcome="won"]')).toHaveLength(1)
    expect(panel.findAll('[data-stats]').map(entry => entry.attributes('data-stats'))).toEqual([
      'all',
      'sea-towers',
      'daily',
      'levels',
    ])
    await panel.find('[data-action="reset"]').trigger('click')
    await flushPromises()
    expect(panel.find('[data-stat="played"] dd').text()).toBe('0')
    expect(panel.find('[data-stats="daily"] p').exists()).toBe(false)
    expect(panel.find('[data-stats="levels"]').exists()).toBe(false)
    await panel.find('[data-action="count-all"]').trigger('click')
    await flushPromises()
    expect(panel.find('[data-stat="played"] dd').text()).toBe('1')
    expect(panel.find('[data-stats="levels"]').exists()).toBe(true)
    panel.unmount()
  })
  it('still list a game after a reset, and name it in the statistics of all games', async () => {
    const tab = await openWon()
    await tab.game.switchGame('golf')
    const panel = show(StatisticsPanel, tab)
    const listedGames = () => panel.findAll('nav [data-stats]').map(entry => entry.attributes('data-stats'))
    const choose = (key: string) => panel.get(`nav [data-stats="${key}"]`).trigger('click')
    await flushPromises()
    await choose('all')
    expect(panel.find('[data-note="resetGames"]').exists()).toBe(false)
    await choose('sea-towers')
    await panel.get('[data-action="reset"]').trigger('click')
    await flushPromises()
    expect(listedGames()).toContain('sea-towers')
    expect(panel.get('nav [aria-current]').attributes('data-stats')).toBe('sea-towers')
    expect(panel.get('.nothing').text()).toMatch(/^Sea Towers: /)
    await choose('all')
    expect(panel.get('[data-note="resetGames"]').text()).toBe(
      'Sea Towers: counted only since the last reset.',
    )
    await choose('golf')
    expect(panel.get('.nothing').text()).toBe('Golf: your statistics will appear here after your first game.')
    await choose('sea-towers')
    await panel.get('[data-action="count-all"]').trigger('click')
    await flushPromises()
    expect(panel.get('[data-stat="played"] dd').text()).toBe('1')
    await choose('all')
    expect(panel.find('[data-note="resetGames"]').exists()).toBe(false)
    await panel.get('[data-action="reset"]').trigger('click')
    await flushPromises()
    expect(listedGames(), 'only games that have results').toEqual(['all', 'golf', 'sea-towers'])
    expect(panel.find('[data-note="resetGames"]').exists(), 'all resets are of the same day').toBe(false)
    panel.unmount()
  })
  it('show for all games the date of the earliest reset, but only if every game was reset', async () => {
    const tab = await openWon()
    const panel = show(StatisticsPanel, tab)
    const all = async () => {
      await flushPromises()
      await panel.find('[data-stats="all"]').trigger('click')
      return panel.find('[data-action="count-all"]').exists()
    }
    const day = (date: string) => (Date.parse(`${date}T12:00Z`) - Date.UTC(2020, 0, 1)) / 60_000
    await tab.settings.change({ since: { 'sea-towers': day('2026-11-21') } })
    expect(await all()).toBe(false)
    const since = Object.fromEntries(GAMES.map(id => [id, day('2026-11-20')]))
    await tab.settings.change({ since: { ...since, 'sea-towers': day('2026-11-21') } })
    expect(await all()).toBe(true)
    expect(panel.get('footer [role="status"]').text()).toContain('Nov 20')
    panel.unmount()
  })
})

describe('goals', () => {
  it('can be added and removed in their panel, which shows their progress and checks numbers', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers')
    const panel = show(GoalsPanel, tab)
    await flushPromises()
    expect(panel.text()).toContain('Set yourself a goal')
    await panel.get('[data-field="wins"]').setValue('51')
    expect(panel.get('[data-action="add-goal"]').attributes('disabled')).toBeDefined()
    expect(panel.get('form [role="status"]').text()).toBe('Enter a whole number from 1 to 50.')
    await panel.get('[data-field="wins"]').setValue('two')
    expect(panel.get('form [role="status"]').text()).toBe('Enter a whole number from 1 to 50.')
    await panel.get('[data-field="wins"]').setValue('２')
    expect(panel.get('form [role="status"]').text()).toBe('')
    await panel.get('[data-field="kind"]').setValue('fast')
    await panel.get('[data-field="minutes"]').setValue('181')
    expect(panel.get('form [role="status"]').text()).toBe('Enter a whole number from 1 to 180.')
    await panel.get('[data-field="kind"]').setValue('row')
    expect(panel.get('form [role="status"]').text()).toBe('')
    await panel.get('form').trigger('submit')
    await flushPromises()
    expect(panel.get('[data-goal] strong').text()).toBe('Sea Towers: Win 2 games in a row')
    expect(panel.get('[data-goal] small').text()).toBe('0 of 2')
    const messages = () => panel.findAll('[role="status"]').flatMap(status => status.text() || [])
    expect(messages()).toEqual(['Goal added.'])
    await panel.get('form').trigger('submit')
    await flushPromises()
    expect(messages(), 'no earlier message').toEqual(['You already have this goal.'])
    await panel.get('[data-field="wins"]').setValue('x')
    expect(messages()).toEqual(['Enter a whole number from 1 to 50.'])
    await panel.get('[data-action="remove-goal"]').trigger('click')
    await flushPromises()
    expect(panel.find('[data-goal]').exists()).toBe(false)
    expect(messages(), 'not the message about the number').toEqual(['Goal removed.'])
    panel.unmount()
  })
  it('pass the focus to a neighboring goal when they are removed, and the last one to the form', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers')
    const goals = useGoals(tab.pinia)
    for (const wins of [2, 3, 4]) await goals.add({ kind: 'row', wins, minutes: 0, game: undefined })
    const panel = show(GoalsPanel, tab)
    await flushPromises()
    const removers = () => panel.findAll<HTMLElement>('[data-action="remove-goal"]')
    for (const [at, next] of [
      [1, 1],
      [1, 0],
      [0, undefined],
    ] as const) {
      removers()[at].element.focus()
      await removers()[at].trigger('click')
      await flushPromises()
      const wanted = next === undefined ? panel.get('select') : removers()[next]
      expect(document.activeElement).toBe(wanted.element)
    }
    panel.unmount()
  })
  it('are removed without an error if the panel is closed in the meantime', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers')
    await useGoals(tab.pinia).add({ kind: 'row', wins: 2, minutes: 0, game: undefined })
    const panel = show(GoalsPanel, tab)
    await flushPromises()
    const failed = (panel.vm.$.appContext.config.errorHandler = vi.fn())
    const removing = panel.get('[data-action="remove-goal"]').trigger('click')
    panel.unmount()
    await removing
    await flushPromises()
    expect(tab.settings.values.goals).toEqual([])
    expect(failed).not.toHaveBeenCalled()
  })
  it('have fields that keep invalid text, are marked as invalid and refer to the message', async () => {
    const panel = show(GoalsPanel, await openTab())
    await panel.get('[data-field="kind"]').setValue('fast')
    const [wins, minutes] = ['wins', 'minutes'].map(name =>
      panel.get<HTMLInputElement>(`[data-field="${name}"]`),
    )
    await minutes.setValue('5 min')
    const marks = () => [wins, minutes].map(field => field.attributes('aria-invalid'))
    expect([minutes.element.value, marks()]).toEqual(['5 min', ['false', 'true']])
    const message = panel.get(`#${minutes.attributes('aria-describedby')}`)
    expect(message.text()).toBe('Enter a whole number from 1 to 180.')
    await minutes.setValue('')
    expect([message.text(), marks()]).toEqual(['', ['false', 'false']])
    panel.unmount()
  })
  it('have one message at a time, even once the limit of eight is reached', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers')
    const panel = show(GoalsPanel, tab)
    for (let wins = 2; wins < 10; wins++) {
      await panel.get('[data-field="wins"]').setValue(String(wins))
      await panel.get('form').trigger('submit')
      await flushPromises()
    }
    expect(tab.settings.values.goals).toHaveLength(8)
    const messages = () => panel.findAll('[role="status"]').flatMap(status => status.text() || [])
    expect([messages(), panel.text().includes('up to 8 goals')]).toEqual([['Goal added.'], false])
    await panel.get('[data-field="wins"]').setValue('x')
    expect(messages()).toEqual(['You can have up to 8 goals. Remove one to add another.'])
    panel.unmount()
  })
  it('show the message about an invalid number once, not again with each key', async () => {
    const panel = show(GoalsPanel, await openTab())
    const wins = panel.get('[data-field="wins"]')
    await wins.setValue('x')
    const { element } = panel.get('form [role="status"] span')
    await wins.setValue('xy')
    expect(panel.get('form [role="status"] span').element).toBe(element)
    panel.unmount()
  })
  it.each([
    ['3', 'ArrowUp', '4'],
    ['3', 'ArrowDown', '2'],
    ['1', 'ArrowDown', '1'],
    ['50', 'ArrowUp', '50'],
    ['99', 'ArrowUp', '50'],
    ['x', 'ArrowUp', '1'],
  ])('have number fields that the arrow keys change within the limits: %s, %s', async (text, key, after) => {
    const panel = show(GoalsPanel, await openTab())
    const wins = panel.get<HTMLInputElement>('[data-field="wins"]')
    await wins.setValue(text)
    await wins.trigger('keydown', { key })
    expect(wins.element.value).toBe(after)
    panel.unmount()
  })
  it('have a default number of wins for each kind, until the user types a number', async () => {
    const panel = show(GoalsPanel, await openTab())
    const wins = panel.get<HTMLInputElement>('[data-field="wins"]')
    const kind = panel.get('[data-field="kind"]')
    expect(wins.element.value).toBe('3')
    await kind.setValue('fast')
    expect(wins.element.value).toBe('1')
    await wins.setValue('7')
    await kind.setValue('row')
    expect(wins.element.value).toBe('7')
    panel.unmount()
  })
  it('offer the games in the same order as the list of games', async () => {
    const tab = await openTab()
    const [panel, list] = [show(GoalsPanel, tab), show(GamesList, tab)]
    const names = list.findAll('.game-groups .game-tile').flatMap(tile => {
      const variants = tile.findAll('.variants button').map(variant => variant.attributes('title'))
      return variants.length > 0 ? variants : tile.get('.game-name').text()
    })
    const options = panel.findAll('[data-field="game"] option').map(option => option.text())
    expect(options).toEqual(['All games', ...names])
    panel.unmount()
    list.unmount()
  })
  it('are suggested based on the user’s results, and can be added with one click', async () => {
    const yesterday = dayHere(new Date()) - 1
    const [earlier, later] = [wonDailies(yesterday - 1, ['golf']), wonDailies(yesterday, ['golf'])]
    const tab = await openTab(memoryPlatform({ ...earlier, ...later }), '?game=sea-towers&deal=17')
    const panel = show(GoalsPanel, tab)
    const suggestions = () => panel.findAll('[data-action="accept-goal"]')
    await eventually(() => expect(suggestions()).toHaveLength(1))
    const text = suggestions()[0].text()
    expect(['Golf: Win 1 game in under 1 min 30 sec', 'Golf: Win 3 games in a row']).toContain(text)
    await suggestions()[0].trigger('click')
    await flushPromises()
    expect(panel.get('[data-goal] strong').text()).toBe(text)
    expect(suggestions()).toEqual([])
    expect(document.activeElement?.tagName).toBe('SELECT')
    panel.unmount()
  })
  it('count games won after they were set, even within the same minute, and no earlier games', async () => {
    vi.setSystemTime('2026-11-21T12:00:20Z')
    const tab = await openWon()
    const panel = show(GoalsPanel, tab)
    await panel.get('[data-field="wins"]').setValue('2')
    await panel.get('form').trigger('submit')
    await flushPromises()
    const goals = useGoals(tab.pinia)
    await goals.refresh()
    expect(panel.get('[data-goal] small').text()).toBe('0 of 2 since you set it')
    await win(tab)
    vi.useRealTimers()
    await goals.refresh()
    await nextTick()
    expect(panel.get('[data-goal] small').text()).toBe('1 of 2 since you set it')
    panel.unmount()
  })
  it('are shown in the win sheet only if the win counts toward them', async () => {
    const goals = ['row:3:sea-towers:0', 'clean:1::0', 'row:2:freecell:0']
    const settings = JSON.stringify({ automatic: 'off', goals })
    const sheet = show(WonPanel, await openWon(undefined, memoryPlatform({ settings })))
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    expect(sheet.findAll('[data-goal]').map(goal => goal.text())).toEqual([
      'All games: Win 1 game without undo Reached',
      'Sea Towers: Win 3 games in a row 1 of 3',
    ])
    sheet.unmount()
  })
  it('say that they count wins only since they were set, if the current streak began earlier', async () => {
    const now = Math.floor((Date.now() - Date.UTC(2020, 0, 1)) / 60_000)
    const result = { game: 'sea-towers', outcome: 'won', seconds: 9, moves: 9 } as const
    const earlier = [2, 1].map(hours => {
      const play = `play000${hours}`
      return [`result:${play}`, writeResult({ ...result, play, minute: now - 60 * hours })] as const
    })
    const settings = JSON.stringify({ automatic: 'off', goals: [`row:3:sea-towers:${now - 90}`] })
    const stored = { settings, ...Object.fromEntries(earlier) }
    const sheet = show(WonPanel, await openWon(undefined, memoryPlatform(stored)))
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    expect(sheet.get('[data-goal] strong').text()).toBe('2 of 3 since you set it')
    sheet.unmount()
  })
})

describe('the win sheet', () => {
  it('is closed by its close button or Esc, but Esc does not close it while a panel is open', async () => {
    const tab = await openWon()
    const escape = async () => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
      await nextTick()
    }
    const first = show(WonPanel, tab)
    await eventually(() => expect(first.find('.won').exists()).toBe(true))
    await first.get('.won [data-action="close"]').trigger('click')
    expect(first.emitted('close')).toHaveLength(1)
    first.unmount()
    const sheet = show(WonPanel, tab)
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    const panel = show(GoalsPanel, tab)
    await escape()
    expect(sheet.emitted('close')).toBeUndefined()
    panel.unmount()
    await escape()
    expect(sheet.emitted('close')).toHaveLength(1)
    sheet.unmount()
  })
  it('replays the game from the deal, move by move', async () => {
    const tab = await openWon()
    const sheet = show(WonPanel, tab)
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    await sheet.get('[data-action="watch-again"]').trigger('click')
    const { replay } = await useLateAnalysis(tab.pinia).load()
    expect([replay.kind, replay.step, replay.isRunning]).toEqual(['history', 0, true])
    replay.close()
    sheet.unmount()
  })
  it('plays a deal of the day again as the deal of that day', async () => {
    const day = dayHere(new Date())
    const tab = await openWon(day)
    const { playId } = tab.game
    const sheet = show(WonPanel, tab)
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    await sheet.get('[data-action="again"]').trigger('click')
    await eventually(() => expect(tab.game.playId).not.toBe(playId))
    expect([tab.game.moves, dayOfPlay(tab.game.playId)]).toEqual([0, day])
    sheet.unmount()
  })
  it('shows the ribbon of cards again after a replay, without its animation', async () => {
    const tab = await openWon()
    const sheet = show(WonPanel, tab, { flies: true })
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    const ribbon = () => sheet.findComponent(WinCascade)
    expect(ribbon().props('isStill')).toBe(false)
    await sheet.get('[data-action="watch-again"]').trigger('click')
    const { replay } = await useLateAnalysis(tab.pinia).load()
    await nextTick()
    expect(ribbon().exists()).toBe(false)
    replay.close()
    await nextTick()
    expect(ribbon().props('isStill')).toBe(true)
    sheet.unmount()
  })
  it('draws the ribbon again when the theme changes, without its animation', async () => {
    const sheet = show(WonPanel, await openWon(), { flies: true })
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    const ribbon = () => sheet.findComponent(WinCascade)
    const before = ribbon().element
    document.documentElement.dataset.theme = 'dark'
    await eventually(() => expect(ribbon().element).not.toBe(before))
    expect(ribbon().props('isStill')).toBe(true)
    sheet.unmount()
    delete document.documentElement.dataset.theme
  })
  it('becomes visible and usable once the animation of the cards has ended', async () => {
    const sheet = show(WonPanel, await openWon(), { flies: true }, { WinCascade: true })
    const state = () => {
      const { element } = sheet.get<HTMLElement>('.win')
      return { isVisible: element.classList.contains('won'), canBeUsed: !element.inert }
    }
    await eventually(() => expect(sheet.find('.ways').exists()).toBe(true))
    expect(state()).toEqual({ isVisible: false, canBeUsed: false })
    sheet.getComponent(WinCascade).vm.$emit('rest', true)
    await eventually(() => expect(state()).toEqual({ isVisible: true, canBeUsed: true }))
    expect((document.activeElement as HTMLElement).dataset.action).toBe('next')
    sheet.unmount()
  })
  it('names a deal of the day by its date, including in the shared text', async () => {
    // The names of days of other years include the year.
    vi.useFakeTimers({ now: new Date(2026, 10, 26), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const day = dayHere(new Date(2026, 10, 25))
    const tab = await openWon(day)
    const sheet = show(WonPanel, tab)
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    const title = 'Sea Towers, deal of the day, November 25'
    expect(sheet.get('header p').text()).toBe(title)
    const { position, playId, seconds, moves } = tab.game
    expect(shareText({ position, playId, seconds, moves, isWon: true })).toContain(
      `Sea Towers #${position.dealNumber}, deal of the day, November 25`,
    )
    sheet.unmount()
  })
  it('says on its button, and to screen readers, that the result was copied', async () => {
    const sheet = show(WonPanel, await openWon())
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    vi.stubGlobal('navigator', { clipboard: { writeText: vi.fn() } })
    await sheet.get('[data-action="share"]').trigger('click')
    await eventually(() => expect(sheet.get('[data-action="share"]').text()).toBe('Copied'))
    expect(sheet.get('[role="status"]').text()).toBe('Copied')
    vi.unstubAllGlobals()
    sheet.unmount()
  })
  it('shows that the result is being shared, and ignores further clicks until it has been', async () => {
    const sheet = show(WonPanel, await openWon())
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    let copied = () => {}
    const writeText = vi.fn(() => new Promise<void>(done => (copied = done)))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const button = sheet.get('[data-action="share"]')
    await button.trigger('click')
    await button.trigger('click')
    expect(button.attributes('aria-busy')).toBe('true')
    await eventually(() => expect(writeText).toHaveBeenCalled())
    copied()
    await eventually(() => expect(button.text()).toBe('Copied'))
    expect([button.attributes('aria-busy'), writeText.mock.calls.length]).toEqual(['false', 1])
    vi.unstubAllGlobals()
    sheet.unmount()
  })
  it('does not call a win the first win if the statistics were reset before', async () => {
    const title = async (settings: object) => {
      const storage = { settings: JSON.stringify({ automatic: 'off', ...settings }) }
      const sheet = show(WonPanel, await openWon(undefined, memoryPlatform(storage)))
      await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
      const text = sheet.get('.won h2').text()
      sheet.unmount()
      return text
    }
    expect(await title({})).toBe('First win in this game')
    expect(await title({ since: { 'sea-towers': 1 } })).toBe('Won without undo')
  })
  it('does not prevent “Solution” in the menu from showing a solution of the deal', async () => {
    const tab = await openWon()
    const menu = show(MenuList, tab)
    await menu.get('[data-action="solution"]').trigger('click')
    const { replay } = await useLateAnalysis(tab.pinia).load()
    await eventually(() => expect(replay.kind).toBe('solution'))
    expect([replay.step, replay.position]).toEqual([0, tab.game.history.start])
    replay.goTo(replay.last)
    expect(isWon(replay.position!)).toBe(true)
    menu.unmount()
  })
  it('reserves space for the scale of moves during the search for a solution', async () => {
    const tab = await openWon()
    vi.spyOn(useAnalysis(tab.pinia), 'decide').mockReturnValue(new Promise(() => undefined))
    const sheet = show(WonPanel, tab)
    await eventually(() => expect(sheet.find('.won').exists()).toBe(true))
    expect(sheet.find('.scale').classes()).toContain('waiting')
    sheet.unmount()
  })
  it('shows the number of moves in the solver’s solution, and replays that solution', async () => {
    const tab = await openWon()
    const sheet = show(WonPanel, tab)
    await eventually(() => expect(sheet.find('[data-action="watch-solver"]').exists()).toBe(true))
    expect(sheet.get('.scale').classes()).not.toContain('waiting')
    const button = sheet.get('[data-action="watch-solver"]')
    await button.trigger('click')
    const { replay } = await useLateAnalysis(tab.pinia).load()
    expect(button.text()).toBe(`Solver ${replay.last}`)
    expect([replay.kind, replay.step, replay.isRunning]).toEqual(['solution', 0, true])
    replay.goTo(replay.last)
    expect(isWon(replay.position!)).toBe(true)
    replay.close()
    sheet.unmount()
  })
})

describe('move counts in the statistics', () => {
  const noteOf = async (date: number) => {
    vi.useFakeTimers({ now: date, toFake: ['Date'] })
    try {
      const panel = show(StatisticsPanel, await openWon())
      await flushPromises()
      const note = panel.find('[data-note="ownMoves"]')
      panel.unmount()
      return note.exists() ? note.text() : undefined
    } finally {
      vi.useRealTimers()
    }
  }
  it('have a note that some older games counted automatic moves, if there are such games', async () => {
    expect(await noteOf(Date.UTC(2026, 10, 20))).toBe(
      'Only your own moves count. Some older games counted automatic moves as well.',
    )
    expect(await noteOf(Date.UTC(2026, 10, 28)), 'only recent games').toBeUndefined()
  })
})

describe('the lists of the bar', () => {
  it('show every game with a picture and the user’s results, and switch to the chosen game', async () => {
    const tab = await openWon()
    const list = show(GamesList, tab)
    await flushPromises()
    const offered = new Set(list.findAll('[data-choose]').map(button => button.attributes('data-choose')))
    expect(offered.size).toBe(games.length)
    const tile = list
      .findAll('.game-tile')
      .find(({ element }) => element.querySelector('[data-choose="sea-towers"]'))!
    expect(tile.text()).toContain('1 of 1 won')
    expect(tile.text()).toContain('Won')
    expect(tile.find('.difficulty').text()).toBe('Hard')
    expect(tile.find('img').attributes('src')).toMatch(/^data:image\/svg\+xml,/)
    const names = () => list.findAll('.game-name').map(name => name.text())
    await list.find('[data-filter="notWon"]').trigger('click')
    expect(names()).not.toContain('Sea Towers')
    expect(names()).toContain('Golf')
    await list.find('[data-filter="twoDecks"]').trigger('click')
    expect(names()).toContain('Double Sea Towers')
    expect(names()).not.toContain('Golf')
    await list.find('input[type="search"]').setValue('double sea')
    expect(list.findAll('.game-name').map(name => name.text())).toEqual(['Double Sea Towers'])
    await list.find('input[type="search"]').setValue('')
    await list.find('[data-filter="all"]').trigger('click')
    await list.find('[data-choose="double-dot"]').trigger('click')
    await flushPromises()
    expect(tab.game.game.id).toBe('double-dot')
    list.unmount()
  })
  it('have filters that count games, not tiles, and select the matching variant of a tile', async () => {
    const list = show(GamesList, await openTab(memoryPlatform(), '?game=spider-4'))
    await flushPromises()
    const count = (key: string) => Number(list.get(`[data-filter="${key}"] small`).text())
    expect(count('all')).toBe(games.length)
    expect(count('easy') + count('medium') + count('hard')).toBe(games.length)
    await list.get('[data-filter="easy"]').trigger('click')
    const spider = list.findAll('.game-tile').find(tile => tile.text().startsWith('Spider'))!
    expect(spider.get('.difficulty').text()).toBe('Easy')
    expect(spider.get('.game-name').attributes('data-choose')).toBe('spider-1')
    list.unmount()
  })
  it('show variants that differ only in a number as a single tile with a button for each', async () => {
    const tab = await openTab(memoryPlatform(), '?game=klondike-3')
    const list = show(GamesList, tab)
    await flushPromises()
    const tile = list.findAll('.game-tile').find(candidate => candidate.text().startsWith('Klondike'))!
    expect(
      tile.findAll('.variants button').map(button => [button.text(), button.attributes('aria-pressed')]),
    ).toEqual([
      ['1', 'false'],
      ['3', 'true'],
    ])
    expect(tile.find('.game-name').text()).toBe('Klondike')
    expect(tile.find('.goal').text()).toContain('three cards')
    await tile.find('[data-choose="klondike-1"]').trigger('click')
    await flushPromises()
    expect(tab.game.game.id).toBe('klondike-1')
    list.unmount()
  })
  it('describe each game under the house rules that new deals will have', async () => {
    const tab = await openTab()
    const list = show(GamesList, tab)
    await flushPromises()
    const goal = () =>
      list
        .findAll('.game-tile')
        .find(tile => tile.text().startsWith('Golf'))!
        .get('.goal')
        .text()
    expect(goal()).toMatch(/A king takes only a queen, an ace only a two\.$/)
    await tab.settings.add({ moreRules: 'round-corner' })
    await flushPromises()
    expect(goal()).toMatch(/at a time\. Kings and aces are neighbors, too\.$/)
    list.unmount()
  })
  it('store favorite deals, and deal them again', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const list = show(DealsList, tab)
    await list.find('[data-action="favourite"]').trigger('click')
    await flushPromises()
    expect(tab.settings.values.favourites).toEqual(['sea-towers:17'])
    await tab.game.newDeal(18)
    await list.find('.menu-item').trigger('click')
    await flushPromises()
    expect(tab.game.position.dealNumber).toBe(17)
    list.unmount()
  })
})

describe('the list of deals', () => {
  const open = async () => {
    const copied = vi.fn()
    vi.stubGlobal('navigator', { languages: ['en'], clipboard: { writeText: copied } })
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    return { copied, tab, list: show(DealsList, tab) }
  }
  afterEach(() => vi.unstubAllGlobals())
  it('copies and stars the deal in the field, not the deal on the table', async () => {
    const { copied, tab, list } = await open()
    const field = list.get('#deal-number')
    const star = list.get('[data-action="favourite"]')
    await star.trigger('click')
    await flushPromises()
    expect(star.attributes('aria-pressed')).toBe('true')
    await field.setValue('golf #25')
    expect(star.attributes('aria-pressed')).toBe('false')
    await star.trigger('click')
    await list.get('[data-action="copy-deal"]').trigger('click')
    await flushPromises()
    expect(star.attributes('aria-pressed')).toBe('true')
    expect(tab.settings.values.favourites).toEqual(['golf:25', 'sea-towers:17'])
    expect(copied.mock.calls).toEqual([['Golf #25']])
    expect(list.get('[data-action="copy-deal"]').text()).toBe('Copied')
    await field.setValue('26')
    expect(list.get('[data-action="copy-deal"]').text()).toBe('Copy')
    list.unmount()
  })
  it('says why it cannot copy or star text that is not a deal', async () => {
    const { copied, tab, list } = await open()
    await list.get('#deal-number').setValue('seventeen')
    for (const action of ['copy-deal', 'favourite']) {
      await list.get(`[data-action="${action}"]`).trigger('click')
      await eventually(() => expect(list.get('#deal-note').classes()).toContain('error'))
      await list.get('#deal-number').setValue(`after ${action}`)
      expect(list.get('#deal-note').classes()).not.toContain('error')
    }
    expect(copied).not.toHaveBeenCalled()
    expect(tab.settings.values.favourites).toEqual([])
    list.unmount()
  })
  it('names a favorite by its date if it is a deal of the day, and plays it as such', async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 26), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { tab, list } = await open()
    const day = dayHere(new Date(2026, 10, 3))
    const number = publishedDaily('golf', isoDay(day))!
    await tab.settings.change({ favourites: [`golf:${number}`, `sea-towers:${number}`] })
    await flushPromises()
    const [daily, other] = list.findAll('.favorites .menu-item')
    await eventually(() => expect(daily.text()).toBe('Golf, deal of the day, November 3'))
    expect(other.text()).toBe(`Sea Towers #${number}`)
    await daily.trigger('click')
    await eventually(() => expect(dayOfPlay(tab.game.playId)).toBe(day))
    expect(tab.game.game.id).toBe('golf')
    list.unmount()
  })
  it('plays the shared text of a deal of the day as that deal', async () => {
    const { tab, list } = await open()
    const day = dayHere(new Date(2026, 10, 3))
    const position = deal('golf', publishedDaily('golf', isoDay(day))!)
    const text = shareText({ position, playId: playIdOf(day), isWon: true, seconds: 60, moves: 30 })
    await list.get('#deal-number').setValue(text)
    await list.get('form').trigger('submit')
    await eventually(() => expect(dayOfPlay(tab.game.playId)).toBe(day))
    list.unmount()
  })
  it('refuses a favorite beyond the limit of 50 with a message, until a favorite is removed', async () => {
    const { tab, list } = await open()
    const all = Array.from({ length: 50 }, (_, i) => `golf:${i + 1}`)
    await tab.settings.change({ favourites: all })
    const star = list.get('[data-action="favourite"]')
    await star.trigger('click')
    await flushPromises()
    expect(tab.settings.values.favourites).toEqual(all)
    const note = () => list.get('#deal-note').text()
    expect(note()).toBe('You can have up to 50 favorites. Remove one to add another.')
    await list.get('[aria-label="Remove Golf #50"]').trigger('click')
    await flushPromises()
    expect(note()).toMatch(/^The same number/)
    await star.trigger('click')
    await flushPromises()
    expect(tab.settings.values.favourites).toEqual(['sea-towers:17', ...all.slice(0, -1)])
    const field = list.get('#deal-number')
    await field.setValue('golf 99')
    await star.trigger('click')
    await field.setValue('sea towers 17')
    await star.trigger('click')
    await field.setValue('golf 99')
    await flushPromises()
    expect(note()).toMatch(/^The same number/)
    list.unmount()
  })
  it('moves the focus to another button in the list when a favorite is removed', async () => {
    const { tab, list } = await open()
    await tab.settings.change({ favourites: ['golf:1', 'golf:2', 'golf:3'] })
    await flushPromises()
    const remaining = () => list.findAll('.menu-item').map(item => item.text())
    const remove = async (deal: string, focused: string) => {
      await list.get(`[aria-label="Remove ${deal}"]`).trigger('click')
      await flushPromises()
      expect(document.activeElement?.getAttribute('aria-label')).toBe(focused)
    }
    await remove('Golf #2', 'Remove Golf #3')
    expect(remaining()).toEqual(['Golf #1', 'Golf #3'])
    await remove('Golf #3', 'Remove Golf #1')
    await remove('Golf #1', 'Favorite')
    expect(tab.settings.values.favourites).toEqual([])
    list.unmount()
  })
})

describe('the welcome hint', () => {
  it('explains the goal, offers well-known games, and says how to answer the browser’s prompt', async () => {
    const tab = await openTab()
    const hint = show(WelcomeHint, tab)
    await flushPromises()
    expect(hint.text()).toContain('foundations, from ace to king in suit. Build columns down in suit.')
    expect(hint.text()).toContain('offers to restore the previous new tab page, keep Quickhand')
    await hint.find('[data-start="klondike-1"]').trigger('click')
    await eventually(() => expect(tab.game.game.id).toBe('klondike-1'))
    expect(FIRST_DEALS['klondike-1']).toContain(tab.game.position.dealNumber)
    expect(hint.find('[data-start="klondike-1"]').exists()).toBe(false)
    hint.unmount()
  })
  it('is closed by Esc only if there is no drag, selection, hint, search, panel or list to end', async () => {
    const tab = await openTab()
    const table = await showTable(tab)
    const hint = show(WelcomeHint, tab)
    const overlays = useOverlays(tab.pinia)
    const press = async (key: string) => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key }))
      await flushPromises()
    }
    const isOpenAfterEscape = async () => {
      await press('Escape')
      return tab.game.isFirst
    }
    const card = table.get('[data-on="t1"].top').element
    for (const type of ['pointerdown', 'pointermove'])
      card.dispatchEvent(
        new PointerEvent(type, { clientX: type === 'pointermove' ? 50 : 0, bubbles: true, button: 0 }),
      )
    await nextTick()
    expect(table.findAll('.held')).toHaveLength(1)
    expect(await isOpenAfterEscape()).toBe(true)
    for (const [key, shown] of [
      ['s', '.selected'],
      ['w', '.refusal'],
      ['h', '.hinted'],
    ]) {
      await press('1')
      await press(key)
      await eventually(() => expect(table.find(shown).exists(), shown).toBe(true))
      expect([await isOpenAfterEscape(), table.find(shown).exists()]).toEqual([true, false])
    }
    void tab.game.waitFor('hint', () => new Promise(() => undefined))
    expect([await isOpenAfterEscape(), tab.game.awaited]).toEqual([true, undefined])
    const panel = show(GoalsPanel, tab)
    expect(await isOpenAfterEscape()).toBe(true)
    panel.unmount()
    overlays.list = 'menu'
    expect(await isOpenAfterEscape()).toBe(true)
    overlays.list = undefined
    expect(await isOpenAfterEscape()).toBe(false)
    hint.unmount()
    table.unmount()
  })
})

describe('settings', () => {
  it('apply as soon as they are changed in their panel', async () => {
    const tab = await openTab()
    const panel = show(SettingsPanel, tab)
    await panel.find('[data-setting="deck"] [value="classic"]').setValue(true)
    await panel.find('[data-setting="sound"]').setValue(true)
    expect(tab.settings.values).toMatchObject({ deck: 'classic', sound: true })
    panel.unmount()
  })
  it.each([
    ['changes a setting', '[data-setting="showClock"]', 'input', {}],
    ['chooses a picture', '[data-setting="picture"]', 'input', {}],
    ['shows another section', '[data-tab="play"]', 'click', {}],
    ['shows another section with the keyboard', '[data-tab="tab"]', 'keydown', { key: 'ArrowLeft' }],
  ])('show a message until the user %s', async (_, selector, event, options) => {
    const platform = memoryPlatform()
    const search = { ...(await platform.search()), allow: async () => false }
    const panel = show(SettingsPanel, await openTab({ ...platform, search: async () => search }))
    await panel.get('[data-tab="tab"]').trigger('click')
    await panel.get('[data-setting="showSearch"]').setValue(true)
    await flushPromises()
    const message = () => panel.get('header [role="status"]').text()
    expect(message()).toContain('stays off')
    await panel.get(selector).trigger(event, options)
    expect(message()).toBe('')
    panel.unmount()
  })
})

describe('a field', () => {
  const options = [
    { value: 'a', text: 'A' },
    { value: 'b', text: 'B' },
  ]
  it('shows the value of its model, not a value that the model refused', async () => {
    const props = { 'name': 'n', 'label': 'L', options, 'modelValue': 'a', 'onUpdate:modelValue': vi.fn() }
    const radios = mount(OptionsField, { props })
    await radios.get('[value="b"]').setValue(true)
    const checked = radios.findAll<HTMLInputElement>('input').filter(({ element }) => element.checked)
    const select = mount(SelectField, { props })
    await select.setValue('b')
    expect(props['onUpdate:modelValue'].mock.calls).toEqual([['b'], ['b']])
    expect([...checked.map(({ element }) => element.value), select.element.value]).toEqual(['a', 'a'])
  })
})

describe('the strip', () => {
  it('asks for permission to search, and revokes it when search is turned off', async () => {
    const platform = memoryPlatform({ settings: '{"showSearch":true}' })
    const tab = await openTab(platform)
    const strip = show(NewTabBar, tab)
    await flushPromises()
    expect(strip.find('[data-strip="search"]').exists()).toBe(false)
    const submitted = vi.fn()
    strip.element.addEventListener('submit', submitted)
    await strip.find('[data-action="allow-search"]').trigger('click')
    await flushPromises()
    expect(submitted).not.toHaveBeenCalled()
    expect(strip.find('[data-strip="search"]').exists()).toBe(true)
    const panel = show(SettingsPanel, tab)
    await panel.find('[data-setting="showSearch"]').setValue(false)
    await flushPromises()
    expect(await (await platform.search()).isAllowed()).toBe(false)
    panel.unmount()
    strip.unmount()
  })
  it('does not ask for a permission before it is known whether it is granted', async () => {
    const platform = memoryPlatform({ settings: '{"showClock":true}' })
    const search = await platform.search()
    await search.allow()
    const loaded = Promise.withResolvers<typeof search>()
    const tab = await openTab({ ...platform, search: () => loaded.promise })
    const strip = show(NewTabBar, tab)
    // A choice that was made in another tab requests no permission here.
    await tab.settings.change({ showSearch: true })
    await nextTick()
    expect(strip.find('[data-action="allow-search"]').exists()).toBe(false)
    loaded.resolve(search)
    await flushPromises()
    expect(strip.find('[data-strip="search"]').exists()).toBe(true)
    strip.unmount()
  })
  it.each([
    ['showSearch', '[data-strip="search"]'],
    ['showVisited', '[data-strip="visited"] a'],
  ])('requests the permission for %s when the user turns that setting on', async (setting, selector) => {
    const tab = await openTab()
    const panel = show(SettingsPanel, tab)
    await flushPromises()
    await panel.get(`[data-setting="${setting}"]`).setValue(true)
    const strip = show(NewTabBar, tab)
    await flushPromises()
    expect(strip.find(selector).exists()).toBe(true)
    strip.unmount()
    panel.unmount()
  })
  it.each([
    ['0:00', 'Hello'],
    ['4:59', 'Hello'],
    ['5:00', 'Good morning'],
    ['11:59', 'Good morning'],
    ['12:00', 'Good afternoon'],
    ['17:59', 'Good afternoon'],
    ['18:00', 'Good evening'],
    ['23:59', 'Good evening'],
  ])('greets the user at %s with “%s”', async (time, greeting) => {
    const [hour, minute] = time.split(':').map(Number)
    vi.useFakeTimers({ now: new Date(2026, 10, 21, hour, minute) })
    try {
      const strip = show(NewTabBar, await openTab(memoryPlatform({ settings: '{"showClock":true}' })))
      expect(strip.find('.greeting').text()).toBe(greeting)
      strip.unmount()
    } finally {
      vi.useRealTimers()
    }
  })
  it('shows a clock only while that setting is on, even if the rest of the page is empty', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"isFolded":true}' }))
    const strip = show(NewTabBar, tab)
    const hasClock = () => strip.find('.clock').exists()
    expect(hasClock()).toBe(false)
    await tab.settings.change({ showClock: true })
    expect(hasClock()).toBe(true)
    strip.unmount()
  })
  it('has a setting for the time format, even while the clock is off', async () => {
    const tab = await openTab()
    const panel = show(SettingsPanel, tab)
    await panel.get('[data-setting="hours"] [value="24"]').setValue(true)
    expect(tab.settings.values.hours).toBe('24')
    panel.unmount()
  })
  it('updates the clock every minute while it is on and the tab is visible', async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 21, 9, 41, 30) })
    try {
      const tab = await openTab(memoryPlatform({ settings: '{"showClock":true}' }))
      const strip = show(NewTabBar, tab)
      const clock = () => strip.find('.clock strong').text()
      expect(clock()).toBe('9:41')
      expect(strip.find('.clock small').text()).toBe('AM')
      expect(strip.find('.greeting').text()).toBe('Good morning')
      await vi.advanceTimersByTimeAsync(30_000)
      expect(clock()).toBe('9:42')
      const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(120_000)
      expect(clock()).toBe('9:42')
      visibility.mockReturnValue('visible')
      document.dispatchEvent(new Event('visibilitychange'))
      await nextTick()
      expect(clock()).toBe('9:44')
      await tab.settings.change({ hours: '24' })
      await nextTick()
      expect(strip.find('.clock').text()).toContain('09:44')
      expect(strip.find('.clock small').exists()).toBe(false)
      await tab.settings.change({ showClock: false })
      await nextTick()
      expect(strip.find('.clock').exists()).toBe(false)
      expect(vi.getTimerCount()).toBe(0)
      strip.unmount()
    } finally {
      vi.restoreAllMocks()
      vi.useRealTimers()
    }
  })
  it('shows the most visited sites if permitted, and revokes the permission when they are off', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"showVisited":true}' }))
    const strip = show(NewTabBar, tab)
    await flushPromises()
    expect(strip.findAll('[data-strip="visited"] a')).toHaveLength(0)
    await strip.get('[data-action="allow-visited"]').trigger('click')
    await flushPromises()
    const links = strip.findAll('[data-strip="visited"] a')
    expect(links.map(link => link.attributes('href'))).toEqual([
      'https://example.org/',
      'https://example.net/',
    ])
    expect(links.map(link => link.get('.letter').element.tagName)).toEqual(['IMG', 'I'])
    // An icon that fails to load is replaced by a letter.
    await links[0].get('img').trigger('error')
    expect(links[0].get('.letter').text()).toBe('E')
    const panel = show(SettingsPanel, tab)
    await panel.get('[data-tab="tab"]').trigger('click')
    await panel.get('[data-setting="showVisited"]').setValue(false)
    await flushPromises()
    expect(await (await tab.platform.visited()).isAllowed()).toBe(false)
    panel.unmount()
    strip.unmount()
  })
  it('is inserted at its final height: only once permissions and sites have been read', async () => {
    const platform = memoryPlatform({ settings: '{"showClock":true,"showVisited":true}' })
    const sites = Promise.withResolvers<Site[]>()
    const visited = { ...(await platform.visited()), isAllowed: async () => true, list: () => sites.promise }
    const strip = show(NewTabBar, await openTab({ ...platform, visited: async () => visited }))
    await flushPromises()
    expect(strip.find('section').exists()).toBe(false)
    sites.resolve([{ title: 'Example', url: 'https://example.org/' }])
    await flushPromises()
    expect(strip.get('section').findAll('.clock, [data-strip="visited"] a')).toHaveLength(2)
    strip.unmount()
  })
  it('says that there are no most visited sites while the browser reports none', async () => {
    const platform = memoryPlatform({ settings: '{"showVisited":true}' })
    let sites: Site[] = []
    const visited = { ...(await platform.visited()), isAllowed: async () => true, list: async () => sites }
    const strip = show(NewTabBar, await openTab({ ...platform, visited: async () => visited }))
    const shown = () => strip.get('[data-strip="visited"]').text()
    await flushPromises()
    expect(shown()).toBe('The sites you visit most will appear here.')
    sites = [{ title: 'Example', url: 'https://example.org/' }]
    window.dispatchEvent(new Event('focus'))
    await flushPromises()
    expect(shown()).toContain('Example')
    expect(shown()).not.toContain('No most visited')
    strip.unmount()
  })
  it('turns a setting off if its permission is refused, and says so until it is granted', async () => {
    for (const name of ['showSearch', 'showVisited'] as const) {
      let isGranted = false
      const platform = memoryPlatform()
      const permission = { allow: async () => isGranted, isAllowed: async () => isGranted }
      const visited = { ...(await platform.visited()), ...permission }
      const search = { ...(await platform.search()), ...permission }
      const tab = await openTab({ ...platform, search: async () => search, visited: async () => visited })
      const panel = show(SettingsPanel, tab)
      await panel.get('[data-tab="tab"]').trigger('click')
      const toggle = panel.get<HTMLInputElement>(`[data-setting="${name}"]`)
      await toggle.setValue(true)
      await flushPromises()
      expect([tab.settings.values[name], toggle.element.checked]).toEqual([false, false])
      expect(panel.get('header [role="status"]').text()).toContain('stays off')
      isGranted = true
      await toggle.setValue(true)
      await flushPromises()
      expect(tab.settings.values[name]).toBe(true)
      expect(panel.get('header [role="status"]').text()).toBe('')
      panel.unmount()
    }
  })
  it('shows a feature as off without its permission, which is requested when it is turned on', async () => {
    for (const name of ['showSearch', 'showVisited'] as const) {
      let isGranted = false
      const platform = memoryPlatform({ settings: JSON.stringify({ [name]: true }) })
      const permission = { allow: async () => (isGranted = true), isAllowed: async () => isGranted }
      const visited = { ...(await platform.visited()), ...permission }
      const search = { ...(await platform.search()), ...permission }
      const tab = await openTab({ ...platform, search: async () => search, visited: async () => visited })
      const panel = show(SettingsPanel, tab)
      await flushPromises()
      const toggle = panel.get<HTMLInputElement>(`[data-setting="${name}"]`)
      expect([tab.settings.values[name], toggle.element.checked]).toEqual([true, false])
      await toggle.setValue(true)
      await flushPromises()
      expect([isGranted, tab.settings.values[name], toggle.element.checked]).toEqual([true, true, true])
      panel.unmount()
    }
  })
  it('hides the most visited sites once their permission is revoked, even if a read is slow', async () => {
    const platform = memoryPlatform()
    const read = Promise.withResolvers<readonly Site[]>()
    const visited = { ...(await platform.visited()), list: () => read.promise }
    const store = useVisited((await openTab({ ...platform, visited: async () => visited })).pinia)
    await visited.allow()
    const refreshing = store.refresh()
    await flushPromises()
    const revoking = store.revoke()
    await flushPromises()
    read.resolve([{ title: 'Example', url: 'https://example.org/' }])
    await Promise.all([refreshing, revoking])
    expect([store.isAllowed, store.sites]).toEqual([false, []])
  })
  it('disables the switch of a feature that is loading and cannot ask for its permission yet', async () => {
    const platform = memoryPlatform()
    const loaded = Promise.withResolvers<ReturnType<typeof webSearch>>()
    const panel = show(SettingsPanel, await openTab({ ...platform, search: () => loaded.promise }))
    const toggle = panel.get<HTMLInputElement>('[data-setting="showSearch"]').element
    expect(toggle.disabled).toBe(true)
    loaded.resolve(await platform.search())
    await flushPromises()
    expect(toggle.disabled).toBe(false)
    panel.unmount()
  })
  it('leaves the switch of a feature off while the browser asks for its permission', async () => {
    const platform = memoryPlatform()
    const answer = Promise.withResolvers<boolean>()
    const search = { ...(await platform.search()), allow: () => answer.promise }
    const tab = await openTab({ ...platform, search: async () => search })
    const panel = show(SettingsPanel, tab)
    await flushPromises()
    const toggle = panel.get<HTMLInputElement>('[data-setting="showSearch"]')
    await toggle.setValue(true)
    await flushPromises()
    expect([tab.settings.values.showSearch, toggle.element.checked]).toEqual([false, false])
    answer.reject(new Error('not allowed here'))
    await flushPromises()
    expect([tab.settings.values.showSearch, toggle.element.checked]).toEqual([false, false])
    expect(panel.get('header [role="status"]').text()).toContain('stays off')
    panel.unmount()
  })
  it('shows the search field once the user has granted the permission in another tab', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"showSearch":true}' }))
    const strip = show(NewTabBar, tab)
    await flushPromises()
    expect(strip.find('[data-strip="search"]').exists()).toBe(false)
    // The user grants the permission in another tab.
    await (await tab.platform.search()).allow()
    window.dispatchEvent(new Event('focus'))
    await flushPromises()
    expect(strip.find('[data-strip="search"]').exists()).toBe(true)
    strip.unmount()
  })
  it('adds and removes shortcuts, and refuses invalid addresses', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"showShortcuts":true}' }))
    const strip = show(NewTabBar, tab)
    await strip.find('[data-action="edit-shortcuts"]').trigger('click')
    const [name, url] = strip.findAll('input')
    await url.setValue('javascript:alert(1)')
    await strip.find('form').trigger('submit')
    expect(strip.find('[role="alert"]').exists()).toBe(true)
    expect(tab.settings.values.shortcuts).toEqual([])
    await name.setValue('News')
    await url.setValue('example.org')
    await strip.find('form').trigger('submit')
    await strip.find('[data-action="edit-shortcuts"]').trigger('click')
    expect(strip.find('[data-shortcut]').attributes('href')).toBe('https://example.org/')
    expect(strip.find('[data-shortcut] .letter').text()).toBe('N')
    await strip.find('[data-action="edit-shortcuts"]').trigger('click')
    const { shortcuts } = tab.settings.values
    await strip.find('[aria-label="Remove News"]').trigger('click')
    expect(tab.settings.values.shortcuts).toEqual([])
    await strip.find('form').trigger('submit')
    expect(tab.settings.values.shortcuts).toEqual(shortcuts)
    strip.unmount()
  })
  it('says how long an address can be if one is too long, and does not cut it off', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"showShortcuts":true}' }))
    const strip = show(NewTabBar, tab)
    await strip.find('[data-action="edit-shortcuts"]').trigger('click')
    const [, url] = strip.findAll('input')
    const address = `https://example.org/${'a'.repeat(500)}`
    await url!.setValue(address)
    await strip.find('form').trigger('submit')
    expect(strip.get('[role="alert"]').text()).toBe('An address can have up to 500 characters.')
    expect([url!.attributes('maxlength'), tab.settings.values.shortcuts]).toEqual([undefined, []])
    await url!.setValue(address.slice(0, 500))
    await strip.find('form').trigger('submit')
    expect(tab.settings.values.shortcuts).toHaveLength(1)
    strip.unmount()
  })
  it('names a shortcut without a name by its host as typed, in lower case', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"showShortcuts":true}' }))
    const strip = show(NewTabBar, tab)
    await strip.find('[data-action="edit-shortcuts"]').trigger('click')
    const url = strip.findAll('input')[1]
    const hosts = {
      'https://Münchén.example/path?x#y': 'münchén.example',
      'localhost:8080': 'localhost:8080',
      '//one.example': 'one.example',
      'https:///two.example/': 'two.example',
      'https://\\three.example\\path': 'three.example',
      'four.example?u=http://x': 'four.example',
    }
    for (const typed of Object.keys(hosts)) {
      await url.setValue(typed)
      await strip.find('form').trigger('submit')
      await flushPromises()
    }
    expect(tab.settings.values.shortcuts.map(({ name }) => name)).toEqual(Object.values(hosts))
    strip.unmount()
  })
  it('focuses the first field after a shortcut is added, and the tile after one is changed', async () => {
    const strip = show(NewTabBar, await openTab(memoryPlatform({ settings: '{"showShortcuts":true}' })))
    const focusOn = (query: string) =>
      eventually(() => expect(document.activeElement).toBe(strip.get(query).element))
    await strip.get('[data-action="edit-shortcuts"]').trigger('click')
    await focusOn('.form-sheet input')
    const [, url] = strip.findAll('input')
    await url.setValue('javascript:alert(1)')
    await strip.get('form').trigger('submit')
    await focusOn('[aria-invalid="true"]')
    await url.setValue('example.org')
    await strip.get('form').trigger('submit')
    await focusOn('.form-sheet input')
    expect(strip.findAll('input').map(({ element }) => element.value)).toEqual(['', ''])
    await strip.get('[data-shortcut]').trigger('click')
    await strip.get('form').trigger('submit')
    await focusOn('[data-shortcut]')
    strip.unmount()
  })
  it('shows an error message if an address is refused, and scrolls the message into view', async () => {
    const scrolled: Element[] = []
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this)
    })
    const strip = show(NewTabBar, await openTab(memoryPlatform({ settings: '{"showShortcuts":true}' })))
    await strip.find('[data-action="edit-shortcuts"]').trigger('click')
    await strip.findAll('input')[1].setValue('javascript:alert(1)')
    await strip.find('form').trigger('submit')
    await flushPromises()
    expect(strip.get('[role="alert"]').classes()).toContain('error')
    expect(scrolled.at(-1)).toBe(strip.get('[role="alert"]').element)
    scroll.mockRestore()
    strip.unmount()
  })
  it('scrolls a new shortcut into view, because their row may be full', async () => {
    const pages = ['a', 'b', 'c'].map(name => ({ name, url: `https://${name}.example/` }))
    const stored = JSON.stringify({ showShortcuts: true, shortcuts: pages })
    const strip = show(NewTabBar, await openTab(memoryPlatform({ settings: stored })))
    await strip.find('[data-action="edit-shortcuts"]').trigger('click')
    const scrolled: Element[] = []
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this)
    })
    await strip.findAll('input')[1].setValue('new.example')
    await strip.find('form').trigger('submit')
    await flushPromises()
    expect(scrolled.at(-1)?.querySelector('[data-shortcut]')?.textContent).toContain('new.example')
    expect(document.activeElement).toBe(strip.find('input').element)
    scroll.mockRestore()
    strip.unmount()
  })
  it('can change the name, the address and the order of shortcuts', async () => {
    const pages = ['a', 'b', 'c'].map(name => ({ name, url: `https://${name}.example/` }))
    const stored = JSON.stringify({ showShortcuts: true, shortcuts: pages })
    const tab = await openTab(memoryPlatform({ settings: stored }))
    const strip = show(NewTabBar, tab)
    const names = () => tab.settings.values.shortcuts.map(({ name }) => name).join('')
    await strip.find('[data-action="edit-shortcuts"]').trigger('click')
    await strip.find('[aria-label="Edit b"]').trigger('click')
    const [name, url] = strip.findAll('input')
    expect([name, url].map(({ element }) => element.value)).toEqual(['b', 'https://b.example/'])
    await name.setValue('B')
    await url.setValue('javascript:alert(1)')
    await strip.find('form').trigger('submit')
    expect(strip.find('[role="alert"]').exists()).toBe(true)
    expect(names()).toBe('abc')
    await url.setValue('example.org/b')
    await strip.find('form').trigger('submit')
    expect(tab.settings.values.shortcuts[1]).toEqual({ name: 'B', url: 'https://example.org/b' })
    const hasFocus = (query: string) =>
      eventually(() => expect(document.activeElement).toBe(strip.find(query).element))
    await hasFocus('[aria-label="Edit B"]')
    // The order is changed with buttons, which also work by keyboard and touch.
    await strip.find('[aria-label="Edit B"]').trigger('click')
    await hasFocus('form input')
    strip.find<HTMLElement>('[data-move="back"]').element.focus()
    await strip.find('[data-move="back"]').trigger('click')
    expect(names()).toBe('Bac')
    expect(strip.find('[data-move="back"]').attributes()).toHaveProperty('disabled')
    await hasFocus('[data-move="on"]')
    await strip.find('[data-move="on"]').trigger('click')
    await strip.find('[data-move="on"]').trigger('click')
    expect(names()).toBe('acB')
    // The order is changed by dragging.
    const tiles = strip.findAll('li')
    await tiles[0].trigger('dragstart')
    await tiles[2].trigger('dragover')
    await tiles[2].trigger('drop')
    await tiles[0].trigger('dragend')
    expect(names()).toBe('cBa')
    // A drag that ends without a drop, for example with Esc, changes nothing.
    await tiles[0].trigger('dragstart')
    await tiles[2].trigger('dragover')
    await tiles[0].trigger('dragend')
    expect(names()).toBe('cBa')
    // A shortcut that another device adds during the drag is kept.
    await tiles[0].trigger('dragstart')
    await tiles[2].trigger('dragover')
    await tab.settings.add({ shortcuts: { name: 'd', url: 'https://d.example/' } })
    await tiles[2].trigger('drop')
    await tiles[0].trigger('dragend')
    expect(names()).toBe('cBad')
    strip.unmount()
  })
  it('shows a new icon of a site whose earlier icon could not be loaded', async () => {
    const site = { name: 'M', url: 'https://m.example/' }
    const link = show(SiteLink, await openTab(), { ...site, icon: 'data:image/png,broken' })
    await link.get('img').trigger('error')
    expect(link.get('.letter').text()).toBe('M')
    await link.setProps({ icon: 'data:image/png,new' })
    expect(link.get('img').attributes('src')).toBe('data:image/png,new')
    link.unmount()
  })
  it('shows a hidden game as a tile with deal, moves and time; a click shows the game again', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"isFolded":true}' }), '?game=sea-towers&deal=5')
    const strip = show(NewTabBar, tab)
    expect(strip.get('.resume').text()).toContain('#5 · 0 moves · 0:00')
    expect(strip.findAll('.fan .card')).toHaveLength(3)
    await strip.get('[data-action="unfold"]').trigger('click')
    expect(tab.settings.values.isFolded).toBe(false)
    strip.unmount()
  })
  it('shows the letters of sites on backgrounds that are stable, legible and varied', async () => {
    const colorOf = (url: string) => {
      const link = show(SiteLink, tab, { name: 'M', url })
      const { style } = link.get('.letter').element as HTMLElement
      link.unmount()
      return style.background
    }
    const tab = await openTab()
    const colors = ['mail', 'maps', 'news', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map(name =>
      colorOf(`https://${name}.example/`),
    )
    expect(colorOf('https://mail.example/inbox')).toBe(colors[0])
    expect(new Set(colors.slice(0, 3)).size).toBe(3)
    expect(new Set(colors).size).toBeGreaterThan(4)
    for (const color of colors) {
      const [r, g, b] = [...color.matchAll(/[\da-f]{2}/g)].map(([part]) => {
        const value = parseInt(part, 16) / 255
        return value <= 0.04 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      expect(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05), color).toBeGreaterThan(4.5)
    }
  })
  it('replaces the form with a message at the limit of 24 shortcuts, until one is removed', async () => {
    const pages = Array.from({ length: 24 }, (_, i) => ({ name: `n${i}`, url: `https://n${i}.example/` }))
    const stored = JSON.stringify({ showShortcuts: true, shortcuts: pages })
    const tab = await openTab(memoryPlatform({ settings: stored }))
    const strip = show(NewTabBar, tab)
    await strip.find('[data-action="edit-shortcuts"]').trigger('click')
    expect(strip.find('form').exists()).toBe(false)
    expect(strip.find('[data-strip="full"]').text()).toContain('24')
    await strip.find('[aria-label="Remove n3"]').trigger('click')
    expect(strip.find('form').exists()).toBe(true)
    strip.unmount()
  })
})

describe('languages', () => {
  afterEach(async () => void (await setLocale('en')))

  test.each([
    [['de-AT', 'en'], 'de'],
    [['nl', 'fr-CA'], 'fr'],
    [['pt-PT'], 'pt-BR'],
    [['ja'], 'ja'],
    [['tlh'], 'en'],
    [[], 'en'],
  ] as const)('follow the preferences %j: %s', (preferred, locale) =>
    expect(languageFor(preferred)).toBe(locale),
  )
  test.each(languages)('apply to texts, cards and reasons: %s', async tag => {
    const [start, table] = ['start', 'table'].map(
      part =>
        JSON.parse(readFileSync(`assets/locales/${tag}/${part}.json`, 'utf8')) as Record<string, string>,
    )
    await setLocale(tag === 'de' ? 'fr' : 'de')
    await setLocale(tag)
    expect(language.value).toBe(tag)
    expect(document.documentElement.lang).toBe(tag)
    expect(t('bar.undo')).toBe(start['bar.undo'])
    const card = (rank: string) =>
      table['card.name'].replace('{rank}', table[`rank.${rank}`] ?? rank).replace('{suit}', table['suit.S'])
    expect(reasonText({ key: 'needsInSuit', values: { card: '7S', needs: '8S' } })).toBe(
      (start['reason.needsInSuit'] ?? 'The {card} goes on the {needs}')
        .replace('{card}', card('7'))
        .replace('{needs}', card('8')),
    )
    expect(reasonText({ key: 'needsBlack', values: { card: 'AH', rank: 1 } })).toMatch(/^\P{Ll}/u)
    // Text that the user typed is shown unchanged, even if it is the code of a card.
    expect(reasonText({ key: 'unknownGame', values: { text: 'TH' } })).toContain('TH')
  })
})
