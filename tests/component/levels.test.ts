// Levels of deals: where they are shown, where the user chooses them, and the worker that rates deals.
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watch } from 'vue'
import DealLevels from '../../components/bar/DealLevels.vue'
import DealLevel from '../../components/bar/DealLevel.vue'
import DealsList from '../../components/bar/DealsList.vue'
import PastGames from '../../components/panels/PastGames.vue'
import StatisticsPanel from '../../components/panels/StatisticsPanel.vue'
import {
  deal,
  legalMoves,
  levelsOf,
  solve,
  writeRecord,
  type Level,
  type LevelRequest,
  type Solution,
} from '../../engine/index.ts'
import { levelOf } from '../../engine/levels/ease.ts'
import { useAnalysis } from '../../stores/analysis/analysis'
import { storeDeal } from '../../stores/analysis/last-evaluation'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { workerLeveler } from '../../stores/analysis/level-worker'
import { positionKey } from '../../stores/analysis/remembered'
import { useLevels } from '../../stores/analysis/levels'
import { useWinnableDeals } from '../../stores/analysis/winnable-deals'
import { useNotices } from '../../stores/notices/notices'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { writePast } from '../../stores/sync/past-game.ts'
import { asReplicas } from '../../stores/sync/replicas.ts'
import { item, row, written } from '../support/sync-words'
import { moveHeld } from '../support/gestures'
import { wonGame, wonHistory } from '../support/help'
import { eventually } from '../support/eventually'
import { memoryPlatform } from '../support/memory-platform'
import { directLeveler, directSolver, openTab, show, type World, inScope } from '../support/mount'

afterEach(() => void vi.restoreAllMocks())

/** The text of an element; undefined if it does not exist. */
const textAt = (view: ReturnType<typeof show>, mark: string) =>
  view.find(mark).exists() ? view.get(mark).text() : undefined

/** Opens a tab that evaluates the position for the light, as a page does after its first paint. */
async function openTable(...options: Parameters<typeof openTab>): Promise<World> {
  const tab = await openTab(...options)
  const { analysis } = await useLateAnalysis(tab.pinia).load()
  void analysis.begin()
  return tab
}

