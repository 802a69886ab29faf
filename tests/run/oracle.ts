// `.build/run node tests/run/oracle.ts` writes at least a hundred positions with their legal moves for each
// game that is not yet in its folder's `oracle.jsonl`. The positions are from the second implementation of
// the rules, which is independent of the engine. Existing lines are not replaced, so that a change of both
// implementations is detected. `--game golf` writes only the positions of that game.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { GAMES } from '../../engine/games/ids.ts'
import { gameFolders, GAMES_FOLDER, type OracleWalk } from '../support/game-folders.ts'
import { afterMore, firstTableOfMore, movesOfMore } from '../support/second-opinion-more.ts'
import { after, firstTable, movesOf } from '../support/second-opinion.ts'

const POSITIONS = 100
const STEPS = 25

/** Makes random legal moves in the second implementation. One in three goes to a foundation if possible. */
function walk(game: string, deal: number): OracleWalk {
  const isFirst = GAMES.slice(0, 8).some(id => id === game)
  let table = isFirst ? firstTable(game, deal) : firstTableOfMore(game, deal)
  let random = deal
  const pick = <T>(list: readonly T[]): T =>
    list[(random = (Math.imul(random, 1103515245) + 12345) >>> 0) % list.length]
  const made: string[] = []
  const legal: string[] = []
  while (legal.length < STEPS) {
    const turns = made.filter(move => move === 'recycle').length
    const moves = isFirst ? movesOf(game, table) : movesOfMore(game, table, turns)
    legal.push(moves.toSorted().join(' '))
    if (moves.length === 0 || legal.length === STEPS) break
    const up = moves.filter(move => move.includes('>f'))
    const move = pick(up.length > 0 && pick([0, 1, 2]) === 0 ? up : moves)
    made.push(move)
    table = isFirst ? after(game, table, move) : afterMore(game, table, move)
  }
  return { game, deal, moves: made.join(' '), legal }
}

const onlyGame = parseArgs({ options: { game: { type: 'string' } } }).values.game
for (const folder of gameFolders()) {
  const file = join(GAMES_FOLDER, folder, 'oracle.jsonl')
  const known = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const facts = JSON.parse(readFileSync(join(GAMES_FOLDER, folder, 'facts.json'), 'utf8')) as object
  for (const game of Object.keys(facts)) {
    if (known.includes(`{"game":"${game}",`) || (onlyGame !== undefined && game !== onlyGame)) continue
    const walks: OracleWalk[] = []
    for (let deal = 1; walks.reduce((sum, { legal }) => sum + legal.length, 0) < POSITIONS; deal++)
      walks.push(walk(game, deal))
    appendFileSync(file, walks.map(line => `${JSON.stringify(line)}\n`).join(''))
  }
}
