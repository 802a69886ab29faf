// Draws a picture of somebody's own in the place of the felt.
import { watch } from 'vue'
import { useTablePicture } from '../stores/settings/table-picture-store'
import '../assets/picture.css'

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

/** Shows a picture under the cards; the felt without one. */
async function show(picture: Blob | undefined): Promise<void> {
  const { dataset, style } = document.documentElement
  if (picture) style.setProperty('--picture', `url(${await addressOf(picture)})`)
  else style.removeProperty('--picture')
  if (picture) dataset.own = 'picture'
  else delete dataset.own
}

let isShown = false

/** Shows the own picture of this browser from now on, whatever it changes to. */
export function showOwnPicture(): void {
  if (isShown) return
  isShown = true
  const store = useTablePicture()
  watch(() => store.picture, show)
  store.follow()
}
