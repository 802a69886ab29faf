// The record: a game in progress as one string. This is a public format that every later version must read;
// golden files in the tests check this.
import { actionCodes, readActions, writeCodes } from './action-codes.ts'
import { crc32 } from './crc32.ts'
import { isBase64, Reader, writeNumber } from './digits.ts'
import { DECK_SIZE, faceOf, type Card } from '../rules/cards.ts'
import { dealGame } from '../rules/deal.ts'
import { gameById } from '../games/catalogue.ts'
import { GAMES } from '../games/ids.ts'
import { act, begin, movesMade, positionAt, type History } from '../rules/history.ts'
import { pileViolation } from '../rules/pile-violation.ts'
import { followedUp } from '../rules/play.ts'
import { fail, ok, type Result } from '../result.ts'
import { isDealNumber } from '../rules/shuffle.ts'
import { downIn } from '../rules/stock.ts'
import type { Game, GameId, HouseRule, Position } from '../rules/types.ts'

/*
 * Format 1: after the format character, the parts with their numbers of base64url digits:
 *   game (1), house rules (1, a bit each), deal number (6), play id (8, as text), seconds played (4),
 *   moves before the start (3), [the start, if moves before it > 0], the current position,
 *   number of action codes (3), the action codes (2 each), CRC-32 of everything before it (6).
 * Format 2 has two digits for house rules. It is written only if a house rule without a bit in format 1 is
 * on, so versions without that rule leave the record alone.
 * A position: pass (2), then for each pile its number of cards (1, or 2: `pileDigits`) and, for columns of
 * games that deal face down, its face-down cards (1); then every card's face (1), pile by pile, from bottom
 * to top.
 */
const CHECKSUM_DIGITS = 6
const PLAY_ID_LENGTH = 8
/** House rules in the order of their bits; format 1 has the first three. */
const HOUSE_RULES: readonly HouseRule[] = [
  'move-runs',
  'shuffle-on-recycle',
  'take-back',
  'one-pass',
  'three-passes',
  'endless-passes',
  'round-corner',
  'deal-over-spaces',
]
const FIRST_LATER_RULE = 1 << 3
/** The maximum length of a record: with key and quotes it fits in one storage.sync item (8,192 bytes). */
export const MAX_RECORD_LENGTH = 8000
/** The maximum number of action codes: header, two positions and checksum take fewer than 500 characters. */
const MAX_CODES = (MAX_RECORD_LENGTH - 500) / 2
/** The maximum values of the format. Larger values are clamped. */
const MAX_SECONDS = 64 ** 4 - 1
const MAX_MOVES_BEFORE = 64 ** 3 - 1
/**
 * The pass is stored modulo this number. A larger pass matters only for shuffling on recycle, and replaying
 * the actions counts it again.
 */
const PASSES = 64 ** 2

/** The content of a record. */
export interface RecordContent {
  readonly history: History
  /** The id of this play of the deal: eight base64url characters. */
  readonly playId: string
  /** Seconds played; fractions are not stored. */
  readonly seconds: number
  /** The position at the cursor of the history; replayed from the moves if it is left out. */
  readonly position?: Position
}

/** The content of a record, with the position that it leads to. */
export interface OpenedRecord extends RecordContent {
  readonly position: Position
  /**
   * True if the actions do not lead to the saved position, for example because a rule has changed. The
   * history then begins at the saved position; older steps are lost.
   */
  readonly rebased: boolean
}

/**
 * Writes the record of a game: ASCII, at most `MAX_RECORD_LENGTH` characters. If a game is too long for that,
 * undone branches are left out, then the steps that could be redone, then its oldest steps. The game must
 * have a deal number. Without a position, throws IllegalMove if the moves are illegal.
 */
