// The repository tests itself: every game is complete, and documents keep to their size. Who may import whom
// is dependency-cruiser's to say, and what nobody uses is knip's (`npm run check`).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import panels from '../../assets/locales/en/panels.json' with { type: 'json' }
import en from '../../assets/locales/en/start.json' with { type: 'json' }
import perftCounts from '../fixtures/perft.json' with { type: 'json' }
import won from '../fixtures/won-games.json' with { type: 'json' }
import { games } from '../../engine/index.ts'

const LAYERS = ['engine', 'stores', 'components', 'entrypoints'] as const

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : /\.(ts|vue)$/.test(name) ? [path] : []
  })
}

const sources = LAYERS.flatMap(layer => filesIn(layer))

describe('every game', () => {
  test.each(games.map(({ id }) => id))(
    '%s has a name, a goal, a rules page, perft counts and a won game',
    id => {
      expect(en[`game.${id}`]).toBeTruthy()
      expect(panels[`goal.${id}`]).toBeTruthy()
      expect(panels[`rules.${id}`].split('\n').length).toBeGreaterThan(2)
      expect(perftCounts[id].length).toBeGreaterThan(2)
      expect(won[id].moves.length).toBeGreaterThan(0)
    },
  )
})

describe('the sources', () => {
  test.each(sources)('%s says its purpose in its first line', file => {
    const lines = readFileSync(file, 'utf8').split('\n')
    expect(lines.slice(0, 2).join('\n')).toMatch(/^(\/\/ |<script setup lang="ts".*>\n\/\/ )/)
  })
})

describe('the documents', () => {
  const tooWide = (file: string, columns: number) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line.length > columns && !line.startsWith('|'))
  const guides = readdirSync('docs').map(name => join('docs', name))

  it('keep the README to 80 lines of 100 columns', () => {
    expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(80)
    expect(tooWide('README.md', 100)).toEqual([])
  })
  it.each(['CONTRIBUTING.md', 'CHANGELOG.md', ...guides])('wrap the prose of %s at 110 columns', file => {
    expect(tooWide(file, 110)).toEqual([])
  })
  it('tell of the version of the package in the changelog', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`## [${version}]`)
  })
})
