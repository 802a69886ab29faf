// The platform's twin in memory, held to the same acceptance suite as the real one.
import type { Area, Platform } from './platform'

export function memoryArea(texts: Record<string, string> = {}): Area & { texts: Record<string, string> } {
  const listeners: ((changes: Record<string, string | undefined>) => void)[] = []
  const tell = (changes: Record<string, string | undefined>) => {
    if (Object.keys(changes).length > 0) queueMicrotask(() => listeners.forEach(listener => listener(changes)))
  }
  return {
    texts,
    all: async () => ({ ...texts }),
    get: async key => texts[key],
    async set(items) {
      const changed = Object.fromEntries(Object.entries(items).filter(([key, text]) => texts[key] !== text))
      Object.assign(texts, changed)
      tell(changed)
    },
    async remove(keys) {
      const gone = keys.filter(key => key in texts)
      for (const key of gone) Reflect.deleteProperty(texts, key)
      tell(Object.fromEntries(gone.map(key => [key, undefined])))
    },
    onChanged: listener => void listeners.push(listener),
  }
}

export const memoryPlatform = (texts: Record<string, string> = {}): Platform => ({ local: memoryArea(texts) })
