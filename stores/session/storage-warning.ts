// Shares the warning about failed saves between all tabs.
import { defineStore } from 'pinia'
import { computed, onScopeDispose, watch } from 'vue'
import { usePlatform } from '../platform/platform.ts'
import { FAILURE_KEY } from '../platform/storage-failure.ts'
import type { Notice } from './notices.ts'
import { useSession } from './session.ts'

/** The most serious message about storage: that it may be damaged, or else that a write failed. */
export const storageNotice = (notices: readonly Notice[]): Notice | undefined =>
  notices.find(({ key }) => key === 'notSafe') ?? notices.find(({ key }) => key === 'notSaved')

/**
 * The shared warning. Any successful write clears it, unless storage may be damaged: then it stays until the
 * browser is restarted.
 */
export const useStorageWarning = defineStore('storage-warning', () => {
  const { local, session: shared } = usePlatform()
  const session = useSession()
  /** The last known shared warning. */
  let known: string | undefined

  const own = computed(() => storageNotice(session.state.notices)?.detail)

  /** Shares this tab's warning; if that fails, this tab still warns. */
  function share(text: string | undefined): void {
    if (text === known) return
    known = text
    const sharing = text === undefined ? shared.remove([FAILURE_KEY]) : shared.set({ [FAILURE_KEY]: text })
    void sharing.catch(() => undefined)
  }

  function adopt(text: string | undefined | null): void {
    if (text === known || text === null) return
    known = text
    if (text === undefined) void session.dispatch({ kind: 'writeSucceeded' })
    else void session.dispatch({ kind: 'writeFailed', detail: text })
  }

  watch(own, share, { flush: 'sync' })

  /** Follows the warnings of other tabs and the background until the scope is disposed. */
  function follow(): void {
    onScopeDispose(shared.onChanged(changes => FAILURE_KEY in changes && adopt(changes[FAILURE_KEY])))
    onScopeDispose(
      local.onChanged(changes => {
        const isWrite = Object.values(changes).some(text => text !== undefined)
        if (isWrite && own.value !== undefined) void session.dispatch({ kind: 'writeSucceeded' })
      }),
    )
    void shared
      .get(FAILURE_KEY)
      .then(adopt, () => undefined)
      .finally(() => share(own.value))
  }

  return { follow }
})
