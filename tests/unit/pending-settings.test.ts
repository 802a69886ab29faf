// Pending settings, which are choices in storage.local that are not merged yet: their keys, their values and
// the time of the latest choice.
import { expect, it } from 'vitest'
import {
  isPendingSetting,
  lastPendingSettingIn,
  objectIn,
  pendingSettingKey,
  pendingSettingsIn,
} from '../../stores/sync/pending-settings.ts'

it('the latest choice of each setting applies, in whatever order the choices are stored', () => {
  const texts = {
    [pendingSettingKey(2000, 'felt')]: '"walnut"',
    [pendingSettingKey(900, 'felt')]: '"paper"',
    [pendingSettingKey(1000, 'deck')]: 'null',
    other: '"x"',
  }
  expect(pendingSettingsIn(texts)).toEqual({ felt: 'walnut', deck: null })
  expect(lastPendingSettingIn(texts)).toBe(2000)
  expect(lastPendingSettingIn({ other: '"x"' })).toBe(0)
})

it('a choice that was removed or is not JSON is ignored', () => {
  expect(
    pendingSettingsIn({
      [pendingSettingKey(1, 'felt')]: undefined,
      [pendingSettingKey(2, 'deck')]: '{',
      [pendingSettingKey(3, 'back')]: '"red"',
    }),
  ).toStrictEqual({ back: 'red' })
})

it.each([
  [pendingSettingKey(5, 'felt'), 'is'],
  [`x${pendingSettingKey(5, 'felt')}`, 'is not'],
  ['setting:5:felt', 'is not'],
  ['settings', 'is not'],
])('“%s” %s the key of a choice', (key, verb) => {
  expect(isPendingSetting(key)).toBe(verb === 'is')
})

it.each([
  [undefined, {}],
  ['{"felt":1}', { felt: 1 }],
  ['[1]', undefined],
  ['null', undefined],
  ['"felt"', undefined],
  ['5', undefined],
  ['{', undefined],
])('the stored text %s is parsed as the object %j', (text, object) => {
  expect(objectIn(text)).toEqual(object)
})
