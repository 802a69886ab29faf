// Draws a picture of somebody's own in the place of the felt.
import { watch } from 'vue'
import { addressOf } from '../stores/platform/table-picture.ts'
import { useTablePicture } from '../stores/settings/table-picture-store'

/** Pixels of the longer side of a picture that is kept. */
const MAX_SIDE = 2560
/** Bytes of a picture that is kept. */
const MAX_BYTES = 3 * 2 ** 20
const QUALITY = 0.85

/**
 * The picture as it is kept: no larger than a large screen, at most 3 MB, and without what a camera notes of
 * place and time. Rejects for what is no picture.
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
  throw new Error('The picture stays too large')
}

/** Shows the own picture of this browser under the cards, until the function that is returned is called. */
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
