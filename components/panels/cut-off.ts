// Detects picture files that are cut off.

const JPEG = 0xffd8
const JPEG_PIXELS = 0xffda
const JPEG_END = 0xffd9
const JPEG_FILL = 0xffff
const PNG = 0x8950
/** `IEND` */
const PNG_END = 0x49454e44
const GIF = 0x4749
const GIF_END = 0x3b

/**
 * Whether a JPEG, PNG or GIF file is cut off: a decoder may then return a picture that is blank from some
 * row on, as in Firefox. False for other formats, which decoders reject if they are cut off.
 */
export async function isCutOff(file: Blob): Promise<boolean> {
  const bytes = new DataView(await file.arrayBuffer())
  try {
    switch (bytes.getUint16(0)) {
      case JPEG: {
        let at = 2
        // A segment before the pixels may contain a preview that has its own end.
        for (let name; (name = bytes.getUint16(at)) !== JPEG_PIXELS;)
          at += name === JPEG_FILL ? 1 : 2 + bytes.getUint16(at + 2)
        while (bytes.getUint16(at) !== JPEG_END) at++
        return false
      }
      case PNG: {
        let at = 8
        while (bytes.getUint32(at + 4) !== PNG_END) at += 12 + bytes.getUint32(at)
        return false
      }
      case GIF:
        return bytes.getUint8(bytes.byteLength - 1) !== GIF_END
    }
    return false
  } catch (error) {
    // A read beyond the end of the file.
    if (error instanceof RangeError) return true
    throw error
  }
}
