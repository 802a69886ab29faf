// Detects picture files that are cut off.

const JPEG_PIXELS = 0xffda
const JPEG_END = 0xffd9
const JPEG_FILL = 0xffff
/** `IEND` */
const PNG_END = 0x49454e44
const GIF_IMAGE = 0x2c
/** `mdat` */
const AVIF_PIXELS = 0x6d646174

function skipJpeg(bytes: DataView): void {
  let at = 2
  // A segment before the pixels may contain a preview that has its own end.
  for (let marker; (marker = bytes.getUint16(at)) !== JPEG_PIXELS;)
    at += marker === JPEG_FILL ? 1 : 2 + bytes.getUint16(at + 2)
  while (bytes.getUint16(at) !== JPEG_END) at++
}

function skipPng(bytes: DataView): void {
  let at = 8
  while (bytes.getUint32(at + 4) !== PNG_END) at += 12 + bytes.getUint32(at)
}

/** The size of a GIF's color table in bytes, by the flags of the header or of an image. */
const colorBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function skipGif(bytes: DataView): void {
  let at = 13 + colorBytes(bytes.getUint8(10))
  // Only the first image is shown.
  for (let block = 0; block !== GIF_IMAGE;) {
    block = bytes.getUint8(at)
    at += block === GIF_IMAGE ? 11 + colorBytes(bytes.getUint8(at + 9)) : 2
    for (let length; (length = bytes.getUint8(at)) > 0;) at += 1 + length
    at++
  }
}

function skipWebp(bytes: DataView): void {
  bytes.getUint8(7 + bytes.getUint32(4, true))
}

function skipAvif(bytes: DataView): void {
  for (let at = 0, type = 0; type !== AVIF_PIXELS;) {
    let size = bytes.getUint32(at)
    type = bytes.getUint32(at + 4)
    // 0: up to the end of the file. 1: the size follows as 64 bits.
    if (size === 0) size = bytes.byteLength - at
    if (size === 1) size = Number(bytes.getBigUint64(at + 8))
    // A box has a header of 8 bytes.
    at += Math.max(8, size)
    bytes.getUint8(at - 1)
  }
}

/**
 * The formats: the first bytes of a file, and a function that reads up to the end of the picture, ignores
 * what follows, and throws a RangeError if the file ends before that.
 */
const FORMATS = [
  [/^\xff\xd8/, skipJpeg],
  [/^\x89PNG/, skipPng],
  [/^GIF8/, skipGif],
  [/^RIFF.{4}WEBP/s, skipWebp],
  [/^.{4}ftypavi[fs]/s, skipAvif],
] as const

/**
 * Whether a picture file is cut off: a decoder may then return a picture that is blank from some row on, as
 * in Firefox. False for formats other than `FORMATS`.
 */
export async function isCutOff(file: Blob): Promise<boolean> {
  const bytes = await file.arrayBuffer()
  const head = String.fromCharCode(...new Uint8Array(bytes.slice(0, 12)))
  const skip = FORMATS.find(([start]) => start.test(head))?.[1]
  try {
    skip?.(new DataView(bytes))
    return false
  } catch (error) {
    // A read beyond the end of the file.
    if (error instanceof RangeError) return true
    throw error
  }
}
