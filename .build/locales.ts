// Generates the browser's message files, `_locales/<language>/messages.json`, from each `manifest.json`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that the build adds to the extension. */
export interface GeneratedFile {
  readonly relativeDest: string
  readonly contents: string
}

/** The message file of every language in a folder of locales; browsers write `pt-BR` as `pt_BR`. */
export function manifestMessages(folder: string): GeneratedFile[] {
  return readdirSync(folder)
    .filter(language => existsSync(join(folder, language, 'manifest.json')))
    .map(language => {
      const texts = JSON.parse(readFileSync(join(folder, language, 'manifest.json'), 'utf8')) as object
      const messages = Object.entries(texts).map(([key, message]) => [key, { message: String(message) }])
      return {
        relativeDest: `_locales/${language.replace('-', '_')}/messages.json`,
        contents: JSON.stringify(Object.fromEntries(messages)),
      }
    })
}
