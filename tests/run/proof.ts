// `.build/run node tests/run/proof.ts <id>` writes a game's `proof.json`: the perft counts of deal 17, a won
// game, and the record of that game. An existing proof is not replaced, so that a change of the rules or the
// format is noticed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  act,
  begin,
  DAILY_STATES,
  deal,
  legalMoves,
  parseGame,
  play,
  solve,
  writeRecord,
  type GameId,
  type History,
  type Position,
} from '../../engine/index.ts'
import { formatted } from '../support/formatted.ts'
import { folderOf, GAMES_FOLDER } from '../support/game-folders.ts'
import { moveText } from '../support/help.ts'

const MAX_PERFT = 50_000
const MOVES_PER_LINE = 12

function perft(position: Position, depth: number): number {
  const moves = legalMoves(position)
  if (depth === 1) return moves.length
  return moves.reduce((sum, move) => sum + perft(play(position, move), depth - 1), 0)
}

/** The counts of the depths 1 to 6. Stops before a depth whose estimated count exceeds `MAX_PERFT`. */
function perftCounts(position: Position): number[] {
  const counts: number[] = []
  for (let depth = 1; depth <= 6; depth++) {
    counts.push(perft(position, depth))
    const growth = counts[depth - 1] / (counts[depth - 2] ?? 1)
    if (counts[depth - 1] * growth > MAX_PERFT) break
  }
  return counts
}

function proofOf(id: GameId) {
  for (let number = 1; ; number++) {
    const start = deal(id, number)
    const { moves } = solve(start, { maxStates: DAILY_STATES })
    if (!moves) continue
    const history = moves.reduce<History>(
      (before, move) => act(before, { kind: 'gesture', moves: [move] }),
      begin(start),
    )
    const texts = moves.map(moveText)
    const lines = Array.from({ length: Math.ceil(texts.length / MOVES_PER_LINE) }, (_, i) =>
      texts.slice(i * MOVES_PER_LINE, (i + 1) * MOVES_PER_LINE).join(' '),
    )
    return {
      perft: perftCounts(deal(id, 17)),
      won: { deal: number, moves: lines },
      record: writeRecord({ history, playId: 'GOLDENgm', seconds: 0 }),
    }
  }
}

const game = parseGame(process.argv[2] ?? '')
if (!game.ok) throw new Error(`There is no game “${process.argv[2]}” in engine/games/ids.ts`)
const id = game.value
const filepath = join(GAMES_FOLDER, folderOf(id), 'proof.json')
const known = JSON.parse(readFileSync(filepath, 'utf8')) as Record<string, { record?: string }>
if (known[id]?.record === undefined) {
  const text = JSON.stringify({ ...known, [id]: proofOf(id) })
  writeFileSync(filepath, await formatted(filepath, text))
}
