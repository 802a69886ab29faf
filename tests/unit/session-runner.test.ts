// The session runner, compared with the queue of the explorer. The explorer tries every order of events on
// that queue (`small-device.ts`), because it must stop between any two steps. Its results apply to the
// product only if the product’s runner takes the same steps.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { loadGames } from '../../engine/index.ts'
import { SessionRunner } from '../../stores/session/runner.ts'
import type { StepContext, SessionEvent } from '../../stores/session/state.ts'
import { step } from '../../stores/session/step.ts'
import { some } from '../support/help.ts'
import { emptyDevice, Happening, product, type InTab, type Texts } from '../simulation/small-device.ts'

const ACTIONS = ['play', 'deal', 'choose', 'hide', 'show', 'handle', 'stored', 'notified'] as const

/** A step of the explorer’s session, and its result. */
interface Taken {
  readonly event: SessionEvent
  readonly context: StepContext
  readonly result: ReturnType<typeof step>
}

/** Waits until all pending promises have settled. */
const promisesSettle = () => new Promise<void>(resolve => void setImmediate(resolve))

/** The product’s runner in a tab. The test decides when its storage calls complete. */
class RealTab {
  /** The steps that the explorer took. The runner must take the same ones. */
  readonly expected: Taken[] = []
  readonly runner: SessionRunner
  readonly #storage: { texts: Texts }
  readonly #writes: (() => void)[] = []
  #answer: () => void = () => undefined
  /**
   * Whether calls are being completed. A write that starts in the meantime is the second half of an earlier
   * one, and completes next.
   */
  #isCompleting = false

  constructor(storage: { texts: Texts }) {
    this.#storage = storage
    const local = {
      all: () => {
        const { texts } = storage
        return new Promise<Record<string, string>>(resolve => {
          this.#answer = () => resolve({ ...texts })
        })
      },
      set: (items: Texts) => this.#write(texts => ({ ...texts, ...items })),
      remove: (keys: readonly string[]) =>
        this.#write(texts =>
          Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key))),
        ),
    }
    const ports = {
      local,
      now: () => this.expected[0].context.now,
      seconds: () => 0,
      fresh: () => this.expected[0].context.fresh,
      loadGames: () => Promise.resolve(),
      // Lock changes arrive as events.
      takeLock: () => Promise.resolve(),
      perform: () => undefined,
      changed: () => undefined,
      replicaOf: () => Promise.resolve(undefined),
      newDealOf: () => Promise.resolve(undefined),
    }
    this.runner = new SessionRunner(ports, (_, event, { texts }) => {
      const taken = this.expected.shift()!
      expect([event, texts]).toEqual([taken.event, taken.context.texts])
      return taken.result
    })
  }

  #write(change: (texts: Texts) => Texts): Promise<void> {
    return new Promise(resolve => {
      const complete = () => {
        this.#storage.texts = change(this.#storage.texts)
        resolve()
      }
      if (this.#isCompleting) this.#writes.unshift(complete)
      else this.#writes.push(complete)
    })
  }

  dispatch(events: readonly SessionEvent[]): Promise<void> {
    for (const event of events) void this.runner.dispatch(event)
    return promisesSettle()
  }

  answer(): Promise<void> {
    this.#answer()
    return promisesSettle()
  }

  /** Completes a number of storage calls, oldest first. */
  async complete(calls: number): Promise<void> {
    this.#isCompleting = true
    for (let i = 0; i < calls && this.#writes.length > 0; i++) {
      this.#writes.shift()!()
      await promisesSettle()
    }
    this.#isCompleting = false
  }
}

/** One device with two tabs, in the explorer and with the product’s runner. */
class Pair {
  readonly #storage = { texts: {} as Texts }
  readonly #real = [new RealTab(this.#storage), new RealTab(this.#storage)] as const
  readonly #taken: Taken[] = []
  readonly #explored = new Happening(
    {
      ...product,
      step: (state, event, context) => {
        const result = step(state, event, context)
        this.#taken.push({ event, context, result })
        return result
      },
    },
    emptyDevice(0),
    3_000_000,
  )

  #tab(index: 0 | 1) {
    return this.#explored.device.tabs[index]
  }

  /** Performs an action in the explorer’s tab and in the product’s, if it is possible. */
  async act(what: InTab, index: 0 | 1): Promise<void> {
    if (!this.#explored.can(what, index)) return
    const before = this.#tab(index)
    await this.#explored.inTab(what, index)
    const after = this.#tab(index)!
    const real = this.#real[index]
    const taken = this.#taken.splice(0)
    real.expected.push(...taken)
    // An event that needs stored texts is still waiting. Any other event has been handled.
    const waiting = [...(after.reading ? [after.reading.event] : []), ...after.jobs]
    if (what === 'handle') await real.answer()
    else if (what === 'stored') {
      const [{ set, remove }] = before!.writes
      await real.complete(Number(Object.keys(set).length > 0) + Number(remove.length > 0))
    } else await real.dispatch(before ? [waiting.at(-1) ?? taken.at(-1)!.event] : waiting)
    if (after.reading) await real.complete(Infinity)
    expect(real.expected).toEqual([])
    expect(this.#storage.texts).toEqual(this.#explored.device.local)
  }
}

beforeAll(() => loadGames())

it('the runner takes the same steps on the same stored texts as the explorer’s queue', async () => {
  const action = fc.tuple(fc.constantFrom(...ACTIONS), fc.constantFrom<0 | 1>(0, 1))
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 60 }), async actions => {
      const pair = new Pair()
      for (const index of [0, 1] as const) {
        await pair.act('show', index)
        await pair.act('handle', index)
        await pair.act('handle', index)
      }
      for (const [what, index] of actions) await pair.act(what, index)
    }),
    { numRuns: some(500) },
  )
}, 60_000)
