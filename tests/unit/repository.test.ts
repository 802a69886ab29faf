// The repository tests itself: every game and every locale is complete, and documents keep to their size.
// Who may import whom is dependency-cruiser's to say, and what nobody uses is knip's (`npm run check`).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import panels from '../../assets/locales/en-panels.json' with { type: 'json' }
import en from '../../assets/locales/en.json' with { type: 'json' }
import perftCounts from '../fixtures/perft.json' with { type: 'json' }
import won from '../fixtures/won-games.json' with { type: 'json' }
import { games } from '../../engine/index.ts'
import { sentences } from '../../engine/rules/sentences.ts'
import { languages } from '../../stores/settings/languages.ts'

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
    expect(lines.slice(0, 2).join('\n')).toMatch(/^(\/\/ |<script setup lang="ts">\n\/\/ )/)
  })
})

describe('the words', () => {
  const used = sources.map(file => readFileSync(file, 'utf8')).join('\n')
  const english: Record<string, string> = { ...en, ...panels }
  test.each(Object.keys(english))('%s is used', key => {
    const parts = key.split('.')
    const isBuilt = parts.some(
      (_, i) => i > 0 && new RegExp(`\`${parts.slice(0, i).join('\\.')}\\.\\$\\{`).test(used),
    )
    expect(
      isBuilt ||
        used.includes(`'${key}'`) ||
        (/\.(one|other)$/.test(key) && used.includes(`'${key.replace(/\.\w+$/, '')}'`)),
    ).toBe(true)
  })

  const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort()
  const textsOf = (name: string) =>
    JSON.parse(readFileSync(`assets/locales/${name}.json`, 'utf8')) as Record<string, string>
  describe.each(languages.filter(language => language !== 'en'))('in %s', language => {
    const start = textsOf(language)
    const reasons = Object.fromEntries(
      Object.entries(sentences).map(([key, text]) => [`reason.${key}`, text]),
    )
    it('have every key, and no other', () => {
      expect(Object.keys(start).sort()).toEqual([...Object.keys(en), ...Object.keys(reasons)].sort())
      expect(Object.keys(textsOf(`${language}-panels`)).sort()).toEqual(Object.keys(panels).sort())
    })
    it('put in the same values, and leave none out', () => {
      for (const [key, text] of Object.entries({ ...start, ...textsOf(`${language}-panels`) }))
        expect(holes(text), key).toEqual(holes({ ...english, ...reasons }[key]))
    })
    it('name and describe the extension within what the stores allow', () => {
      const { name, description } = JSON.parse(
        readFileSync(`assets/public/_locales/${language}/messages.json`, 'utf8'),
      ) as Record<string, { message: string }>
      expect(name.message.length).toBeLessThanOrEqual(45)
      expect(description.message.length).toBeLessThanOrEqual(132)
    })
  })
})
