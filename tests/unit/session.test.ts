// The session across tabs, background rounds, reloads, erasures and failing storage.
import { describe, expect, it, vi } from 'vitest'
import {
  isWon,
  legalMoves,
  movesMade,
  play,
  readRecord,
  writePosition,
  writeRecord,
  type Move,
} from '../../engine/index.ts'
import { localRound } from '../../stores/sync/local-round.ts'
import { minuteOfPast, pastKey, writePast, type PastOutcome } from '../../stores/sync/past-game.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { devicesHere } from '../../stores/sync/devices-here.ts'
import { MAX_PAST, pastGamesIn, tooManyPast } from '../../stores/sync/past-games.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { begunDays } from '../../stores/session/games-in-progress.ts'
import { playIdOf } from '../../stores/sync/ids.ts'
import { minuteOf } from '../../stores/time.ts'
import { splitLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import type { Area } from '../../stores/platform/area.ts'
import { move, wonGame, wonHistory } from '../support/help.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { browserOn, SimulatedPage, type Browser } from '../support/simulated-page.ts'

const SEA = '?game=sea-towers&deal=17'
/** Two moves in deal 17 of Sea Towers, neither of which triggers autoplay. */
const FIRST = move('t0>c2')
const SECOND = move('t1>c3')

const pageOn = (browser: Browser, search = '', isVisible = true) =>
  new SimulatedPage(browser).open(search, isVisible)
const texts = (browser: Browser) => (browser.local as ReturnType<typeof memoryArea>).texts
const movesOn = ({ state }: SimulatedPage) => movesMade(state.game.history)
const numberOn = ({ state }: SimulatedPage) => state.game.position.dealNumber
const make = (page: SimulatedPage, ...moves: readonly Move[]) =>
  page.dispatch({ kind: 'gesture', moves, on: page.state.game.position })
/** Makes some moves. After three, leaving the game counts as giving up. */
async function playOn(page: SimulatedPage, gestures = 3): Promise<void> {
  for (let i = 0; i < gestures; i++) {
    const { position } = page.state.game
    const hasContinuation = (one: Move) => legalMoves(play(position, one)).length > 1
    const moves = legalMoves(position)
    await make(page, moves.find(hasContinuation) ?? moves[0])
  }
}
const resultsIn = (browser: Browser) =>
  Object.entries(texts(browser))
    .filter(([key]) => key.startsWith('result:'))
    .flatMap(([, text]) => readResults(text)!)
const storedMoves = (browser: Browser, key: string) => {
  const record = readRecord(splitLocalEnvelope(texts(browser)[key]).record)
  return record.ok ? movesMade(record.value.history) : undefined
}
const roundPorts = ({ local, now }: Browser) => ({
  local,
  now,
  newId: () => 'thisOne1',
  browser: 'Test',
  locked: <T>(work: () => Promise<T>) => work(),
})
const withSettings = (settings = {}) =>
  browserOn(memoryArea({ settings: JSON.stringify({ automatic: 'off', ...settings }) }))

describe('new deals', () => {
  it('requested twice at the same time keep the played game within reach, and count it once', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    const left = writePosition(page.state.game.position)
    await Promise.all([page.newDeal(18), page.newDeal(19)])
    expect(resultsIn(browser)).toHaveLength(1)
    await page.dispatch({ kind: 'backToPrevious' })
    expect(writePosition(page.state.game.position)).toEqual(left)
  })
  it('write the previous game, its moves, its result and the new game in one write', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    const set = vi.spyOn(browser.local, 'set')
    await page.newDeal(18)
    expect(set).toHaveBeenCalledTimes(1)
    expect(
      Object.keys(set.mock.calls[0][0])
        .map(key => key.split(':')[0])
        .sort(),
    ).toEqual(['current', 'game', 'past', 'previous', 'result'])
  })
  it('that were requested before the last move do not replace the game', async () => {
    const page = await pageOn(withSettings(), SEA)
    const on = page.state.game.position
    await make(page, FIRST)
    await page.dispatch({ kind: 'newDeal', dealNumber: 18, playId: 'latelate', on })
    expect([numberOn(page), movesOn(page)]).toEqual([17, 1])
  })
  it('count a game that a link has replaced, and not again when they push it out of reach', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    await page.hide()
    const other = await pageOn(browser, '?game=sea-towers&deal=1')
    expect([numberOn(other), resultsIn(browser).length]).toEqual([1, 1])
    await playOn(other)
    for (let number = 19; number < 28; number++) {
      await other.newDeal(number)
      await playOn(other)
    }
    expect(resultsIn(browser)).toHaveLength(10)
    await other.newDeal(29)
    expect(resultsIn(browser).map(({ outcome }) => outcome)).toEqual(Array(11).fill('givenUp'))
  })
  it('keep the last ten games within reach, and going back repeatedly visits each of them', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    for (let number = 17; number < 29; number++) {
      await playOn(page)
      await page.newDeal(number + 1)
    }
    const reached: number[] = []
    for (let i = 0; i < 11; i++) {
      await page.dispatch({ kind: 'backToPrevious' })
      reached.push(numberOn(page))
    }
    expect(reached).toEqual([28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 29])
  })
  it('count a game when the user leaves it, and not again when it falls out of reach', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    await page.newDeal(18)
    await browser.local.remove(Object.keys(texts(browser)).filter(key => key.startsWith('result:')))
    for (let number = 18; number < 29; number++) {
      await playOn(page)
      await page.newDeal(number + 1)
    }
    const again = await pageOn(browser, '?game=sea-towers')
    await again.newDeal(30)
    expect(resultsIn(browser)).toHaveLength(11)
  })
  it('keep an earlier version’s previous game within reach, and count it when they push it out', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    await page.hide()
    await browser.local.set({ 'previous:sea-towers': texts(browser)['game:sea-towers'] })
    await browser.local.remove(['game:sea-towers'])
    const left = page.state.game.playId
    const other = await pageOn(browser, '?game=sea-towers&deal=18')
    for (let number = 18; number < 27; number++) {
      await playOn(other)
      await other.newDeal(number + 1)
    }
    expect(resultsIn(browser).map(({ play }) => play)).not.toContain(left)
    await playOn(other)
    await other.newDeal(29)
    expect(resultsIn(browser).map(({ play }) => play)).toContain(left)
  })
  it('keep a game within reach behind an unreadable one, which is reported and quarantined', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    await page.newDeal(18)
    const key = 'previous:sea-towers'
    await browser.local.set({ [key]: `1broken<script>.. ${texts(browser)[key]}` })
    await page.dispatch({ kind: 'backToPrevious' })
    expect([numberOn(page), page.state.notices.at(-1)!.key]).toEqual([18, 'brokenGame'])
    await page.dispatch({ kind: 'backToPrevious' })
    expect([numberOn(page), movesOn(page)]).toEqual([17, 3])
    const aside = Object.entries(texts(browser)).find(([name]) => name.startsWith('aside:'))
    expect(aside?.[1]).toBe('1broken<script>..')
  })
})

