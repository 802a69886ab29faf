// `npm run new-game -- <id>` creates the folder of a new game, and adds a declaration of the game.
// `tests/unit/repository.test.ts` and `daily.test.ts` report which files the folder lacks.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GAMES_FOLDER, LANGUAGES } from '../support/game-folders.ts'

const [id] = process.argv.slice(2)
if (id === undefined || !/^[a-z][a-z0-9-]*$/.test(id))
  throw new Error(`“${id}” is not a valid id: use lowercase letters, digits and hyphens`)
const folder = join(GAMES_FOLDER, id)
if (existsSync(folder)) throw new Error(`${folder} already exists`)
mkdirSync(join(folder, 'words'), { recursive: true })
const texts = { [`game.${id}`]: id, [`goal.${id}`]: '' }
for (const language of LANGUAGES)
  writeFileSync(join(folder, 'words', `${language}.json`), `${JSON.stringify(texts, undefined, 2)}\n`)
const facts = { [id]: { group: 'klondike', deals: 1, won: 0, difficulty: 2, pictures: [] } }
writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, undefined, 2)}\n`)
writeFileSync(join(folder, 'proof.json'), `${JSON.stringify({ [id]: { perft: [] } }, undefined, 2)}\n`)
const DECLARATIONS = join(GAMES_FOLDER, 'declarations.ts')
const declaration = `  // The game in one sentence.
  '${id}': {
    deck: decks(1),
    foundations: fourSuits,
    tableau: tableau(8, { dealt: 'all', build: downAlternating }),
  },
}
`
writeFileSync(DECLARATIONS, readFileSync(DECLARATIONS, 'utf8').replace(/\}\n$/, declaration))
console.log(`${folder} was created. Add the line '${id}' at the end of GAMES in ${GAMES_FOLDER}/ids.ts.`)
console.log('Then declare the game, its words and its facts, add it to tests/support/second-opinion-more.ts,')
console.log(`and run: npm run finish-game -- ${id}`)
