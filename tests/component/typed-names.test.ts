// The names by which a game can be typed, as the page loads them.
import { expect, it } from 'vitest'
import { typedNames } from '../../components/typed-names'
import { languages } from '../../components/i18n'
import * as files from '../support/typed-names'

it('every game can be named in every language and by its other names', async () => {
  const sorted = (names: object) =>
    Object.fromEntries(Object.entries(names).map(([id, all]) => [id, [...new Set(all as string[])].sort()]))
  expect(sorted(await typedNames())).toEqual(sorted(files.typedNames(...languages)))
})
