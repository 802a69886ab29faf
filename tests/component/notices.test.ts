// Notices below the table: priority, closing, and what they must never claim.
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { watch } from 'vue'
import { FIRST_DEALS, legalMoves, positionAt, solve, type Solution } from '../../engine/index.ts'
import { useRemoteGames } from '../../stores/account/remote-games-store'
import GameNotice from '../../components/strip/GameNotice.vue'
import { useAnalysis } from '../../stores/analysis/analysis'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useReplay } from '../../stores/analysis/replay'
import type { Search } from '../../stores/analysis/solver-keys'
import { useWinnableDeals } from '../../stores/analysis/winnable-deals'
import { useNotices } from '../../stores/notices/notices'
import { useSession } from '../../stores/session/session'
import { useSettings } from '../../stores/session/settings'
import { eventually } from '../support/eventually'
import { wonGame } from '../support/help'
import { memoryPlatform } from '../support/memory-platform'
import { directSolver, undecided, openTab, show, showNotice } from '../support/mount'

async function tabOn(search = '?game=sea-towers&deal=1', settings = '{"automatic":"off","light":"never"}') {
  const tab = await openTab(memoryPlatform({ settings, 'deals:sea-towers': '[]' }), search)
  return {
    ...tab,
    analysis: useAnalysis(tab.pinia),
    notices: useNotices(tab.pinia),
    remote: useRemoteGames(tab.pinia),
    replay: useReplay(tab.pinia),
    deals: useWinnableDeals(tab.pinia),
  }
}
const answer = (verdict: Solution['verdict']): Search<Solution> => ({ verdict, states: 1, ms: 1 })

describe('a notice that confirms an erasure', () => {
  it('disappears after a while, but not while it has the pointer or the focus', async () => {
    const tab = await tabOn()
    const view = await showNotice(tab)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const notice = view.get('.notice')
    await useSession(tab.pinia).dispatch({ kind: 'notified', notice: { key: 'erased' } })
    await notice.trigger('mouseenter')
    vi.advanceTimersByTime(60_000)
    expect(tab.notices.shown?.key).toBe('erased')
    notice.get('button').element.focus()
    await notice.trigger('mouseleave')
    vi.advanceTimersByTime(60_000)
    expect(tab.notices.shown?.key).toBe('erased')
    notice.get('button').element.blur()
    await flushPromises()
    vi.advanceTimersByTime(5000)
    expect(tab.notices.shown?.key).toBe('erased')
    vi.advanceTimersByTime(55_000)
    await flushPromises()
    expect(tab.notices.shown).toBeUndefined()
    vi.useRealTimers()
    view.unmount()
  })
})

describe('the text of a notice', () => {
  const NOTICE = { key: 'erased' } as const
  it('is announced once by a live region that existed before and contains no buttons', async () => {
    const tab = await tabOn()
    const view = await showNotice(tab)
    const region = view.get('[role="status"]')
    expect(region.text()).toBe('')
    await useSession(tab.pinia).dispatch({ kind: 'notified', notice: NOTICE })
    await eventually(() => expect(region.text()).toMatch(/^Erased here\. .+\.$/))
    const group = view.get('.notice')
    const { role, 'aria-label': label, 'aria-describedby': id } = group.attributes()
    expect([role, label, id]).toEqual(['group', 'Message', region.attributes('id')])
    expect(group.text().split(region.text())).toHaveLength(2)
    expect(view.find('[aria-hidden="true"]:not(svg)').exists()).toBe(false)
    expect([region.find('button').exists(), group.find('button').exists()]).toEqual([false, true])
    view.unmount()
  })
  it('that is there when the page opens is shown only after the live region', async () => {
    const tab = await tabOn()
    await useSession(tab.pinia).dispatch({ kind: 'notified', notice: NOTICE })
    const view = show(GameNotice, tab)
    expect(view.get('.notice').text()).toBe('')
    expect(view.get('[role="status"]').text()).toBe('')
    await eventually(() => expect(view.get('[role="status"]').text()).toMatch(/^Erased here/))
    view.unmount()
  })
  it('is neither shown nor announced during a replay', async () => {
    const tab = await tabOn()
    await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    const view = await showNotice(tab)
    await useSession(tab.pinia).dispatch({ kind: 'notified', notice: NOTICE })
    const region = view.get('[role="status"]')
    await eventually(() => expect(region.text()).not.toBe(''))
    expect(view.get('.notice').classes()).toContain('shown')
    const { replay } = await useLateAnalysis(tab.pinia).load()
    replay.playHistory()
    await flushPromises()
    expect(view.get('.notice').classes()).not.toContain('shown')
    await eventually(() => expect(region.text()).toBe(''))
    view.unmount()
  })
})

