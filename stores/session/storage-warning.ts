// The word that nothing can be saved, on every tab: what this tab finds out it tells the others, and takes
// over what they found out.
import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { usePlatform } from '../platform/platform.ts'
import { FAILURE_KEY, readFailure, writeFailure } from '../platform/storage-failure.ts'
import { useSession } from './session.ts'

/**
 * Keeps the warning of this tab and that of all others the same. One that was for want of room goes when any
 * write works; one after which storage may be damaged stays until the browser was started anew.
 */
export const useStorageWarning = defineStore('storage-warning', () => {
  const { local, session: shared } = usePlatform()
  const session = useSession()
  /** What all tabs are told, as far as it is known here. */
  let known: string | undefined

  const own = computed((): string | undefined => {
    const { notices } = session.state
    const unsafe = notices.find(({ key }) => key === 'notSafe')
    const notice = unsafe ?? notices.find(({ key }) => key === 'notSaved')
    return notice && writeFailure({ detail: notice.detail ?? '', mayBeDamaged: notice === unsafe })
  })

  /** Tells the other tabs; where even that fails, this tab's own warning stays. */
  function tell(text: string | undefined): void {
    if (text === known) return
    known = text
    const told = text === undefined ? shared.remove([FAILURE_KEY]) : shared.set({ [FAILURE_KEY]: text })
    void told.catch(() => undefined)
  }

  function hear(text: string | undefined | null): void {
    if (text === known || text === null) return
    known = text
    if (text === undefined) void session.dispatch({ kind: 'writeSucceeded' })
    else void session.dispatch({ kind: 'writeFailed', ...readFailure(text) })
  }

  let stopListening = (): void => undefined
  watch(own, tell, { flush: 'sync' })

  /** Shows what other tabs and the background have found out, from now on until `unfollow`. */
  function follow(): void {
    unfollow()
    const stopShared = shared.onChanged(changes => {
      if (FAILURE_KEY in changes) hear(changes[FAILURE_KEY])
    })
    const stopLocal = local.onChanged(changes => {
      const isWrite = Object.values(changes).some(text => text !== undefined)
      if (isWrite && own.value !== undefined) void session.dispatch({ kind: 'writeSucceeded' })
    })
    stopListening = () => {
      stopShared()
      stopLocal()
    }
    void shared
      .get(FAILURE_KEY)
      .then(hear, () => undefined)
      .finally(() => tell(own.value))
  }

  function unfollow(): void {
    stopListening()
    stopListening = () => undefined
  }

  return { follow, unfollow }
})