export function writeRecord({ history: whole, playId, seconds, position }: RecordContent): string {
  const { history, codes } = shortened(whole)
  const { start, movesBefore } = history
  const bits = houseRuleBits(start.house)
  /** The format, which is also the number of digits for house rules. */
  const format = bits < FIRST_LATER_RULE ? 1 : 2
  const text =
    String(format) +
    writeNumber(GAMES.indexOf(start.game.id), 1) +
    writeNumber(bits, format) +
    writeNumber(start.dealNumber, 6) +
    playId +
    writeNumber(Math.max(0, Math.min(Math.floor(seconds), MAX_SECONDS)), 4) +
    writeNumber(Math.min(movesBefore, MAX_MOVES_BEFORE), 3) +
    (movesBefore > 0 ? writeLayout(start) : '') +
    writeLayout(position ?? positionAt(history)) +
    writeNumber(codes.length, 3) +
    writeCodes(codes)
  return text + writeNumber(crc32(text), CHECKSUM_DIGITS)
}

const houseRuleBits = (house: readonly HouseRule[]): number =>
  HOUSE_RULES.reduce((bits, rule, i) => bits + (house.includes(rule) ? 1 << i : 0), 0)

/** Whether a newer version wrote a record: in a later format or with an unknown house rule. Loads no game. */
export const isNewerRecord = (text: string): boolean =>
  /^[3-9]/.test(text) || (text.startsWith('2') && new Reader(text, 2).number(2) >= 1 << HOUSE_RULES.length)

/** Reads the start of a record: its game, the bits of its house rules, and its deal number. */
const readHeader = (reader: Reader, format: number) => ({
  game: GAMES[reader.number(1)] as GameId | undefined,
  bits: reader.number(format),
  dealNumber: reader.number(6),
})

/** The deal of a record, without reading its moves or its checksum; undefined if the text has none. */
export function dealInRecord(
  text: string,
): { readonly game: GameId; readonly dealNumber: number } | undefined {
  if (!/^[12]/.test(text)) return undefined
  const { game, dealNumber } = readHeader(new Reader(text, 1), Number(text[0]))
  return game && isDealNumber(dealNumber) ? { game, dealNumber } : undefined
}

/** Parses a record, or returns the reason: empty, newer or damaged. Its game must be loaded. */
export function readRecord(text: string): Result<OpenedRecord> {
  if (text === '') return fail('recordEmpty')
  if (isNewerRecord(text)) return fail('recordNewer')
  const body = text.slice(0, -CHECKSUM_DIGITS)
  if (!/^[12]/.test(text) || text.length > MAX_RECORD_LENGTH || !isBase64(text)) return fail('recordDamaged')
  const checksum = new Reader(text, body.length).number(CHECKSUM_DIGITS)
  return (checksum === crc32(body) ? readBody(body) : undefined) ?? fail('recordDamaged')
}

/** Parses a record without its checksum; undefined if it is damaged. */
function readBody(body: string): Result<OpenedRecord> | undefined {
  const reader = new Reader(body, 1)
  const { game: id, bits, dealNumber } = readHeader(reader, Number(body[0]))
  const playId = reader.text(PLAY_ID_LENGTH)
  const seconds = reader.number(4)
  const movesBefore = reader.number(3)
  if (!id || !isDealNumber(dealNumber) || Number.isNaN(bits + seconds + movesBefore)) return undefined
  const offered = gameById(id).houseRules
  const rules = HOUSE_RULES.filter((_, i) => bits & (1 << i))
  const house = rules.filter(rule => offered.includes(rule))
  // In format 1, rules that the game does not offer have always been ignored.
  if (bits >= FIRST_LATER_RULE && house.length < rules.length) return fail('recordNewer')
  const game = gameById(id, house)
  const context = { game, dealNumber, house }
  const start = movesBefore > 0 ? readLayout(reader, context) : dealGame(game, dealNumber, house)
  const position = readLayout(reader, context)
  const count = reader.number(3)
  if (!start || !position || reader.left !== 2 * count) return undefined
  const history = readActions(start, movesBefore, reader.text(2 * count))
  const replayed = history && replay(history)
  if (replayed && writeLayout(replayed) === writeLayout(position))
    return ok({ history, position: replayed, playId, seconds, rebased: false })
  // If an action is unknown, every code counts as a move. 0 would mean that the history starts at the deal.
  const moves = Math.max(1, history ? movesMade(history) : movesBefore + count)
  return ok({ history: begin(position, moves), position, playId, seconds, rebased: true })
}