describe('closing a notice', () => {
  it('dismisses only that notice: an offer behind it is shown next, not lost', async () => {
    const { game, notices, remote } = await tabOn()
    await game.newDeal(2)
    await game.newDeal(3)
    const offer = { device: 'Laptop', time: 0, game: { record: 'x' }, relation: 'other' }
    vi.spyOn(remote, 'offer', 'get').mockReturnValue(offer as never)
    const dismiss = vi.spyOn(remote, 'dismiss')
    await game.playGesture([legalMoves(game.position)[0]])
    await game.newDeal(4)
    expect(notices.shown?.key).toBe('newDeal')
    notices.shown!.dismiss!()
    await flushPromises()
    expect(dismiss).not.toHaveBeenCalled()
    expect(notices.shown?.key).toBe('offer')
  })
  it('about hidden cards keeps the hint; the notice is shown once per game', async () => {
    const { analysis, game, notices } = await tabOn('?game=klondike-1&deal=1')
    await analysis.askHint()
    expect(analysis.hint?.isGuess).toBe(false)
    expect(notices.shown?.key).toBe('hidden')
    notices.shown!.dismiss!()
    expect([notices.shown, analysis.hint?.isGuess]).toEqual([undefined, false])
    await analysis.askHint()
    expect(game.moves).toBe(1)
    await analysis.askHint()
    expect([notices.shown, analysis.hint?.isGuess]).toEqual([undefined, false])
    await game.newDeal(2)
    await analysis.askHint()
    expect(notices.shown?.key).toBe('hidden')
  })
  it('dismisses the notice about a guess, which does not claim that hidden cards were searched', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(undecided)
    const { analysis, notices } = await tabOn('?game=klondike-1&deal=1')
    await analysis.askHint()
    expect(notices.shown?.key).toBe('guess')
    notices.shown!.dismiss!()
    expect(notices.shown).toBeUndefined()
    ask.mockRestore()
  })
})

describe('a new deal', () => {
  it('shows a notice only if there is a game to go back to, and does not hide other notices', async () => {
    const platform = memoryPlatform({ settings: '{"automatic":"off","light":"never"}' })
    const first = await openTab(platform, '?game=sea-towers&deal=1')
    first.game.hide()
    const { game, pinia } = await openTab(platform, '?game=sea-towers&deal=2')
    const notices = useNotices(pinia)
    expect(notices.shown).toBeUndefined()
    await useSession(pinia).dispatch({ kind: 'notified', notice: { key: 'noLocale' } })
    expect(notices.shown?.key).toBe('noLocale')
    notices.shown!.dismiss!()
    await game.playGesture([legalMoves(game.position)[0]])
    await game.newDeal(3)
    expect([notices.shown?.key, notices.shown?.actions]).toEqual(['newDeal', ['previous']])
    await game.newDeal(4)
    expect([notices.shown?.key, notices.shown?.actions]).toEqual(['newDeal', ['previous']])
  })
  it('of the day is announced even if no move was made before, with a way back if there is one', async () => {
    const tab = await tabOn()
    const view = await showNotice(tab)
    const notice = view.get('.notice')
    const shown = () => [notice.text(), notice.findAll('[data-action]').length]
    await tab.deals.playDaily('sea-towers', 20_000)
    await flushPromises()
    expect(shown()).toEqual(['Deal of the day: Oct 4, 2024', 0])
    await tab.deals.playDaily('golf', 20_000)
    await flushPromises()
    expect(shown()).toEqual(['Deal of the day: Oct 4, 2024', 0])
    await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    await tab.deals.playDaily('golf', 20_001)
    await flushPromises()
    expect(shown()).toEqual(['Deal of the day: Oct 5, 2024Back to the previous game', 1])
    await tab.game.switchGame('sea-towers')
    await tab.deals.playDaily('golf', 20_001)
    await flushPromises()
    expect(shown(), 'on the table of another game').toEqual(['Deal of the day: Oct 5, 2024', 0])
    view.unmount()
  })
})

