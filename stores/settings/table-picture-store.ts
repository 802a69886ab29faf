// Whether somebody's own picture lies under the cards, and changing it.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { usePlatform } from '../platform/platform'
import { onPictureChanged, readPicture, removePicture, writePicture } from '../platform/table-picture.ts'

/** The own picture of this browser. */
export const useTablePicture = defineStore('table-picture', () => {
  const { local } = usePlatform()
  /** Null where there is none; undefined until that is known. */
  const picture = shallowRef<Blob | null>()

  /** Where it cannot be read there is none: the game needs no picture. */
  async function read(): Promise<void> {
    picture.value = (await readPicture(local).catch(() => undefined)) ?? null
  }
  /** Puts a picture in its place. Rejects where there is no room for it. */
  const change = (next: Blob): Promise<void> => writePicture(local, next)
  const remove = (): Promise<void> => removePicture(local)

  /** Reads the picture now and after every change, until the function that is returned is called. */
  function follow(): () => void {
    void read()
    return onPictureChanged(local, () => void read())
  }

  return { picture, change, remove, follow }
})