/** The position that the recorded moves lead to; undefined if one of them is illegal. */
function replay(history: History): Position | undefined {
  try {
    return positionAt(history)
  } catch {
    return undefined
  }
}

/**
 * The history with its action codes, shortened to fit a record: without undone branches, then without redo
 * and oldest steps.
 */
function shortened(whole: History) {
  const { gestures, cursor } = whole
  const withCodes = (history: History) => ({ history, codes: actionCodes(history) })
  let found = withCodes(whole)
  if (found.codes.length > MAX_CODES) found = withCodes(excerpt(whole, 0, gestures.length))
  for (let from = 0; found.codes.length > MAX_CODES; from += Math.ceil((cursor - from) / 4))
    found = withCodes(excerpt(whole, from, cursor))
  return found
}

/** The history with only the gestures from `from` to `to`, at the same position, without undone branches. */
function excerpt(history: History, from: number, to: number): History {
  const { gestures, cursor, movesBefore } = history
  const dropped = gestures.slice(0, from).reduce((sum, gesture) => sum + gesture.length, movesBefore)
  let kept = begin(positionAt(history, from), dropped)
  for (const moves of gestures.slice(from, to)) kept = act(kept, { kind: 'gesture', moves })
  return act(kept, { kind: 'go', to: cursor - from })
}

/**
 * The number of digits for a pile's card count: two if a pile can hold more than 63, such as the stock of two
 * decks or a column that the stock is dealt onto.
 */
function pileDigits({ cards, stock, tableau: { dealt, count } }: Game): 1 | 2 {
  if (!stock || cards.length < 64) return 1
  const left = typeof dealt === 'number' ? cards.length - dealt * count : 0
  return stock.by === 'deal' || left > 63 ? 2 : 1
}

function writeLayout({ game, piles, faceDown, pass }: Position): string {
  let text = writeNumber(pass % PASSES, 2)
  for (const { kind, index } of game.piles) {
    text += writeNumber(piles[index].length, pileDigits(game))
    if (kind === 'tableau' && game.hasFaceDown) text += writeNumber(faceDown[index], 1)
  }
  for (const pile of piles) for (const card of pile) text += writeNumber(faceOf(card), 1)
  return text
}

/** Parses a position; undefined if cards are missing or duplicate, or a pile cannot hold its cards. */
function readLayout(
  reader: Reader,
  context: { game: Game; dealNumber: number; house: readonly HouseRule[] },
): Position | undefined {
  const { game } = context
  const pass = reader.number(2)
  const sizes = game.piles.map(({ kind }) => {
    const length = reader.number(pileDigits(game))
    const down = kind === 'tableau' && game.hasFaceDown ? reader.number(1) : downIn(game, kind, length)
    return { length, down }
  })
  const seen = new Uint8Array(DECK_SIZE)
  const piles = sizes.map(({ length }) =>
    Array.from({ length }, (): Card => {
      const face = reader.number(1)
      return face + DECK_SIZE * seen[face]!++
    }),
  )
  // `seen` does not count faces above 51, so the total number of cards is checked as well.
  const isWhole =
    piles.flat().length === game.cards.length &&
    seen.every((count, face) => count === game.cards.filter(card => faceOf(card) === face).length)
  const areValidPiles = game.piles.every(
    (pile, i) => sizes[i].down <= sizes[i].length && !pileViolation(game, pile, piles[i], sizes[i].down),
  )
  return isWhole && areValidPiles
    ? followedUp({ ...context, pass, piles, faceDown: sizes.map(size => size.down) })
    : undefined
}
