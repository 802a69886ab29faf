// How the session runner uses storage and locks: the order of reads and writes, and failed calls. Each test
// defines its own steps.
import { describe, expect, it, vi } from 'vitest'
import { SessionRunner, type SessionPorts } from '../../stores/session/runner.ts'
import type {
  NewDeal,
  StepContext,
  SessionEvent,
  SessionState,
  Transition,
} from '../../stores/session/state.ts'
import { Stepped } from '../support/stepped.ts'

type Texts = Readonly<Record<string, string>>
const FULL = 'Resource::kQuotaBytes quota exceeded'
const IMPORTED: SessionEvent = { kind: 'imported' }
const HIDDEN: SessionEvent = { kind: 'hidden' }
const notified = (detail: string): SessionEvent => ({ kind: 'notified', notice: { key: 'failed', detail } })
const open = (search = ''): SessionEvent => ({ kind: 'opened', search, isVisible: true })
const timersDone = () => new Promise<void>(resolve => void setTimeout(resolve, 0))

/** A runner on a storage area that records its calls. Steps do nothing unless the test says otherwise. */
function running(stored: Texts = {}, role: SessionState['role'] = 'player') {
  let texts: Texts = stored
  const calls: string[] = []
  const steps: { event: SessionEvent; context: StepContext }[] = []
  const plans = new Map<
    SessionEvent,
    () => Partial<Omit<Transition, 'writes'>> & Partial<Transition['writes']>
  >()
  const local = {
    all: vi.fn(async (): Promise<Record<string, string>> => {
      calls.push('read')
      return { ...texts }
    }),
    set: vi.fn(async (items: Texts) => {
      calls.push(`set ${Object.keys(items).join(' ')}`)
      texts = { ...texts, ...items }
    }),
    remove: vi.fn(async (keys: readonly string[]) => {
      calls.push(`remove ${keys.join(' ')}`)
      texts = Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)))
    }),
  }
  const ports = {
    local,
    now: () => 5,
    seconds: () => 6,
    fresh: () => ({ dealNumber: 7, playId: 'playplay' }),
    loadGames: vi.fn(async () => undefined),
    takeLock: vi.fn(async (name: string) => void calls.push(`lock ${name}`)),
    perform: vi.fn(),
    changed: vi.fn(),
    replicaOf: vi.fn(async () => undefined),
    newDealOf: vi.fn(async (): Promise<NewDeal | undefined> => undefined),
  } satisfies SessionPorts
  const runner = new SessionRunner(ports, (state, event, context) => {
    steps.push({ event, context })
    const { set = {}, remove = [], effects = [], ...rest } = plans.get(event)?.() ?? {}
    return { state, effects, writes: { set, remove }, ...rest }
  })
  const setState = (part: Partial<SessionState>) => {
    const event = notified('')
    plans.set(event, () => ({ state: { ...runner.state, ...part } }))
    return runner.dispatch(event)
  }
  void setState({ role })
  steps.length = 0
  let number = 0
  return {
    runner,
    local,
    ports,
    calls,
    steps,
    plans,
    setState,
    texts: () => texts,
    kinds: () => steps.map(({ event }) => event.kind),
    /** Dispatches an event that writes these texts. */
    write(set: Texts, remove: readonly string[] = []) {
      const event = notified(String(++number))
      plans.set(event, () => ({ set, remove }))
      return runner.dispatch(event)
    },
  }
}

