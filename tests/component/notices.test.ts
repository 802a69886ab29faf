// Notices below the table: which one is shown, how it is closed, and that its text is true.
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
import { WorkerTimeout } from '../../stores/analysis/worker-client'
import { useNotices } from '../../stores/notices/notices'
import { afterPaint } from '../../stores/platform/after-paint'
import { useSession } from '../../stores/session/session'
import { useSettings } from '../../stores/session/settings'
import { eventually } from '../support/eventually'
import { wonGame } from '../support/help'
import { memoryPlatform } from '../support/memory-platform'
import { directLeveler, directSolver, undecided, openTab, show, showNotice, inScope } from '../support/mount'

async function openGame(
  search = '?game=sea-towers&deal=1',
  settings = '{"automatic":"off","light":"never"}',
) {
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
  it('disappears within a minute, but not while it has the focus or is under the pointer', async () => {
    const tab = await openGame()
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
  it('is announced once, by a live region that existed before it and contains no buttons', async () => {
    const tab = await openGame()
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
  it('is shown only after the live region, even if there is a notice when the page opens', async () => {
    const tab = await openGame()
    await useSession(tab.pinia).dispatch({ kind: 'notified', notice: NOTICE })
    const view = show(GameNotice, tab)
    expect(view.get('.notice').text()).toBe('')
    expect(view.get('[role="status"]').text()).toBe('')
    await eventually(() => expect(view.get('[role="status"]').text()).toMatch(/^Erased here/))
    view.unmount()
  })
  it('is neither shown nor announced during a replay', async () => {
    const tab = await openGame()
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
  it('dismisses only that notice, and then shows an offer that had a lower priority', async () => {
    const { game, notices, remote } = await openGame()
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
  it('about hidden cards does not remove the hint, and it is not shown again in the same game', async () => {
    const { analysis, game, notices } = await openGame('?game=klondike-1&deal=1')
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
  it('removes the notice that a hint is a guess, and shows none about hidden cards instead', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(undecided)
    const { analysis, notices } = await openGame('?game=klondike-1&deal=1')
    await analysis.askHint()
    expect(notices.shown?.key).toBe('guess')
    notices.shown!.dismiss!()
    expect(notices.shown).toBeUndefined()
    ask.mockRestore()
  })
})

describe('a new deal', () => {
  it('shows a notice only if the user can go back to a game, and hides no other notice', async () => {
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
  it('of the day shows a notice, with a button to go back if a game in progress was replaced', async () => {
    const tab = await openGame()
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
    expect(shown(), 'the game on the table was another game').toEqual(['Deal of the day: Oct 5, 2024', 0])
    view.unmount()
  })
})

describe('choosing a deal in progress', () => {
  it('changes nothing if the deal is on the table, and a notice says so', async () => {
    const { game, deals, notices } = await openGame()
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
  it('shows no notice if the deal is of another game', async () => {
    const { game, deals, notices } = await openGame()
    await game.switchGame('golf')
    const { dealNumber } = game.position
    await game.switchGame('sea-towers')
    await deals.play({ game: 'golf', deal: dealNumber })
    expect([notices.shown, game.position.dealNumber]).toEqual([undefined, dealNumber])
  })
})

it('choosing a deal continues its game in progress, unless the user plays the deal again', async () => {
  const { game, deals, notices } = await openGame('?game=sea-towers&deal=17')
  await game.playGesture([legalMoves(game.position)[0]])
  const { playId } = game
  await game.newDeal(3)
  await game.playGesture([legalMoves(game.position)[0]])
  await deals.play({ game: 'sea-towers', deal: 17 })
  expect([game.playId, game.moves]).toEqual([playId, 1])
  expect(notices.shown?.key, 'not “newDeal”').toBe('sameDeal')
  await deals.play({ game: 'sea-towers', deal: 4 })
  expect([game.position.dealNumber, game.moves]).toEqual([4, 0])
  // The list of past games plays deals again.
  await deals.play({ game: 'sea-towers', deal: 17 }, true)
  expect([game.position.dealNumber, game.moves]).toEqual([17, 0])
})

it('a deal after a win shows no notice about an earlier game', async () => {
  const { game, notices } = await openGame('?game=sea-towers&deal=17')
  await game.playGesture([legalMoves(game.position)[0]])
  const won = wonGame('sea-towers')
  await game.newDeal(won.deal)
  expect(notices.shown?.key).toBe('newDeal')
  for (const move of won.moves) await game.playGesture([move])
  await game.newDeal(18)
  expect([game.moves, notices.shown]).toEqual([0, undefined])
})

describe('a stuck game', () => {
  it('does not claim that no moves are left if the stock can still be turned', async () => {
    const tab = await openGame('?game=golf&deal=11')
    while (tab.game.state === 'playing') await tab.game.playGesture([{ kind: 'draw' }])
    const notice = await showNotice(tab)
    expect(tab.game.state).toBe('stuck')
    expect(notice.text()).toContain('No stock card can be played.')
    notice.unmount()
  })
  it.each([
    ['won', ['winnable', 'where-lost']],
    ['lost', ['new']],
    ['unknown', []],
  ] as const)(
    'has one notice, after the verdict on its deal, with a way back only if the deal is winnable (“%s”)',
    async (verdict, actions) => {
      let found = (): void => undefined
      const isDecided = new Promise<void>(resolve => (found = resolve))
      const { game, notices } = await openGame('?game=golf&deal=11')
      const { start } = game.history
      const ask = vi.spyOn(directSolver, 'ask').mockImplementation(async position => {
        if (position !== start) return answer('lost')
        await isDecided
        return answer(verdict)
      })
      const shown: unknown[] = []
      const stop = watch(
        () => notices.shown,
        notice => shown.push(notice?.actions),
        { flush: 'sync' },
      )
      while (game.state === 'playing') await game.playGesture([{ kind: 'draw' }])
      await eventually(() => expect(ask).toHaveBeenCalledTimes(2))
      found()
      await flushPromises()
      expect(shown, 'The notice appears once, complete').toEqual([['undo', 'restart', ...actions]])
      stop()
      ask.mockRestore()
    },
  )
  it('is reported even if its deal cannot be evaluated', async () => {
    const { game, notices } = await openGame('?game=golf&deal=11')
    const ask = vi.spyOn(directSolver, 'ask').mockRejectedValue(new WorkerTimeout())
    while (game.state === 'playing') await game.playGesture([{ kind: 'draw' }])
    await eventually(() => expect(notices.shown?.key).toBe('stuck'))
    ask.mockRestore()
  })
  it('is reported when the page opens, even if the late work cannot be loaded', async () => {
    const platform = memoryPlatform({ settings: '{"automatic":"off","light":"never"}' })
    const { game } = await openTab(platform, '?game=golf&deal=11')
    while (game.state === 'playing') await game.playGesture([{ kind: 'draw' }])
    const tab = await openTab(platform)
    const notices = useNotices(tab.pinia)
    expect(notices.shown).toBeUndefined()
    await eventually(() => expect(notices.shown).toMatchObject({ key: 'stuck' }))
  })
  it('is evaluated only while the table is shown', async () => {
    const ask = vi.spyOn(directSolver, 'ask')
    const { game, notices, settings } = await openGame('?game=golf&deal=11')
    await settings.change({ isFolded: true })
    while (game.state === 'playing') await game.playGesture([{ kind: 'draw' }])
    await new Promise<void>(afterPaint)
    await flushPromises()
    expect(ask).not.toHaveBeenCalled()
    await settings.unfold()
    await eventually(() => expect(notices.shown?.key).toBe('stuck'))
    expect(ask).toHaveBeenCalled()
    ask.mockRestore()
  })
  it.each(['hiding the tab', 'canceling a new deal'])(
    'has its deal evaluated even after %s has aborted the search',
    async cause => {
      const ask = vi.spyOn(directSolver, 'ask')
      const { analysis, game, notices } = await openGame('?game=golf&deal=11')
      const { start } = game.history
      const search = Promise.withResolvers<Search<Solution>>()
      const lost = Promise.resolve(answer('lost'))
      ask.mockImplementation(position => (position === start ? search.promise : lost))
      while (game.state === 'playing') await game.playGesture([{ kind: 'draw' }])
      await eventually(() => expect(ask.mock.lastCall?.[0]).toBe(start))
      if (cause === 'canceling a new deal') void game.waitFor('deal', () => new Promise(() => undefined))
      search.resolve('aborted')
      await flushPromises()
      ask.mockImplementation(position => (position === start ? Promise.resolve(answer('won')) : lost))
      if (cause === 'hiding the tab') void analysis.begin()
      else game.stopWaiting()
      await eventually(() => expect(notices.shown?.actions).toContain('winnable'))
      ask.mockRestore()
    },
  )
  it('still offers undo and a restart after a notice that its deal cannot be won', async () => {
    const { analysis, game, notices } = await openGame('?game=golf&deal=11')
    while (game.state === 'playing') await game.playGesture([{ kind: 'draw' }])
    analysis.say('never')
    expect(notices.shown?.actions).toEqual(['new', 'undo', 'restart'])
  })
})

describe('a lost game', () => {
  it('whose deal was never winnable offers only a new deal', async () => {
    const { analysis, game, notices } = await openGame('?game=sea-towers&deal=5')
    analysis.say('never')
    expect(notices.shown?.actions).toEqual(['new'])
    await game.playGesture([legalMoves(game.position)[0]])
    analysis.say('never')
    expect(notices.shown?.actions).toEqual(['new'])
  })
  it.each([
    ['says that its deal can’t be won if that is proved', 'lost', 'never', ['new']],
    ['says that it can no longer be won if its deal is winnable', 'won', 'lost', ['winnable', 'where-lost']],
    ['claims nothing about its deal if the verdict is unknown', 'unknown', 'positionLost', ['undo']],
  ] as const)('%s, after a request for a hint or a solution', async (_, dealVerdict, key, actions) => {
    const { analysis, game, notices } = await openGame('?game=sea-towers&deal=5')
    const { start } = game.history
    vi.spyOn(directSolver, 'ask').mockImplementation(async position =>
      answer(position === start ? dealVerdict : 'lost'),
    )
    await game.playGesture([legalMoves(game.position)[0]])
    for (const ask of [analysis.askHint, analysis.solution]) {
      await ask()
      expect(notices.shown).toMatchObject({ kind: 'analysis', key, actions })
      analysis.say(undefined)
    }
  })
  it('whose deal is proved lost offers only a new deal after each request for a hint', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue(answer('lost'))
    const { analysis, game, notices } = await openGame('?game=sea-towers&deal=5')
    await analysis.askHint()
    await game.playGesture([legalMoves(game.position)[0]])
    await analysis.askHint()
    expect([notices.shown?.key, notices.shown?.actions]).toEqual(['never', ['new']])
    ask.mockRestore()
  })
  it('has no notice while the game is hidden', async () => {
    const tab = await openGame('?game=sea-towers&deal=5', '{"isFolded":true,"light":"never"}')
    tab.analysis.say('never')
    expect(tab.notices.shown).toBeUndefined()
    await useSettings(tab.pinia).unfold()
    expect(tab.notices.shown?.key).toBe('never')
  })
  it('offers to go back to the last winnable position', async () => {
    const { analysis, game, notices } = await openGame()
    await game.playGesture([legalMoves(game.position)[0]])
    analysis.say('lost')
    expect(notices.shown?.actions).toEqual(['winnable', 'where-lost'])
  })
})

describe('the notice that another tab plays the game', () => {
  it('is shown only in a visible tab whose game another tab took over, not after switching', async () => {
    const { platform, game, notices } = await openGame()
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
  it('is not shown for a won game, in which no tab can play', async () => {
    const { platform, game, notices } = await openGame(`?game=golf&deal=${wonGame('golf').deal}`)
    const moves = wonGame('golf').moves.slice(game.singleMoves)
    for (const move of moves) await game.playGesture([move])
    await (await openTab(platform)).game.playHere()
    expect([game.state, game.isPlayer, notices.shown?.key]).toEqual(['won', false, undefined])
    await game.undo()
    expect([game.state, game.isPlayer]).toEqual(['playing', true])
  })
})

/** A solver that answers when the test calls the functions in `answers`. */
function slowSolver() {
  const answers: ((search: Search<Solution>) => void)[] = []
  const ask = vi
    .spyOn(directSolver, 'ask')
    .mockImplementation(() => new Promise(resolve => answers.push(resolve)))
  return { answers, ask }
}

it('a search shows its notice after 400 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { answers, ask } = slowSolver()
  const { analysis, notices } = await openGame()
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

describe('a search that is aborted', () => {
  it('by a move shows neither a notice nor a hint', async () => {
    const { answers, ask } = slowSolver()
    const { analysis, game, notices } = await openGame()
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
  it('by another search removes its “Looking …” notice', async () => {
    const { answers, ask } = slowSolver()
    const { analysis, game, replay, notices } = await openGame()
    await game.playGesture([legalMoves(game.position)[0]])
    const asking = replay.showWhereLost()
    await flushPromises()
    answers[0]('aborted')
    await asking
    expect([notices.shown, analysis.message, replay.isOpen]).toEqual([undefined, undefined, false])
    ask.mockRestore()
  })
  it('before it finds a win does not claim that there is none', async () => {
    const { answers, ask } = slowSolver()
    const { analysis, replay } = await openGame()
    const asking = replay.showSolution()
    await flushPromises()
    answers[0]('aborted')
    await asking
    expect([analysis.message, replay.isOpen]).toEqual([undefined, false])
    ask.mockRestore()
  })
  it('by a search for the light starts again if it is for a new deal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { answers, ask } = slowSolver()
    const { deals, game } = await openGame()
    const stopFilling = inScope(() => deals.keepFilled())
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
  it('by a switch to another game does not replace that game with a new deal', async () => {
    const { answers, ask } = slowSolver()
    const { analysis, deals, game, notices } = await openGame()
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
  it('is reported, and the next request runs a new search', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockRejectedValueOnce(new Error('The chunk is gone'))
    const { analysis, notices } = await openGame()
    await analysis.askHint()
    expect(notices.shown).toMatchObject({ key: 'failed', notice: { detail: 'The chunk is gone' } })
    expect(analysis.isLooking).toBe(false)
    await analysis.askHint()
    expect(analysis.hint?.isGuess).toBe(false)
    ask.mockRestore()
  })
  it('during a search for a new deal is reported, and the current game continues', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockRejectedValueOnce(new Error('The chunk is gone'))
    const { deals, game, notices } = await openGame()
    await deals.dealNew()
    expect([game.position.dealNumber, notices.shown?.key]).toEqual([1, 'failed'])
    ask.mockRestore()
  })
})

describe('the move that lost a game', () => {
  it('is called proved only if the position after it is a proven loss', async () => {
    const { game, replay } = await openGame()
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
  it('is not shown if the deal is undecided, and no message says that it could never be won', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue(answer('unknown'))
    const { analysis, game, replay } = await openGame()
    await game.playGesture([legalMoves(game.position)[0]])
    await replay.showWhereLost()
    expect([replay.isOpen, analysis.message]).toEqual([false, 'unsolved'])
    ask.mockRestore()
  })
})

it('a replay shows the same positions as the engine’s history of the game', async () => {
  const { game, replay } = await openGame()
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
    const { analysis, settings, game } = await openGame('?game=double-klondike-1&deal=3')
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue(answer('lost'))
    await analysis.askHint()
    // A lost position at the start of a deal means that the deal was never winnable.
    expect(analysis.message).toBe('never')
    await settings.add({ houseRules: 'take-back' })
    expect(game.position.house).toEqual(['take-back'])
    ask.mockImplementation(undecided)
    await analysis.askHint()
    expect(analysis.message).toBe('guess')
    ask.mockRestore()
  })
})

describe('the search for winnable deals', () => {
  it('ends when the tab is hidden, even if it just found a deal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { deals } = await openGame()
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(() => {
      stopFilling()
      return Promise.resolve({ verdict: 'won', states: 1, ms: 1 })
    })
    const stopFilling = inScope(() => deals.keepFilled())
    await vi.advanceTimersByTimeAsync(3000)
    expect(ask).toHaveBeenCalledTimes(1)
    ask.mockRestore()
    vi.useRealTimers()
  })
  it('ends if it finds no deal in time, and any deal is dealt with a notice', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { deals, game, notices } = await openGame()
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue({ verdict: 'unknown', states: 1, ms: 1 })
    const { dealNumber } = game.position
    await deals.dealNew()
    expect(game.position.dealNumber).not.toBe(dealNumber)
    expect(notices.shown?.key).toBe('anyDeal')
    const stopFilling = inScope(() => deals.keepFilled())
    await vi.advanceTimersByTimeAsync(3000)
    const asked = ask.mock.calls.length
    await game.newDeal(dealNumber)
    await vi.advanceTimersByTimeAsync(3000)
    expect(ask).toHaveBeenCalledTimes(asked)
    stopFilling()
    ask.mockRestore()
    vi.useRealTimers()
  })
  it('runs once at a time: a move while it rates a deal does not start a second search', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const rating = Promise.withResolvers<'aborted'>()
    const ask = vi.spyOn(directLeveler, 'ask').mockReturnValue(rating.promise)
    const { deals, game } = await openGame()
    await deals.want('sea-towers', 'hard')
    const stopFilling = inScope(() => deals.keepFilled())
    await vi.advanceTimersByTimeAsync(3000)
    expect(ask).toHaveBeenCalledTimes(1)
    await game.playGesture([legalMoves(game.position)[0]])
    await new Promise(requestAnimationFrame)
    await vi.advanceTimersByTimeAsync(3000)
    expect(ask).toHaveBeenCalledTimes(1)
    stopFilling()
    rating.resolve('aborted')
    ask.mockRestore()
    vi.useRealTimers()
  })
  it('fills the pool after a move aborted it, and again after a deal was taken from the pool', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { deals, game, platform } = await openGame()
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValueOnce('aborted')
    const stopFilling = inScope(() => deals.keepFilled())
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

describe('games on other devices', () => {
  it('are read again after changes only while the tab is visible', async () => {
    const { remote, platform } = await openGame()
    const onChanged = vi.spyOn(platform.local, 'onChanged')
    inScope(() => remote.follow())()
    const unfollow = inScope(() => remote.follow())
    // Reads take turns, so this one ends after those before it.
    await remote.refresh()
    const all = vi.spyOn(platform.local, 'all')
    await platform.local.set({ '~d:AAAAAAAA': 'x' })
    await remote.refresh()
    const reads = all.mock.calls.length
    unfollow()
    await platform.local.set({ '~d:AAAAAAAA': 'y' })
    await remote.refresh()
    expect([onChanged.mock.calls.length, reads, all.mock.calls.length]).toEqual([2, 2, 3])
  })
})

describe('a game that is chosen for the first time', () => {
  const chooseRussian = async (settings?: string) => {
    const tab = await openGame('?game=sea-towers&deal=1', settings)
    await tab.game.switchGame('russian')
    return { ...tab, dealNumber: tab.game.position.dealNumber }
  }
  it('starts with a winnable deal, and continues with that deal when it is chosen again', async () => {
    const { game, dealNumber } = await chooseRussian()
    expect(game.game.id).toBe('russian')
    expect(FIRST_DEALS.russian).toContain(dealNumber)
    await game.switchGame('sea-towers')
    expect(game.position.dealNumber).toBe(1)
    await game.switchGame('russian')
    expect(game.position.dealNumber).toBe(dealNumber)
  })
  it('starts with any deal if the user has not asked for winnable deals only', async () => {
    const { dealNumber } = await chooseRussian('{"winnableOnly":false}')
    expect(dealNumber).toBeGreaterThan(1000)
  })
})
