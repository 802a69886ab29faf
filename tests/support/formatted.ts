// Formats generated files like `npm run format`.
import { readFileSync } from 'node:fs'
import { format } from 'oxfmt'

/** The text, formatted by the rules for this file. */
export const formatted = async (file: string, text: string): Promise<string> =>
  (await format(file, text, JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')))).code