describe('a deal that is on the table', () => {
  it('stays as it is if it is chosen again, and a notice says so, even after a new deal', async () => {
    const { game, deals, notices } = await tabOn()
    await game.playGesture([legalMoves(game.position)[0]])
    await game.newDeal(3)
    const { position } = game
    expect(notices.shown?.key).toBe('newDeal')
    await deals.play({ game: 'sea-towers', deal: 3 })
    expect([notices.shown?.key, game.position]).toEqual(['sameDeal', position])
    notices.shown!.dismiss!()
    await flushPromises()
    expect(notices.shown).toBeUndefined()
    await game.playGesture([legalMoves(game.position)[0]])
    await deals.playDaily('sea-towers', 20_000)
    const daily = game.position
    expect(notices.shown?.key).toBe('newDeal')
    await deals.playDaily('sea-towers', 20_000)
    expect([notices.shown?.key, game.position]).toEqual(['sameDeal', daily])
  })
  it('needs no notice if it belongs to a game in progress that was not shown', async () => {
    const { game, deals, notices } = await tabOn()
    await game.switchGame('golf')
    const { dealNumber } = game.position
    await game.switchGame('sea-towers')
    await deals.play({ game: 'golf', deal: dealNumber })
    expect([notices.shown, game.position.dealNumber]).toEqual([undefined, dealNumber])
  })
})

it('choosing a deal continues its game in progress, unless the user asks to play it again', async () => {
  const { game, deals, notices } = await tabOn('?game=sea-towers&deal=17')
  await game.playGesture([legalMoves(game.position)[0]])
  const { playId } = game
  await game.newDeal(3)
  await game.playGesture([legalMoves(game.position)[0]])
  await deals.play({ game: 'sea-towers', deal: 17 })
  expect([game.playId, game.moves]).toEqual([playId, 1])
  // It is not called a new deal.
  expect(notices.shown?.key).toBe('sameDeal')
  await deals.play({ game: 'sea-towers', deal: 4 })
  expect([game.position.dealNumber, game.moves]).toEqual([4, 0])
  // Past games are played again from their deal.
  await deals.play({ game: 'sea-towers', deal: 17 }, true)
  expect([game.position.dealNumber, game.moves]).toEqual([17, 0])
})

it('a deal after a win has no notice about an older game', async () => {
  const { game, notices } = await tabOn('?game=sea-towers&deal=17')
  await game.playGesture([legalMoves(game.position)[0]])
  const won = wonGame('sea-towers')
  await game.newDeal(won.deal)
  expect(notices.shown?.key).toBe('newDeal')
  for (const one of won.moves) await game.playGesture([one])
  await game.newDeal(18)
  expect([game.moves, notices.shown]).toEqual([0, undefined])
})

describe('a stuck game', () => {
  it('that can only turn the stock does not claim that no moves are left', async () => {
    // Only stock moves are left, and no stock card fits.
    const tab = await tabOn('?game=golf&deal=11')
    while (tab.game.state === 'playing') await tab.game.playGesture([{ kind: 'draw' }])
    const notice = await showNotice(tab)
    expect(tab.game.state).toBe('stuck')
    expect(notice.text()).toContain('No stock card can be played.')
    notice.unmount()
  })
  it('still offers undo and a restart once its deal is known to be lost', async () => {
    const { analysis, game, notices } = await tabOn('?game=golf&deal=11')
    while (game.state === 'playing') await game.playGesture([{ kind: 'draw' }])
    analysis.say('never')
    expect(notices.shown?.actions).toEqual(['new', 'undo', 'restart'])
  })
})

