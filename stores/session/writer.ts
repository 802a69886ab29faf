// Writes the game on the table, and knows its own writes from those of other tabs.
export function createWriter(failed: (error: unknown) => void) {
  /** The text as it was last read or written here. */
  let last = ''
  /** Texts written here whose echo has not come back yet. */
  const own = new Set<string>()
  /** The last write; the writes before it have ended when it has. */
  let writing: Promise<void> = Promise.resolve()

  return {
    isLast: (text: string) => text === last,
    /** Whether this is the echo of a write made here. */
    isEcho: (text: string) => own.delete(text),
    /** A text was read that another tab wrote. */
    learn(text: string) {
      own.clear()
      last = text
    },
    /** When all writes so far have ended. */
    settled: () => writing,
    /** Writes a text by `write`; a failure is told, and the promise resolves all the same. */
    write(text: string, write: () => Promise<void>): Promise<void> {
      last = text
      own.add(text)
      const done = write().catch(failed)
      writing = Promise.all([writing, done]).then(() => undefined)
      return done
    },
  }
}
