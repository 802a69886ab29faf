// Builds the transition that results from one event.
import type { Texts } from '../platform/area.ts'
import { isBrief, type Notice } from './notices.ts'
import type { Cause, Effect, GameInMemory, StepContext, SessionState, Transition } from './state.ts'

/** Collects the new state, writes and effects. The initial state is not modified. */
export class TransitionBuilder {
  state: SessionState
  readonly context: StepContext
  /** The seconds of the game: those on the clock, until another game is shown. */
  seconds: number
  readonly #set: Record<string, string> = {}
  readonly #remove: string[] = []
  readonly #effects: Effect[] = []

  constructor(state: SessionState, context: StepContext) {
    this.state = state
    this.context = context
    this.seconds = context.seconds
  }

  change(part: Partial<SessionState>): void {
    this.state = { ...this.state, ...part }
  }

  /** Adds texts to the step's single write. */
  set(texts: Texts): void {
    Object.assign(this.#set, texts)
  }

  remove(...keys: readonly string[]): void {
    this.#remove.push(...keys)
  }

  effect(effect: Exclude<Effect, { kind: 'takeLock' }>): void {
    this.#effects.push(effect)
  }

  /** Takes the lock of the current game, unless this tab holds it or is hidden. */
  takeLock(): void {
    const { role, game } = this.state
    if (role !== 'player' && role !== 'hidden')
      this.#effects.push({ kind: 'takeLock', game: game.position.game.id })
  }

  /** Adds a message at the end. It replaces any with the same key and, if it is brief, all brief messages. */
  notify(notice: Notice): void {
    const others = this.state.notices.filter(
      other => other.key !== notice.key && !(isBrief(other) && isBrief(notice)),
    )
    this.change({ notices: [...others, notice] })
  }

  /**
   * Puts a game on the table and records why the position changed. A new deal or new rules keep `hasLeft`;
   * any other change clears it.
   */
  show(game: GameInMemory, cause: Cause): void {
    const hasLeft = (cause === 'deal' || cause === 'rules') && this.state.hasLeft
    const { change, game: old } = this.state
    const next = { id: change.id + 1, before: old.position, after: game.position, cause }
    this.change({ game, change: next, hasLeft })
    this.seconds = game.seconds
  }

  /** Shows a game, and sets the clock to its seconds. */
  open(game: GameInMemory, cause: Cause): void {
    this.show(game, cause)
    this.effect({ kind: 'setClock', seconds: game.seconds })
  }

  get transition(): Transition {
    return { state: this.state, writes: { set: this.#set, remove: this.#remove }, effects: this.#effects }
  }
}