describe('a lost game', () => {
  it('that was never winnable offers another deal, not a way back', async () => {
    const { analysis, game, notices } = await tabOn('?game=sea-towers&deal=5')
    analysis.say('never')
    expect(notices.shown?.actions).toEqual(['new'])
    await game.playGesture([legalMoves(game.position)[0]])
    analysis.say('never')
    expect(notices.shown?.actions).toEqual(['new'])
  })
  it.each([
    ['says that the deal can’t be won, if the deal is found to be lost', 'lost', 'never', ['new']],
    ['says that it can no longer be won, if the deal is winnable', 'won', 'lost', ['winnable', 'where-lost']],
    ['claims nothing about a deal that was not decided', 'unknown', 'positionLost', ['undo']],
  ] as const)(
    '%s, after a hint or a solution was requested for its position',
    async (_, deal, key, actions) => {
      const { analysis, game, notices } = await tabOn('?game=sea-towers&deal=5')
      const { start } = game.history
      vi.spyOn(directSolver, 'ask').mockImplementation(async position =>
        answer(position === start ? deal : 'lost'),
      )
      await game.playGesture([legalMoves(game.position)[0]])
      for (const ask of [analysis.askHint, analysis.solution]) {
        await ask()
        expect(notices.shown).toMatchObject({ kind: 'analysis', key, actions })
        analysis.say(undefined)
      }
    },
  )
  it('whose deal is known to be lost offers only another deal, whenever a hint is requested', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue(answer('lost'))
    const { analysis, game, notices } = await tabOn('?game=sea-towers&deal=5')
    await analysis.askHint()
    await game.playGesture([legalMoves(game.position)[0]])
    await analysis.askHint()
    expect([notices.shown?.key, notices.shown?.actions]).toEqual(['never', ['new']])
    analysis.say('lost')
    expect(notices.shown?.actions).toEqual(['new'])
    ask.mockRestore()
  })
  it('that is hidden has no notice until it is shown again', async () => {
    const tab = await tabOn('?game=sea-towers&deal=5', '{"isFolded":true,"light":"never"}')
    tab.analysis.say('never')
    expect(tab.notices.shown).toBeUndefined()
    await useSettings(tab.pinia).unfold()
    expect(tab.notices.shown?.key).toBe('never')
  })
  it('offers the way back to the last winnable position', async () => {
    const { analysis, game, notices } = await tabOn()
    await game.playGesture([legalMoves(game.position)[0]])
    analysis.say('lost')
    expect(notices.shown?.actions).toEqual(['winnable', 'where-lost'])
  })
})

describe('the notice that another tab plays the game', () => {
  it('is shown only by a visible tab that has lost the game, not when the user switches tabs', async () => {
    const { platform, game, notices } = await tabOn()
    const seen: unknown[] = []
    const stop = watch(
      () => notices.shown?.key,
      key => seen.push(key),
      { flush: 'sync' },
    )
    game.hide()
    const other = await openTab(platform)
    other.game.hide()
    await game.playHere()
    expect([game.isPlayer, seen]).toEqual([true, []])
    await other.game.playHere()
    expect([game.isPlayer, seen]).toEqual([false, ['elsewhere']])
    game.hide()
    expect(seen).toEqual(['elsewhere', undefined])
    stop()
  })
})

/** A solver that answers on demand. */
function slowSolver() {
  const answers: ((search: Search<Solution>) => void)[] = []
  const ask = vi
    .spyOn(directSolver, 'ask')
    .mockImplementation(() => new Promise(resolve => answers.push(resolve)))
  return { answers, ask }
}

it('a search shows its notice after 400 ms, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { answers, ask } = slowSolver()
  const { analysis, notices } = await tabOn()
  const asking = analysis.askHint()
  await vi.advanceTimersByTimeAsync(399)
  expect([analysis.message, notices.shown]).toEqual(['looking', undefined])
  await vi.advanceTimersByTimeAsync(1)
  expect(notices.shown?.key).toBe('looking')
  answers[0]('aborted')
  await asking
  expect(notices.shown).toBeUndefined()
  ask.mockRestore()
  vi.useRealTimers()
})