describe('an event', () => {
  it('that needs no stored texts is handled synchronously', () => {
    const { runner, steps, ports } = running()
    void runner.dispatch(notified('now'))
    expect(steps).toEqual([{ event: notified('now'), context: { now: 5, seconds: 6, fresh: ports.fresh() } }])
  })
  it('that needs stored texts gets them, while later events wait for it', async () => {
    const { runner, steps, kinds } = running({ a: '1' })
    void runner.dispatch(IMPORTED)
    const last = runner.dispatch(notified('later'))
    expect(kinds()).toEqual([])
    await last
    expect(kinds()).toEqual(['imported', 'notified'])
    expect(steps[0].context.texts).toEqual({ a: '1' })
    expect(steps[1].context.texts).toBeUndefined()
  })
  it('that is caused by another event is handled after the effects of that event', async () => {
    const { runner, plans, ports, kinds } = running()
    plans.set(HIDDEN, () => ({ effects: [{ kind: 'publish' }], state: { ...runner.state } }))
    ports.changed.mockImplementationOnce(() => void runner.dispatch(notified('after')))
    ports.perform.mockImplementationOnce(() => expect(kinds()).toEqual(['hidden']))
    await runner.dispatch(HIDDEN)
    expect(kinds()).toEqual(['hidden', 'notified'])
  })
  it('that arrives after all earlier events are complete is also handled synchronously', async () => {
    const { runner, kinds } = running()
    await runner.dispatch(IMPORTED)
    await runner.idle()
    void runner.dispatch(notified('now'))
    expect(kinds().at(-1)).toBe('notified')
  })
  it('is complete once its writes have ended', async () => {
    const { local, write, texts } = running()
    let finishWrite: () => void = () => undefined
    const set = local.set.getMockImplementation()!
    local.set.mockImplementationOnce(async items => {
      await new Promise<void>(resolve => (finishWrite = resolve))
      await set(items)
    })
    let isDone = false
    const done = write({ a: '1' }).then(() => (isDone = true))
    await timersDone()
    expect(isDone).toBe(false)
    finishWrite()
    await done
    expect(texts()).toEqual({ a: '1' })
  })
  it('whose step throws is reported with the error’s message, and the next event is handled', async () => {
    const { runner, plans, steps } = running()
    const failing = (event: SessionEvent, error: unknown) => {
      plans.set(event, () => {
        throw error
      })
      return runner.dispatch(event)
    }
    await expect(failing(notified('one'), new Error('No such thing'))).resolves.toBeUndefined()
    expect(steps.at(-1)!.event).toEqual(notified('No such thing'))
    await expect(failing(IMPORTED, 'just words')).resolves.toBeUndefined()
    expect(steps.at(-1)!.event).toEqual(notified('just words'))
    await runner.dispatch(notified('next'))
    expect(steps.at(-1)!.event).toEqual(notified('next'))
  })
  it('is reported as a change only if it changes the state', async () => {
    const { runner, setState, ports } = running()
    ports.changed.mockClear()
    await runner.dispatch(notified('nothing'))
    expect(ports.changed).not.toHaveBeenCalled()
    await setState({ isFirst: true })
    expect(ports.changed).toHaveBeenCalledExactlyOnceWith(runner.state)
    expect(runner.state.isFirst).toBe(true)
  })
  it('that changes a game of another tab takes the lock first, then reads storage', async () => {
    const { runner, calls } = running({}, 'follower')
    await runner.dispatch({ kind: 'go', to: 'undo' })
    expect(calls).toEqual([`lock game:${runner.state.game.position.game.id}`, 'read'])
  })
})

describe('an effect', () => {
  it('is carried out; a lock change dispatches an event, and a failure shows a message', async () => {
    const { runner, plans, ports, steps } = running()
    const effects = [{ kind: 'publish' }, { kind: 'takeLock', game: 'freecell' }] as const
    plans.set(HIDDEN, () => ({ effects }))
    ports.takeLock.mockImplementationOnce(async (_: string, changed?: (isHolder: boolean) => void) => {
      changed!(true)
      throw new Error('No locks here')
    })
    await runner.dispatch(HIDDEN)
    await timersDone()
    expect(ports.perform.mock.calls).toEqual([[{ kind: 'publish' }]])
    expect(ports.takeLock.mock.calls.map(([name]) => name)).toEqual(['game:freecell'])
    expect(steps.map(({ event }) => event).slice(1)).toEqual([
      { kind: 'lockChanged', game: 'freecell', isHolder: true },
      notified('No locks here'),
    ])
  })
})

