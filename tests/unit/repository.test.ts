// Checks of the repository: every game is complete, and the sources and documents follow the rules in
// CONTRIBUTING.md.
// dependency-cruiser checks imports, and knip finds unused code (`npm run check`).
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import perftCounts from '../fixtures/perft.json' with { type: 'json' }
import { DEFAULT_GAME, GAMES, type GameId } from '../../engine/index.ts'
import { gameFolders, GAMES_FOLDER, LANGUAGES } from '../support/game-folders.ts'
import { proofs, wonGame } from '../support/help.ts'

type Proofs = Readonly<Partial<Record<GameId, readonly number[]>>>

const LAYERS = ['engine', 'stores', 'components', 'entrypoints'] as const

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : /\.(ts|vue|js)$/.test(name) ? [path] : []
  })
}

const ONES = 'zero one two three four five six seven eight nine ten eleven twelve thirteen'.split(' ')
const TENS = '   thirty forty fifty'.split(' ')
/** A number as the documents write it: `eight`, `thirty-two`. */
const inWords = (n: number): string =>
  ONES[n] ?? [TENS[Math.floor(n / 10)], ONES[n % 10]].filter(word => word !== 'zero').join('-')

const sources = LAYERS.flatMap(layer => filesIn(layer))
const textOf = (file: string) => readFileSync(file, 'utf8')
const tooWide = (file: string, columns: number) =>
  textOf(file)
    .split('\n')
    .filter(line => line.length > columns && !line.startsWith('|'))

describe('every game', () => {
  const folders = gameFolders()
  const json = (...path: string[]) =>
    JSON.parse(readFileSync(join(...path), 'utf8')) as Record<string, unknown>
  const idsIn = (folder: string) => Object.keys(json(GAMES_FOLDER, folder, 'facts.json'))

  it('has its facts under its id in the facts.json of a folder', () => {
    expect(folders.flatMap(idsIn).toSorted()).toEqual([...GAMES].toSorted())
  })
  it.each(folders)('in the folder %s has its texts in every language', folder => {
    const wanted = idsIn(folder).flatMap(id => [...(id === DEFAULT_GAME ? [] : [`game.${id}`]), `goal.${id}`])
    for (const language of LANGUAGES) {
      const texts = json(GAMES_FOLDER, folder, 'words', `${language}.json`)
      // Most rules pages are generated from the declaration. Those of the first games are written by hand.
      const named = Object.keys(texts).filter(key => !key.startsWith('rules.'))
      expect(named.toSorted(), language).toEqual(wanted.toSorted())
      for (const [key, text] of Object.entries(texts)) expect(text, `${language} ${key}`).toBeTruthy()
    }
  })
  it('has odds that combine all rows of its game in tests/bench/odds.csv', () => {
    const facts = Object.assign(
      {},
      ...folders.map(folder => json(GAMES_FOLDER, folder, 'facts.json')),
    ) as Record<string, { deals: number; won: number; open?: number }>
    const sums: Record<string, { deals: number; won: number; open: number }> = {}
    for (const line of readFileSync('tests/bench/odds.csv', 'utf8').trim().split('\n').slice(1)) {
      const [id, from, to, , won, , open] = line.split(',')
      const sum = (sums[id] ??= { deals: 0, won: 0, open: 0 })
      sum.deals += Number(to) - Number(from) + 1
      sum.won += Number(won)
      sum.open += open.split(' ').filter(Boolean).length
    }
    for (const [id, sum] of Object.entries(sums)) expect(facts[id], id).toMatchObject(sum)
  })
  it.each([...GAMES])('has perft counts and a recorded win: %s', id => {
    expect((perftCounts as Proofs)[id] ?? proofs[id]?.perft.length).toBeTruthy()
    expect(wonGame(id).moves.length).toBeGreaterThan(0)
  })
})

