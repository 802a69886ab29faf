// Runs `npm run new-game` in a copy of the engine. Once a game has a folder, a declaration and a line in
// `ids.ts`, it can be dealt, played, stored and solved. Also runs `npm run new-language`, which creates
// English texts.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../support/game-folders.ts'

const IDS = 'engine/games/ids.ts'
const DECLARATIONS = 'engine/games/declarations.ts'
let copy = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'quickhand-new-game-'))
  for (const path of [
    'engine',
    'assets/locales',
    'stores/sync/reasons.ts',
    'tests/run',
    'tests/support/game-folders.ts',
    'package.json',
  ])
    cpSync(path, join(copy, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true }))

const node = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })
const newGame = (...ids: readonly string[]): string => node('tests/run/new-game.ts', ...ids)

/** The text of each file of the copied engine, by path. */
const engineFiles = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(copy, 'engine'), { recursive: true, encoding: 'utf8' })
      .filter(path => statSync(join(copy, 'engine', path)).isFile())
      .map(path => [`engine/${path}`, readFileSync(join(copy, 'engine', path), 'utf8')]),
  )
const changedFiles = (before: Record<string, string>, after: Record<string, string>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(path => before[path] !== after[path])
    .toSorted()

describe('a new game', () => {
  it('adds a folder, a declaration and a line in ids.ts, and changes no other file', () => {
    const before = engineFiles()
    expect(newGame('toy-castle')).toContain(`Add the line 'toy-castle' at the end of GAMES in ${IDS}`)
    writeFileSync(join(copy, IDS), before[IDS].replace('] as const', "  'toy-castle',\n] as const"))
    const folder = ['facts.json', 'proof.json', ...LANGUAGES.map(language => `words/${language}.json`)]
    expect(changedFiles(before, engineFiles())).toEqual(
      [DECLARATIONS, IDS, ...folder.map(name => `engine/games/toy-castle/${name}`)].toSorted(),
    )
  })

  it('can be dealt, played, stored and solved as soon as it is declared', () => {
    const path = join(copy, DECLARATIONS)
    const declared = readFileSync(path, 'utf8')
    writeFileSync(path, declared.replace(/(?<='toy-castle': \{\n)/, '    cells: cells(6, {}),\n'))
    writeFileSync(
      join(copy, 'play.ts'),
      `import { act, begin, deal, isWon, play, readRecord, solve, writeRecord } from './engine/index.ts'
      const start = deal('toy-castle', 1)
      const { verdict, moves = [] } = solve(start, { maxStates: 50_000 })
      let history = begin(start)
      for (const move of moves) history = act(history, { kind: 'gesture', moves: [move] })
      const record = writeRecord({ history, playId: 'ABCDEFGH', seconds: 1 })
      const read = readRecord(record)
      const isReadBack = read.ok && isWon(read.value.position)
      const cards = start.piles.flat().length
      console.log(JSON.stringify({ cards, verdict, isWon: isWon(moves.reduce(play, start)), isReadBack }))`,
    )
    expect(JSON.parse(node('play.ts'))).toEqual({
      cards: 52,
      verdict: 'won',
      isWon: true,
      isReadBack: true,
    })
  })

  it('cannot be created twice, or under an invalid id', () => {
    expect(() => newGame('toy-castle')).toThrow('engine/games/toy-castle already exists')
    expect(() => newGame('Toy Castle')).toThrow('is not a valid id')
  })
})

describe('a new language', () => {
  const textsOf = (path: string) =>
    JSON.parse(readFileSync(join(copy, path), 'utf8')) as Record<string, string>
  it('starts with the English texts, including the sentences of rules and the texts of games', () => {
    node('tests/run/new-language.ts', 'sv')
    const german = textsOf('assets/locales/de/start.json')
    expect(Object.keys(textsOf('assets/locales/sv/start.json')).toSorted()).toEqual(
      Object.keys(german).toSorted(),
    )
    expect(textsOf('assets/locales/sv/start.json')['bar.undo']).toBe('Undo')
    expect(textsOf('engine/games/golf/words/sv.json')).toEqual(textsOf('engine/games/golf/words/en.json'))
  })
  it('cannot be created twice, or under an invalid tag', () => {
    expect(() => node('tests/run/new-language.ts', 'de')).toThrow('assets/locales/de already exists')
    expect(() => node('tests/run/new-language.ts', 'German!')).toThrow('is not a language')
  })
})
