// The pairing text: what another browser needs to use the same folder, as a text or QR code. It grants access
// to everything in the folder, so it is shown only on request.
import { crc32, fail, ok, writeNumber, type Result } from '../../../engine/index.ts'
import { readBytes, writeBytes } from '../base64url.ts'
import { parseDraft, writeSyncFolder, type SyncFolder, type SyncFolderDraft } from './sync-folder.ts'

/** Why a text is no pairing text: `none` found, cut or changed, or written by a newer version. */
export type PairingProblem = 'none' | 'damaged' | 'newer'

const CRC_DIGITS = 6
const crcOf = (text: string): string => writeNumber(crc32(text), CRC_DIGITS)

/**
 * `QHP1.`, the key, `.`, address, name and perhaps password a line each as base64url, `.`, the CRC of it all.
 */
export function writePairing({ address, user, password, key }: SyncFolder, withPassword: boolean): string {
  const lines = [address, user, ...(withPassword ? [password] : [])].join('\n')
  const text = `QHP1.${key}.${writeBytes(new TextEncoder().encode(lines))}.`
  return text + crcOf(text)
}

/**
 * The folder of the pairing text anywhere in a pasted text, despite line breaks. The password may be empty.
 */
export function findPairing(pasted: string): Result<SyncFolderDraft, PairingProblem> {
  const whole = pasted.replaceAll(/\s/g, '')
  const version = /QHP(\d+)\./.exec(whole)
  if (!version) return fail('none')
  if (version[1] !== '1') return fail('newer')
  const found = /(QHP1\.([\w-]{43})\.([\w-]+)\.)([\w-]{6})/.exec(whole)
  if (!found || crcOf(found[1]) !== found[4]) return fail('damaged')
  const draft = draftOf(found[2], found[3])
  return draft ? ok(draft) : fail('damaged')
}

/** A checksum proves only that a text arrived as it was sent, so what it holds is parsed like any other. */
function draftOf(key: string, encoded: string): SyncFolderDraft | undefined {
  try {
    const lines = new TextDecoder('utf-8', { fatal: true }).decode(readBytes(encoded)).split('\n')
    const [address, user, password = ''] = lines
    if (lines.length < 2 || lines.length > 3) return undefined
    return parseDraft(writeSyncFolder({ kind: 'webdav', address, user, password, key }))
  } catch {
    return undefined
  }
}