describe('the level of the current deal', () => {
  it('is shown beside the deal number and in the list of deals, and changes with the deal', async () => {
    const tab = await openTable(memoryPlatform(), '?game=freecell&deal=164')
    const [mark, list] = [show(DealLevel, tab), show(DealsList, tab)]
    await eventually(() => expect(textAt(mark, '[data-action="level"]')).toBe('Very easy'))
    expect(mark.get('button').attributes('aria-label')).toBe('Level: Very easy')
    expect(textAt(list, '[data-stat="level"]')).toMatch(
      /^Level: Very easy · compared with other winnable deals/,
    )
    await tab.game.newDeal(617)
    await eventually(() => expect(textAt(mark, '[data-action="level"]')).toBe('Very hard'))
    mark.unmount()
    list.unmount()
  })
  it.each([
    ['a game without levels', '?game=golf&deal=1', {}],
    ['a house rule', '?game=klondike-1&deal=1', { settings: '{"houseRules":["take-back"]}' }],
    ['a house rule of Spider', '?game=spider-4&deal=1', { settings: '{"moreRules":["deal-over-spaces"]}' }],
    ['a deal that is quickly proved lost', '?game=sea-towers&deal=5', {}],
  ])('is not shown for %s', async (_, address, stored) => {
    const tab = await openTable(memoryPlatform(stored), address)
    const list = show(DealsList, tab)
    const levels = useLevels(tab.pinia)
    await eventually(() => expect(levels.isTablePending).toBe(false))
    expect(levels.ofTable).toBeUndefined()
    expect(textAt(list, '[data-stat="level"]')).toBeUndefined()
    list.unmount()
  })
  it.each([
    ['has a level', '?game=freecell&deal=164', 'Very easy'],
    ['has no level', '?game=sea-towers&deal=5', undefined],
  ])(
    'is not computed again in a new tab if an earlier tab found that the deal %s',
    async (_, address, text) => {
      const platform = memoryPlatform()
      const first = show(DealLevel, await openTable(platform, address))
      await eventually(async () =>
        expect(Object.keys(await platform.session.all()).join()).toMatch(/level:|lost:/),
      )
      first.unmount()
      const tab = await openTable(platform, address)
      const rate = vi.spyOn(directLeveler, 'ask')
      const again = show(DealLevel, tab)
      await eventually(() => expect(useLevels(tab.pinia).isTablePending).toBe(false))
      expect(textAt(again, '[data-action="level"]')).toBe(text)
      expect(rate).not.toHaveBeenCalled()
      again.unmount()
    },
  )
  it('is shown again under the standard rules if the deal is lost only under a house rule', async () => {
    const tab = await openTable(memoryPlatform(), '?game=klondike-1&deal=1')
    const [levels, analysis] = [useLevels(tab.pinia), useAnalysis(tab.pinia)]
    await tab.settings.change({ light: 'always' })
    await eventually(() => expect(levels.ofTable).toBeDefined())
    const { ofTable } = levels
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue({ verdict: 'lost', states: 1, ms: 1 })
    await tab.settings.change({ klondikePasses: 'one-pass' })
    await eventually(() => expect([analysis.isDealLost, levels.ofTable]).toEqual([true, undefined]))
    ask.mockRestore()
    await tab.settings.change({ klondikePasses: 'endless' })
    await eventually(() => expect(levels.ofTable).toBe(ofTable))
  })
  it('is computed again if the stored text is not a level of the game', async () => {
    const platform = memoryPlatform()
    await platform.session.set({ 'level:freecell:164': 'impossible' })
    const mark = show(DealLevel, await openTable(platform, '?game=freecell&deal=164'))
    await eventually(() => expect(textAt(mark, '[data-action="level"]')).toBe('Very easy'))
    mark.unmount()
  })
  it.each(['level', 'verdict'])(
    'is not shown before the verdict on the deal, or for a lost deal, if the %s is ready first',
    async first => {
      const verdict = Promise.withResolvers<Solution>()
      const level = Promise.withResolvers<Level>()
      vi.spyOn(directSolver, 'ask').mockReturnValue(verdict.promise)
      vi.spyOn(directLeveler, 'ask').mockReturnValue(level.promise)
      const tab = await openTable(memoryPlatform(), '?game=freecell&deal=11982')
      const mark = show(DealLevel, tab)
      const seen = new Set<string | undefined>()
      const levels = useLevels(tab.pinia)
      const stop = watch(
        () => levels.ofTable,
        found => seen.add(found),
        { flush: 'sync', immediate: true },
      )
      const answers = [
        () => level.resolve('expert'),
        () => verdict.resolve({ verdict: 'lost', states: 1, ms: 1 }),
      ]
      for (const answer of first === 'level' ? answers : answers.toReversed()) {
        answer()
        await flushPromises()
      }
      await eventually(() => expect(useAnalysis(tab.pinia).isDealLost).toBe(true))
      expect(textAt(mark, '[data-action="level"]')).toBeUndefined()
      expect([...seen]).toEqual([undefined])
      expect(levels.isTablePending, 'no level is pending').toBe(false)
      expect(levels.levelOf(tab.game.position), 'for the list of past games').toBeUndefined()
      stop()
      mark.unmount()
    },
  )
  it('remains visible during the searches after later moves', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue({ verdict: 'unknown', states: 1, ms: 1 })
    const tab = await openTable(memoryPlatform(), '?game=freecell&deal=164')
    const mark = show(DealLevel, tab)
    await eventually(() => expect(textAt(mark, '[data-action="level"]')).toBe('Very easy'))
    ask.mockReturnValue(new Promise(() => undefined))
    const analysis = useAnalysis(tab.pinia)
    await tab.game.playGesture([legalMoves(tab.game.position).find(move => move.kind === 'move')!])
    await eventually(() => expect(analysis.isLooking).toBe(true))
    expect(analysis.isDealAwaited).toBe(false)
    expect(textAt(mark, '[data-action="level"]')).toBe('Very easy')
    mark.unmount()
  })
  it('is shown after the tab was hidden while the deal was being rated', async () => {
    const ask = vi.spyOn(directLeveler, 'ask').mockResolvedValueOnce('aborted')
    const tab = await openTable(memoryPlatform(), '?game=freecell&deal=164')
    const levels = useLevels(tab.pinia)
    const stopRating = inScope(() => levels.keepRating())
    const mark = show(DealLevel, tab)
    await eventually(() => expect(ask).toHaveBeenCalledOnce())
    stopRating()
    await flushPromises()
    expect(ask).toHaveBeenCalledOnce()
    inScope(() => levels.keepRating())
    await eventually(() => expect(textAt(mark, '[data-action="level"]')).toBe('Very easy'))
    mark.unmount()
  })
  it('is shown if the search for the light is aborted', async () => {
    vi.spyOn(directSolver, 'ask').mockResolvedValue('aborted')
    const mark = show(DealLevel, await openTable(memoryPlatform(), '?game=freecell&deal=164'))
    await eventually(() => expect(textAt(mark, '[data-action="level"]')).toBe('Very easy'))
    mark.unmount()
  })
  it('is shown immediately if the light is off, because no search for a verdict will run', async () => {
    vi.spyOn(directSolver, 'ask').mockReturnValue(new Promise(() => undefined))
    const platform = memoryPlatform({ settings: '{"light":"never"}' })
    const mark = show(DealLevel, await openTable(platform, '?game=freecell&deal=164'))
    await eventually(() => expect(textAt(mark, '[data-action="level"]')).toBe('Very easy'))
    mark.unmount()
  })
  it('is not shown in a new tab for a deal that an earlier tab proved lost', async () => {
    const platform = memoryPlatform()
    await storeDeal(platform.session, positionKey(deal('freecell', 11982)), 'lost')
    await platform.session.set({ 'level:freecell:11982': 'expert' })
    const tab = await openTable(platform, '?game=freecell&deal=11982')
    const mark = show(DealLevel, tab)
    const levels = useLevels(tab.pinia)
    const seen = new Set<string | undefined>()
    const stop = watch(
      () => levels.ofTable,
      found => seen.add(found),
      { flush: 'sync', immediate: true },
    )
    await eventually(() => expect(levels.isTablePending).toBe(false))
    await flushPromises()
    expect([...seen]).toEqual([undefined])
    expect(levels.levelOf(tab.game.position), 'for the list of past games').toBeUndefined()
    stop()
    mark.unmount()
  })
})

