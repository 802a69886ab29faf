// The oracle in every game's folder: positions with their legal moves, recorded from the second
// implementation. They reveal a mistake that is later made in both implementations.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deal, GAMES, isGameId, legalMoves, play, type GameId } from '../../engine/index.ts'
import { gameFolders, GAMES_FOLDER, type OracleWalk } from '../support/game-folders.ts'
import { move, moveText } from '../support/help.ts'

const walks = gameFolders().flatMap(folder => {
  const file = join(GAMES_FOLDER, folder, 'oracle.jsonl')
  if (!existsSync(file)) throw new Error(`${file} is missing; run .build/run node tests/run/oracle.ts`)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map(line => JSON.parse(line) as OracleWalk)
})

describe('the oracle', () => {
  it.each([...GAMES])('of %s agrees with the engine on at least a hundred positions', (id: GameId) => {
    let positions = 0
    for (const { deal: number, moves, legal } of walks.filter(({ game }) => game === id)) {
      let position = deal(id, number)
      const made = moves.split(' ').filter(Boolean)
      legal.forEach((text, i) => {
        expect(legalMoves(position).map(moveText).toSorted().join(' '), `deal ${number}, ${i}`).toBe(text)
        if (made[i]) position = play(position, move(made[i]))
      })
      positions += legal.length
    }
    expect(positions).toBeGreaterThanOrEqual(100)
  })
  it('contains only games that this version has', () => {
    expect(walks.every(({ game }) => isGameId(game))).toBe(true)
  })
})
