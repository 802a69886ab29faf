// Formats generated files like `npm run format`.
import { readFileSync } from 'node:fs'
import { format } from 'oxfmt'

/** Text in the layout of its file type. */
export const formatted = async (file: string, text: string): Promise<string> =>
  (await format(file, text, JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')))).code
