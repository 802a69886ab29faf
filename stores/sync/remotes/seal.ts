// Seals files with AES-256-GCM, so that the server cannot read, change or swap them. The key of a file is
// derived from a random key, and the file is bound to its name.
import * as v from 'valibot'
import { deviceId, parseStored } from '../../platform/stored-json.ts'
import { readBytes, writeBytes } from '../base64url.ts'
import { deflate, inflate } from '../streams.ts'
import { MAX_FILE_BYTES } from './remote.ts'

const Contents = v.object({
  device: deviceId,
  /** The part of the device's items in this file. */
  part: v.pipe(v.string(), v.maxLength(100)),
  /** Items, each with its own version and checksum. */
  items: v.record(v.string(), v.string()),
})
/** The contents of a file. */
export type SealedContents = Readonly<v.InferOutput<typeof Contents>>

/** Seals and opens the files of one folder. */
export interface Seal {
  /** The name of a device's file: 32 hexadecimal digits that reveal nothing. */
  nameOf(device: string, part: string): Promise<string>
  /** Rejects if the contents are larger than `MAX_FILE_BYTES`. */
  close(name: string, contents: SealedContents): Promise<Uint8Array<ArrayBuffer>>
  /** Undefined if the file cannot be opened or its name does not match its contents; never rejects. */
  open(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<SealedContents | undefined>
}

/*
 * A file: the header `QHR1`, a nonce of 12 bytes, and, encrypted with AES-256-GCM, the length of the
 * compressed contents as four bytes, the contents as deflated JSON, and zeros as padding, so that the size
 * reveals little. Header and name are authenticated as well.
 */
const HEAD = 'QHR1'
const LATER_HEAD = /^QHR[2-9]/
const NONCE_BYTES = 12
const LENGTH_BYTES = 4
const PAD_STEP = 256
const PAD_RANDOM = 64
const KEY_BYTES = 32

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

const headOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, HEAD.length))

/** Whether a later version wrote a file, according to its header. */
export const isLaterFile = (bytes: Uint8Array): boolean => LATER_HEAD.test(headOf(bytes))

/** A new random key, as it is stored. */
export const newKey = (): string => writeBytes(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))

/** The additional authenticated data: the header, and the name, so that a server cannot rename files. */
const boundTo = (name: string): Uint8Array<ArrayBuffer> => encoder.encode(HEAD + name)

function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const [extra] = crypto.getRandomValues(new Uint8Array(1))
  const size = Math.ceil((LENGTH_BYTES + bytes.length) / PAD_STEP) * PAD_STEP + (extra! % PAD_RANDOM)
  const all = new Uint8Array(size)
  new DataView(all.buffer).setUint32(0, bytes.length)
  all.set(bytes, LENGTH_BYTES)
  return all
}

function unpadded(all: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const length = new DataView(all.buffer, all.byteOffset).getUint32(0)
  if (LENGTH_BYTES + length > all.length) throw new RangeError('The stated length exceeds the contents')
  return all.slice(LENGTH_BYTES, LENGTH_BYTES + length)
}

/** The seal for a key made by `newKey`. Rejects if the key is invalid. */
export async function sealOf(key: string): Promise<Seal> {
  const secret = readBytes(key)
  if (secret.length !== KEY_BYTES) throw new RangeError('A key must have 32 bytes')
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const derivation = (info: string): HkdfParams => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: encoder.encode('Quickhand'),
    info: encoder.encode(info),
  })
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  const nameKey = await crypto.subtle.deriveKey(derivation('names'), root, hmac, false, ['sign'])
  const known = new Map<string, Promise<CryptoKey>>()

  /** Each file has a separate key, so that a random nonce practically never repeats with the same key. */
  function keyOf(name: string): Promise<CryptoKey> {
    const made =
      known.get(name) ??
      crypto.subtle.deriveKey(derivation(`file ${name}`), root, { name: 'AES-GCM', length: 256 }, false, [
        'encrypt',
        'decrypt',
      ])
    known.set(name, made)
    return made
  }

  async function nameOf(device: string, part: string): Promise<string> {
    const digest = await crypto.subtle.sign('HMAC', nameKey, encoder.encode(`${device} ${part}`))
    return [...new Uint8Array(digest, 0, 16)].map(byte => byte.toString(16).padStart(2, '0')).join('')
  }

  return {
    nameOf,

    async close(name, { device, part, items }) {
      const json = encoder.encode(JSON.stringify({ device, part, items }))
      const deflated = json.length <= MAX_FILE_BYTES && (await deflate(json, MAX_FILE_BYTES))
      if (!deflated) throw new RangeError('The contents are too large for a file')
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const params = { name: 'AES-GCM', iv, additionalData: boundTo(name) }
      const sealed = await crypto.subtle.encrypt(params, await keyOf(name), padded(deflated))
      return new Uint8Array(await new Blob([HEAD, iv, sealed]).arrayBuffer())
    },

    async open(name, bytes) {
      if (headOf(bytes) !== HEAD) return undefined
      try {
        const iv = bytes.slice(HEAD.length, HEAD.length + NONCE_BYTES)
        const params = { name: 'AES-GCM', iv, additionalData: boundTo(name) }
        const sealed = bytes.slice(HEAD.length + NONCE_BYTES)
        const opened = await crypto.subtle.decrypt(params, await keyOf(name), sealed)
        const json = await inflate(unpadded(new Uint8Array(opened)), MAX_FILE_BYTES)
        const contents = json && parseStored(Contents, decoder.decode(json))
        return contents && (await nameOf(contents.device, contents.part)) === name ? contents : undefined
      } catch {
        return undefined
      }
    },
  }
}