describe('reading storage', () => {
  it('waits for running writes, and is retried once if it fails', async () => {
    const { runner, local, calls, write, steps } = running()
    local.all.mockRejectedValueOnce(new Error('Invalid JSON'))
    void write({ a: '1' })
    await runner.dispatch(IMPORTED)
    expect(calls).toEqual(['set a', 'read'])
    expect(steps.at(-1)!.context.texts).toEqual({ a: '1' })
  })
  it('is reported if it fails twice', async () => {
    const { runner, local, steps } = running()
    local.all.mockRejectedValueOnce(new Error('one')).mockRejectedValueOnce(new Error('two'))
    await runner.dispatch(IMPORTED)
    expect(steps.map(({ event }) => event)).toEqual([notified('two')])
  })
  it.each([
    ['is tried again with the next event, so that moves count', [], ['shown', 'go']],
    ['is not tried again if the tab was hidden in the meantime', [HIDDEN], ['hidden', 'go']],
    ['is not tried again once the session is closed', [{ kind: 'closed' } as const], ['closed', 'go']],
  ])('that failed when the tab was shown %s', async (_, meanwhile, expected) => {
    for (const isQueued of [true, false]) {
      const { runner, local, steps } = running({ a: '1' })
      local.all.mockRejectedValueOnce(new Error('one')).mockRejectedValueOnce(new Error('two'))
      const shown = runner.dispatch({ kind: 'shown' })
      if (!isQueued) await shown
      for (const event of meanwhile) void runner.dispatch(event)
      await shown
      await runner.dispatch({ kind: 'go', to: 'undo' })
      const handled = steps.map(({ event }) => event.kind).filter(kind => kind !== 'notified')
      expect(handled, isQueued ? 'queued' : 'later').toEqual(expected)
    }
  })
  it('that failed when the tab was shown is tried again only when the user acts in this tab', async () => {
    const { runner, local, kinds } = running({ a: '1' })
    local.all.mockRejectedValueOnce(new Error('one')).mockRejectedValueOnce(new Error('two'))
    await runner.dispatch({ kind: 'shown' })
    await runner.dispatch({ kind: 'storageChanged', changes: { a: '2' } })
    await runner.dispatch({ kind: 'lockChanged', game: 'sea-towers', isHolder: false })
    await runner.dispatch({ kind: 'writeSucceeded' })
    await runner.dispatch({ kind: 'go', to: 'undo' })
    expect(kinds()).toEqual(['notified', 'storageChanged', 'lockChanged', 'writeSucceeded', 'shown', 'go'])
  })
  it('includes failed writes, because they are newer than the stored texts', async () => {
    const { runner, local, write, steps } = running({ a: 'old', b: '2' })
    local.set.mockRejectedValueOnce(new Error(FULL))
    await write({ a: 'new' })
    await runner.dispatch(IMPORTED)
    expect(steps.at(-1)!.context.texts).toEqual({ a: 'new', b: '2' })
  })
})

describe('a game that could not be written', () => {
  it('is never written over a game that a newer version has stored since', async () => {
    const { runner, local, write, texts, steps } = running()
    local.set.mockRejectedValueOnce(new Error(FULL))
    await write({ 'game:sea-towers': '1mine' })
    await local.set({ 'game:sea-towers': '3newer' })
    await runner.dispatch(IMPORTED)
    expect(steps.at(-1)!.context.texts).toEqual({ 'game:sea-towers': '3newer' })
    await write({ a: '1' })
    expect(texts()).toEqual({ 'game:sea-towers': '3newer', 'a': '1' })
  })
})

