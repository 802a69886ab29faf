// The card faces of the win animation: the page reads their look from its styles, and the worker draws them.
import { CORNER_HEIGHT } from '../table/place'

/** The minimum card width for full faces, in pixels. */
const FACE_WIDTH = 48
/** Pixels around a card for its shadow. */
const EDGE = 6
const SUITS = 'CDHS'
const COURTS = 'JQK'
/** The letters of jack, queen and king for the other values of the setting `indices`. */
const LETTERS: Readonly<Record<string, string>> = { french: 'VDR', german: 'BDK', dutch: 'BVH' }
/** The grid of the court cards' image, and the size of a court card relative to the card's width. */
const COURT = { columns: 4, rows: 3, width: 0.72, height: 0.872 }
const SHADOW = 'rgb(0 0 0 / 0.32)'
/** The index of a covered ribbon card: its scale, and its left edge relative to the card's width. */
const COVERED = { index: 0.8, left: 0.01 }

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

/** The look of the cards: colors, letters, and the URLs of the font and the court cards. */
export type Look = Readonly<ReturnType<typeof lookOf>>

/** The look of the page's cards at this card width in pixels. */
export function lookOf(width: number) {
  const root = document.documentElement
  const style = getComputedStyle(root)
  const value = (name: string): string => style.getPropertyValue(name).trim()
  const address = (path = ''): string => new URL(path, document.baseURI).href
  return {
    face: value('--face'),
    edge: value('--edge'),
    /** The ink of each suit, in the order `CDHS`. */
    inks: [...SUITS].map(suit => value(`--ink-${suit}`)),
    /** The height of the index in CSS pixels. */
    corner: CORNER_HEIGHT * width,
    /** The letters of jack, queen and king. */
    letters: LETTERS[root.dataset.indices ?? ''] ?? COURTS,
    /** Whether cards have pips and court pictures; otherwise only a large suit. */
    hasFaces: width >= FACE_WIDTH && root.dataset.deck !== 'large',
    font: address('/suits.woff2'),
    courts: address(/url\("?'?([^"')]+)/.exec(value('--courts'))?.[1]),
  }
}

/** Returns a function that draws faces at the origin. Rejects if the font or court cards cannot be loaded. */
async function facePainter(
  look: Look,
  { width, height }: Size,
): Promise<(context: OffscreenCanvasRenderingContext2D, name: string, isCovered: boolean) => void> {
  const font = new FontFace('Suits', `url("${look.font}")`)
  const [courts] = await Promise.all([
    fetch(look.courts)
      .then(answer => answer.blob())
      .then(createImageBitmap),
    font.load(),
  ])
  ;(self as unknown as { fonts: FontFaceSet }).fonts.add(font)
  const { corner } = look

  return (context, name, isCovered) => {
    const [rank = '', suit = ''] = name
    const column = SUITS.indexOf(suit)
    const row = COURTS.indexOf(rank)
    const isCourt = row >= 0
    const sign = '♣♦♥♠'.charAt(column)
    const printed = (isCourt ? look.letters[row] : undefined) ?? (rank === 'T' ? '10' : rank)
    const write = (text: string, size: number, x: number, y: number): void => {
      context.font = `${size}px Suits`
      context.fillText(text, x, y)
    }
    const index = (): void => write(`${printed}\u{200a}${sign}`, corner, 0.065 * width, 1.2 * corner)

    context.fillStyle = look.inks[column]!
    if (isCovered) {
      const size = COVERED.index * corner
      for (const [line, text] of [printed, sign].entries())
        write(text, size, COVERED.left * width, 0.2 * corner + (line + 1) * size)
      return
    }
    index()
    if (!look.hasFaces) {
      context.textAlign = 'end'
      write(sign, 0.6 * width, 0.9 * width, height - 0.14 * width - 0.018 * width)
      context.textAlign = 'start'
    } else if (isCourt) {
      const [across, down] = [courts.width / COURT.columns, courts.height / COURT.rows]
      const [wide, high] = [COURT.width * width, COURT.height * width]
      const [x, y] = [(width - wide) / 2, (height - high) / 2]
      context.drawImage(courts, column * across, row * down, across, down, x, y, wide, high)
      // The lower index is the upper one, rotated by 180°.
      context.save()
      context.translate(width, height)
      context.rotate(Math.PI)
      index()
      context.restore()
    } else write(printed + suit, width, 0, (height + width) / 2)
  }
}

/** The blank card with its shadow; `density` is device pixels per CSS pixel. */
function drawPaper(
  context: OffscreenCanvasRenderingContext2D,
  { face, edge }: Look,
  { width, height }: Size,
  density: number,
): void {
  const outline = (inset: number): void => {
    context.beginPath()
    context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, 0.066 * width - inset)
  }
  context.save()
  context.shadowColor = SHADOW
  context.shadowOffsetY = density
  context.shadowBlur = 2 * density
  context.fillStyle = face
  outline(0)
  context.fill()
  context.restore()
  context.strokeStyle = edge
  outline(0.5)
  context.stroke()
}

/** An image with two rows: the faces of cards, and below them the faces of the same cards when covered. */
export interface SpriteSheet {
  readonly names: readonly string[]
  readonly image: OffscreenCanvas
}

/** Draws the faces of cards, an image per suit. Rejects if the font or the court cards cannot be loaded. */
export async function drawFaces(
  names: readonly string[],
  look: Look,
  size: Size,
  density: number,
): Promise<SpriteSheet[]> {
  const drawFace = await facePainter(look, size)
  const cell = cellOf(size.width, size.height)
  return [...Map.groupBy(new Set(names), name => name[1]).values()].map(suit => {
    const image = new OffscreenCanvas(suit.length * cell.width * density, 2 * cell.height * density)
    const context = image.getContext('2d')!
    for (const [column, name] of suit.entries())
      for (const row of [0, 1]) {
        const [x, y] = [EDGE + column * cell.width, EDGE + row * cell.height]
        context.setTransform(density, 0, 0, density, x * density, y * density)
        drawPaper(context, look, size, density)
        drawFace(context, name, row === 1)
      }
    return { names: suit, image }
  })
}
