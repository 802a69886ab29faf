// The user's own picture behind the table.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { follow } from '../platform/following.ts'
import { inTurn } from '../platform/in-turn.ts'
import { usePlatform } from '../platform/platform'
import { PICTURE_KEY } from '../platform/storage-keys.ts'
import { handOver, pictureNamed } from '../platform/table-picture.ts'

/** The user's picture behind the table in this browser. */
export const useTablePicture = defineStore('table-picture', () => {
  const { local, ask } = usePlatform()
  /** The picture's name and data URL. Null if there is no picture, undefined until that is known. */
  const picture = shallowRef<{ readonly name: string; readonly address: string } | null>()
  /**
   * The data URL of the picture that the user removed in this tab and can still bring back; otherwise
   * undefined.
   */
  const removed = shallowRef<string>()

  async function stored() {
    await handOver(local, (former, name) => ask({ kind: 'keep-picture', picture: former, name }))
    const name = await local.get(PICTURE_KEY)
    if (name === undefined) return undefined
    const address = (await pictureNamed(name)) ?? (await ask({ kind: 'picture', name }))
    return address === undefined ? undefined : { name, address }
  }

  /** Reads the picture. If that fails, the table has none. */
  const read = inTurn(async (): Promise<void> => {
    picture.value = (await stored().catch(() => undefined)) ?? null
  })

  let latest: unknown
  /** The user chooses a picture or none. The result tells whether this is still the last choice. */
  function choose(): () => boolean {
    const mine = (latest = {})
    return () => latest === mine
  }

  /** Replaces the picture. Rejects if there is no room for it. */
  function change(next: string): Promise<void> {
    choose()
    return ask({ kind: 'keep-picture', picture: next })
  }

  async function remove(): Promise<void> {
    choose()
    const address = picture.value?.address
    await local.remove([PICTURE_KEY])
    removed.value = address ?? removed.value
  }

  return {
    picture,
    removed,
    /** Keeps the picture up to date until the scope is disposed. */
    follow: () => follow(local, PICTURE_KEY, read),
    choose,
    change,
    remove,
  }
})
