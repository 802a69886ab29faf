// Reads untrusted streams up to a limit.

/** All bytes of a stream; undefined if it has more than `limit`. Rejects if the stream is interrupted. */
export async function readStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > limit) return undefined
    parts.push(part as Uint8Array<ArrayBuffer>)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** Compresses bytes; undefined if the result is larger than `limit`. */
export const deflate = (bytes: Uint8Array<ArrayBuffer>, limit: number) =>
  readStream(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')), limit)

/** Decompresses bytes; undefined if the result is larger than `limit`. Rejects if they are damaged. */
export const inflate = (bytes: Uint8Array<ArrayBuffer>, limit: number) =>
  readStream(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')), limit)