describe('a game that has ended', () => {
  it('is stored with its moves and outcome', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    const { game } = page.state
    await page.newDeal(18)
    const [past] = pastGamesIn(texts(browser))
    expect(past.outcome).toBe('givenUp')
    expect(writePosition(past.opened.position)).toEqual(writePosition(game.position))
    expect(past.opened.history.gestures).toEqual(game.history.gestures)
  })
  it('is removed from the past games when it is resumed, and added when it ends again', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    await page.newDeal(18)
    await page.dispatch({ kind: 'backToPrevious' })
    expect(pastGamesIn(texts(browser))).toEqual([])
    await playOn(page, 1)
    await page.newDeal(19)
    expect(pastGamesIn(texts(browser)).map(({ opened }) => movesMade(opened.history))).toEqual([4])
  })
  it('stays won even if its last move is undone and the game is then given up', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, `?game=sea-towers&deal=${wonGame('sea-towers').deal}`)
    for (const one of wonGame('sea-towers').moves) await make(page, one)
    expect(pastGamesIn(texts(browser)).map(({ outcome }) => outcome)).toEqual(['won'])
    await page.dispatch({ kind: 'go', to: 'undo' })
    await page.newDeal(18)
    expect(pastGamesIn(texts(browser)).map(({ outcome }) => outcome)).toEqual(['won'])
    await page.dispatch({ kind: 'backToPrevious' })
    expect(pastGamesIn(texts(browser)).map(({ outcome }) => outcome)).toEqual(['won'])
  })
  it('is stored without the undo and redo if its last move is undone and redone after the win', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, `?game=sea-towers&deal=${wonGame('sea-towers').deal}`)
    for (const one of wonGame('sea-towers').moves) await make(page, one)
    await page.dispatch({ kind: 'go', to: 'undo' })
    await page.dispatch({ kind: 'go', to: 'redo' })
    const [{ opened }] = pastGamesIn(texts(browser))
    expect(isWon(opened.position)).toBe(true)
    expect(opened.history.log.every(({ kind }) => kind === 'gesture')).toBe(true)
  })
  it('is dropped once fifty others have ended since', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    for (let number = 1; number <= MAX_PAST + 2; number++) {
      await playOn(page)
      await page.newDeal(100 + number)
    }
    // All games ended in the same minute. One gets an earlier time, so it is the first to be removed.
    const [first] = Object.keys(texts(browser)).filter(key => key.startsWith('past:'))
    await browser.local.set({ [first]: writePast('won', Date.UTC(2020, 0, 2), 'cannot be read') })
    await localRound(roundPorts(browser), {})
    expect(Object.keys(texts(browser)).filter(key => key.startsWith('past:'))).toHaveLength(MAX_PAST)
    expect(texts(browser)).not.toHaveProperty(first)
  })
})

