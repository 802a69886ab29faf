// From the steps of a search of Klondike to the single rule moves of the game.
import { faceOf, type Card } from '../../rules/cards.ts'
import type { Move, Position } from '../../rules/types.ts'
import { LineWriter } from '../line-writer.ts'
import { encodeStep, readStep } from '../step-code.ts'
import { StepKind } from './step.ts'

/** Makes steps, and writes down the rule moves that they stand for. */
class KlondikeWriter extends LineWriter {
  /** Stock and waste at the start, in the order in which they are turned. */
  readonly #order: readonly Card[]
  readonly #upAtStart = new Uint8Array(52)

  constructor(position: Position) {
    super(position)
    const { game, piles } = position
    for (const { index } of game.of.foundation)
      for (const card of piles[index]) this.#upAtStart[faceOf(card)]++
    this.#order = [...piles[game.of.waste[0].index], ...piles[game.of.stock[0].index].toReversed()]
  }

  /** The top of the waste, -1 for none: its face, and its place in the stock at the start. */
  get topFace(): number {
    const card = this.topOf(this.position.game.of.waste[0])
    return card === undefined ? -1 : faceOf(card)
  }
  get topPlace(): number {
    const card = this.topOf(this.position.game.of.waste[0])
    return card === undefined ? -1 : this.#order.indexOf(card)
  }

  get cardsOfStock(): number {
    return this.#order.length
  }

  /** The face of the card that a step sends up, -1 for none. */
  faceRaised(code: number): number {
    const { kind, a, b } = readStep(code)
    if (kind === StepKind.columnUp) return b
    if (kind === StepKind.faceUp) return a
    return kind === StepKind.stockUp ? faceOf(this.#order[a]) : -1
  }

  /** How many copies of a face are up before the line. */
  upAtStart(face: number): number {
    return this.#upAtStart[face]
  }

  /**
   * The same steps, with the face of a card in the place of its place in the stock where either copy will do:
   * where all that come from the stock go up.
   */
  withEitherCopy(steps: readonly number[]): number[] {
    const laid = new Set<number>()
    for (const code of steps) {
      const { kind, a } = readStep(code)
      if (kind === StepKind.stockOnto) laid.add(faceOf(this.#order[a]))
    }
    return steps.map(code => {
      const { kind, a } = readStep(code)
      const isEither = kind === StepKind.stockUp && !laid.has(faceOf(this.#order[a]))
      return isEither ? encodeStep(StepKind.faceUp, faceOf(this.#order[a])) : code
    })
  }

  write(code: number): void {
    const { tableau, waste } = this.position.game.of
    const { kind, a, b, n } = readStep(code)
    if (kind === StepKind.columnUp) this.up(tableau[a])
    else if (kind === StepKind.run) this.move(tableau[a], tableau[b], n)
    else {
      const isPlace = kind === StepKind.stockUp || kind === StepKind.stockOnto
      this.turnUntil(isPlace ? top => top === this.#order[a] : top => faceOf(top) === a)
      if (kind === StepKind.faceUp || kind === StepKind.stockUp) this.up(waste[0])
      else this.move(waste[0], tableau[b])
    }
  }
}

const PLACE = 64

/** A step that waits for others. */
interface Task {
  readonly code: number
  /** What it plays from the stock, -1 for nothing: a face, or `PLACE` and a place. */
  readonly card: number
  /** How many steps must come first, and which wait for this one. */
  waits: number
  readonly next: Task[]
}

type Step = ReturnType<typeof readStep>

/** What a step plays from the stock, as in a task. */
function cardOf({ kind, a }: Step): number {
  if (kind === StepKind.faceUp || kind === StepKind.faceOnto) return a
  return kind === StepKind.stockUp || kind === StepKind.stockOnto ? PLACE + a : -1
}

/** The columns that a step changes. */
function columnsOf({ kind, a, b }: Step): number[] {
  if (kind === StepKind.run) return [a, b]
  if (kind === StepKind.columnUp) return [a]
  return kind === StepKind.faceOnto || kind === StepKind.stockOnto ? [b] : []
}

/**
 * The steps with what each must wait for: steps of the same column keep their order, and a card goes up after
 * the card below it.
 */
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
    // the copy of the card below which makes room for this copy, unless that was up before
    if (face > 3)
      after(raisesOf.get(face - 4)?.[raises.length + writer.upAtStart(face) - writer.upAtStart(face - 4)])
    raises.push(task)
    return task
  })
}

/**
 * Writes the steps of a line, each as early as what it waits for allows, and turns the stock where no step
 * can be made. Throws where the line cannot be played.
 */
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
    const task = ready.pop() ?? fromStock(writer.topFace) ?? fromStock(PLACE + writer.topPlace)
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
 * The moves that the steps of a whole line stand for. Where one card is turned at a time, the steps are made
 * in the order that turns the stock least; where more are, their order stays, as the stock depends on it.
 */
export function movesOfSteps(position: Position, steps: readonly number[]): Move[] {
  const { stock, deck } = position.game
  const isOne = stock?.by === 'draw' && stock.turn === 1
  const early = isOne ? earlyMoves(position, steps) : undefined
  if (early && deck.copies === 1) return early
  const writer = new KlondikeWriter(position)
  for (const code of steps) writer.write(code)
  // With two decks the early order is seldom longer: it binds a card to one copy of the card below it.
  return early && early.length < writer.moves.length ? early : writer.moves
}

function earlyMoves(position: Position, steps: readonly number[]): Move[] {
  const writer = new KlondikeWriter(position)
  writeEarly(writer.withEitherCopy(steps), writer)
  return writer.moves
}
