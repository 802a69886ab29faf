// An in-memory folder that behaves like a server without faults.
import type { Remote } from '../../stores/sync/remotes/remote.ts'

export interface MemoryRemote extends Remote {
  readonly files: Map<string, { bytes: Uint8Array<ArrayBuffer>; version: number }>
}

export function memoryRemote(): MemoryRemote {
  const files: MemoryRemote['files'] = new Map()
  let version = 0
  let isCreated = false
  const missing = { ok: false, problem: { code: 'missing' } } as const
  return {
    files,
    async list() {
      if (!isCreated) return missing
      const all = [...files].map(([name, { bytes, version }]) => ({
        name,
        tag: String(version),
        size: bytes.length,
      }))
      return { ok: true, value: all }
    },
    async read(name) {
      const file = files.get(name)
      return file ? { ok: true, value: file.bytes.slice() } : missing
    },
    async write(name, bytes) {
      isCreated = true
      files.set(name, { bytes: bytes.slice(), version: ++version })
      return { ok: true, value: undefined }
    },
    async remove(name) {
      files.delete(name)
      return { ok: true, value: undefined }
    },
  }
}