describe('games that end in the same minute', () => {
  const NOW = Date.UTC(2026, 0, 5, 12)
  /** Play ids that sort in reverse order of the games. */
  const ids = () => {
    let number = 9999
    return () => ({ dealNumber: 1, playId: `play${number--}` })
  }
  const won = wonGame('sea-towers')
  const win = async (page: SimulatedPage) => {
    await page.newDeal(won.deal)
    for (const one of won.moves) await make(page, one)
  }
  const giveUp = async (page: SimulatedPage) => {
    await page.newDeal(17)
    await playOn(page)
    await page.newDeal(18)
  }
  const streaks = (browser: Browser) =>
    statistics(aggregate(devicesHere(texts(browser), NOW).values(), {}, NOW))
  const endings = (browser: Browser) => pastGamesIn(texts(browser)).map(({ outcome }) => outcome)
  const round = (browser: Browser) => localRound(roundPorts(browser), {})

  it.each(['never', 'once', 'after each game'])(
    'count and are listed in the order in which they ended, with background rounds %s',
    async times => {
      const browser = { ...withSettings(), now: () => NOW, fresh: ids() }
      const page = await pageOn(browser, SEA)
      for (const end of [win, giveUp, win]) {
        await end(page)
        if (times === 'after each game') await round(browser)
      }
      if (times === 'once') await round(browser)
      expect(streaks(browser)).toMatchObject({ currentStreak: 1, bestStreak: 1 })
      expect(endings(browser)).toEqual(['won', 'givenUp', 'won'])
      await giveUp(page)
      if (times !== 'never') await round(browser)
      expect(streaks(browser)).toMatchObject({ currentStreak: 0, bestStreak: 1 })
      expect(endings(browser)).toEqual(['givenUp', 'won', 'givenUp', 'won'])
    },
  )
  it.each(['never', 'after each game'])(
    'are ordered by when they ended in any tab, even if the clock was set back, with background rounds %s',
    async times => {
      let now = NOW + 50_000
      const browser = { ...withSettings(), now: () => now, fresh: ids() }
      const end = async (what: typeof win, page: SimulatedPage) => {
        await what(page)
        now -= 10_000
        if (times !== 'never') await round(browser)
      }
      const first = await pageOn(browser, SEA)
      await end(win, first)
      await end(giveUp, first)
      const second = await pageOn(browser, SEA)
      await end(win, second)
      await end(giveUp, first)
      await end(win, second)
      expect(endings(browser)).toEqual(['won', 'givenUp', 'won', 'givenUp', 'won'])
      expect(streaks(browser)).toMatchObject({ currentStreak: 1, bestStreak: 1 })
    },
  )
  it.each(['reset', 'goal'])(
    'as a %s get the next minute, and therefore count, but only if they end after it',
    async kind => {
      const next = minuteOf(NOW) + 1
      const set = kind === 'goal' ? { goals: [`row:2::${next}`] } : { since: { 'sea-towers': next } }
      const browser = { ...withSettings(), now: () => NOW + 30_000, fresh: ids() }
      const page = await pageOn(browser, SEA)
      await win(page)
      await page.dispatch({ kind: 'changeSettings', change: { set } })
      await page.dispatch({ kind: 'go', to: 'undo' })
      await page.dispatch({ kind: 'go', to: 'redo' })
      await giveUp(page)
      await win(page)
      const known = aggregate(devicesHere(texts(browser), NOW).values(), {}, NOW).results
      expect(known.map(({ minute }) => minute)).toEqual([next - 1, next, next])
      const times = pastGamesIn(texts(browser)).map(({ time }) => minuteOf(time))
      expect(times.toReversed(), 'the past games').toEqual([next - 1, next, next])
      expect(endings(browser)).toEqual(['won', 'givenUp', 'won'])
    },
  )
  it.each(['before', 'after'])(
    'are ordered by when they last ended, even if one is given up again %s a background round',
    async when => {
      const browser = { ...withSettings(), now: () => NOW, fresh: ids() }
      const page = await pageOn(browser, SEA)
      await giveUp(page)
      await win(page)
      if (when === 'after') await round(browser)
      await page.dispatch({ kind: 'backToPrevious' })
      if (when === 'after') await round(browser)
      await playOn(page, 1)
      await page.newDeal(19)
      for (let times = 0; times < 2; times++) {
        expect(streaks(browser)).toMatchObject({ played: 2, currentStreak: 0, bestStreak: 1 })
        expect(endings(browser)).toEqual(['givenUp', 'won'])
        await round(browser)
      }
    },
  )
})

