// The promises in documents: privacy.md says the same as the panel, and security.md names a test for each of
// its promises.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import panels from '../../assets/locales/en/panels.json' with { type: 'json' }
import { isErasedBy, storageKeys } from '../../stores/platform/storage-table.ts'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
const privacy = oneLine(readFileSync('assets/store/privacy.md', 'utf8'))
const security = readFileSync('docs/security.md', 'utf8')

describe('privacy.md', () => {
  it('says the same about erasing and exporting as the panel', () => {
    for (const key of [
      'backup.holds',
      'backup.outSettings',
      'backup.eraseGames',
      'backup.eraseNote',
      'backup.eraseNow',
      'backup.eraseAllNote',
      'backup.eraseLater',
    ] as const)
      expect(privacy, key).toContain(panels[key])
    for (const sentence of [
      'Quickhand uses the network only if you connect a cloud folder of your own.',
      'Even then, it connects only to that folder’s server',
    ])
      for (const text of [panels['about.privacyText'], privacy]) expect(text).toContain(sentence)
    for (const key of ['place.disconnectNote', 'place.keyNote', 'place.plain'] as const)
      expect(privacy, key).toContain(panels[key])
  })
  it('is right that erasing games keeps settings, and that both kinds of erasing keep the folder', () => {
    const kept = storageKeys.filter(({ key }) => !isErasedBy(key, 'games')).map(({ key }) => key)
    // The folder stays connected, because other devices learn of the erasure through it.
    const place = ['place', 'place-state']
    const expected = [
      'device',
      'levels',
      'picture',
      ...place,
      'score',
      'setting:',
      'settings',
      'sync',
      'welcome',
    ]
    expect(kept.sort()).toEqual(expected.sort())
    // The identity stays, with a new id, because it announces the erasure to other devices.
    const keptByAll = storageKeys.filter(({ key }) => !isErasedBy(key, 'everything')).map(({ key }) => key)
    expect(keptByAll.sort()).toEqual(['device', ...place])
  })
})

describe('security.md', () => {
  const sections = ['## Who might attack', '## What is promised', '## Past findings']
  const rows = sections.flatMap(title =>
    security
      .split(title)[1]
      .split('\n## ')[0]
      .split('\n')
      .filter(line => line.startsWith('| ') && !/^\| (who|promise|found) \|/.test(line)),
  )
  const promises = rows.filter(row => !row.endsWith('| none, because nothing is promised |'))
  const tests = promises.map(
    row => [row.split(' | ')[0].slice(2), /`(tests\/[^`]+)`: (.+) \|$/.exec(row)] as const,
  )
  it('names a test in every row of its tables', () => {
    expect(tests.length).toBeGreaterThan(50)
    expect(tests.filter(([, test]) => test === null)).toEqual([])
  })
  test.each(tests.map(([line, test]) => [line, test?.[1] ?? '', test?.[2] ?? '']))(
    '“%s” is covered by a test in %s',
    (_, file, part) => {
      expect(existsSync(file)).toBe(true)
      expect(readFileSync(file, 'utf8')).toContain(part)
    },
  )
})
