// The pairing text: the data that another browser needs to use the same folder, as text or QR code. It grants
// access to everything in the folder, so it is shown only on request.
import { crc32, fail, ok, writeNumber, type Result } from '../../../engine/index.ts'
import { readBytes, writeBytes } from '../base64url.ts'
import { dialectOf, dialects, type SyncFolder, type SyncFolderDraft } from './sync-folder.ts'

/**
 * Why pasted text contains no usable pairing text: there is none, it was cut off or changed, or a newer
 * version wrote it.
 */
export type PairingProblem = 'none' | 'damaged' | 'newer'

const CRC_DIGITS = 6
const crcOf = (text: string): string => writeNumber(crc32(text), CRC_DIGITS)

/**
 * Writes a pairing text: the prefix of the dialect, `.`, the key, `.`, the dialect's lines as base64url and
 * `.` if it has any, and a CRC of everything before.
 */
export function writePairing(folder: SyncFolder, withPassword: boolean): string {
  const { head, hasLines, write } = dialectOf(folder).pairing
  const lines = write(folder, withPassword).join('\n')
  const body = hasLines ? `${writeBytes(new TextEncoder().encode(lines))}.` : ''
  const text = `${head}.${folder.key}.${body}`
  return text + crcOf(text)
}

/**
 * Finds a pairing text anywhere in pasted text, even with line breaks, and returns its folder. The password
 * may be empty.
 */
export function findPairing(pasted: string): Result<SyncFolderDraft, PairingProblem> {
  const whole = pasted.replaceAll(/\s/g, '')
  for (const { pairing, parse } of dialects) {
    const body = pairing.hasLines ? String.raw`([\w-]+)\.` : ''
    const form = new RegExp(String.raw`(${pairing.head}\.([\w-]{43})\.${body})`, 'g')
    for (const { 1: text, 2: key, 3: lines = '', index } of whole.matchAll(form)) {
      const end = index + text!.length
      if (crcOf(text!) !== whole.slice(end, end + CRC_DIGITS)) continue
      // A checksum proves only that a text is intact, so its contents are parsed like any untrusted input.
      const draft = parse(pairing.read(linesIn(lines), key!))
      if (draft) return ok(draft)
    }
  }
  const heads = [...whole.matchAll(/(QHP\d+)\./g)].map(([, head]) => head)
  if (heads.length === 0) return fail('none')
  return fail(dialects.some(({ pairing }) => heads.includes(pairing.head)) ? 'damaged' : 'newer')
}

/** Decodes the lines; empty if they are invalid. */
function linesIn(body: string): readonly string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readBytes(body)).split('\n')
  } catch {
    return []
  }
}
