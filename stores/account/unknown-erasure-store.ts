// The question after an erasure by a device that did not know this one, and the person's answer to it.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { usePlatform, type Platform } from '../platform/platform.ts'
import { UNKNOWN_ERASURE_KEY } from '../platform/storage-keys.ts'
import { useGame } from '../session/game.ts'
import type { UnknownErasure } from '../sync/unknown-erasure.ts'
import type { Asking } from './requests.ts'

/** An erasure that removed nothing here, for the person to keep what is here or to erase it as well. */
export const useUnknownErasure = defineStore('unknown-erasure', () => {
  const { local, locked, ask }: Platform & Asking = usePlatform()
  const game = useGame()
  /** What was read last, and the reading of it, which is loaded when there is anything to read. */
  const text = shallowRef<string>()
  const reader = shallowRef<typeof import('../sync/unknown-erasure.ts')>()
  /** Whether an answer of this tab is being carried out. */
  const isAnswering = shallowRef(false)

  /** What the person is asked about; undefined where there is no question, or this tab is answering it. */
  const erasure = computed(() =>
    isAnswering.value ? undefined : reader.value?.parseUnknownErasure(text.value),
  )

  /** Reads what is stored now. Rejects where storage cannot be read. */
  async function refresh(): Promise<void> {
    text.value = await local.get(UNKNOWN_ERASURE_KEY)
    if (text.value !== undefined) reader.value ??= await import('../sync/unknown-erasure.ts')
  }

  /** A page that is being closed reads nothing more; that hurts nobody. */
  const refreshQuietly = (): Promise<void> => refresh().catch(() => undefined)

  let stopListening = (): void => undefined

  /** Shows the question, and takes it away where another tab answers it, from now on until `unfollow`. */
  function follow(): void {
    unfollow()
    void refreshQuietly()
    stopListening = local.onChanged(changes => {
      if (UNKNOWN_ERASURE_KEY in changes) void refreshQuietly()
    })
  }

  function unfollow(): void {
    stopListening()
    stopListening = () => undefined
  }

  /**
   * Writes an answer and carries it out. False where what is stored is no longer what the person was asked
   * about, as another tab has answered: then nothing is done. Rejects where storage or the background fails.
   */
  async function answer(
    write: (asked: UnknownErasure) => Promise<void>,
    carryOut?: () => Promise<void>,
  ): Promise<boolean> {
    const asked = erasure.value
    const askedText = text.value
    isAnswering.value = true
    try {
      const isOurs = await locked('local', async () => {
        const isSame = asked !== undefined && (await local.get(UNKNOWN_ERASURE_KEY)) === askedText
        if (isSame) await write(asked)
        return isSame
      })
      if (isOurs) await carryOut?.()
      return isOurs
    } finally {
      await refreshQuietly()
      isAnswering.value = false
    }
  }

  /** Keeps everything that is here, and asks no more. */
  const keep = () => answer(() => local.remove([UNKNOWN_ERASURE_KEY]))

  /** Erases here what is of before that erasure. It can be brought back for a while. */
  const eraseHere = () =>
    answer(
      asked => local.set({ [UNKNOWN_ERASURE_KEY]: JSON.stringify({ ...asked, accepted: true }) }),
      async () => {
        await ask({ kind: 'sync-now' })
        // The person did it in this tab, so no other device is named.
        await game.withdraw('erasedElsewhere')
      },
    )

  return { erasure, isAnswering, refresh, follow, unfollow, keep, eraseHere }
})