describe('finished games', () => {
  const NOW = Date.UTC(2026, 0, 5, 12, 0, 30)
  const ended = (play: string, outcome: PastOutcome, minutesAgo: number) => ({
    [pastKey(play, outcome)]: writePast(
      outcome,
      NOW - minutesAgo * 60_000,
      writeRecord({ history: wonHistory('sea-towers', 3), playId: play, seconds: 9 }),
    ),
  })
  const listed = (...stored: Record<string, string>[]) =>
    pastGamesIn(Object.assign({}, ...stored) as Record<string, string>).map(
      ({ opened, outcome, time }) => [opened.playId, outcome, time] as const,
    )
  const minute = (minutesAgo: number) => Date.UTC(2026, 0, 5, 12) - minutesAgo * 60_000

  it('are listed with outcome and minute, latest first', () => {
    const stored = [ended('playAAAA', 'won', 5), ended('playBBBB', 'givenUp', 0), ended('playCCCC', 'won', 9)]
    expect(listed(...stored)).toEqual([
      ['playBBBB', 'givenUp', minute(0)],
      ['playAAAA', 'won', minute(5)],
      ['playCCCC', 'won', minute(9)],
    ])
  })
  it('are listed once, as won, even if they were given up after the win', () => {
    const both = [ended('playAAAA', 'won', 5), ended('playAAAA', 'givenUp', 1)]
    expect(
      listed(...both, ended('playBBBB', 'givenUp', 3)).map(([play, outcome]) => [play, outcome]),
    ).toEqual([
      ['playBBBB', 'givenUp'],
      ['playAAAA', 'won'],
    ])
  })
  it('do not include other texts, or those that this version cannot read', () => {
    const [text] = Object.values(ended('playAAAA', 'won', 5))
    expect(listed({ 'game:sea-towers': text, 'xpast:playAAAA:won': text })).toEqual([])
    const unknown = text.slice(0, 4) + '2' + text.slice(5)
    expect(listed({ 'past:playAAAA:won': unknown, 'past:playBBBB:won': text.slice(0, -1) })).toEqual([])
  })
  it('are limited to the last fifty', () => {
    const games = Array.from({ length: MAX_PAST + 2 }, (_, i) => ended(`play${1000 + i}`, 'won', i))
    const stored = Object.assign({}, ...games.toReversed()) as Record<string, string>
    expect(listed(stored)).toHaveLength(MAX_PAST)
    expect(tooManyPast(stored)).toEqual(['past:play1050:won', 'past:play1051:won'])
    expect(tooManyPast({ ...stored, 'past:play1000:won': '!' })).toContain('past:play1000:won')
    expect(minuteOfPast('!')).toBe(0)
  })
})

