// The record: one string that holds a game in progress. A public format: a reader of today reads it for ever
// (golden files).
import { readActions, writeActions } from './action-codes.ts'
import { crc32, isBase64, Reader, writeNumber } from './digits.ts'
import { DECK_SIZE, faceOf, type Card } from '../rules/cards.ts'
import { dealGame } from '../rules/deal.ts'
import { gameById } from '../games/catalogue.ts'
import { act, begin, positionAt, type History } from '../rules/history.ts'
import { pileViolation } from './notation.ts'
import { fail, ok, type Result } from '../result.ts'
import { isDealNumber } from '../rules/shuffle.ts'
import type { Game, GameId, HouseRule, Position } from '../rules/types.ts'

/*
 * Format 1, in base64url digits after the format character:
 *   game 1, house rules 1 (a bit each), deal number 6, play id 8 (as text), seconds played 4, moves before
 *   the start 3,
 *   [the start, when moves before it > 0], the present position, length of the actions 3, the actions (2
 *   each), CRC-32 of all before 6.
 * A position: pass 2, then for each pile its number of cards 1 and, for columns of games that deal face down,
 * its face-down cards 1;
 * then every card's face 1, pile by pile, bottom to top.
 */
const FORMAT = '1'
const CHECK = 6
/** Games by their number in the format; new ones are added at the end. */
export const GAMES: readonly GameId[] = [
  'double-sea-towers',
  'sea-towers',
  'double-dot',
  'double-klondike-1',
  'double-klondike-3',
  'freecell',
  'klondike-1',
  'klondike-3',
]
/** House rules by their bit. */
const HOUSE: readonly HouseRule[] = ['move-runs', 'shuffle-on-recycle', 'take-back']
/** A record always fits one item of storage.sync (8 192 bytes with its key and quotes). */
export const MAX_RECORD = 8000
const MAX_SECONDS = 64 ** 4 - 1
const MAX_MOVES_BEFORE = 64 ** 3 - 1
const MAX_PASSES = 64 ** 2 - 1

export interface SavedGame {
  readonly history: History
  /** Eight base64url characters that name this one playing of the deal. */
  readonly playId: string
  /** Whole seconds of play. */
  readonly seconds: number
}

export interface OpenedGame extends SavedGame {
  readonly position: Position
  /**
   * True where the actions no longer lead to the saved position: the position was trusted, and its older
   * steps are gone.
   */
  readonly rebased: boolean
}

/**
 * The saved game as text: plain ASCII, at most `MAX_RECORD` characters. A longer game gives up its oldest
 * undo steps.
 */
export function writeRecord(game: SavedGame): string {
  const history = fitted(game.history)
  const { start, movesBefore } = history
  const position = positionAt(history)
  const actions = writeActions(history)
  const text =
    FORMAT +
    writeNumber(GAMES.indexOf(start.game.id), 1) +
    writeNumber(
      HOUSE.reduce((bits, rule, i) => bits + (start.house.includes(rule) ? 1 << i : 0), 0),
      1,
    ) +
    writeNumber(start.dealNumber, 6) +
    game.playId +
    writeNumber(Math.min(Math.floor(game.seconds), MAX_SECONDS), 4) +
    writeNumber(Math.min(movesBefore, MAX_MOVES_BEFORE), 3) +
    (movesBefore > 0 ? writeLayout(start) : '') +
    writeLayout(position) +
    writeNumber(actions.length / 2, 3) +
    actions
  return text + writeNumber(crc32(text), CHECK)
}

