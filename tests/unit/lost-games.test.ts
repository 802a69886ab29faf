// A game in progress that is missing or damaged is restored from the copy that this device published. If
// there is no copy, the game is reported as missing. If an address replaces a game, the user can go back to
// it. A game that ended here is not reported as ended elsewhere.
import { describe, expect, it } from 'vitest'
import { legalMoves, movesMade } from '../../engine/index.ts'
import { endElsewhere, remoteStateOf } from '../../stores/account/remote-games.ts'
import { fromOwnReplica } from '../../stores/session/restore.ts'
import { readSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { readItem } from '../../stores/sync/items.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { browserOn, SimulatedPage } from '../support/simulated-page.ts'

const SEA = '?game=sea-towers&deal=17'
const GAME = 'game:sea-towers'

/** A browser in which a game was played and published. Its page is closed. */
async function played() {
  const local = memoryArea({ settings: '{"automatic":"off"}' })
  const browser = browserOn(local)
  const { texts } = local
  const synced: Record<string, string> = {}
  const round = async () => {
    const plan = reconcile({
      local: texts,
      sync: synced,
      now: Date.now(),
      browser: 'x',
      newId: () => 'ownDevic',
    })
    await local.set({ ...plan.local })
    await local.remove(plan.forget)
    Object.assign(synced, plan.publish, plan.repair)
  }
  const open = (search = '', dealt?: string) => new SimulatedPage(browser).open(search, true, dealt)
  const page = await open(SEA)
  for (let i = 0; i < 4; i++) {
    const { position } = page.state.game
    await page.dispatch({ kind: 'gesture', moves: [legalMoves(position)[0]], on: position })
  }
  await page.hide()
  page.close()
  await round()
  return { local, texts, synced, round, open, moves: movesMade(page.state.game.history) }
}
const noticesOn = ({ state }: SimulatedPage) => state.notices.map(({ key }) => key)
const tableOf = ({ state: { game } }: SimulatedPage) => [game.position.dealNumber, movesMade(game.history)]

describe('a game in progress', () => {
  it('that is missing is restored from this device’s copy, and the notice says how old it is', async () => {
    const { local, open, moves } = await played()
    await local.remove([GAME])
    const page = await open()
    expect(tableOf(page)).toEqual([17, moves])
    expect(page.state.notices).toMatchObject([{ key: 'restoredGame' }])
    expect(Math.abs(page.state.notices[0].time! - Date.now())).toBeLessThan(120_000)
  })
  it('that is missing is also restored if the address names its game', async () => {
    const { local, open, moves } = await played()
    await local.remove([GAME])
    await local.set({ current: 'freecell' })
    expect(tableOf(await open('?game=sea-towers'))).toEqual([17, moves])
  })
  it('that is damaged is restored as well, and the damaged text is quarantined', async () => {
    const { local, texts, open, moves } = await played()
    await local.set({ [GAME]: texts[GAME].slice(0, 40) })
    const page = await open()
    expect([tableOf(page), noticesOn(page)]).toEqual([[17, moves], ['restoredGame']])
    expect(Object.keys(texts).filter(key => key.startsWith('aside:'))).toHaveLength(1)
  })
  it('that was restored stays in this device’s copy and in storage.sync', async () => {
    const { local, synced, open, round, moves } = await played()
    await local.remove([GAME])
    await open()
    await round()
    const key = 'g:ownDevic:sea-towers'
    expect(readSyncEnvelope(readItem(key, synced[key])!.content)).toMatchObject({
      vector: { ownDevic: moves },
    })
  })
  it('that is missing everywhere is reported', async () => {
    const { local, texts, open } = await played()
    await local.remove(Object.keys(texts).filter(key => key === GAME || key.startsWith('~')))
    const page = await open()
    expect(tableOf(page)[1]).toBe(0)
    expect(noticesOn(page)).toEqual(['missingGame'])
  })
  it('has no copy here before this device has an id', () => {
    expect(fromOwnReplica({}, 'sea-towers')).toBeUndefined()
  })
  it('is not reported as missing at the first start, nor after everything was erased', async () => {
    const { local, texts, open } = await played()
    await local.remove(Object.keys(texts))
    expect(noticesOn(await open())).toEqual([])
  })
})

describe('an address that replaces a game in progress', () => {
  it('offers a way back to that game, even after a reload', async () => {
    const { open, texts, moves } = await played()
    const page = await open('?game=sea-towers&deal=18')
    expect([tableOf(page), noticesOn(page)]).toEqual([[18, 0], ['newDeal']])
    expect(page.dealtByAddress).toBe(page.state.game.playId)
    page.close()
    const again = await open('', page.dealtByAddress)
    expect([tableOf(again), noticesOn(again)]).toEqual([[18, 0], ['newDeal']])
    await again.dispatch({ kind: 'backToPrevious' })
    expect(tableOf(again)).toEqual([17, moves])
    const results = Object.entries(texts).filter(([key]) => key.startsWith('result:'))
    const outcomes = results.flatMap(([, text]) => readResults(text)!).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['givenUp', 'reopened'])
  })
  it('offers a way back only in its own tab, and only until the user plays the new deal', async () => {
    const { open } = await played()
    const page = await open('?game=sea-towers&deal=18')
    const other = await open()
    expect(noticesOn(other)).toEqual([])
    const { position } = page.state.game
    await page.dispatch({ kind: 'gesture', moves: [legalMoves(position)[0]], on: position })
    page.close()
    expect(noticesOn(await open('', page.dealtByAddress))).toEqual([])
  })
})

describe('a profile that was rolled back', () => {
  it('does not report a game as ended elsewhere if it ended here under a former id', () => {
    const ended = {
      play: 'playMine',
      game: 'sea-towers',
      outcome: 'givenUp',
      minute: 5,
      seconds: 9,
      moves: 3,
    } as const
    const state = (formerIds: readonly string[]) => ({
      ...remoteStateOf(new Map(), { id: 'newDevic', epoch: 0 }),
      formerIds,
      ends: new Map([['playMine', { result: ended, device: 'oldDevic' }]]),
    })
    expect(endElsewhere(state([]), 'playMine')).toMatchObject({ outcome: 'givenUp' })
    expect(endElsewhere(state(['oldDevic']), 'playMine')).toBeUndefined()
  })
})
