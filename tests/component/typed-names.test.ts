// The names of games that users can type, as the page loads them.
import { expect, it } from 'vitest'
import { typedNames } from '../../components/typed-names'
import { languages } from '../../components/i18n'
import * as files from '../support/typed-names'

it('users can type search words, and the names of a game in every language', async () => {
  const sorted = (names: object) =>
    Object.fromEntries(Object.entries(names).map(([id, list]) => [id, [...new Set(list as string[])].sort()]))
  const [loaded, read] = [await typedNames(), files.typedNames(...languages)]
  expect(sorted(loaded.of)).toEqual(sorted(read.of))
  for (const words of read.words) expect(loaded.words).toContainEqual(expect.objectContaining(words))
})
