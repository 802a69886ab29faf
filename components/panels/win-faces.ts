// The card faces of the win animation, rendered with the page's styles.
import { imageOf, looksOf, ribbonCard, tableOf } from '../card-images'

/** CSS pixels around a card for its shadow. */
const EDGE = 6
const COLUMNS = 13

/** A size in CSS pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/** The size of a face including its shadow. */
export const cellOf = (width: number, height: number): Size => ({
  width: width + 2 * EDGE,
  height: height + 2 * EDGE,
})

/** An image of the faces of cards. Below each row are the faces of the same cards when covered. */
export interface SpriteSheet {
  readonly names: readonly string[]
  readonly columns: number
  readonly image: ImageBitmap
}

/** The faces of cards of this size as elements. They show what cards of the width `widthOnTable` show. */
export function facesOfWin(
  names: readonly string[],
  { width, height }: Size,
  widthOnTable: number,
): HTMLElement {
  const { faces, corner } = looksOf(widthOnTable)
  const cell = cellOf(width, height)
  const cards = names.flatMap((name, i) =>
    [false, true].map((isCovered, row) => {
      const x = EDGE + (i % COLUMNS) * cell.width
      const y = EDGE + (2 * Math.floor(i / COLUMNS) + row) * cell.height
      return ribbonCard(name, isCovered, width, `translate:${x}px ${y}px`, corner)
    }),
  )
  return tableOf(width, height, cards, faces)
}

/** Draws the faces of cards into one image. `density`: device pixels per CSS pixel. Rejects if that fails. */
export async function drawFaces(
  all: readonly string[],
  size: Size,
  widthOnTable: number,
  density: number,
): Promise<SpriteSheet> {
  const names = [...new Set(all)]
  const cell = cellOf(size.width, size.height)
  const sheet = { width: COLUMNS * cell.width, height: 2 * Math.ceil(names.length / COLUMNS) * cell.height }
  const picture = await imageOf(facesOfWin(names, size, widthOnTable), sheet.width, sheet.height)
  const canvas = new OffscreenCanvas(sheet.width * density, sheet.height * density)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, sheet.width * density, sheet.height * density)
  return { names, columns: COLUMNS, image: canvas.transferToImageBitmap() }
}
