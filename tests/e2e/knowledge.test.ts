// Analysis in real browsers with the real worker: the winnability light, winning hints, winnable deals.
import { describe, expect } from 'vitest'
import { deal, solve, type PileId } from '../../engine/index.ts'
import { levelOf } from '../../engine/levels/ease.ts'
import { browsers, itInOne, itLong, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { dragPile, landed, moved, look, nearlyWon, openGame, press, shown, storage } from './page.ts'

const LEVEL_NAMES = { easy: 'Very easy', medium: 'Fairly easy', hard: 'Fairly hard', expert: 'Very hard' }

const lightShows = (tab: Tab, verdict: string) =>
  until(tab, word => document.querySelector<HTMLElement>('.light')?.dataset.light === word, verdict)

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  inOne('shows in the light whether a game without face-down cards can be won', async () => {
    await openGame(tab, '?game=sea-towers&deal=1')
    await lightShows(tab, 'won')
    await openGame(tab, '?game=sea-towers&deal=5')
    await lightShows(tab, 'lost')
    await openGame(tab, '?game=double-sea-towers&deal=7')
    await lightShows(tab, 'won')
    await openGame(tab, '?game=double-klondike-3&deal=7')
    expect(await tab.run(() => document.querySelector('.light'))).toBeNull()
  })

  inOne('gives hints that lead to a win', async () => {
    await tab.leave()
    await storage.set(tab, 'game:sea-towers', nearlyWon('sea-towers', 40).text)
    await openGame(tab, '?game=sea-towers')
    await lightShows(tab, 'won')
    for (let moves = 0; (await look(tab)).state === 'playing' && moves < 150; moves++) {
      await tab.press('h')
      await until(tab, () => document.querySelector('.hint-target') !== null)
      const [from, at, to] = await tab.run(() => {
        const { on, at } = document.querySelector<HTMLElement>('.hinted')!.dataset
        const target = document.querySelector<HTMLElement>('.hint-target')!.dataset
        return [on!, Number(at), target.on ?? target.pile!] as const
      })
      const before = await look(tab)
      const size = before.board[from].split(' ').length
      await dragPile(tab, from as PileId, to as PileId, size - at)
      await moved(tab, before.moves)
      await landed(tab)
      // A game that is won has no light.
      await until(
        tab,
        () => (document.querySelector<HTMLElement>('.light')?.dataset.light ?? 'won') === 'won',
      )
    }
    expect((await look(tab)).state).toBe('won')
  })

  inOne('says that the game cannot be won when the user asks for a hint', async () => {
    await openGame(tab, '?game=sea-towers&deal=5')
    await lightShows(tab, 'lost')
    await tab.press('h')
    await until(tab, () => document.querySelector<HTMLElement>('.notice')?.dataset.notice === 'lost')
  })

  inOne('replays a solution to the end, and does not change the game', async () => {
    await openGame(tab, '?game=sea-towers&deal=1')
    const before = await look(tab)
    await press(tab, 'solution')
    await until(tab, () => document.querySelector('.replay') !== null)
    const stepIs = (step: string) =>
      until(tab, wanted => document.querySelector<HTMLElement>('.replay')!.dataset.step === wanted, step)
    await until(tab, () => document.querySelector<HTMLElement>('.replay')!.dataset.step !== '0')
    await tab.press('Home')
    await stepIs('0')
    await tab.press('ArrowRight')
    await stepIs('1')
    await tab.press('End')
    await landed(tab)
    const { board } = await look(tab)
    expect(Object.entries(board).filter(([pile, cards]) => !pile.startsWith('f') && cards !== '')).toEqual([])
    await tab.press('Escape')
    await landed(tab)
    expect(await look(tab)).toEqual(before)
  })

  inOne('deals only winnable games', async () => {
    await storage.set(tab, 'deals:sea-towers', '[7]')
    await openGame(tab, '?game=sea-towers&deal=5')
    await press(tab, 'new')
    await until(tab, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal === '7')
    await storage.set(tab, 'deals:sea-towers', '[]')
    await press(tab, 'new')
    await until(tab, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal !== '7')
    const { deal: number } = await look(tab)
    expect(solve(deal('sea-towers', number)).verdict).toBe('won')
  })

  itLong('shows the level that Node computes for a deal, and deals games of the chosen level', async () => {
    const levelIs = (word: string) =>
      until(
        tab,
        text => document.querySelector('[data-stat="level"] strong')?.textContent === text,
        `Level: ${word}`,
      )
    const deals = [
      ['spider-4', 5],
      ...(process.env.LONG
        ? ([
            ['freecell', 617],
            ['freecell', 164],
            ['freecell', 12_211],
            ['spider-2', 5],
          ] as const)
        : []),
    ] as const
    for (const [id, number] of deals) {
      await openGame(tab, `?game=${id}&deal=${number}`)
      await press(tab, 'deal')
      await levelIs(LEVEL_NAMES[levelOf(id, number)!])
    }
    await storage.set(tab, 'levels', '{"freecell":"hard"}')
    await openGame(tab, '?game=freecell&deal=164')
    await press(tab, 'new')
    await until(tab, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal !== '164')
    expect(levelOf('freecell', (await look(tab)).deal)).toBe('hard')
  })

  itLong('deals the same deal of the day each time', async () => {
    const numbers = new Set<number>()
    for (const other of [5, 6]) {
      await openGame(tab, `?game=double-dot&deal=${other}`)
      await press(tab, 'deal')
      await shown(tab, '[data-action="daily"]')
      await press(tab, 'daily')
      await until(
        tab,
        before => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal !== before,
        String(other),
      )
      numbers.add((await look(tab)).deal)
    }
    expect(numbers.size).toBe(1)
  })
})
