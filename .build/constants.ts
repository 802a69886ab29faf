// Replaces the variables of `assets/constants.css` with their values. Otherwise, elements would inherit the
// variables, and loading another style sheet would recalculate the style of every element.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import postcss, { type Plugin } from 'postcss'

const FILE = resolve('assets/constants.css')

/** The constants and their values, which may contain other constants. */
const values = new Map<string, string>()
postcss.parse(readFileSync(FILE, 'utf8')).walkDecls(({ prop, value }) => void values.set(prop, value))

/** The value of a declaration, with constants replaced by their values. */
export const withoutConstants = (text: string): string =>
  text.replace(/var\((--[\w-]+)\)/g, (all, name: string) => {
    const value = values.get(name)
    return value === undefined ? all : withoutConstants(value)
  })

export const constants: Plugin = {
  postcssPlugin: 'constants',
  Once(_, { result }) {
    result.messages.push({ type: 'dependency', plugin: 'constants', file: FILE, parent: result.opts.from })
  },
  Declaration(declaration) {
    if (values.has(declaration.prop)) throw declaration.error(`${declaration.prop} is a constant`)
    const value = withoutConstants(declaration.value)
    if (value !== declaration.value) declaration.value = value
  },
}
