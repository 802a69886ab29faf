// Deals of the day in real browsers: the calendar of the month, and how a win is shown.
import { describe, expect, it } from 'vitest'
import { act, begin, dailySet, deal, publishedDaily, solve, type History } from '../../engine/index.ts'
import { isoDay } from '../../stores/calendar.ts'
import { playIdOf } from '../../stores/sync/ids.ts'
import { browsers, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { look, makeMove, openGame, press, savedGame, settled, shown, storage } from './page.ts'

/** The current day in the browser's time zone. */
const dayIn = (tab: Tab) =>
  tab.run(() => {
    const now = new Date()
    return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000
  })

describe.each(browsers)('in $name', ({ launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  it('choosing a day shows its start button in a narrow window, without horizontal scrolling', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    await tab.resize(400, 500)
    await press(tab, 'today')
    await shown(tab, '[data-day]')
    const isSeen = () => {
      const { top, bottom } = document.querySelector('[data-action="play-today"]')!.getBoundingClientRect()
      const list = document.querySelector('.popover.today')!
      return (
        list.scrollWidth === list.clientWidth &&
        top >= list.getBoundingClientRect().top &&
        bottom < innerHeight
      )
    }
    await tab.run(() => {
      const days = [...document.querySelectorAll<HTMLElement>('[data-day]:not(:disabled)')]
      days.at(-1)!.scrollIntoView()
      days[0].click()
    })
    await until(tab, isSeen)
    await tab.resize(1366, 650)
  })
})

describe('in Chromium', () => {
  let tab: Tab
  inBrowser(browsers[0].launch, first => {
    tab = first
  })

  it('winning a deal of the day shows a check mark in the bar, and a bronze medal in the month', async () => {
    await storage.set(tab, 'settings', '{"automatic":"off"}')
    await openGame(tab, '?game=sea-towers&deal=17')
    const today = await dayIn(tab)
    // Starts with the game without face-down cards, because its win is found quickly.
    const [home, short, open, ...long] = dailySet(today)
    const { game, start, moves } = [open, short, home, ...long]
      .values()
      .map(game => ({ game, start: deal(game, publishedDaily(game, isoDay(today))!) }))
      .map(({ game, start }) => ({ game, start, moves: solve(start, { maxStates: 500_000 }).moves ?? [] }))
      .find(({ moves }) => moves.length > 0)!
    await press(tab, 'today')
    await shown(tab, `[data-daily="${game}"]`)
    expect(await tab.run(() => document.querySelector('.pill.today .tick'))).toBeNull()
    await tab.run(id => document.querySelector<HTMLElement>(`[data-daily="${id}"]`)!.click(), game)
    await until(tab, id => document.querySelector<HTMLElement>('[data-game]')!.dataset.game === id, game)
    await shown(tab)
    await settled(tab)
    // Continues from just before the win, as if the moves had been made here.
    const last = moves.slice(-2)
    const played = moves
      .slice(0, -last.length)
      .reduce<History>((history, next) => act(history, { kind: 'gesture', moves: [next] }), begin(start))
    await tab.leave()
    await storage.set(tab, `game:${game}`, savedGame(played, playIdOf(today)))
    await openGame(tab, `?game=${game}`)
    for (const move of last) {
      await makeMove(tab, move)
      await settled(tab)
    }
    expect((await look(tab)).state).toBe('won')
    await shown(tab, '.pill.today [data-state="won"] .tick')
    await press(tab, 'today')
    await shown(tab, `.set [data-state="won"] [data-daily="${game}"]`)
    expect(
      await tab.run(() => document.querySelector<HTMLElement>('[data-day][aria-current]')!.dataset),
    ).toEqual({
      day: String(today),
      state: 'bronze',
    })
    expect(await tab.run(() => document.querySelector('[data-stat="set"]')!.textContent)).toContain('1 of 5')
  }, 120_000)
})
