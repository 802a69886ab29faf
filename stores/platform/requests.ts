// What a page asks of the background, and how the background reads it.
import type { EraseScope } from './storage-table.ts'

/** `sync-now`: publish at once. `erase`: erase here, and on the other devices when they hear of it. */
export type Request = { readonly kind: 'sync-now' } | { readonly kind: 'erase'; readonly scope: EraseScope }

/** The request in a message; undefined where it is none: exactly these fields and values are one. */
export function parseRequest(message: unknown): Request | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  const { kind, scope, ...more } = message as { kind?: unknown; scope?: unknown }
  if (Object.keys(more).length > 0) return undefined
  if (kind === 'sync-now' && scope === undefined) return { kind }
  return kind === 'erase' && (scope === 'games' || scope === 'everything') ? { kind, scope } : undefined
}