describe('the level of new deals', () => {
  const levelField = (list: ReturnType<typeof show>) => list.find<HTMLSelectElement>('[data-setting="level"]')

  it('is “any” until the user chooses a level for the game on this device', async () => {
    const platform = memoryPlatform({ levels: '{"pyramid":"hard","klondike-1":"impossible"}' })
    const tab = await openTab(platform, '?game=freecell&deal=1')
    const list = show(DealsList, tab)
    await flushPromises()
    expect(levelField(list).element.value).toBe('any')
    expect(
      levelField(list)
        .findAll('option')
        .map(option => option.text()),
    ).toEqual(['Any', 'Very easy', 'Fairly easy', 'Fairly hard', 'Very hard'])
    await levelField(list).setValue('expert')
    await flushPromises()
    expect(JSON.parse((await platform.local.get('levels'))!)).toMatchObject({
      freecell: 'expert',
      pyramid: 'hard',
    })
    const levels = useLevels(tab.pinia)
    expect([await levels.wanted('freecell'), await levels.wanted('klondike-1')]).toEqual([
      'expert',
      undefined,
    ])
    await levelField(list).setValue('any')
    await flushPromises()
    expect(await levels.wanted('freecell')).toBeUndefined()
    list.unmount()
  })
  it('cannot be chosen under house rules or in a game without levels', async () => {
    const rule = { settings: '{"houseRules":["take-back"]}', levels: '{"klondike-1":"hard"}' }
    const withRule = await openTab(memoryPlatform(rule), '?game=klondike-1&deal=1')
    expect(await useLevels(withRule.pinia).wanted('klondike-1')).toBeUndefined()
    for (const tab of [withRule, await openTab(memoryPlatform(), '?game=spider-1&deal=1')]) {
      const list = show(DealsList, tab)
      await flushPromises()
      expect(levelField(list).exists()).toBe(false)
      list.unmount()
    }
  })

  it.each(['opens another game', 'chooses a level'])(
    'is not replaced by one that was read late if the user %s in the meantime',
    async action => {
      const tab = await openTable(memoryPlatform(), '?game=freecell&deal=164')
      const levels = useLevels(tab.pinia)
      const read = Promise.withResolvers<Level>()
      vi.spyOn(levels, 'wanted').mockReturnValueOnce(read.promise)
      const list = show(DealLevels, tab, { isOther: false })
      const choice = () => list.get<HTMLSelectElement>('[data-setting="level"]')
      const [easiest, hardest] = [levels.choices('freecell')[0]!, levels.choices('freecell').at(-1)!]
      if (action === 'chooses a level') await choice().setValue(hardest)
      else await tab.game.switchGame('eight-off')
      await flushPromises()
      read.resolve(easiest)
      await flushPromises()
      expect(choice().element.value).toBe(action === 'chooses a level' ? hardest : 'any')
      list.unmount()
    },
  )

  /** Opens a tab in which the user has chosen easy deals of Sea Towers. */
  const openWithEasyDeals = async (stored: Record<string, string> = {}): Promise<World> => {
    await useLateAnalysis((await openTab()).pinia).load()
    return openTab(memoryPlatform({ levels: '{"sea-towers":"easy"}', ...stored }), '?game=sea-towers&deal=1')
  }

  it('has its own pool of winnable deals of that level', async () => {
    const { pinia, platform } = await openWithEasyDeals()
    const deals = useWinnableDeals(pinia)
    const ask = vi.spyOn(directSolver, 'ask')
    for (let i = 0; i < 3; i++) await deals.fill('sea-towers')
    const pool = JSON.parse((await platform.local.get('deals:sea-towers+easy'))!) as number[]
    expect(pool).toHaveLength(3)
    for (const number of pool) {
      expect(levelOf('sea-towers', number)).toBe('easy')
      expect(solve(deal('sea-towers', number)).verdict).toBe('won')
    }
    for (const [{ dealNumber }] of ask.mock.calls) expect(levelOf('sea-towers', dealNumber)).toBe('easy')
    expect(await deals.next('sea-towers', 'easy')).toEqual(pool[0])
    expect(await platform.local.get('deals:sea-towers'), 'the pool of any level').toBeUndefined()
  })
  it('applies to the next deal, whether it is from the pool or found by a search', async () => {
    const { game, pinia } = await openWithEasyDeals({ 'deals:sea-towers+easy': '[77]' })
    const deals = useWinnableDeals(pinia)
    await deals.dealNew()
    expect(game.position.dealNumber).toBe(77)
    await deals.dealNew()
    expect(game.position.dealNumber).not.toBe(77)
    expect(levelOf('sea-towers', game.position.dealNumber)).toBe('easy')
  })
  it('applies to the deal that is being searched for, even if it is changed during the search', async () => {
    const { game, pinia } = await openWithEasyDeals({ 'deals:sea-towers+hard': '[77]' })
    vi.spyOn(directLeveler, 'ask').mockImplementationOnce(async () => {
      await useWinnableDeals(pinia).want('sea-towers', 'hard')
      return 'easy'
    })
    vi.spyOn(directSolver, 'ask').mockResolvedValue({ verdict: 'won', states: 1, ms: 1 })
    await useWinnableDeals(pinia).dealNew()
    expect(game.position.dealNumber).toBe(77)
  })
  it('is ignored, with a message, if no deal of that level is found in time', async () => {
    const { game, pinia } = await openWithEasyDeals({ 'deals:sea-towers': '[17]' })
    const { analysis } = await useLateAnalysis(pinia).load()
    vi.spyOn(directSolver, 'ask').mockResolvedValue({ verdict: 'lost', states: 1, ms: 1 })
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    await useWinnableDeals(pinia).dealNew()
    expect(game.position.dealNumber).toBe(17)
    expect(analysis.message).toBe('otherLevel')
  })
  it('applies even if it is changed while a deal of any level is being searched for instead', async () => {
    const { game, pinia } = await openWithEasyDeals({
      'deals:sea-towers': '[]',
      'deals:sea-towers+hard': '[77]',
    })
    vi.spyOn(directLeveler, 'ask').mockResolvedValue('hard')
    vi.spyOn(directSolver, 'ask').mockImplementation(async () => {
      await useWinnableDeals(pinia).want('sea-towers', 'hard')
      return { verdict: 'won', states: 1, ms: 1 }
    })
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    await useWinnableDeals(pinia).dealNew()
    expect(game.position.dealNumber).toBe(77)
  })
  it('cannot be applied if the worker does not respond, and a message offers a retry', async () => {
    const { pinia } = await openWithEasyDeals()
    const { analysis } = await useLateAnalysis(pinia).load()
    const silent = { postMessage: () => undefined, terminate: () => undefined } as unknown as Worker
    vi.spyOn(directLeveler, 'ask').mockImplementation(workerLeveler(() => silent).ask)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const dealing = useWinnableDeals(pinia).dealNew()
    await vi.advanceTimersByTimeAsync(8000)
    vi.useRealTimers()
    await dealing
    expect(analysis.message).toBe('silent')
    expect(useNotices(pinia).shown).toMatchObject({ key: 'silent', actions: ['retry'] })
  })
})

