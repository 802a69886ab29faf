// Converts the steps of a Klondike search to single moves.
import { faceOf, type Card } from '../../rules/cards.ts'
import type { Move, Position } from '../../rules/types.ts'
import { LineWriter } from '../line-writer.ts'
import { encodeStep, readStep } from '../step-code.ts'
import { BY_INDEX, StepKind } from './steps.ts'

const isFromStock = (kind: number): boolean => kind === StepKind.stockUp || kind === StepKind.stockOnto

class KlondikeWriter extends LineWriter {
  /** Waste and stock at the start, in turning order. */
  readonly #order: readonly Card[]

  constructor(position: Position) {
    super(position)
    const { game, piles } = position
    this.#order = [...piles[game.of.waste[0].index], ...piles[game.of.stock[0].index].toReversed()]
  }

  /** The step with its stock card given by face, so that either copy can be played. */
  withEitherCopy(code: number): number {
    const { kind, a, b } = readStep(code)
    return isFromStock(kind) && a >= BY_INDEX ? encodeStep(kind, faceOf(this.#order[a - BY_INDEX]), b) : code
  }

  write(code: number): void {
    const { tableau, waste } = this.position.game.of
    const { kind, a, b, n } = readStep(code)
    if (kind === StepKind.columnUp) this.up(tableau[a])
    else if (kind === StepKind.run) this.move(tableau[a], tableau[b], n)
    else {
      this.turnUntil(a < BY_INDEX ? top => faceOf(top) === a : top => top === this.#order[a - BY_INDEX])
      if (kind === StepKind.stockUp) this.up(waste[0])
      else this.move(waste[0], tableau[b])
    }
  }
}

/** A step with its dependencies. */
interface Task {
  readonly code: number
  /** The number of steps that must come first, and the steps that depend on this one. */
  waits: number
  readonly next: Task[]
}

function columnsOf({ kind, a, b }: ReturnType<typeof readStep>): number[] {
  if (kind === StepKind.run) return [a, b]
  if (kind === StepKind.columnUp) return [a]
  return kind === StepKind.stockOnto ? [b] : []
}

/** The tasks of steps. Steps on the same column keep their order, and so do cards of a suit that go up. */
function tasksOf(steps: readonly number[], { game, piles }: Position): Task[] {
  const lastOf = new Map<number, Task>()
  /** For each face, the tasks that send up its copies; undefined for a copy that is up at the start. */
  const raises = Array.from({ length: 52 }, (): (Task | undefined)[] => [])
  for (const { index } of game.of.foundation)
    for (const card of piles[index]) raises[faceOf(card)].push(undefined)
  return steps.map(code => {
    const step = readStep(code)
    const task: Task = { code, waits: 0, next: [] }
    const after = (before: Task | undefined) => {
      if (!before) return
      before.next.push(task)
      task.waits++
    }
    for (const column of columnsOf(step)) {
      after(lastOf.get(column))
      lastOf.set(column, task)
    }
    if (step.kind !== StepKind.columnUp && step.kind !== StepKind.stockUp) return task
    const face = step.kind === StepKind.columnUp ? step.b : step.a
    // This step must come after the one that sends up the card of the rank below.
    if (face > 3) after(raises[face - 4][raises[face].length])
    raises[face].push(task)
    return task
  })
}

/** Writes each step as early as its dependencies allow; turns the stock only if none is possible. */
function earlyMoves(position: Position, steps: readonly number[]): Move[] {
  const writer = new KlondikeWriter(position)
  const ready: Task[] = []
  const readyFromStock = Array.from({ length: 52 }, (): Task[] => [])
  const release = (task: Task) => {
    const { kind, a } = readStep(task.code)
    if (isFromStock(kind)) readyFromStock[a].push(task)
    else ready.push(task)
  }
  const tasks = tasksOf(
    steps.map(code => writer.withEitherCopy(code)),
    position,
  )
  tasks.filter(({ waits }) => waits === 0).forEach(release)
  const next = (): Task => {
    const top = writer.turnUntil(card => readyFromStock[faceOf(card)].length > 0)
    return readyFromStock[faceOf(top)].shift()!
  }
  for (let left = tasks.length; left > 0; left--) {
    const task = ready.pop() ?? next()
    writer.write(task.code)
    for (const later of task.next) if (--later.waits === 0) release(later)
  }
  return writer.moves
}

/**
 * Converts steps to single moves. If one card is turned at a time, steps are reordered so that the stock is
 * turned less often. Otherwise their order decides which cards come to the top of the waste, and is kept.
 */
export function movesOfSteps(position: Position, steps: readonly number[]): Move[] {
  const { stock, deck } = position.game
  const isOne = stock?.by === 'draw' && stock.turn === 1
  const early = isOne ? earlyMoves(position, steps) : undefined
  if (early && deck.copies === 1) return early
  const writer = new KlondikeWriter(position)
  for (const code of steps) writer.write(code)
  // With two decks the reordered line can be longer, because a card that goes up waits for a particular copy
  // of the next lower card.
  return early && early.length < writer.moves.length ? early : writer.moves
}