describe('the sources', () => {
  test.each(sources)('%s states its purpose in its first line', file => {
    const lines = textOf(file).split('\n')
    expect(lines.slice(0, 2).join('\n')).toMatch(/^(\/\/ |<script setup lang="ts".*>\n\/\/ )/)
  })
  it('have at most 110 columns', () => {
    const others = ['tests', '.build', 'assets'].flatMap(folder => filesIn(folder))
    const files = [...sources, ...others, ...readdirSync('.').filter(name => /\.config\.(ts|js)$/.test(name))]
    expect(files.flatMap(file => tooWide(file, 110))).toEqual([])
  })
  it('document every export of the engine and the stores', () => {
    const bare = /^export (?!(type )?[{*]).*/gm
    const documented = /\/\*\*((?!\*\/)[^])*\*\/\n(\/\/.*\n)?export /g
    const files = sources.filter(file => /^(engine|stores)/.test(file))
    expect(files.flatMap(file => textOf(file).replace(documented, '').match(bare) ?? [])).toEqual([])
  })
  it('have no space at the start or end of an element in a template, because Vue removes it', () => {
    const removed = /.*(?:\}\} <\/|<[a-z][^<>/]*> \{\{).*/g
    const templates = sources.filter(file => file.endsWith('.vue')).map(textOf)
    expect(templates.flatMap(text => text.match(removed) ?? [])).toEqual([])
  })
  it('use one component for all buttons that show only an icon', () => {
    // The bar is part of the start chunk, which has its own icons.
    const files = sources.filter(file => /<button\b[^>]*class="[^"]*\bbutton icon\b/.test(textOf(file)))
    expect(files).toEqual(['components/IconButton.vue', 'components/bar/GameBar.vue'])
  })
})

it('the files that mutation testing names exist', () => {
  const text = readFileSync('tests/run/mutate.ts', 'utf8')
  const tests = [...text.matchAll(/'((?:unit|apart|simulation)\/[\w-]+)'/g)].map(([, name]) => name)
  const sources = [...text.matchAll(/'!?((?:stores|engine)\/[\w/-]+\.ts)'/g)].map(([, file]) => file)
  expect(tests.length).toBeGreaterThan(30)
  const files = [...tests.map(name => `tests/${name}.test.ts`), ...sources]
  expect(files.filter(file => !existsSync(file))).toEqual([])
})

describe('the documents', () => {
  const guides = readdirSync('docs').map(name => join('docs', name))

  it('limit the README to 80 lines of 100 columns', () => {
    expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(80)
    expect(tooWide('README.md', 100)).toEqual([])
  })
  it.each(['CONTRIBUTING.md', 'CHANGELOG.md', ...guides])('wrap the prose of %s at 110 columns', file => {
    expect(tooWide(file, 110)).toEqual([])
  })
  it.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...guides])(
    'have no conflict markers in %s',
    file => {
      expect(
        textOf(file)
          .split('\n')
          .filter(line => /^(<{7}|={7}|>{7})( |$)/.test(line)),
      ).toEqual([])
    },
  )
  it('contain an example of the engine that runs', () => {
    const [, example] = /```ts\n(import .*?)```/s.exec(readFileSync('docs/architecture.md', 'utf8'))!
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', example])
    expect(String(printed)).toBe('won true true\n')
  })
  it.each(['README.md', 'package.json', 'assets/store/listing.md'])(
    'state the number of games in %s',
    file => {
      expect(textOf(file).toLowerCase()).toContain(`${inWords(GAMES.length)} games`)
    },
  )
  it.each(LANGUAGES)(
    'have the right number in the manifest in %s, if any: of all games, or of all but the four named',
    language => {
      const numbers = readFileSync(`assets/locales/${language}/manifest.json`, 'utf8').match(/\d+/g)
      expect([undefined, `${GAMES.length}`, `${GAMES.length - 4}`]).toContain(numbers?.join())
    },
  )
  it('list every file of the solvers in docs/solvers.md', () => {
    const [, table] = /## Shared code\n(.*?)\n\n\*\*/s.exec(readFileSync('docs/solvers.md', 'utf8'))!
    const named = [...table.matchAll(/`([\w/-]+(?:\.ts|\/))`/g)].map(([, name]) => name)
    const folder = 'engine/solver'
    const kernel = readdirSync(join(folder, 'kernel')).map(name => `kernel/${name}`)
    const others = readdirSync(folder).map(name => (name.endsWith('.ts') ? name : `${name}/`))
    expect(named.toSorted()).toEqual([...kernel, ...others.filter(name => name !== 'kernel/')].toSorted())
  })
  it('state the number of languages in the README', () => {
    expect(readFileSync('README.md', 'utf8')).toContain(`${inWords(LANGUAGES.length)} languages`)
  })
  it('have a section for the current version in the changelog', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`## [${version}]`)
  })
})
