// The order in which the steps of a line are made where one card is turned: every step as early as it can be,
// so that the stock is turned as little as that line allows.
import { readStep } from '../step-code.ts'
import { StepKind } from './step.ts'

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

/** What a line is written to, one step after another. */
export interface Writer {
  write(code: number): void
  /** The face of the card on top of the waste and its place in the stock at the start, -1 for none. */
  readonly topFace: number
  readonly topPlace: number
  /** Turns the stock once, or the waste over. */
  turnStock(): void
  readonly cardsOfStock: number
  /** The face of the card that a step sends up, -1 for none. */
  faceRaised(code: number): number
  /** How many copies of a face are up before the line. */
  upAtStart(face: number): number
}

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
function tasksOf(steps: readonly number[], writer: Writer): Task[] {
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
export function writeEarly(steps: readonly number[], writer: Writer): void {
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
