// The speed of the rules in random games: at each position, the legal moves are listed and one of them is
// made.
import { figure } from './report.ts'
import { deal, games, legalMoves, play, type GameId } from '../../engine/index.ts'

/** Positions per second during about `ms` milliseconds of random play. */
function positionsPerSecond(id: GameId, ms: number): number {
  let positions = 0
  let random = 1
  const start = performance.now()
  for (let number = 1; performance.now() - start < ms; number++) {
    let position = deal(id, number)
    for (let step = 0; step < 100; step++) {
      const moves = legalMoves(position)
      positions++
      if (moves.length === 0) break
      random = (Math.imul(random, 1103515245) + 12345) >>> 0
      position = play(position, moves[random % moves.length])
    }
  }
  return (positions / (performance.now() - start)) * 1000
}

export function benchEngine(): void {
  console.log(
    '\nEngine: listing and playing legal moves, random games (target: Double Sea Towers ≥ 300,000 a second)',
  )
  for (const { id } of games) {
    positionsPerSecond(id, 300)
    const format = (value: number): string => Math.round(value).toLocaleString('en')
    const rounds = Array.from({ length: 5 }, () => positionsPerSecond(id, 600)).toSorted((a, b) => a - b)
    figure(
      `engine, ${id}`,
      `${format(rounds[2])} positions a second`,
      id === 'double-sea-towers' ? '≥ 300,000' : '',
    )
    console.log(
      `  ${id.padEnd(20)} ${format(rounds[2])} positions a second ` +
        `(median of 5; ${format(rounds[0])} … ${format(rounds[4])})`,
    )
  }
}
