// The encryption of the sync folder. Without the key, nobody can read, change or swap its files.
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MAX_FILE_BYTES } from '../../stores/sync/remotes/remote.ts'
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
  it('opens to the same contents with the same key on any device', async () => {
    const other = await sealOf(KEY)
    expect(await other.open(await other.nameOf('deviceAA', 'now'), file)).toEqual(contents)
  })

  it('does not open if any of its bits is flipped', async () => {
    let opened = 0
    for (let bit = 0; bit < 8 * file.length; bit++) {
      const changed = file.slice()
      changed[bit >> 3] ^= 1 << (bit & 7)
      if (await seal.open(name, changed)) opened++
    }
    expect(opened).toBe(0)
  })

  it('does not open if it is truncated anywhere, extended, or empty', async () => {
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

  it('cannot be replaced by plain text', async () => {
    const encode = (text: string) => new TextEncoder().encode(text)
    for (const text of [JSON.stringify(contents), `QHR1${JSON.stringify(contents)}`, '<html></html>'])
      expect(await seal.open(name, encode(text))).toBeUndefined()
  })

  it('of a newer version does not open, and is recognized as newer', async () => {
    const later = new TextEncoder().encode('QHR2whatever')
    expect([await seal.open(name, later), isLaterFile(later), isLaterFile(file)]).toEqual([
      undefined,
      true,
      false,
    ])
  })

  it('reveals nothing: its nonce is always new, its size is padded, and its name is a hash', async () => {
    const again = await Promise.all(Array.from({ length: 200 }, () => seal.close(name, contents)))
    expect(new Set(again.map(bytes => bytes.slice(4, 16).join())).size).toBe(200)
    expect(new Set(again.map(({ length }) => length)).size).toBeGreaterThan(20)
    expect(Math.min(...again.map(({ length }) => length))).toBeGreaterThanOrEqual(256)
    expect(name).toMatch(/^[\da-f]{32}$/)
    expect(String.fromCharCode(...file)).not.toContain('deviceAA')
    expect(await seal.nameOf('deviceAA', 'log deviceAA 0')).not.toBe(name)
  })

  it('that decompresses to more than the maximum size is neither written nor read', async () => {
    const items = { x: 'A'.repeat(5_000_000) }
    await expect(seal.close(name, { ...contents, items })).rejects.toThrow('too large')
    const largest = { ...contents, items: { x: 'A'.repeat(MAX_FILE_BYTES - 60) } }
    expect(await seal.open(name, await seal.close(name, largest))).toEqual(largest)
    const bomb = await sealedByHand(JSON.stringify({ ...contents, items }))
    expect(bomb.length).toBeLessThan(20_000)
    expect(await seal.open(name, bomb)).toBeUndefined()
    expect(await seal.open(name, await sealedByHand(JSON.stringify(contents)))).toEqual(contents)
  })
})

/** A file that is encrypted without the product’s code, as docs/sync.md describes. */
async function sealedByHand(json: string): Promise<Uint8Array<ArrayBuffer>> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const deflated = deflateRawSync(json)
  const plain = Buffer.alloc(4 + deflated.length)
  plain.writeUInt32BE(deflated.length)
  deflated.copy(plain, 4)
  const root = await crypto.subtle.importKey('raw', Buffer.from(KEY, 'base64url'), 'HKDF', false, [
    'deriveKey',
  ])
  const [salt, info] = [encode('Quickhand'), encode(`file ${name}`)]
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt, info }
  const key = await crypto.subtle.deriveKey(hkdf, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const iv = new Uint8Array(12)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: encode(`QHR1${name}`) },
    key,
    plain,
  )
  return new Uint8Array(Buffer.concat([encode('QHR1'), iv, new Uint8Array(sealed)]))
}

it('a key has 32 random bytes, and a shorter key is rejected', async () => {
  expect(new Set(Array.from({ length: 50 }, newKey)).size).toBe(50)
  await expect(sealOf('c2hvcnQ')).rejects.toThrow('32 bytes')
})