describe('a write', () => {
  it('first sets, then removes, and makes no call if there is nothing to do', async () => {
    const { write, calls, runner } = running()
    await write({ a: '1', b: '2' }, ['c', 'd'])
    await write({ a: '1' })
    await write({}, ['c'])
    await write({})
    await runner.dispatch(HIDDEN)
    expect(calls).toEqual(['set a b', 'remove c d', 'set a', 'remove c'])
  })
  it('that fails is reported with the browser’s message', async () => {
    const { local, write, steps } = running()
    local.set.mockRejectedValueOnce(new Error(FULL))
    await write({ a: '1' })
    expect(steps.at(-1)!.event).toEqual({ kind: 'writeFailed', detail: FULL })
  })
  it('that failed is included in the next write, whose success is reported once', async () => {
    const { local, write, calls, texts, kinds } = running()
    local.set.mockRejectedValueOnce(new Error(FULL))
    await write({ a: '1', b: '1' })
    await write({ b: '2' })
    expect([calls, texts()]).toEqual([['set a b'], { a: '1', b: '2' }])
    await write({ c: '3' })
    expect(calls.at(-1)).toBe('set c')
    expect(kinds().filter(kind => kind === 'writeSucceeded')).toHaveLength(1)
  })
  it('that failed is retried when the page is hidden', async () => {
    const { local, write, runner, texts } = running()
    local.set.mockRejectedValueOnce(new Error(FULL))
    await write({ a: '1' })
    expect(texts()).toEqual({})
    await runner.dispatch(HIDDEN)
    expect(texts()).toEqual({ a: '1' })
  })
  it('that failed is retried once another tab can write again, except in a following tab', async () => {
    for (const role of ['player', 'opening', 'follower'] as const) {
      const { local, write, runner, texts } = running({}, role)
      local.set.mockRejectedValueOnce(new Error(FULL))
      await write({ a: '1' })
      await runner.dispatch({ kind: 'writeSucceeded' })
      expect(texts(), role).toEqual(role === 'follower' ? {} : { a: '1' })
    }
  })
  it('that failed is not retried on other events', async () => {
    const { local, write, runner, texts } = running()
    local.set.mockRejectedValueOnce(new Error(FULL))
    await write({ a: '1' })
    await runner.dispatch(notified('else'))
    expect(texts()).toEqual({})
  })
  it('that failed is retried when an earlier write succeeds, and only the retry is reported', async () => {
    for (const failsAgain of [false, true]) {
      const { local, write, texts, calls, kinds } = running({}, 'follower')
      const set = local.set.getMockImplementation()!
      let finishWrite: () => void = () => undefined
      local.set.mockImplementationOnce(async items => {
        await new Promise<void>(resolve => (finishWrite = resolve))
        await set(items)
      })
      const first = write({ a: '1' })
      local.set.mockRejectedValueOnce(new Error(FULL))
      await write({ b: '2' })
      expect(texts()).toEqual({})
      if (failsAgain) local.set.mockRejectedValueOnce(new Error(FULL))
      finishWrite()
      await first
      expect(texts()).toEqual(failsAgain ? { a: '1' } : { a: '1', b: '2' })
      expect(calls).toEqual(failsAgain ? ['set a'] : ['set a', 'set b'])
      expect(kinds().includes('writeSucceeded')).toBe(!failsAgain)
    }
  })
  it('that failed never replaces a text that was written later', async () => {
    const { local, write, texts, runner } = running()
    let fail: (error: Error) => void = () => undefined
    local.set.mockImplementationOnce(() => new Promise<void>((_, reject) => (fail = reject)))
    const first = write({ a: 'old', b: 'b' })
    await write({ a: 'new' })
    fail(new Error(FULL))
    await first
    await runner.dispatch(HIDDEN)
    expect(texts()).toEqual({ a: 'new', b: 'b' })
  })
  it('that failed is dropped once the page is closed for an erasure', async () => {
    const { local, write, runner, texts, setState } = running()
    local.set.mockRejectedValueOnce(new Error(FULL))
    await write({ a: '1' })
    await setState({ role: 'closed' })
    await runner.dispatch(HIDDEN)
    expect(texts()).toEqual({})
  })
  it('that fails after the page was closed is neither reported nor retried', async () => {
    const { local, write, runner, texts, setState, kinds } = running()
    let fail: (error: Error) => void = () => undefined
    local.set.mockImplementationOnce(() => new Promise<void>((_, reject) => (fail = reject)))
    const late = write({ a: '1' })
    await setState({ role: 'closed' })
    const before = kinds().length
    fail(new Error(FULL))
    await late
    expect(kinds()).toHaveLength(before)
    await runner.dispatch(HIDDEN)
    expect(texts()).toEqual({})
  })
  it('that failed is not retried for a game whose text the page has since replaced', async () => {
    const changes = { 'game:double-sea-towers': 'theirs' }
    for (const event of [{ kind: 'storageChanged', changes }, IMPORTED] as SessionEvent[]) {
      const { local, write, runner, texts, plans } = running()
      local.set.mockRejectedValueOnce(new Error(FULL))
      await write({ 'game:double-sea-towers': 'mine', 'other': '1' })
      plans.set(event, () => ({ state: { ...runner.state, lastText: 'theirs' } }))
      await runner.dispatch(event)
      await runner.dispatch(HIDDEN)
      expect(texts()).toEqual({ other: '1' })
    }
  })
  it('that fails after the page has replaced the text of its game is not retried for that game', async () => {
    const { local, write, runner, texts, plans } = running()
    let fail: (error: Error) => void = () => undefined
    local.set.mockImplementationOnce(() => new Promise<void>((_, reject) => (fail = reject)))
    const late = write({ 'game:double-sea-towers': 'mine', 'other': '1' })
    const change: SessionEvent = { kind: 'storageChanged', changes: { 'game:double-sea-towers': 'theirs' } }
    plans.set(change, () => ({ state: { ...runner.state, lastText: 'theirs' } }))
    await runner.dispatch(change)
    fail(new Error(FULL))
    await late
    await runner.dispatch(HIDDEN)
    expect(texts()).toEqual({ other: '1' })
  })
  it('that failed is still retried if the page adopts the same text', async () => {
    const { local, write, runner, texts, plans } = running()
    local.set.mockRejectedValueOnce(new Error(FULL))
    await write({ 'game:double-sea-towers': 'mine' })
    plans.set(IMPORTED, () => ({ state: { ...runner.state, lastText: 'mine' } }))
    await runner.dispatch(IMPORTED)
    await runner.dispatch(HIDDEN)
    expect(texts()).toEqual({ 'game:double-sea-towers': 'mine' })
  })
  it('that failed is still retried for a game if another tab changed only something else', async () => {
    const { local, write, runner, texts, plans } = running()
    local.set.mockRejectedValueOnce(new Error(FULL))
    await write({ 'game:double-sea-towers': 'mine' })
    const change: SessionEvent = { kind: 'storageChanged', changes: {} }
    plans.set(change, () => ({ state: { ...runner.state, previousText: 'theirs' } }))
    await runner.dispatch(change)
    await runner.dispatch(HIDDEN)
    expect(texts()).toEqual({ 'game:double-sea-towers': 'mine' })
  })
})

