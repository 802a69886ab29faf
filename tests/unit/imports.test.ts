// Importing the engine has no side effects, so a bundler can drop what is unused.
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { gameById, GAMES, games } from '../../engine/index.ts'

/** The entry point, which is run and not imported. */
const ENTRY_POINTS = ['engine/worker.ts']

it('no file of the engine has side effects when it is imported', () => {
  const files = globSync('engine/**/*.ts').filter(file => !ENTRY_POINTS.includes(file))
  expect(files.length).toBeGreaterThan(50)
  const withSideEffects = files.filter(file =>
    ts
      .createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
      .statements.some(
        ({ kind }) =>
          kind === ts.SyntaxKind.ExpressionStatement ||
          (kind >= ts.SyntaxKind.IfStatement && kind <= ts.SyntaxKind.TryStatement),
      ),
  )
  expect(withSideEffects).toEqual([])
  const { sideEffects } = JSON.parse(readFileSync('package.json', 'utf8')) as { sideEffects: string[] }
  expect(sideEffects.filter(file => file.startsWith('engine'))).toEqual(ENTRY_POINTS)
})

it('the list of games contains every game', () => {
  expect(games.map(({ id }) => id)).toEqual([...GAMES])
  for (const game of games) expect(gameById(game.id)).toBe(game)
})
