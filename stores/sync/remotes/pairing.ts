// The pairing text: what another browser needs to use the same folder, as a text or QR code. It grants access
// to everything in the folder, so it is shown only on request.
import { crc32, fail, ok, writeNumber, type Result } from '../../../engine/index.ts'
import { readBytes, writeBytes } from '../base64url.ts'
import { dialectOf, dialects, type SyncFolder, type SyncFolderDraft } from './sync-folder.ts'

/** Why a text is no pairing text: `none` found, cut or changed, or written by a newer version. */
export type PairingProblem = 'none' | 'damaged' | 'newer'

const CRC_DIGITS = 6
const crcOf = (text: string): string => writeNumber(crc32(text), CRC_DIGITS)

/**
 * The head of the dialect, `.`, the key, `.`, the lines of the dialect as base64url and `.` where it has any,
 * the CRC of it all.
 */
export function writePairing(folder: SyncFolder, withPassword: boolean): string {
  const { head, write } = dialectOf(folder).pairing
  const lines = write(folder, withPassword).join('\n')
  const body = lines === '' ? '' : `${writeBytes(new TextEncoder().encode(lines))}.`
  const text = `${head}.${folder.key}.${body}`
  return text + crcOf(text)
}

/**
 * The folder of the pairing text anywhere in a pasted text, despite line breaks. The password may be empty.
 */
export function findPairing(pasted: string): Result<SyncFolderDraft, PairingProblem> {
  const whole = pasted.replaceAll(/\s/g, '')
  const head = /(QHP\d+)\./.exec(whole)?.[1]
  if (head === undefined) return fail('none')
  const dialect = dialects.find(({ pairing }) => pairing.head === head)
  if (!dialect) return fail('newer')
  const found = /(QHP\d+\.([\w-]{43})\.(?:([\w-]+)\.)?)([\w-]{6})/.exec(whole)
  if (!found || crcOf(found[1]) !== found[4]) return fail('damaged')
  const [, , key, body = ''] = found
  // A checksum proves only that a text arrived as it was sent, so what it holds is parsed like any other.
  const draft = dialect.parse(dialect.pairing.read(linesIn(body), key))
  return draft ? ok(draft) : fail('damaged')
}

/** None where they are no text. */
function linesIn(body: string): readonly string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readBytes(body)).split('\n')
  } catch {
    return []
  }
}
