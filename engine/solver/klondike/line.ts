// Converts the steps of a Klondike search to single moves.
import { faceOf, type Card } from '../../rules/cards.ts'
import type { Move, Position } from '../../rules/types.ts'
import { LineWriter } from '../line-writer.ts'
import { encodeStep, readStep } from '../step-code.ts'
import { BY_INDEX, StepKind } from './step.ts'

class KlondikeWriter extends LineWriter {
  /** Waste and stock at the start, in turning order. */
  readonly #order: readonly Card[]
  readonly #upAtStart = new Uint8Array(52)

  constructor(position: Position) {
    super(position)
    const { game, piles } = position
    for (const { index } of game.of.foundation)
      for (const card of piles[index]) this.#upAtStart[faceOf(card)]++
    this.#order = [...piles[game.of.waste[0].index], ...piles[game.of.stock[0].index].toReversed()]
  }

  /** The top of the waste as an operand of a step, by face and by index; −1 if the waste is empty. */
  get topByFace(): number {
    const card = this.topOf(this.position.game.of.waste[0])
    return card === undefined ? -1 : faceOf(card)
  }
  get topByIndex(): number {
    const card = this.topOf(this.position.game.of.waste[0])
    return card === undefined ? -1 : BY_INDEX + this.#order.indexOf(card)
  }

  get cardsOfStock(): number {
    return this.#order.length
  }

  /** The face that a step sends up, or −1. */
  faceRaised(code: number): number {
    const { kind, a, b } = readStep(code)
    if (kind === StepKind.columnUp) return b
    return kind === StepKind.stockUp ? this.#faceOf(a) : -1
  }

  /** The face of a stock card, from the operand of a step. */
  #faceOf(a: number): number {
    return a < BY_INDEX ? a : faceOf(this.#order[a - BY_INDEX])
  }

  /** The number of copies of a face on foundations at the start. */
  upAtStart(face: number): number {
    return this.#upAtStart[face]
  }

  /** Lets steps send up either copy of a stock card, if neither goes from the stock onto a column. */
  withEitherCopy(steps: readonly number[]): number[] {
    const laid = new Set<number>()
    for (const code of steps) {
      const { kind, a } = readStep(code)
      if (kind === StepKind.stockOnto) laid.add(this.#faceOf(a))
    }
    return steps.map(code => {
      const { kind, a } = readStep(code)
      const isEither = kind === StepKind.stockUp && !laid.has(this.#faceOf(a))
      return isEither ? encodeStep(kind, this.#faceOf(a)) : code
    })
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
  /** The stock card that the step plays, as its operand; −1 for none. */
  readonly card: number
  /** The number of steps that must come first, and the steps that depend on this one. */
  waits: number
  readonly next: Task[]
}

type Step = ReturnType<typeof readStep>

function cardOf({ kind, a }: Step): number {
  return kind === StepKind.stockUp || kind === StepKind.stockOnto ? a : -1
}

function columnsOf({ kind, a, b }: Step): number[] {
  if (kind === StepKind.run) return [a, b]
  if (kind === StepKind.columnUp) return [a]
  return kind === StepKind.stockOnto ? [b] : []
}

/** The tasks of steps. Steps on the same column keep their order, and so do cards of a suit that go up. */
function tasksOf(steps: readonly number[], writer: KlondikeWriter): Task[] {
  const lastOf = new Map<number, Task>()
  const raisesOf = new Map<number, Task[]>()
  return steps.map(code => {
    const read = readStep(code)
    const task: Task = { code, card: cardOf(read), waits: 0, next: [] }
    const after = (before: Task | undefined) => {
      if (!before) return
      before.next.push(task)
      task.waits++
    }
    for (const column of columnsOf(read)) {
      after(lastOf.get(column))
      lastOf.set(column, task)
    }
    const face = writer.faceRaised(code)
    if (face < 0) return task
    const raises = raisesOf.get(face) ?? []
    raisesOf.set(face, raises)
    // This step must come after the one that sends up the card of the rank below.
    if (face > 3)
      after(raisesOf.get(face - 4)?.[raises.length + writer.upAtStart(face) - writer.upAtStart(face - 4)])
    raises.push(task)
    return task
  })
}

/** Writes each step as early as its dependencies allow; turns the stock only if none is possible. */
function writeEarly(steps: readonly number[], writer: KlondikeWriter): void {
  const ready: Task[] = []
  const readyFromStock = new Map<number, Task[]>()
  const release = (task: Task) => {
    if (task.card < 0) ready.push(task)
    else readyFromStock.set(task.card, [...(readyFromStock.get(task.card) ?? []), task])
  }
  const tasks = tasksOf(steps, writer)
  tasks.filter(({ waits }) => waits === 0).forEach(release)
  const fromStock = (card: number) => readyFromStock.get(card)?.shift()
  let turns = 0
  for (let left = tasks.length; left > 0;) {
    const task = ready.pop() ?? fromStock(writer.topByFace) ?? fromStock(writer.topByIndex)
    if (!task) {
      if (turns++ > 2 * writer.cardsOfStock + 2)
        throw new Error('the stock never turns up a card that the line needs')
      writer.turnStock()
      continue
    }
    turns = 0
    left--
    writer.write(task.code)
    for (const next of task.next) if (--next.waits === 0) release(next)
  }
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
  // With two decks the reordered line can be longer, because it ties a card to one copy of the card below it.
  return early && early.length < writer.moves.length ? early : writer.moves
}

function earlyMoves(position: Position, steps: readonly number[]): Move[] {
  const writer = new KlondikeWriter(position)
  writeEarly(writer.withEitherCopy(steps), writer)
  return writer.moves
}
