// What the simulated people play: one deal of Sea Towers along a recorded win, in gestures of many moves, so
// that a game ends soon.
import {
  act,
  begin,
  deal,
  isWon,
  positionAt,
  readRecord,
  writeRecord,
  type History,
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

const gestures = Array.from({ length: Math.ceil(texts.length / STEP) }, (_, i) =>
  texts.slice(i * STEP, (i + 1) * STEP).map(move),
)

export const fresh = (playId: string): OpenedRecord => {
  const start = deal('sea-towers', number)
  return { history: begin(start), position: start, playId, seconds: 0, rebased: false }
}

const known = new Map<string, OpenedRecord>()

/** The game in a record; records repeat a great deal in a simulation. */
export function open(record: string): OpenedRecord {
  const game = known.get(record)
  if (game) return game
  const read = readRecord(record)
  if (!read.ok) throw new Error(`a record that cannot be read: ${read.reason.key}`)
  if (known.size > 5000) known.clear()
  known.set(record, read.value)
  return read.value
}

const after = (game: OpenedRecord, history: History): OpenedRecord => ({
  ...game,
  history,
  position: positionAt(history),
  seconds: game.seconds + 7,
})

/** The next gesture towards the win; undefined once it is won. */
export const onward = (game: OpenedRecord): OpenedRecord | undefined =>
  isWon(game.position)
    ? undefined
    : after(game, act(game.history, { kind: 'gesture', moves: gestures[game.history.cursor] }))

export const back = (game: OpenedRecord): OpenedRecord | undefined =>
  game.history.cursor === 0 || isWon(game.position)
    ? undefined
    : after(game, act(game.history, { kind: 'go', to: game.history.cursor - 1 }))

export const record = (game: OpenedRecord): string => writeRecord(game)