describe('the levels of past games', () => {
  it('are shown in the list of past games, and the statistics count the wins of each level', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"automatic":"off"}' }), '?game=sea-towers')
    const { deal: number, moves } = wonGame('sea-towers')
    await tab.game.newDeal(number)
    for (const move of moves)
      if (move.kind === 'move') moveHeld(tab.game, { from: move.from, count: move.count }, move.to)
    await flushPromises()
    expect(tab.game.state).toBe('won')
    const level = levelOf('sea-towers', number)!
    const word = { easy: 'Very easy', medium: 'Fairly easy', hard: 'Fairly hard', expert: 'Very hard' }[level]
    const panel = show(PastGames, tab)
    await eventually(() =>
      expect(textAt(panel, '[data-past] small')).toMatch(new RegExp(`^Won · .* · ${word}$`)),
    )
    panel.unmount()
    const statistics = show(StatisticsPanel, tab)
    await eventually(() =>
      expect(textAt(statistics, `[data-stat="level-${level}"]`)).toMatch(new RegExp(`^${word}\\s*1 of 1$`)),
    )
    expect(textAt(statistics, '[data-stats="levels"] h3')).toMatch(/By level\s+past games on this device/)
    expect(statistics.findAll('[data-stats="levels"] dt')).toHaveLength(1)
    expect(levelsOf('sea-towers').length).toBeGreaterThan(1)
    // Another tab erases the results.
    const erased = Object.keys(await tab.platform.local.all()).filter(key => /^(~|result|past)/.test(key))
    await tab.platform.local.remove(erased)
    await eventually(() => expect(statistics.find('[data-stats="levels"]').exists()).toBe(false))
    statistics.unmount()
  })
  it('count a game as won that was given up here and won on another device', async () => {
    const play = 'laptopsA'
    const record = writeRecord({ history: wonHistory('sea-towers', 9), playId: play, seconds: 100 })
    const platform = memoryPlatform({
      device: writeIdentity({ id: 'deskAAAA', epoch: 0 }),
      [`past:${play}:givenUp`]: writePast('givenUp', 1, record),
      ...asReplicas({
        ...item(keys.log('deskAAAA', 0), written(row(play, 'givenUp'))),
        ...item(keys.log('laptopXX', 0), written(row(play))),
      }),
    })
    const panel = show(StatisticsPanel, await openTab(platform, '?game=sea-towers'))
    await eventually(() => expect(textAt(panel, '[data-stats="levels"] dd')).toBe('1 of 1'))
    panel.unmount()
  })
})