describe('a deal of the day', () => {
  const daily = (page: SimulatedPage, day: number) =>
    page.dispatch({ kind: 'newDeal', dealNumber: day, playId: playIdOf(day) })

  it('continues where the user left it, even after other games, and counts as reopened', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await daily(page, 20_000)
    await playOn(page)
    const { playId, position } = page.state.game
    await daily(page, 20_001)
    await playOn(page)
    expect(begunDays(page.state)).toEqual(new Set([20_000, 20_001]))
    expect(resultsIn(browser).map(({ play, outcome }) => [play, outcome])).toEqual([[playId, 'givenUp']])
    await page.newDeal(5)
    await daily(page, 20_000)
    expect(page.state.game.playId).toBe(playId)
    expect(writePosition(page.state.game.position)).toEqual(writePosition(position))
    expect(page.state.change.cause).toBe('previous')
    expect(resultsIn(browser).findLast(({ play }) => play === playId)!.outcome).toBe('reopened')
    // The first deal of the day is on the table, so it is no longer a previous game.
    await page.dispatch({ kind: 'backToPrevious' })
    await page.dispatch({ kind: 'backToPrevious' })
    expect(begunDays(page.state)).toEqual(new Set([20_000, 20_001]))
  })
  it('that is continued does not push another game out of reach', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await daily(page, 20_000)
    await playOn(page)
    for (let number = 1; number <= 10; number++) {
      await page.newDeal(number)
      await playOn(page)
    }
    const { playId } = page.state.game
    await daily(page, 20_000)
    const left = texts(browser)['previous:sea-towers'].split(' ')
    expect(left).toHaveLength(10)
    expect(left[0]).toContain(playId)
  })
  it('that was won starts over, even if it is within reach', async () => {
    const { deal: number, moves } = wonGame('sea-towers')
    const page = await pageOn(withSettings(), SEA)
    await playOn(page)
    await page.dispatch({ kind: 'newDeal', dealNumber: number, playId: playIdOf(20_000) })
    for (const one of moves) await make(page, one)
    const { playId } = page.state.game
    await page.dispatch({ kind: 'backToPrevious' })
    await page.dispatch({ kind: 'newDeal', dealNumber: number, playId: playIdOf(20_000) })
    expect(page.state.game.playId).not.toBe(playId)
    expect(page.state.game.history.log).toEqual([])
  })
  it('that was dealt but not played starts over', async () => {
    const page = await pageOn(withSettings(), SEA)
    await daily(page, 20_000)
    const { playId } = page.state.game
    await daily(page, 20_001)
    expect(begunDays(page.state)).toEqual(new Set())
    await daily(page, 20_000)
    expect(page.state.game.playId).not.toBe(playId)
    expect(page.state.change.cause).toBe('deal')
  })
})

describe('an event that fails', () => {
  it('is reported and changes nothing, and the next event is processed', async () => {
    const page = await pageOn(withSettings(), SEA)
    const { game } = page.state
    const impossible = move('t0>t0*9')
    await expect(make(page, impossible)).resolves.toBeUndefined()
    expect([page.state.game, page.state.notices[0].key]).toEqual([game, 'failed'])
    await make(page, FIRST)
    expect(movesOn(page)).toBe(1)
  })
})

describe('a link to a deal', () => {
  it('is followed once: a reload shows the game that was dealt afterward', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    expect(page.dealtByAddress).toBe('')
    await playOn(page)
    await page.newDeal(18)
    await page.hide()
    const again = await pageOn(browser, page.dealtByAddress === '' ? '' : SEA)
    expect(numberOn(again)).toBe(18)
  })
  it('counts the game in progress as given up, until the user goes back to it', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    const linked = await pageOn(browser, '?game=sea-towers&deal=99')
    const outcomes = () => resultsIn(browser).map(({ outcome }) => outcome)
    expect([numberOn(linked), outcomes()]).toEqual([99, ['givenUp']])
    await linked.dispatch({ kind: 'backToPrevious' })
    expect([movesOn(linked), outcomes()]).toEqual([3, ['givenUp', 'reopened']])
  })
})

