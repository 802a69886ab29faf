// The pairing text is found within other text. It is rejected with a reason if it is truncated, is changed,
// or was written by a newer version.
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../support/random.ts'
import { findPairing, writePairing } from '../../stores/sync/remotes/pairing.ts'
import type { SyncFolder } from '../../stores/sync/remotes/sync-folder.ts'

const folder: SyncFolder = {
  kind: 'webdav',
  address: 'https://cloud.example/remote.php/dav/files/ann/',
  user: 'änn@example',
  password: 'correct horse',
  key: 'k'.repeat(43),
}

describe('the pairing text', () => {
  it('contains address, user and key, and the password only if the user includes it', () => {
    const { password, ...rest } = folder
    expect(findPairing(writePairing(folder, false))).toEqual({ ok: true, value: { ...rest, password: '' } })
    expect(findPairing(writePairing(folder, true))).toEqual({ ok: true, value: folder })
    expect(writePairing(folder, false)).not.toContain(password)
  })

  it('of the first release can still be read, and is still written with the same characters', () => {
    const released =
      'QHP1.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk.aHR0cHM6Ly9jbG91ZC5leGFtcGxlL3JlbW90ZS5waHAvZGF2' +
      'L2ZpbGVzL2Fubi8Kw6RubkBleGFtcGxlCmNvcnJlY3QgaG9yc2U.CUhV8B'
    expect(findPairing(released)).toEqual({ ok: true, value: folder })
    expect(writePairing(folder, true)).toBe(released)
  })

  it('is short enough for a QR code that phones can scan', () => {
    expect(writePairing(folder, false).length).toBeLessThanOrEqual(160)
    expect(writePairing(folder, true).length).toBeLessThanOrEqual(220)
  })

  it('is found in a message with wrapped lines', () => {
    const wrapped = writePairing(folder, true).replaceAll(/(.{30})/g, '$1\r\n  ')
    expect(findPairing(`Hello,\nhere it is: ${wrapped}\nSee you!`)).toEqual({ ok: true, value: folder })
  })

  it('for Dropbox contains only the key, because each browser signs in separately', () => {
    const dropbox = { kind: 'dropbox', token: 'refresh', account: 'dbid:ann', key: folder.key } as const
    for (const withPassword of [false, true]) {
      const text = writePairing(dropbox, withPassword)
      expect(text).toMatch(/^QHP2\.k{43}\.[\w-]{6}$/)
      expect(findPairing(`Here: ${text}`)).toEqual({
        ok: true,
        value: { ...dropbox, token: '', account: '' },
      })
      expect(findPairing(text.slice(0, -1))).toMatchObject({ reason: { key: 'damaged' } })
      expect(findPairing(text.replace('QHP2', 'QHP1'))).toMatchObject({ reason: { key: 'damaged' } })
    }
  })

  it('is found among other words, even if some of them look like pairing texts', () => {
    const dropbox = { kind: 'dropbox', token: '', account: '', key: folder.key } as const
    const text = writePairing(dropbox, false)
    for (const message of [`${text} See you`, `${text}.`, `${text}.Bye bye, Anna`, `Not QHP1. but ${text}`])
      expect(findPairing(message), message).toEqual({ ok: true, value: dropbox })
    const other = writePairing(folder, true)
    for (const message of [`${other}.See you`, `Not QHP2.abc but ${other}`, `QHP3. is newer than ${other}`])
      expect(findPairing(message), message).toEqual({ ok: true, value: folder })
  })

  it('is reported as missing, or as written by a newer version', () => {
    expect(findPairing('https://cloud.example/')).toMatchObject({ reason: { key: 'none' } })
    expect(findPairing('')).toMatchObject({ reason: { key: 'none' } })
    expect(findPairing('QHP3.abc')).toMatchObject({ reason: { key: 'newer' } })
  })

  it('is rejected wherever it is truncated', () => {
    const text = writePairing(folder, true)
    for (let length = 5; length < text.length; length++)
      expect(findPairing(text.slice(0, length))).toMatchObject({ ok: false, reason: { key: 'damaged' } })
  })

  it('is rejected if any character is changed, and never leads to another address', () => {
    const text = writePairing(folder, true)
    const random = randomFrom(17)
    for (let at = 5; at < text.length; at++) {
      const other = 'ABCxyz019-_.'[Math.floor(random() * 12)]
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      const found = findPairing(changed)
      if (changed !== text) expect(found, changed).toMatchObject({ ok: false, reason: { key: 'damaged' } })
    }
  })

  it('is rejected if its address would be refused when typed', () => {
    for (const address of ['http://example.com/', 'javascript:alert(1)', 'https://ann:secret@cloud.example/'])
      expect(findPairing(writePairing({ ...folder, address }, false))).toMatchObject({
        reason: { key: 'damaged' },
      })
  })
})