describe('waiting for the session', () => {
  it('ends when every event has been handled and every write has ended', async () => {
    const { runner, local, write, kinds } = running()
    let finishWrite: () => void = () => undefined
    local.set.mockImplementationOnce(() => new Promise<void>(resolve => (finishWrite = resolve)))
    void write({ a: '1' })
    void write({ b: '2' })
    let isIdle = false
    const idle = runner.idle().then(() => (isIdle = true))
    await timersDone()
    expect(isIdle).toBe(false)
    finishWrite()
    await idle
    void runner.dispatch(IMPORTED)
    void runner.dispatch(notified('last'))
    await runner.idle()
    expect(kinds()).toContain('imported')
    expect(kinds()).toContain('notified')
  })
})

describe('the replica of a missing game', () => {
  const requestedBy = async (texts: Texts, event: SessionEvent) => {
    const { runner, ports } = running(texts)
    await runner.dispatch(event)
    return (ports.replicaOf.mock.calls as unknown[][]).map(([, game]) => game)
  }
  const session = new Stepped().open('')
  const GAME = 'game:double-sea-towers'

  it('is requested if the game that the page opens is missing or unreadable', async () => {
    const current = 'double-sea-towers'
    expect(await requestedBy({ device: 'x', current }, open())).toEqual([current])
    expect(await requestedBy({ device: 'x', current, [GAME]: 'broken' }, open())).toEqual([current])
    expect(await requestedBy({ ...session.texts, device: 'x' }, open())).toEqual([])
  })
  it('is requested for the game that the address names or the user chooses', async () => {
    const texts = { ...session.texts, device: 'x' }
    expect(await requestedBy(texts, open('?game=freecell'))).toEqual(['freecell'])
    expect(await requestedBy(texts, { kind: 'switchGame', game: 'freecell' })).toEqual(['freecell'])
  })
  it('is not requested without a device id or a current game, nor for other events', async () => {
    expect(await requestedBy({ current: 'double-sea-towers' }, open())).toEqual([])
    expect(await requestedBy({ device: 'x' }, open())).toEqual([])
    expect(await requestedBy({ device: 'x', current: 'double-sea-towers' }, IMPORTED)).toEqual([])
  })
})