describe('the level worker', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A leveler with fake workers, which answer when the test calls `answer`. */
  function fakeWorkers() {
    const workers: { worker: Worker; requests: LevelRequest[]; terminate: ReturnType<typeof vi.fn> }[] = []
    const leveler = workerLeveler(() => {
      const requests: LevelRequest[] = []
      const terminate = vi.fn()
      const worker = {
        postMessage: (data: LevelRequest) => requests.push(data),
        terminate,
      } as unknown as Worker
      workers.push({ worker, requests, terminate })
      return worker
    })
    return { ...leveler, workers }
  }
  const answer = (worker: Worker, data: object) => worker.onmessage!({ data } as MessageEvent)

  it('answers requests one at a time, and is terminated after a minute without requests', async () => {
    const { ask, workers } = fakeWorkers()
    const asked = [ask('freecell', 1, true), ask('freecell', 2, true)]
    // Deals for the pool are rated before deals that a list shows.
    asked.push(ask('pyramid', 3, false))
    expect(workers).toHaveLength(1)
    const [{ worker, requests, terminate }] = workers
    const levels = ['easy', 'medium', 'hard']
    for (const level of levels) {
      answer(worker, { id: requests.at(-1)!.id, level })
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(requests.map(({ dealNumber }) => dealNumber)).toEqual([1, 3, 2])
    expect(await Promise.all(asked)).toEqual(['easy', 'hard', 'medium'])
    expect(terminate).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(terminate).toHaveBeenCalledOnce()
    void ask('freecell', 2, true)
    expect(workers).toHaveLength(2)
  })
  it('is terminated when the tab is hidden, and its requests are aborted', async () => {
    const { ask, end, workers } = fakeWorkers()
    const asked = [ask('freecell', 1, true), ask('freecell', 2, true)]
    end()
    expect(workers[0].terminate).toHaveBeenCalledOnce()
    expect(await Promise.all(asked)).toEqual(['aborted', 'aborted'])
    expect(vi.getTimerCount()).toBe(0)
    void ask('freecell', 2, true)
    expect(workers).toHaveLength(2)
  })
  it('rejects pending requests if it fails, and starts again with the next request', async () => {
    const { ask, workers } = fakeWorkers()
    const asked = ask('freecell', 1, true)
    workers[0].worker.onerror!({ message: 'broken' } as ErrorEvent)
    await expect(asked).rejects.toThrow('broken')
    expect(workers[0].terminate).toHaveBeenCalledOnce()
    void ask('freecell', 1, true)
    expect(workers).toHaveLength(2)
  })
  it('is terminated and rejects pending requests if it does not answer in time', async () => {
    const { ask, workers } = fakeWorkers()
    const asked = ask('freecell', 1, true)
    const failed = expect(asked).rejects.toThrow('in time')
    await vi.advanceTimersByTimeAsync(8000)
    await failed
    expect(workers[0].terminate).toHaveBeenCalledOnce()
    const next = ask('freecell', 1, true)
    const [, { worker, requests }] = workers
    answer(worker, { id: requests[0].id, level: 'easy' })
    expect(await next).toBe('easy')
  })
  it('sends answers that are ignored if they are not for the current request', async () => {
    const { ask, workers } = fakeWorkers()
    const asked = ask('freecell', 1, true)
    const [{ worker, requests }] = workers
    answer(worker, { id: requests[0].id + 1, level: 'hard' })
    answer(worker, { id: requests[0].id, level: 'easy' })
    expect(await asked).toBe('easy')
  })
})
