// Draws a picture of somebody's own in the place of the felt.
import { watch } from 'vue'
import { useTablePicture } from '../stores/settings/table-picture-store'

/** Pixels of the longer side of a picture that is kept. */
const MAX_SIDE = 2560
const QUALITY = 0.85

/**
 * The picture as it is kept: no larger than a large screen, and without what a camera notes of place and
 * time. Rejects for what is no picture.
 */
export async function asTablePicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
}

/** A picture as an address: the page loads nothing but its own files and such data. */
const addressOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(picture)
  })

/** Shows the own picture of this browser under the cards, until the function that is returned is called. */
export function showOwnPicture(): () => void {
  const store = useTablePicture()
  const { dataset, style } = document.documentElement

  async function show(picture: Blob | null | undefined): Promise<void> {
    if (picture === undefined) return
    const address = picture && (await addressOf(picture).catch(() => null))
    // Another one may have been chosen while this one was read.
    if (picture !== store.picture) return
    if (address) {
      style.setProperty('--picture', `url(${address})`)
      dataset.own = 'picture'
    } else {
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