describe('a search that is superseded', () => {
  it('says nothing about the next position, and shows no hint for it', async () => {
    const { answers, ask } = slowSolver()
    const { analysis, game, notices } = await tabOn()
    const asking = analysis.askHint()
    await flushPromises()
    expect(analysis.message).toBe('looking')
    await game.playGesture([legalMoves(game.position)[0]])
    answers[0]('aborted')
    await asking
    await flushPromises()
    expect([notices.shown, analysis.hint]).toEqual([undefined, undefined])
    ask.mockRestore()
  })
  it('by another one leaves no “Looking …” notice', async () => {
    const { answers, ask } = slowSolver()
    const { analysis, game, replay, notices } = await tabOn()
    await game.playGesture([legalMoves(game.position)[0]])
    const asking = replay.showWhereLost()
    await flushPromises()
    answers[0]('aborted')
    await asking
    expect([notices.shown, analysis.message, replay.isOpen]).toEqual([undefined, undefined, false])
    ask.mockRestore()
  })
  it('while looking for a win does not claim that none was found', async () => {
    const { answers, ask } = slowSolver()
    const { analysis, replay } = await tabOn()
    const asking = replay.showSolution()
    await flushPromises()
    answers[0]('aborted')
    await asking
    expect([analysis.message, replay.isOpen]).toEqual([undefined, false])
    ask.mockRestore()
  })
  it('by the light is repeated if it is for a new deal, and the pool is not filled until then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { answers, ask } = slowSolver()
    const { deals, game } = await tabOn()
    const stopFilling = deals.keepFilled()
    const dealing = deals.dealNew()
    await flushPromises()
    await vi.advanceTimersByTimeAsync(3000)
    expect(answers).toHaveLength(1)
    answers[0]('aborted')
    await flushPromises()
    answers[1](answer('won'))
    await dealing
    expect(game.position.dealNumber).not.toBe(1)
    stopFilling()
    ask.mockRestore()
    vi.useRealTimers()
  })
  it('by another game keeps that game on the table instead of a new deal', async () => {
    const { answers, ask } = slowSolver()
    const { analysis, deals, game, notices } = await tabOn()
    const dealing = deals.dealNew()
    await flushPromises()
    expect(analysis.message).toBe('lookingForDeal')
    await game.switchGame('double-sea-towers')
    const { position } = game
    answers[0](answer('won'))
    await dealing
    expect(game.position).toBe(position)
    expect(notices.shown).toBeUndefined()
    ask.mockRestore()
  })
})

describe('a solver that fails', () => {
  it('is reported, and can be asked again', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockRejectedValueOnce(new Error('The chunk is gone'))
    const { analysis, notices } = await tabOn()
    await analysis.askHint()
    expect(notices.shown).toMatchObject({ key: 'failed', notice: { detail: 'The chunk is gone' } })
    expect(analysis.isLooking).toBe(false)
    await analysis.askHint()
    expect(analysis.hint?.isGuess).toBe(false)
    ask.mockRestore()
  })
  it('leaves the game on the table, and a notice says why', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockRejectedValueOnce(new Error('The chunk is gone'))
    const { deals, game, notices } = await tabOn()
    await deals.dealNew()
    expect([game.position.dealNumber, notices.shown?.key]).toEqual([1, 'failed'])
    ask.mockRestore()
  })
})

describe('the step at which a game was lost', () => {
  it('is stated as a fact only if the next step is a proven loss', async () => {
    const { game, replay } = await tabOn()
    for (let i = 0; i < 3; i++) await game.playGesture([legalMoves(game.position)[0]])
    const { history } = game
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(async position => {
      const isStart = position === history.start
      return isStart ? solve(position) : answer('unknown')
    })
    await replay.showWhereLost()
    expect(replay.lastWinnable).toEqual({ step: 0, isLossProved: false })
    ask.mockRestore()
  })
  it('leads to no claim that the deal could never be won if the start is undecided', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue(answer('unknown'))
    const { analysis, game, replay } = await tabOn()
    await game.playGesture([legalMoves(game.position)[0]])
    await replay.showWhereLost()
    expect([replay.isOpen, analysis.message]).toEqual([false, 'unsolved'])
    ask.mockRestore()
  })
})

it('a replay shows every position of the game as the engine replays it', async () => {
  const { game, replay } = await tabOn()
  for (let i = 0; i < 4; i++) await game.playGesture([legalMoves(game.position)[0]])
  replay.showHistory(4)
  expect(replay.last).toBe(4)
  for (let step = 4; step >= 0; step--) {
    replay.goTo(step)
    expect(replay.position!.piles).toEqual(positionAt(game.history, step).piles)
  }
})

