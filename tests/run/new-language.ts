// `npm run new-language -- <tag>` creates the files of a new language. Their texts are English.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentences } from '../../engine/rules/sentences.ts'
import { syncSentences } from '../../stores/sync/reasons.ts'
import { gameFolders, GAMES_FOLDER } from '../support/game-folders.ts'

const [tag = ''] = process.argv.slice(2)
if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag) || Intl.PluralRules.supportedLocalesOf(tag).length === 0)
  throw new Error(`“${tag}” is not a language: use a BCP 47 tag such as sv or pt-BR`)
const folder = join('assets/locales', tag)
if (existsSync(folder)) throw new Error(`${folder} already exists`)
cpSync('assets/locales/en', folder, { recursive: true })
const start = join(folder, 'start.json')
const reasons = Object.entries({ ...sentences, ...syncSentences }).map(([key, text]) => [
  `reason.${key}`,
  text,
])
const texts = { ...JSON.parse(readFileSync(start, 'utf8')), ...Object.fromEntries(reasons) }
writeFileSync(start, `${JSON.stringify(texts, undefined, 2)}\n`)
for (const game of gameFolders()) {
  const words = join(GAMES_FOLDER, game, 'words')
  cpSync(join(words, 'en.json'), join(words, `${tag}.json`))
}
console.log(`${folder} and ${GAMES_FOLDER}/*/words/${tag}.json were created. Translate them.`)
console.log(`In ${folder}/search.json, list the words that users of the language type in a search.`)
console.log(`Then add ${tag} to both tables in assets/locales/README.md, and run: npm run check`)
