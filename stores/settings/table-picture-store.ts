// Whether somebody's own picture lies under the cards, and changing it.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { usePlatform } from '../platform/platform'
import { onPictureChanged, readPicture, removePicture, writePicture } from '../platform/table-picture.ts'

/** The own picture of this browser. */
export const useTablePicture = defineStore('table-picture', () => {
  const { local } = usePlatform()
  const picture = shallowRef<Blob>()

  async function refresh(): Promise<void> {
    picture.value = await readPicture(local)
  }
  async function change(next: Blob): Promise<void> {
    await writePicture(local, next)
    picture.value = next
  }
  async function remove(): Promise<void> {
    await removePicture(local)
    picture.value = undefined
  }
  /**
   * Reads the picture now, and again whenever another tab has changed it. Where it cannot be read there is
   * none: the game needs no picture.
   */
  function follow(): void {
    const read = () => void refresh().catch(() => undefined)
    onPictureChanged(local, read)
    read()
  }

  return { picture, change, remove, follow }
})
