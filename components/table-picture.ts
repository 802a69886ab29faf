// The user's own picture in place of the felt.
import { watch } from 'vue'
import { addressOf } from '../stores/platform/table-picture.ts'
import { useTablePicture } from '../stores/settings/table-picture-store'

/** The maximum length of the stored picture's longer side, in pixels. */
const MAX_SIDE = 2560
/** The maximum size of the stored picture, in bytes. */
const MAX_BYTES = 3 * 2 ** 20
const QUALITY = 0.85

/**
 * Re-encodes a picture for storage: at most the size of a large screen and 3 MB, and without metadata such
 * as time and place. Rejects if the file is not a picture.
 */
export async function asTablePicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (let quality = QUALITY; quality > 0.1; quality /= 2) {
    const picture = await canvas.convertToBlob({ type: 'image/webp', quality })
    if (picture.size <= MAX_BYTES) return addressOf(picture)
  }
  throw new Error('The picture is still too large')
}

/** Shows the stored picture under the cards until the returned function is called. */
export function showOwnPicture(): () => void {
  const store = useTablePicture()
  const { dataset, style } = document.documentElement

  function show(picture: string | null | undefined): void {
    if (picture) {
      style.setProperty('--picture', `url(${picture})`)
      dataset.own = 'picture'
    } else if (picture === null) {
      delete dataset.own
      style.removeProperty('--picture')
    }
  }
  const stopShowing = watch(() => store.picture, show, { immediate: true })
  const stopFollowing = store.follow()
  return () => {
    stopShowing()
    stopFollowing()
  }
}
