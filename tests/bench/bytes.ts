// The bytes of games and results in storage.sync, compared with JSON and lz-string. Also the script time of a
// save.
import lz from 'lz-string'
import { act, begin, deal, games, solve, writeRecord, type GameId, type History } from '../../engine/index.ts'
import { writeLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { sizeOf } from '../../stores/sync/quota.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { minuteOf } from '../../stores/time.ts'
import { figure, ratio } from './report.ts'

/** The bytes of a text in storage, in UTF-8. Chrome escapes `<`, Firefox does not. */
const inFirefox = (value: string) => Buffer.byteLength(JSON.stringify(value))
const inChrome = (value: string) => inFirefox(value.replaceAll('<', '\\u003C'))

/** A game of 150 actions: a winning line without its last move, then alternating undo and redo if needed. */
function longGame(id: GameId): History {
  let number = 7
  let { moves } = solve(deal(id, number))
  while (!moves) ({ moves } = solve(deal(id, ++number)))
  const line = moves.slice(0, -1).slice(0, 150)
  let history = begin(deal(id, number))
  for (const move of line) history = act(history, { kind: 'gesture', moves: [move] })
  for (let i = line.length; i < 150; i++)
    history = act(history, { kind: 'go', to: history.cursor === line.length ? line.length - 1 : line.length })
  return history
}

const seconds = 600
const recordOf = (history: History, playId: string) => writeRecord({ history, playId, seconds })
let counter = 0
const id = () => `b${String(++counter).padStart(7, '0')}`

export function benchBytes(): void {
  const histories = new Map(games.map(({ id }) => [id, longGame(id)]))
  console.log('\nBytes of a game of 150 moves in storage.sync, key included (target: ≤ 600)')
  for (const game of games) {
    const history = histories.get(game.id)!
    const local = {
      [`game:${game.id}`]: writeLocalEnvelope({
        record: recordOf(history, 'benchPly'),
        inherited: {},
        localActions: history.log.length,
      }),
    }
    const { publish } = reconcile({ local, sync: {}, now: Date.UTC(2026, 0), browser: 'Bench', newId: id })
    const [key, value] = Object.entries(publish).find(([name]) => name.startsWith('g:'))!
    const json = JSON.stringify({ deal: 7, moves: history.gestures.flat() })
    const compressed = lz.compressToUTF16(json)
    if (game.id === 'double-sea-towers') {
      figure(
        'bytes of a game of 150 moves in storage.sync, key included',
        String(sizeOf(key, value)),
        '≤ 600',
      )
      ratio('bytes of a game of 150 moves, vs. its moves as JSON', sizeOf(key, value) / inChrome(json))
      ratio(
        'bytes of a game of 150 moves, vs. its moves compressed by lz-string in base 64',
        sizeOf(key, value) / inChrome(lz.compressToBase64(json)),
      )
    }
    console.log(
      `  ${game.id.padEnd(20)} ${sizeOf(key, value)} bytes, 2 per action; ` +
        `its moves as JSON ${inChrome(json)}, compressed by lz-string in UTF-16 ` +
        `${inChrome(compressed)} in Chrome and ${inFirefox(compressed)} in Firefox, ` +
        `in base 64 ${inChrome(lz.compressToBase64(json))}`,
    )
  }
  console.log('\nFive games in progress and 2000 results on three devices (target: ≤ 60,000 bytes)')
  let account: Record<string, string> = {}
  for (let device = 0; device < 3; device++) {
    let local: Record<string, string> = {}
    for (const game of games.slice(0, 5))
      local[`game:${game.id}`] = writeLocalEnvelope({
        record: recordOf(histories.get(game.id)!, id()),
        inherited: {},
        localActions: 150,
      })
    for (let i = 0; i < 667; i++) {
      const row = {
        play: id().slice(0, 8),
        game: games[i % 5].id,
        outcome: i % 3 ? ('won' as const) : ('givenUp' as const),
        minute: minuteOf(Date.UTC(2026, 0)) + 30 * i,
        seconds: 300 + i,
        moves: 120 + (i % 50),
      }
      local[`result:${row.play}:${i}`] = writeResult(row)
    }
    for (let rounds = 0; rounds < 2; rounds++) {
      const round = reconcile({ local, sync: account, now: Date.UTC(2026, 0), browser: 'Bench', newId: id })
      local = Object.fromEntries(
        Object.entries({ ...local, ...round.local }).filter(([key]) => !round.forget.includes(key)),
      )
      account = { ...account, ...round.publish }
    }
  }
  const bytes = Object.entries(account).reduce((sum, [key, value]) => sum + sizeOf(key, value), 0)
  figure('bytes of five games and 2000 results on three devices', bytes.toLocaleString('en'), '≤ 60,000')
  console.log(`  ${bytes.toLocaleString('en')} bytes in ${Object.keys(account).length} items`)

  console.log('\nScript time of a save of a game of 150 moves (target: ≤ 1 ms)')
  for (const game of games) {
    const history = histories.get(game.id)!
    const times = Array.from({ length: 200 }, () => {
      const start = performance.now()
      writeLocalEnvelope({ record: recordOf(history, 'benchPly'), inherited: {}, localActions: 150 })
      return performance.now() - start
    }).sort((a, b) => a - b)
    if (game.id === 'double-sea-towers')
      figure('script time of a save', `${times[100].toFixed(2)} ms`, '≤ 1 ms')
    console.log(
      `  ${game.id.padEnd(20)} median ${times[100].toFixed(2)} ms, ` +
        `the slowest of 200 ${times[199].toFixed(2)}`,
    )
  }
}
