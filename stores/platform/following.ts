// Follows changes to storage.
import { onScopeDispose } from 'vue'
import type { Area } from './area.ts'

/** Reads now and after each change to a key with a prefix, until the scope is disposed. */
export function follow(area: Area, prefix: string, read: () => unknown): void {
  void read()
  onScopeDispose(
    area.onChanged(changes => {
      if (Object.keys(changes).some(key => key.startsWith(prefix))) void read()
    }),
  )
}
