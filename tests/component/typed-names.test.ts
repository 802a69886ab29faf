// The names by which a game can be typed, as the page loads them.
import { expect, it } from 'vitest'
import { typedNames } from '../../components/typed-names'
import { languages } from '../../components/i18n'
import * as files from '../support/typed-names'

it('every game can be named in every language, with its search words, and by its other names', async () => {
  const sorted = (names: object) =>
    Object.fromEntries(Object.entries(names).map(([id, all]) => [id, [...new Set(all as string[])].sort()]))
  const [loaded, read] = [await typedNames(), files.typedNames(...languages)]
  expect(sorted(loaded.of)).toEqual(sorted(read.of))
  for (const words of read.words) expect(loaded.words).toContainEqual(expect.objectContaining(words))
})
