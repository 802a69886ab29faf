// The score: chosen in the settings, shown in the bar, after a win and below past games, and never published.
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { begin, deal, legalMoves, writeRecord } from '../../engine/index.ts'
import GameBar from '../../components/bar/GameBar.vue'
import PastGames from '../../components/panels/PastGames.vue'
import SettingsPanel from '../../components/panels/SettingsPanel.vue'
import WonPanel from '../../components/panels/WonPanel.vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { usePastGames } from '../../stores/account/past-games-store'
import { writePast } from '../../stores/sync/past-game.ts'
import { wonGame, wonHistory } from '../support/help.ts'
import { eventually } from '../support/eventually'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, show, type World } from '../support/mount'

const scoreIn = (bar: ReturnType<typeof show>) => bar.find('[data-stat="score"]')
/** The bar, once everything that a page loads late has been loaded. */
async function showBar(tab: World): Promise<ReturnType<typeof show>> {
  await useLateAnalysis(tab.pinia).load()
  return show(GameBar, tab)
}
const expectScore = (bar: ReturnType<typeof show>, text: string) =>
  eventually(() => expect(scoreIn(bar).text()).toBe(text))
/** A stored past game: a won game of Klondike. */
const pastGame = (playId: string) => ({
  [`past:${playId}:won`]: writePast(
    'won',
    Date.UTC(2026, 10, 1),
    writeRecord({ history: wonHistory('klondike-1'), playId, seconds: 100 }),
  ),
})

async function win({ game }: World): Promise<void> {
  const { deal: number, moves } = wonGame('klondike-1')
  await game.newDeal(number)
  for (const move of moves) if (game.state !== 'won') await game.playGesture([move])
}

