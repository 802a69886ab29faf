// The repository tests itself: every game is complete, and nobody imports from above.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import panels from '../../assets/locales/en/panels.json' with { type: 'json' }
import en from '../../assets/locales/en/start.json' with { type: 'json' }
import won from '../fixtures/won-games.json' with { type: 'json' }
import { games } from '../../engine/index.ts'

const ROOMS = ['engine', 'stores', 'components', 'entrypoints'] as const

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : /\.(ts|vue)$/.test(name) ? [path] : []
  })
}

const sources = ROOMS.flatMap(room => filesIn(room))
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name)

describe('every game', () => {
  const perft = readFileSync('tests/unit/rules.test.ts', 'utf8').split("describe('perft'")[1]
  test.each(games.map(({ id }) => id))(
    '%s has a name, a goal, a rules page, perft counts and a won game',
    id => {
      expect(en[`game.${id}`]).toBeTruthy()
      expect(panels[`goal.${id}`]).toBeTruthy()
      expect(panels[`rules.${id}`].split('\n').length).toBeGreaterThan(2)
      expect(perft).toContain(`'${id}', 17, [`)
      expect(won[id].moves.length).toBeGreaterThan(0)
    },
  )
})

describe('the house', () => {
  test.each(sources)('%s imports only from its own floor or below', file => {
    const floor = ROOMS.findIndex(room => file.startsWith(`${room}/`))
    for (const name of importsOf(file).filter(name => name.startsWith('.'))) {
      const room = relative('.', resolve(dirname(file), name)).split('/')[0]
      if (room !== 'assets')
        expect(ROOMS.indexOf(room as 'engine'), `${file} imports ${name}`).toBeLessThanOrEqual(floor)
    }
  })
  it('has an engine that knows no browser and no library', () => {
    for (const file of filesIn('engine')) {
      expect(
        importsOf(file).filter(name => !name.startsWith('.')),
        file,
      ).toEqual([])
      expect(
        importsOf(file).every(name => name.endsWith('.ts')),
        file,
      ).toBe(true)
    }
  })
  it('has one file that says `browser.`', () => {
    expect(sources.filter(file => importsOf(file).includes('webextension-polyfill'))).toEqual([
      'stores/platform/platform.ts',
    ])
  })
  const texts = new Map(
    [...sources, ...filesIn('tests'), 'wxt.config.ts'].map(file => [file, readFileSync(file, 'utf8')]),
  )
  test.each([...texts.keys()])('%s exports no value that nobody else uses', file => {
    const names = [
      ...texts.get(file)!.matchAll(/^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm),
    ].map(([, name]) => name)
    const isUsed = (name: string) =>
      [...texts].some(([other, text]) => other !== file && new RegExp(`\\b${name}\\b`).test(text))
    expect(names.filter(name => !isUsed(name))).toEqual([])
  })
  test.each(sources)('%s says its purpose in its first line', file => {
    const lines = readFileSync(file, 'utf8').split('\n')
    expect(lines.slice(0, 2).join('\n')).toMatch(/^(\/\/ |<script setup lang="ts".*>\n\/\/ )/)
  })
})
