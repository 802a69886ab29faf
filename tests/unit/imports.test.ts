// Importing the engine has no side effects, so a bundler can drop what is unused.
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { gameById, GAMES, games } from '../../engine/index.ts'

/** Entry points, which are not imported. */
const RUN = ['engine/worker.ts']

it('no file of the engine has side effects when it is imported', () => {
  const files = globSync('engine/**/*.ts').filter(file => !RUN.includes(file))
  expect(files.length).toBeGreaterThan(50)
  const doing = files.filter(file =>
    ts
      .createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
      .statements.some(
        ({ kind }) =>
          kind === ts.SyntaxKind.ExpressionStatement ||
          (kind >= ts.SyntaxKind.IfStatement && kind <= ts.SyntaxKind.TryStatement),
      ),
  )
  expect(doing).toEqual([])
  const { sideEffects } = JSON.parse(readFileSync('package.json', 'utf8')) as { sideEffects: string[] }
  expect(sideEffects.filter(file => file.startsWith('engine'))).toEqual(RUN)
})

it('the list of games has every game', () => {
  expect(games.map(({ id }) => id)).toEqual([...GAMES])
  for (const game of games) expect(gameById(game.id)).toBe(game)
})
