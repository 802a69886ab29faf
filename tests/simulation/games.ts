// The simulated game: a deal of Sea Towers with a recorded win. Each gesture has many moves, so that games
// end soon.
import {
  autoplayMoves,
  deal,
  isWon,
  play,
  playAll,
  readRecord,
  whyNot,
  type Move,
  type OpenedRecord,
} from '../../engine/index.ts'
import won from '../fixtures/won-games.json' with { type: 'json' }

const { deal: number, moves: lines } = won['sea-towers']
const texts = lines.flatMap(line => line.split(' '))
const STEP = Math.ceil(texts.length / 6)

function move(text: string): Move {
  const [, from, to, count] = /^(\w+)>(\w+)(?:\*(\d+))?$/.exec(text)!
  return { kind: 'move', from: from as 't0', to: to as 't0', count: Number(count ?? 1) }
}

/** The gestures of the win, without the moves that autoplay makes. */
function winningGestures(): Move[][] {
  const gestures: Move[][] = []
  let left = texts.map(move)
  let position = deal('sea-towers', number)
  while (!isWon(position)) {
    const gesture: Move[] = []
    while (left.length > 0 && gesture.length < STEP) {
      const [next, ...rest] = left
      left = rest
      if (whyNot(position, next) !== undefined) continue
      gesture.push(next)
      position = play(position, next)
    }
    if (gesture.length === 0) throw new Error('the recorded game is not won with autoplay')
    position = playAll(position, autoplayMoves(position, position.game.autoplay))
    gestures.push(gesture)
  }
  return gestures
}

const gestures = winningGestures()

export const DEAL_NUMBER = number
/** The duration of every game. It is constant, so that all devices compute the same average. */
export const SECONDS = 100

/** The next gesture of the win, or undefined once the game is won. */
export const nextGesture = ({
  history,
  position,
}: Pick<OpenedRecord, 'history' | 'position'>): readonly Move[] | undefined =>
  isWon(position) ? undefined : gestures[history.cursor]

const known = new Map<string, OpenedRecord>()

/** Parses a record. Uses a cache, because a simulation reads the same records many times. */
export function open(record: string): OpenedRecord {
  const game = known.get(record)
  if (game) return game
  const read = readRecord(record)
  if (!read.ok) throw new Error(`the record cannot be read: ${read.reason.key}`)
  if (known.size > 5000) known.clear()
  known.set(record, read.value)
  return read.value
}
