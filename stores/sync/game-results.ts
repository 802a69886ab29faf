// Results: a row for each game that was won or given up, in pages that only grow.
import { isBase64, numberedGames, Reader, writeNumber, type GameId } from '../../engine/index.ts'

/** `reopened`: given up, and gone back to. It counts for nothing until it ends again. */
export type Outcome = 'won' | 'givenUp' | 'reopened'

export interface Row {
  /** The playing of a deal that it tells of; the same on every device. */
  readonly play: string
  readonly game: GameId
  readonly outcome: Outcome
  /** Minutes since 2020-01-01 UTC. */
  readonly minute: number
  /** Whole seconds of play. */
  readonly seconds: number
  readonly moves: number
}

export const OUTCOMES: readonly Outcome[] = ['won', 'givenUp', 'reopened']
/** Play id 8, game and outcome 1 (four outcomes a game), minute 4, seconds 3, moves 2. */
const LENGTH = 18
const PAGE_ROWS = 64
const EPOCH = Date.UTC(2020)

export const minuteOf = (time: number): number => Math.max(0, Math.floor((time - EPOCH) / 60_000))
export const timeOf = (minute: number): number => EPOCH + minute * 60_000

export const writeRow = ({ play, game, outcome, minute, seconds, moves }: Row): string =>
  play +
  writeNumber(4 * numberedGames.indexOf(game) + OUTCOMES.indexOf(outcome), 1) +
  writeNumber(Math.min(minute, 64 ** 4 - 1), 4) +
  writeNumber(Math.min(seconds, 64 ** 3 - 1), 3) +
  writeNumber(Math.min(moves, 4095), 2)

/**
 * The rows in a text; undefined where it is none of ours. Rows of games that this version does not know are
 * left out.
 */
export function readRows(text: string): Row[] | undefined {
  if (!isBase64(text) || text.length % LENGTH !== 0) return undefined
  const rows: Row[] = []
  const reader = new Reader(text)
  while (reader.left > 0) {
    const play = reader.text(8)
    const code = reader.number(1)
    const row = {
      play,
      game: numberedGames[code >> 2],
      outcome: OUTCOMES[code & 3],
      minute: reader.number(4),
      seconds: reader.number(3),
      moves: reader.number(2),
    }
    if (row.game && row.outcome) rows.push(row)
  }
  return rows
}

/**
 * A page of the log with a newer result of a play: in the place of the play's earlier one, unless that was a
 * win;
 * undefined where the play is not there. Rows that this version cannot read stay as they are.
 */
export function withRow(page: string, row: Row): string | undefined {
  for (let at = 0; at < page.length; at += LENGTH) {
    const old = page.slice(at, at + LENGTH)
    if (!old.startsWith(row.play)) continue
    return readRows(old)?.[0]?.outcome === 'won'
      ? page
      : page.slice(0, at) + writeRow(row) + page.slice(at + LENGTH)
  }
  return undefined
}

/** Whether one more row goes to the end of a page. */
export const hasRoom = (page: string): boolean => page.length < PAGE_ROWS * LENGTH

/** Whether a row counts at all. */
export const counts = (row: Row): boolean => row.outcome !== 'reopened'

/**
 * Of two rows of one play on two devices, whether the first is the one that counts: a win before the rest,
 * else the smaller device.
 */
export const beats = (a: Row, deviceA: string, b: Row, deviceB: string): boolean =>
  a.outcome === b.outcome ? deviceA < deviceB : a.outcome === 'won' || b.outcome === 'reopened'
