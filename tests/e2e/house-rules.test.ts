// House rules and scores in a real browser: chosen in the settings, played with the pointer, and restored
// after a reload.
import { describe, expect, it } from 'vitest'
import {
  act,
  begin,
  deal,
  legalMoves,
  play,
  positionAt,
  scoreOf,
  whyNot,
  type Move,
} from '../../engine/index.ts'
import { browsers, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import {
  clickPile,
  dragPile,
  expectBoard,
  firstDealThat,
  look,
  moved,
  openGame,
  press,
  settled,
  shown,
  storage,
} from './page.ts'

/** Rules and scores do not depend on the browser, so only Chromium tests them. `LONG=1` tests both. */
const testedBrowsers = browsers.filter(({ name }) => process.env.LONG || name === 'Chromium')

const choose = (tab: Tab, query: string) =>
  until(
    tab,
    selector => {
      document.querySelector<HTMLElement>(selector)?.click()
      return document.querySelector<HTMLInputElement>(selector)?.checked === true
    },
    query,
  )
const showsScore = (tab: Tab, score: number) =>
  until(tab, text => document.querySelector('[data-stat="score"]')?.textContent === text, `Score ${score}`)

describe.each(testedBrowsers)('the page in $name', ({ launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  it('plays Klondike with one pass, counts the score, and restores both after a reload', async () => {
    const toFoundation = (moves: readonly Move[]) =>
      moves.find(move => move.kind === 'move' && move.from !== 't0' && move.to === 'f0')
    const number = firstDealThat('klondike-3', position => toFoundation(legalMoves(position)))
    await storage.set(tab, 'settings', '{"winnableOnly":false,"automatic":"off"}')
    await openGame(tab, `?game=klondike-3&deal=${number}`)
    await press(tab, 'settings')
    await shown(tab, '[data-tab="play"]')
    await tab.run(() => document.querySelector<HTMLElement>('[data-tab="play"]')!.click())
    await choose(tab, '[data-setting="klondikePasses"] [value="one-pass"]')
    await choose(tab, '[data-setting="score"] [value="standard"]')
    await tab.press('Escape')
    await showsScore(tab, 0)

    let history = begin(deal('klondike-3', number, ['one-pass']))
    const up = toFoundation(legalMoves(history.start)) as Move & { kind: 'move' }
    await dragPile(tab, up.from, up.to)
    await moved(tab, 0)
    history = act(history, { kind: 'gesture', moves: [up] })
    const made = { history, position: positionAt(history), seconds: 0 }
    expect(scoreOf(made, 'standard')).toBe(15)
    await showsScore(tab, 15)

    let { position } = made
    while (!whyNot(position, { kind: 'draw' })) {
      const { moves } = await look(tab)
      await clickPile(tab, 'stock')
      await moved(tab, moves)
      position = play(position, { kind: 'draw' })
    }
    await settled(tab)
    await expectBoard(tab, position)
    // There is no second pass.
    await clickPile(tab, 'stock')
    await until(tab, () => document.body.textContent.includes('There are no more passes through the stock'))
    await expectBoard(tab, position)
    expect((await storage.get(tab))['game:klondike-3']).toMatch(/^2/)

    await openGame(tab, '')
    await expectBoard(tab, position)
    await showsScore(tab, 15)
    await press(tab, 'undo')
    await showsScore(tab, 15)
  })

  it('plays Golf with round-the-corner building, and shows no score', async () => {
    const cornerMove = (number: number) => {
      const standard = deal('golf', number)
      const moves = legalMoves(deal('golf', number, ['round-corner']))
      return moves.find(move => move.kind === 'move' && whyNot(standard, move)) as
        | (Move & { kind: 'move' })
        | undefined
    }
    const number = firstDealThat('golf', ({ dealNumber }) => cornerMove(dealNumber))
    await storage.set(tab, 'settings', '{"winnableOnly":false,"moreRules":["round-corner"]}')
    await openGame(tab, `?game=golf&deal=${number}`)
    await dragPile(tab, cornerMove(number)!.from, 'f0')
    await moved(tab, 0)
    await settled(tab)
    await expectBoard(tab, play(deal('golf', number, ['round-corner']), cornerMove(number)!))
    expect(await tab.run(() => document.querySelector('[data-stat="score"]'))).toBeNull()
  })

  it('shows the complete score in a narrow window, beside the longest name', async () => {
    await storage.set(tab, 'score', 'cumulative')
    await openGame(tab, '?game=double-klondike-3&deal=17')
    await tab.resize(400, 700)
    await until(tab, () => document.querySelector('[data-stat="score"]')?.textContent === 'Total −$104')
    const isCut = await tab.run(() => {
      const { clientHeight, clientWidth, scrollHeight, scrollWidth } =
        document.querySelector('[data-stat="score"]')!
      return scrollHeight > clientHeight || scrollWidth > clientWidth
    })
    expect(isCut).toBe(false)
    await tab.resize(1366, 650)
  })
})