describe('the analysis of a position', () => {
  it('is repeated under house rules that allow more moves', async () => {
    const { analysis, settings, game } = await tabOn('?game=double-klondike-1&deal=3')
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue(answer('lost'))
    await analysis.askHint()
    // At the deal, no move has lost the game yet.
    expect(analysis.message).toBe('never')
    await settings.add({ houseRules: 'take-back' })
    expect(game.position.house).toEqual(['take-back'])
    ask.mockImplementation(undecided)
    await analysis.askHint()
    expect(analysis.message).toBe('guess')
    ask.mockRestore()
  })
})

describe('winnable deals', () => {
  it('are no longer searched for once the tab is hidden, even if one was just found', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { deals } = await tabOn()
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(() => {
      stopFilling()
      return Promise.resolve({ verdict: 'won', states: 1, ms: 1 })
    })
    const stopFilling = deals.keepFilled()
    await vi.advanceTimersByTimeAsync(3000)
    expect(ask).toHaveBeenCalledTimes(1)
    ask.mockRestore()
    vi.useRealTimers()
  })
  it('are replaced by any deal, with a notice, if none is found in time, and searching stops', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { deals, game, notices } = await tabOn()
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue({ verdict: 'unknown', states: 1, ms: 1 })
    const { dealNumber } = game.position
    await deals.dealNew()
    expect(game.position.dealNumber).not.toBe(dealNumber)
    expect(notices.shown?.key).toBe('anyDeal')
    const stopFilling = deals.keepFilled()
    await vi.advanceTimersByTimeAsync(3000)
    const asked = ask.mock.calls.length
    await game.newDeal(dealNumber)
    await vi.advanceTimersByTimeAsync(3000)
    expect(ask).toHaveBeenCalledTimes(asked)
    stopFilling()
    ask.mockRestore()
    vi.useRealTimers()
  })
  it('are prepared again after one was dealt, even if a move had interrupted the search', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { deals, game, platform } = await tabOn()
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValueOnce('aborted')
    const stopFilling = deals.keepFilled()
    await vi.advanceTimersByTimeAsync(3000)
    expect(await platform.local.get('deals:sea-towers')).toBe('[]')
    await vi.advanceTimersByTimeAsync(3000)
    const pool = JSON.parse((await platform.local.get('deals:sea-towers'))!) as number[]
    expect(pool).toHaveLength(10)
    await deals.dealNew()
    expect(game.position.dealNumber).toBe(pool[0])
    await vi.advanceTimersByTimeAsync(3000)
    expect(JSON.parse((await platform.local.get('deals:sea-towers'))!)).toHaveLength(10)
    stopFilling()
    expect(vi.getTimerCount()).toBe(0)
    ask.mockRestore()
    vi.useRealTimers()
  })
})

describe('other devices', () => {
  it('are watched only while a tab is visible', async () => {
    const { remote, platform } = await tabOn()
    const onChanged = vi.spyOn(platform.local, 'onChanged')
    remote.follow()()
    const unfollow = remote.follow()
    const all = vi.spyOn(platform.local, 'all')
    await platform.local.set({ '~d:AAAAAAAA': 'x' })
    await flushPromises()
    const reads = all.mock.calls.length
    unfollow()
    await platform.local.set({ '~d:AAAAAAAA': 'y' })
    await flushPromises()
    expect([onChanged.mock.calls.length, reads, all.mock.calls.length]).toEqual([2, 1, 1])
  })
})

describe('a game that is chosen for the first time', () => {
  const chosen = async (settings?: string) => {
    const tab = await tabOn('?game=sea-towers&deal=1', settings)
    await tab.game.switchGame('russian')
    return { ...tab, dealNumber: tab.game.position.dealNumber }
  }
  it('starts with a winnable deal, and later continues where it left off', async () => {
    const { game, dealNumber } = await chosen()
    expect(game.game.id).toBe('russian')
    expect(FIRST_DEALS.russian).toContain(dealNumber)
    await game.switchGame('sea-towers')
    expect(game.position.dealNumber).toBe(1)
    await game.switchGame('russian')
    expect(game.position.dealNumber).toBe(dealNumber)
  })
  it('starts with any deal if deals need not be winnable', async () => {
    const { dealNumber } = await chosen('{"winnableOnly":false}')
    expect(dealNumber).toBeGreaterThan(1000)
  })
})
