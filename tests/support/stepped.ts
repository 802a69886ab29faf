// A session that a test steps manually, and moves to make in it.
import type { Move } from '../../engine/index.ts'
import type { Effect, StepContext, SessionEvent, SessionState } from '../../stores/session/state.ts'
import { initialState, step } from '../../stores/session/step.ts'
import { move } from './help.ts'

type Texts = Readonly<Record<string, string>>
export const SEA = '?game=sea-towers&deal=17'
/** Two moves in deal 17 of Sea Towers, neither of which triggers autoplay. */
export const FIRST = move('t0>c2')
export const SECOND = move('t1>c3')
export const quarantinedIn = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith('aside:')))
const AUTOMATIC_OFF = { settings: '{"automatic":"off"}' }

/**
 * A session whose steps a test runs one by one. Each step reads the texts that earlier steps have written.
 */
export class Stepped {
  state: SessionState = initialState()
  texts: Texts
  effects: readonly Effect[] = []
  /** The texts and keys that the last step wrote and removed. */
  writes: { readonly set: Texts; readonly remove: readonly string[] } = { set: {}, remove: [] }
  seconds = 7
  #plays = 0

  constructor(texts: Texts = AUTOMATIC_OFF) {
    this.texts = texts
  }

  take(event: SessionEvent, more: Partial<StepContext> = {}): this {
    const playId = `play${String(++this.#plays).padStart(4, '0')}`
    const context = {
      now: Date.UTC(2026, 10, 22, 12),
      seconds: this.seconds,
      fresh: { dealNumber: 99, playId },
      texts: this.texts,
      ...more,
    }
    const { state, writes, effects } = step(this.state, event, context)
    const kept = Object.entries(this.texts).filter(([key]) => !writes.remove.includes(key))
    this.texts = { ...Object.fromEntries(kept), ...writes.set }
    Object.assign(this, { state, writes, effects })
    return this
  }

  open(search = SEA, dealt?: string): this {
    return this.take({ kind: 'opened', search, isVisible: true, dealt }).take({ kind: 'shown' })
  }

  play(...moves: readonly Move[]): this {
    for (const one of moves) this.take({ kind: 'gesture', moves: [one], on: this.state.game.position })
    return this
  }

  get kinds(): string[] {
    return this.effects.map(({ kind }) => kind)
  }
  get notices(): string[] {
    return this.state.notices.map(({ key }) => key)
  }
  get steps(): number {
    return this.state.game.history.cursor
  }
  get number(): number {
    return this.state.game.position.dealNumber
  }
}
