// The seal of a place: what lies on a server can be read, changed and swapped by nobody without the key.
import { describe, expect, it } from 'vitest'
import { isLaterFile, newKey, sealOf, type SealedContents } from '../../stores/sync/remotes/seal.ts'

const KEY = newKey()
const contents: SealedContents = {
  device: 'deviceAA',
  part: 'now',
  items: { 'd:deviceAA': '1AAAAABname', 'g:deviceAA:sea-towers': '1AAAAABgame' },
}
const seal = await sealOf(KEY)
const name = await seal.nameOf('deviceAA', 'now')
const file = await seal.close(name, contents)

describe('a sealed file', () => {
  it('opens to what was sealed, under the same key on any device', async () => {
    const other = await sealOf(KEY)
    expect(await other.open(await other.nameOf('deviceAA', 'now'), file)).toEqual(contents)
  })

  it('does not open with any of its bits flipped', async () => {
    let opened = 0
    for (let bit = 0; bit < 8 * file.length; bit++) {
      const changed = file.slice()
      changed[bit >> 3] ^= 1 << (bit & 7)
      if (await seal.open(name, changed)) opened++
    }
    expect(opened).toBe(0)
  })

  it('does not open cut at any place, longer, or empty', async () => {
    for (let length = 0; length < file.length; length++)
      expect(await seal.open(name, file.slice(0, length))).toBeUndefined()
    expect(await seal.open(name, new Uint8Array([...file, 0]))).toBeUndefined()
  })

  it('does not open under the name of another file, nor with another key', async () => {
    expect(await seal.open(await seal.nameOf('deviceBB', 'now'), file)).toBeUndefined()
    expect(await (await sealOf(newKey())).open(name, file)).toBeUndefined()
    for (const other of [{ device: 'deviceBB' }, { part: 'log deviceAA 0' }])
      expect(await seal.open(name, await seal.close(name, { ...contents, ...other }))).toBeUndefined()
  })

  it('is never taken for plain text', async () => {
    const encode = (text: string) => new TextEncoder().encode(text)
    for (const text of [JSON.stringify(contents), `QHR1${JSON.stringify(contents)}`, '<html></html>'])
      expect(await seal.open(name, encode(text))).toBeUndefined()
  })

  it('of a newer version does not open', async () => {
    const later = new TextEncoder().encode('QHR2whatever')
    expect([await seal.open(name, later), isLaterFile(later), isLaterFile(file)]).toEqual([
      undefined,
      true,
      false,
    ])
  })

  it('tells nothing of what it holds: another nonce each time, a padded size, a name of digits', async () => {
    const again = await Promise.all(Array.from({ length: 200 }, () => seal.close(name, contents)))
    expect(new Set(again.map(bytes => bytes.slice(4, 16).join())).size).toBe(200)
    expect(new Set(again.map(({ length }) => length)).size).toBeGreaterThan(20)
    expect(Math.min(...again.map(({ length }) => length))).toBeGreaterThanOrEqual(256)
    expect(name).toMatch(/^[\da-f]{32}$/)
    expect(String.fromCharCode(...file)).not.toContain('deviceAA')
    expect(await seal.nameOf('deviceAA', 'log deviceAA 0')).not.toBe(name)
  })

  it('that unfolds to more than any file of ours is not read', async () => {
    const items = { x: 'A'.repeat(5_000_000) }
    const bomb = await seal.close(name, { ...contents, items })
    expect(bomb.length).toBeLessThan(20_000)
    expect(await seal.open(name, bomb)).toBeUndefined()
  })
})

it('a key is 32 random bytes, and nothing else is one', async () => {
  expect(new Set(Array.from({ length: 50 }, newKey)).size).toBe(50)
  await expect(sealOf('c2hvcnQ')).rejects.toThrow('32 bytes')
})