describe('tabs', () => {
  it('show the settings chosen last in any of them, even after being hidden', async () => {
    const browser = withSettings()
    const one = await pageOn(browser)
    await one.hide()
    const two = await pageOn(browser)
    await two.dispatch({ kind: 'changeSettings', change: { set: { theme: 'dark' } } })
    await two.hide()
    await one.show()
    expect(one.state.settings.values.theme).toBe('dark')
  })
  it('keep the favorites that were added in any of them, even while another was hidden', async () => {
    const browser = withSettings()
    const one = await pageOn(browser)
    await one.dispatch({ kind: 'changeSettings', change: { add: { favourites: 'sea-towers:1' } } })
    await one.hide()
    const two = await pageOn(browser)
    await two.dispatch({ kind: 'changeSettings', change: { add: { favourites: 'sea-towers:2' } } })
    await two.hide()
    await one.show()
    await one.dispatch({ kind: 'changeSettings', change: { add: { favourites: 'sea-towers:3' } } })
    const fresh = await pageOn(browser)
    expect(fresh.state.settings.values.favourites).toEqual(['sea-towers:3', 'sea-towers:2', 'sea-towers:1'])
  })
  it('show another device’s later choice once the background has merged it with theirs', async () => {
    const browser = withSettings()
    const page = await pageOn(browser)
    await page.dispatch({ kind: 'changeSettings', change: { set: { theme: 'dark' } } })
    const [key] = Object.keys(texts(browser)).filter(key => key.startsWith('setting:'))
    // The background merges the choice with a later one of another device, then removes it.
    await browser.local.set({ settings: '{"theme":"light"}' })
    await browser.local.remove([key])
    await page.runner.idle()
    expect(page.state.settings.values.theme).toBe('light')
  })
  it('apply a house rule that was chosen in another tab', async () => {
    const browser = withSettings()
    const one = await pageOn(browser, '?game=double-sea-towers&deal=17')
    await one.hide()
    const two = await pageOn(browser, '?game=sea-towers&deal=1')
    await two.dispatch({ kind: 'changeSettings', change: { add: { houseRules: 'move-runs' } } })
    await two.hide()
    await one.show()
    expect(one.state.game.position.house).toEqual(['move-runs'])
  })
  it('side by side play one game, and each continues from the last move of the other', async () => {
    const browser = withSettings()
    const one = await pageOn(browser, SEA)
    const two = await pageOn(browser)
    void make(two, FIRST)
    await make(one, FIRST)
    await Promise.all([one.runner.idle(), two.runner.idle()])
    expect([movesOn(one), movesOn(two), storedMoves(browser, 'game:sea-towers')]).toEqual([1, 1, 1])
    await make(one, SECOND)
    await two.runner.idle()
    expect([movesOn(one), movesOn(two)]).toEqual([2, 2])
    expect([one.state.role, two.state.role]).toEqual(['player', 'follower'])
  })
  it('side by side can play different games, even after one has followed the other', async () => {
    const browser = browserOn(memoryArea())
    const first = await pageOn(browser, SEA)
    await first.dispatch({ kind: 'switchGame', game: 'freecell' })
    await pageOn(browser, '?game=freecell')
    expect(first.state.role).toBe('follower')
    await first.dispatch({ kind: 'switchGame', game: 'sea-towers' })
    await first.runner.idle()
    expect(first.state.role).not.toBe('follower')
  })
  it('that are hidden and shown in turn each continue from the last move of the other', async () => {
    const browser = withSettings()
    const one = await pageOn(browser, SEA)
    const two = await pageOn(browser, '', false)
    for (const [seen, hidden] of [
      [two, one],
      [one, two],
      [two, one],
    ] as const) {
      await hidden.hide()
      await seen.show()
      await playOn(seen, 1)
      await hidden.runner.idle()
    }
    expect(movesOn(two)).toBe(3)
  })
})

describe('a hidden tab', () => {
  it('ignores moves and storage changes', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await page.hide()
    const { state } = page
    await make(page, FIRST)
    await browser.local.set({ 'game:sea-towers': 'x' })
    expect(page.state).toBe(state)
  })
})