/** The saved game in a text, or the reason why it cannot be opened: it is newer, or damaged. */
export function readRecord(text: string): Result<OpenedGame> {
  if (text === '') return fail('recordEmpty')
  if (/^[2-9]/.test(text)) return fail('recordNewer')
  const body = text.slice(0, -CHECK)
  if (!text.startsWith(FORMAT) || text.length > MAX_RECORD || !isBase64(text)) return fail('recordDamaged')
  if (new Reader(text.slice(-CHECK)).number(CHECK) !== crc32(body)) return fail('recordDamaged')
  const reader = new Reader(body, 1)
  const id = GAMES[reader.number(1)]
  const bits = reader.number(1)
  const dealNumber = reader.number(6)
  const playId = reader.text(8)
  const seconds = reader.number(4)
  const movesBefore = reader.number(3)
  if (!id || !isDealNumber(dealNumber) || Number.isNaN(bits + seconds + movesBefore))
    return fail('recordDamaged')
  const game = gameById(id)
  const house = HOUSE.filter((rule, i) => bits & (1 << i) && game.houseRules.includes(rule))
  const context = { game, dealNumber, house }
  const start = movesBefore > 0 ? readLayout(reader, context) : dealGame(game, dealNumber, house)
  const position = readLayout(reader, context)
  const count = reader.number(3)
  if (!start || !position || reader.left !== 2 * count) return fail('recordDamaged')
  const history = readActions(start, movesBefore, reader.text(2 * count))
  const replayed = history && replay(history)
  const agrees = replayed && writeLayout(replayed) === writeLayout(position)
  return ok(
    agrees
      ? { history, position: replayed, playId, seconds, rebased: false }
      : { history: begin(position, Math.max(movesBefore, count)), position, playId, seconds, rebased: true },
  )
}

/** Where the recorded moves lead, or undefined where the rules no longer allow one of them. */
function replay(history: History): Position | undefined {
  try {
    return positionAt(history)
  } catch {
    return undefined
  }
}

/**
 * The history where it is too long for a record: without undone branches, then without redo, then without its
 * oldest steps.
 */
function fitted(history: History): History {
  const { movesBefore, gestures, cursor } = history
  const shorter = (from: number, to: number): History => {
    const dropped = gestures.slice(0, from).reduce((sum, gesture) => sum + gesture.length, movesBefore)
    const kept = gestures
      .slice(from, to)
      .reduce<History>(
        (so, moves) => act(so, { kind: 'gesture', moves }),
        begin(positionAt(history, from), dropped),
      )
    return act(kept, { kind: 'go', to: cursor - from })
  }
  const room = MAX_RECORD - 500 // header, two positions and checksum take less
  const isFit = (candidate: History) => writeActions(candidate).length <= room
  if (isFit(history)) return history
  let candidate = shorter(0, gestures.length)
  for (let from = 0; !isFit(candidate); from += Math.ceil((cursor - from) / 4))
    candidate = shorter(from, cursor)
  return candidate
}

const hasFaceDown = (game: Game): boolean => game.tableau.dealt === 'triangle'

function writeLayout({ game, piles, faceDown, pass }: Position): string {
  let text = writeNumber(pass % (MAX_PASSES + 1), 2)
  for (const { kind, index } of game.piles) {
    text += writeNumber(piles[index].length, 1)
    if (kind === 'tableau' && hasFaceDown(game)) text += writeNumber(faceDown[index], 1)
  }
  for (const pile of piles) for (const card of pile) text += writeNumber(faceOf(card), 1)
  return text
}

function readLayout(
  reader: Reader,
  context: { game: Game; dealNumber: number; house: readonly HouseRule[] },
): Position | undefined {
  const { game } = context
  const pass = reader.number(2)
  const sizes = game.piles.map(({ kind }) => {
    const length = reader.number(1)
    const down = kind === 'tableau' && hasFaceDown(game) ? reader.number(1) : kind === 'stock' ? length : 0
    return { length, down }
  })
  const seen = new Uint8Array(DECK_SIZE)
  const piles = sizes.map(({ length }) =>
    Array.from({ length }, (): Card => {
      const face = reader.number(1)
      return face < DECK_SIZE ? face + DECK_SIZE * seen[face]++ : Number.NaN
    }),
  )
  const isWhole = seen.every(
    (count, face) => count === game.cards.filter(card => faceOf(card) === face).length,
  )
  const liesRight = game.piles.every(
    (pile, i) => sizes[i].down <= sizes[i].length && !pileViolation(game, pile, piles[i], sizes[i].down),
  )
  return isWhole && liesRight
    ? { ...context, pass, piles, faceDown: sizes.map(size => size.down) }
    : undefined
}
