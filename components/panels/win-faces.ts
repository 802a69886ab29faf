// The card faces of the win animation, drawn once for its worker.
import { cardElement, elementOf, imageOf } from '../card-images'
import { CORNER_HEIGHT } from '../table/place'
import type { Sheet } from './win-worker'

/** From this width on, cards show full faces. */
const FACE_WIDTH = 48
/** Pixels around a card for its shadow. */
const EDGE = 6

/** The size of a face including its shadow. */
export const cellOf = (width: number, height: number) => ({
  width: width + 2 * EDGE,
  height: height + 2 * EDGE,
})

/** Draws card faces of `width` by `height` CSS pixels. Rejects if the browser cannot. */
export async function drawFaces(
  names: readonly string[],
  width: number,
  height: number,
  density: number,
): Promise<Sheet[]> {
  const cell = cellOf(width, height)
  const suits = [...Map.groupBy(new Set(names), name => name[1]).values()]
  const cards = suits.flatMap((suit, row) =>
    suit.flatMap((name, column) =>
      ['', ' covered'].map((covered, i) => {
        const place = `${EDGE + column * cell.width}px ${EDGE + (2 * row + i) * cell.height}px`
        return cardElement(name, `open top${covered}`, `translate:${place};--i:${CORNER_HEIGHT * width}px`)
      }),
    ),
  )
  const table = elementOf(`--w:${width}px;--h:${height}px`, ...cards)
  const hasFaces = width >= FACE_WIDTH && document.documentElement.dataset.deck !== 'large'
  table.className = `${hasFaces ? 'faces ' : ''}still ribbon`
  const longest = Math.max(...suits.map(({ length }) => length))
  const size = { width: longest * cell.width, height: 2 * suits.length * cell.height }
  const image = await imageOf(table, size, density)
  const rows = 2 * cell.height * density
  return suits.map((names, row) => {
    const sheet = new OffscreenCanvas(image.width, rows)
    sheet.getContext('2d')!.drawImage(image, 0, -row * rows)
    return { names, image: sheet.transferToImageBitmap() }
  })
}