describe('erasing', () => {
  it('removes everything, even if the clock has kept running since the last move', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    page.seconds += 30
    await page.dispatch({ kind: 'closed' })
    await page.runner.idle()
    await browser.local.remove(Object.keys(texts(browser)))
    await page.hide()
    expect(texts(browser)).toEqual({})
  })
  it('on another device deals a new game in a visible tab, with a notice', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    await browser.local.remove(['game:sea-towers', 'current'])
    await page.runner.idle()
    expect([movesOn(page), page.state.notices[0].key]).toEqual([0, 'erasedElsewhere'])
    expect(storedMoves(browser, 'game:sea-towers')).toBe(0)
  })
  it('deals a new game in a visible tab, even if the tab that played is hidden', async () => {
    const browser = withSettings()
    const seen = await pageOn(browser, SEA)
    await playOn(seen)
    const player = await pageOn(browser, '?game=sea-towers')
    await player.hide()
    await browser.local.remove(['game:sea-towers', 'current'])
    await seen.runner.idle()
    expect([seen.state.role, movesOn(seen)]).toEqual(['follower', 0])
    expect(storedMoves(browser, 'game:sea-towers')).toBe(0)
  })
  it('deals the same game in all visible tabs', async () => {
    const browser = withSettings()
    const tabs = [await pageOn(browser, SEA), await pageOn(browser, SEA), await pageOn(browser, SEA)]
    await browser.local.remove(['game:sea-towers', 'current'])
    for (let i = 0; i < 3; i++) for (const tab of tabs) await tab.runner.idle()
    const stored = splitLocalEnvelope(texts(browser)['game:sea-towers']).record
    const plays = tabs.map(({ state }) => state.game.playId)
    expect(new Set(plays).size).toBe(1)
    expect(stored).toContain(plays[0])
  })
})

/** Makes `count` calls of an area fail, starting with call `at` (from 1), and records all calls. */
function failingArea(area: Area, at: number, count: number) {
  const calls: string[] = []
  const call = <T>(kind: string, run: () => Promise<T>): Promise<T> => {
    const number = calls.push(kind)
    return number >= at && number < at + count ? Promise.reject(new Error('FILE_ERROR_NO_SPACE')) : run()
  }
  const failing: Area = {
    ...area,
    all: () => call('read', () => area.all()),
    set: items => call('write', () => area.set(items)),
    remove: keys => call('write', () => area.remove(keys)),
  }
  return { failing, calls }
}

/** Plays for a while: moves, undo, settings, new deals, switched games, and hiding and showing the tab. */
async function playForAWhile(page: SimulatedPage): Promise<void> {
  await playOn(page, 4)
  await page.dispatch({ kind: 'go', to: 'undo' })
  await page.dispatch({ kind: 'changeSettings', change: { set: { theme: 'dark' } } })
  await page.newDeal(18)
  await page.dispatch({ kind: 'changeSettings', change: { add: { favourites: 'sea-towers:18' } } })
  await page.dispatch({ kind: 'backToPrevious' })
  await page.dispatch({ kind: 'switchGame', game: 'double-dot' })
  await playOn(page, 4)
  await page.newDeal(5)
  await page.hide()
  await page.show()
  await page.dispatch({ kind: 'switchGame', game: 'sea-towers' })
  await playOn(page, 1)
}

