// The checksum of records and synced items. Implemented here, because it is small and part of the formats.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** CRC-32 (ISO 3309, as in gzip) of an ASCII string, 0 … 2³² − 1. */
export function crc32(text: string): number {
  let crc = 0xffff_ffff
  for (let i = 0; i < text.length; i++) crc = TABLE[(crc ^ text.charCodeAt(i)) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffff_ffff) >>> 0
}