describe('the number of a new deal', () => {
  const requestedBy = async (texts: Texts, event: SessionEvent) => {
    const { runner, ports, steps } = running(texts)
    const newDeal = { dealNumber: 6 }
    ports.newDealOf.mockResolvedValue(newDeal)
    await runner.dispatch(event)
    const requested = (ports.newDealOf.mock.calls as unknown[][]).map(([, game]) => game)
    expect(steps[0].context.newDeal).toBe(requested.length > 0 ? newDeal : undefined)
    return requested
  }
  it('is requested for the game that the page opens or the user chooses, if it must be dealt', async () => {
    const { texts } = new Stepped().open('')
    expect(await requestedBy(texts, open())).toEqual([])
    expect(await requestedBy(texts, open('?game=golf'))).toEqual(['golf'])
    expect(await requestedBy(texts, { kind: 'switchGame', game: 'golf' })).toEqual(['golf'])
    expect(await requestedBy({ ...texts, 'game:double-sea-towers': 'broken' }, open())).toEqual([
      'double-sea-towers',
    ])
  })
  it('is requested for the game on the table if it was erased', async () => {
    const game = 'game:double-sea-towers'
    const erased: SessionEvent = { kind: 'storageChanged', changes: { [game]: undefined } }
    for (const event of [erased, IMPORTED, { kind: 'shown' } as const])
      expect(await requestedBy({}, event)).toEqual(['double-sea-towers'])
    expect(await requestedBy({ [game]: 'text' }, IMPORTED)).toEqual([])
  })
  it('is omitted if storage cannot be read after an erasure, and the event is handled anyway', async () => {
    const { runner, local, steps } = running()
    local.all.mockRejectedValue(new Error('unreadable'))
    const erased: SessionEvent = {
      kind: 'storageChanged',
      changes: { 'game:double-sea-towers': undefined },
    }
    await runner.dispatch(erased)
    expect(steps.map(({ event, context }) => [event, context.newDeal])).toEqual([[erased, undefined]])
  })
  it('is not requested at the first start, nor for a game that does not exist', async () => {
    expect(await requestedBy({}, open())).toEqual([])
    expect(await requestedBy({}, open('?game=whist'))).toEqual([])
  })
})

describe('the rules of the other games', () => {
  it.each([
    ['not loaded if the page opens for the first time', open(), {}, false],
    ['not loaded if it opens on the default game', open(), { current: 'double-sea-towers' }, false],
    ['loaded if another game was played last', open(), { current: 'freecell' }, true],
    ['loaded if the address requests a deal', open('?deal=3'), {}, true],
    ['not loaded if the tab becomes visible again', { kind: 'shown' }, {}, false],
    ['loaded if another game is chosen', { kind: 'switchGame', game: 'freecell' }, {}, true],
    ['not loaded if the user undoes a move in a following tab', { kind: 'go', to: 'undo' }, {}, false],
  ] as const)('are %s', async (_, event, texts, areLoaded) => {
    const { runner, ports } = running(texts, 'follower')
    await runner.dispatch(event)
    expect(ports.loadGames.mock.calls.length > 0).toBe(areLoaded)
  })
})