describe('storage that fails', () => {
  /** Plays for a while with one failing storage call. `isReported`: whether a notice reports it. */
  async function playFailingAt(at: number) {
    const browser = withSettings()
    const { failing, calls } = failingArea(browser.local, at, 1)
    const page = await pageOn({ ...browser, local: failing }, SEA)
    await playForAWhile(page)
    await page.hide()
    const isReported = page.state.notices.some(({ key }) => key === 'notSafe')
    return { browser, calls, isReported, page }
  }

  it('at any single call loses nothing, and is reported if the call was a write', async () => {
    const { browser: reference, calls } = await playFailingAt(Infinity)
    const expected = resultsIn(reference).length
    expect(calls.length).toBeGreaterThan(20)
    for (let at = 1; at <= calls.length; at++) {
      const { browser, isReported } = await playFailingAt(at)
      // A failed read is retried and needs no notice.
      expect(isReported, `call ${at}`).toBe(calls[at - 1] === 'write')
      expect(storedMoves(browser, 'game:sea-towers'), `call ${at}`).toBe(
        storedMoves(reference, 'game:sea-towers'),
      )
      expect(resultsIn(browser), `call ${at}`).toHaveLength(expected)
      const again = await pageOn(browser)
      const values = { theme: 'dark', favourites: ['sea-towers:18'] }
      expect(again.state.settings.values, `call ${at}`).toMatchObject(values)
      expect(again.state.game.position.game.id, `call ${at}`).toBe('sea-towers')
    }
  })

  it('for a while is reported, and all changes since then are stored once it works again', async () => {
    const browser = withSettings()
    const { failing, calls } = failingArea(browser.local, 4, 6)
    const page = await pageOn({ ...browser, local: failing }, SEA)
    await playForAWhile(page)
    await page.hide()
    expect(calls.length).toBeGreaterThan(12)
    expect(page.state.notices.map(({ key }) => key)).toContain('notSafe')
    expect(storedMoves(browser, 'game:sea-towers')).toBe(movesOn(page))
    expect(resultsIn(browser).length).toBeGreaterThan(1)
  })

  it('in a way that may have damaged it is reported permanently, even if later writes succeed', async () => {
    const { page } = await playFailingAt(5)
    expect(page.state.notices.map(({ key }) => key)).toContain('notSafe')
  })

  it.each(['before', 'after'])(
    'does not override a later choice of another tab that is made %s the failure is known',
    async order => {
      const browser = withSettings()
      const later = { ...browser, now: () => browser.now() + 60_000 }
      const [one, two] = [await pageOn(browser), await pageOn(later)]
      const choose = (page: SimulatedPage, felt: 'walnut' | 'burgundy') =>
        page.dispatch({ kind: 'changeSettings', change: { set: { felt } } })
      let fail: (error: Error) => void = () => undefined
      vi.spyOn(browser.local, 'set').mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
      const failed = choose(one, 'walnut')
      if (order === 'before') await choose(two, 'burgundy')
      fail(new Error('Resource::kQuotaBytes quota exceeded'))
      await failed
      if (order === 'after') await choose(two, 'burgundy')
      expect(one.state.settings.values.felt).toBe('burgundy')
      await localRound(roundPorts(later), {})
      expect(one.state.settings.values.felt).toBe('burgundy')
      await one.hide()
      await localRound(roundPorts(later), {})
      expect((await pageOn(browser)).state.settings.values.felt).toBe('burgundy')
    },
  )

  it('for lack of space is reported only until there is space again', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    vi.spyOn(browser.local, 'set').mockRejectedValueOnce(new Error('Resource::kQuotaBytes quota exceeded'))
    await make(page, FIRST)
    expect(page.state.notices).toMatchObject([{ key: 'notSaved' }])
    await make(page, SECOND)
    await page.runner.idle()
    expect(page.state.notices).toEqual([])
    expect(storedMoves(browser, 'game:sea-towers')).toBe(2)
  })

  it('once loses neither the previous game nor its result', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    const { playId } = page.state.game
    vi.spyOn(browser.local, 'set').mockRejectedValueOnce(new Error('FILE_ERROR_NO_SPACE'))
    await Promise.all([page.newDeal(18), page.newDeal(19)])
    expect(texts(browser)['previous:sea-towers']).toContain(playId)
    expect(resultsIn(browser)).toHaveLength(1)
  })

  it('at two reads in a row leaves the board unchanged, is reported, and can be retried', async () => {
    const browser = withSettings()
    const page = await pageOn(browser, SEA)
    await playOn(page)
    const all = vi.spyOn(browser.local, 'all')
    all.mockRejectedValueOnce(new Error('Invalid JSON')).mockRejectedValueOnce(new Error('Invalid JSON'))
    await page.dispatch({ kind: 'switchGame', game: 'double-dot' })
    expect(page.state.notices).toMatchObject([{ key: 'failed', detail: 'Invalid JSON' }])
    expect(movesOn(page)).toBe(3)
    await page.dispatch({ kind: 'switchGame', game: 'double-dot' })
    expect(page.state.game.position.game.id).toBe('double-dot')
  })
})
