// The user's own picture in place of the felt.
import { watch } from 'vue'
import { objectIn } from '../stores/sync/pending-settings.ts'
import { addressOf } from '../stores/platform/table-picture.ts'
import { useTablePicture } from '../stores/settings/table-picture-store'

/** The maximum length of the stored picture's longer side, in pixels. */
const MAX_SIDE = 2560
/** The maximum size of the stored picture, in bytes. */
const MAX_BYTES = 3 * 2 ** 20
const QUALITY = 0.85
/** The localStorage key of the preview that the next tab paints first (assets/first-frame/). */
const FIRST_FRAME_KEY = 'picture'
/** The maximum number of pixels of the preview. Chromium decodes larger ones later than the first frame. */
const PREVIEW_PIXELS = 2 ** 17
const PREVIEW_QUALITY = 0.6
/** The average luma above which text on a picture is dark while the picture is not darkened. */
const BRIGHT = 160

function scaled(picture: ImageBitmap | HTMLImageElement, scale: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/**
 * Re-encodes a picture for storage, as a data URL: at most `MAX_SIDE` and `MAX_BYTES`, and without metadata
 * such as time and place. Rejects if the file is not a picture or remains too large.
 */
export async function asTablePicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const canvas = scaled(bitmap, Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height)))
  bitmap.close()
  for (let quality = QUALITY; quality > 0.1; quality /= 2) {
    const picture = await canvas.convertToBlob({ type: 'image/webp', quality })
    if (picture.size <= MAX_BYTES) return addressOf(picture)
  }
  throw new Error('The picture is still too large')
}

/** The average red, green and blue of a picture, 0 to 255. */
function averageOf(canvas: OffscreenCanvas) {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  const average = (channel: number): number =>
    Math.round((4 / data.length) * data.reduce((sum, value, i) => (i % 4 === channel ? sum + value : sum), 0))
  return [average(0), average(1), average(2)] as const
}

/** What the first frame of the next tab needs. `isBright`: see `BRIGHT`. */
async function firstFrameOf(name: string, image: HTMLImageElement) {
  const canvas = scaled(image, Math.min(1, Math.sqrt(PREVIEW_PIXELS / (image.width * image.height))))
  const [red, green, blue] = averageOf(canvas)
  const preview = await addressOf(
    await canvas.convertToBlob({ type: 'image/webp', quality: PREVIEW_QUALITY }),
  )
  const isBright = 0.3 * red + 0.59 * green + 0.11 * blue > BRIGHT
  return { name, color: `rgb(${red} ${green} ${blue})`, isBright, preview }
}

/** Shows the stored picture under the cards until the scope is disposed. */
export function showOwnPicture(): void {
  const store = useTablePicture()
  const { dataset, style } = document.documentElement

  async function show(picture: typeof store.picture): Promise<void> {
    if (picture === null) {
      delete dataset.own
      delete dataset.bright
      for (const name of ['--picture', '--felt-2']) style.removeProperty(name)
      localStorage.removeItem(FIRST_FRAME_KEY)
    }
    if (!picture) return
    const isCurrent = () => store.picture === picture
    const image = Object.assign(new Image(), { src: picture.address })
    // The preview stays visible until the picture is decoded.
    await image.decode()
    if (!isCurrent()) return
    style.setProperty('--picture', `url(${picture.address})`)
    dataset.own = 'picture'
    const stored = objectIn(localStorage.getItem(FIRST_FRAME_KEY) ?? undefined)
    const firstFrame = stored?.name === picture.name ? stored : await firstFrameOf(picture.name, image)
    if (!isCurrent()) return
    dataset.bright = String(firstFrame.isBright)
    localStorage.setItem(FIRST_FRAME_KEY, JSON.stringify(firstFrame))
  }
  watch(() => store.picture, show, { immediate: true })
  store.follow()
}