describe('the score', () => {
  it('is off until the user chooses a kind of score, and then changes with the game', async () => {
    const settings = '{"automatic":"off"}'
    const tab = await openTab(memoryPlatform({ settings }), '?game=klondike-1&deal=17')
    const bar = await showBar(tab)
    const panel = show(SettingsPanel, tab)
    await flushPromises()
    expect(scoreIn(bar).exists()).toBe(false)
    const field = panel.find('[data-setting="score"]')
    expect(field.text()).toContain('stay on this device')
    expect(field.findAll('label').map(label => label.text())).toEqual([
      'None',
      'Standard',
      'Standard, timed',
      'Vegas',
      'Vegas, running total',
    ])
    await field.find('[value="vegas"]').setValue(true)
    await expectScore(bar, 'Score −$52')
    await field.find('[value="standard"]').setValue(true)
    await expectScore(bar, 'Score 0')
    await win(tab)
    await eventually(() => expect(Number(/\d+/.exec(scoreIn(bar).text())![0])).toBeGreaterThan(400))
    panel.unmount()
    bar.unmount()
  })
  it('is explained in the settings: what a running total counts, and what an undo costs', async () => {
    const tab = await openTab(memoryPlatform(), '?game=klondike-1&deal=17')
    const panel = show(SettingsPanel, tab)
    const field = panel.find('[data-setting="score"]')
    expect(field.text()).toContain('every move costs a point, and so does every undo')
    expect(field.text()).not.toContain('The total')
    await field.find('[value="cumulative"]').setValue(true)
    await eventually(() => expect(field.text()).toContain('among your last 50. Choosing another score'))
    panel.unmount()
  })
  it('stays on this device: only the kind of score is stored, and nothing is published', async () => {
    const platform = memoryPlatform()
    const tab = await openTab(platform, '?game=klondike-1&deal=17')
    const before = Object.keys(await platform.local.all())
    const panel = show(SettingsPanel, tab)
    await panel.find('[data-setting="score"] [value="timed"]').setValue(true)
    await flushPromises()
    const after = await platform.local.all()
    expect(Object.keys(after).filter(key => !before.includes(key))).toEqual(['score'])
    expect(after.score).toBe('timed')
    expect(JSON.stringify(await platform.sync.all())).not.toContain('timed')
    expect((await openTab(platform)).settings.values).not.toHaveProperty('score')
    panel.unmount()
  })
  it('is not shown in a game without scoring', async () => {
    const bar = await showBar(await openTab(memoryPlatform({ score: 'vegas' }), '?game=freecell'))
    await flushPromises()
    expect(scoreIn(bar).exists()).toBe(false)
    bar.unmount()
  })
  it('starts at 500 in Spider, and returns to 500 when the first move is undone', async () => {
    const tab = await openTab(memoryPlatform({ score: 'standard' }), '?game=spider-4&deal=17')
    const bar = await showBar(tab)
    await expectScore(bar, 'Score 500')
    await tab.game.playGesture([{ kind: 'deal' }])
    await expectScore(bar, 'Score 499')
    await tab.game.undo()
    await expectScore(bar, 'Score 500')
    bar.unmount()
  })
  it('can be a running total, which starts with the game on the table', async () => {
    const platform = memoryPlatform({ ...pastGame('oneAAAAA'), settings: '{"automatic":"off"}' })
    const tab = await openTab(platform, '?game=klondike-1&deal=17')
    const bar = await showBar(tab)
    const panel = show(SettingsPanel, tab)
    await panel.find('[data-setting="score"] [value="cumulative"]').setValue(true)
    await expectScore(bar, 'Total −$52')
    expect(scoreIn(bar).attributes('title')).toBe('This game −$52 · best win $208')
    await win(tab)
    await expectScore(bar, 'Total $208')
    const sheet = show(WonPanel, tab)
    await eventually(() => expect(sheet.find('dl').text()).toMatch(/Score\s*\$208/))
    await tab.game.newDeal(17)
    await expectScore(bar, `Total $${208 - 52}`)
    for (const view of [sheet, panel, bar]) view.unmount()
    await expectScore(await showBar(await openTab(platform)), `Total $${208 - 52}`)
  })
  it('is of the kind chosen last, even while the past games are being read for a total', async () => {
    const platform = memoryPlatform()
    const panel = show(SettingsPanel, await openTab(platform, '?game=klondike-1'))
    const choose = (value: string) => panel.find(`[data-setting="score"] [value="${value}"]`).setValue(true)
    await Promise.all([choose('cumulative'), choose('vegas')])
    await flushPromises()
    expect((await platform.local.all()).score).toBe('vegas')
    panel.unmount()
  })
  it('is computed without replaying the past games after every move', async () => {
    const tab = await openTab(
      memoryPlatform({ ...pastGame('oneAAAAA'), score: 'cumulative' }),
      '?game=klondike-1&deal=17',
    )
    const bar = await showBar(tab)
    const store = usePastGames(tab.pinia)
    await eventually(() => expect(store.games).toHaveLength(1))
    const [{ opened, ...rest }] = store.games!
    let reads = 0
    store.games = [
      {
        ...rest,
        get opened() {
          reads++
          return opened
        },
      },
    ]
    await eventually(() => expect(reads).toBeGreaterThan(0))
    const before = reads
    for (let i = 0; i < 3; i++) await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    await flushPromises()
    expect(tab.game.moves).toBe(3)
    expect(reads).toBe(before)
    bar.unmount()
  })
  it('adds a won game to a total that is chosen while the game is still on the table', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"automatic":"off"}' }), '?game=klondike-1')
    const bar = await showBar(tab)
    await win(tab)
    const panel = show(SettingsPanel, tab)
    await panel.find('[data-setting="score"] [value="cumulative"]').setValue(true)
    await expectScore(bar, 'Total $208')
    await tab.game.newDeal(17)
    await expectScore(bar, `Total $${208 - 52}`)
    panel.unmount()
    bar.unmount()
  })
  it('is shown after a win, next to the best score among the past games', async () => {
    const tab = await openTab(
      memoryPlatform({ score: 'vegas', settings: '{"automatic":"off"}', ...pastGame('oneAAAAA') }),
      '?game=klondike-1',
    )
    const bar = await showBar(tab)
    await win(tab)
    const sheet = show(WonPanel, tab)
    await eventually(() => expect(sheet.find('dl').text()).toMatch(/Score\s*\$208\s*best \$208/))
    sheet.unmount()
    bar.unmount()
  })
  it('is listed below the past games: the best score of each game that was won', async () => {
    const lost = writePast(
      'givenUp',
      Date.UTC(2026, 10, 2),
      writeRecord({ history: begin(deal('spider-1', 17)), playId: 'threeAAA', seconds: 9 }),
    )
    const texts = { 'score': 'vegas', ...pastGame('oneAAAAA'), 'past:threeAAA:givenUp': lost }
    const panel = show(PastGames, await openTab(memoryPlatform(texts)))
    await eventually(() =>
      expect(panel.find('[data-stat="best-scores"]').text()).toBe(
        'Best score in a win: Klondike, turn one $208',
      ),
    )
    panel.unmount()
  })
})
