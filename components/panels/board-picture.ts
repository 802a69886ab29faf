// A small picture of a position as one image, so that many of them cost the page little.
import type { Game, PileKind, Position } from '../../engine/index.ts'
import { geometryOf, isBare, placeCards } from '../table/place'

/** The size that a picture is drawn for, in the pixels of a table. */
const SIZE = { width: 640, height: 330, leftHanded: false }

/** The colours of a picture, as style sheets write them. */
export interface PictureColours {
  readonly face: string
  readonly back: string
  readonly edge: string
  readonly line: string
}

/** The position as the text of an SVG image: empty places, and cards from behind or without their pips. */
export function boardPicture(position: Position, { face, back, edge, line }: PictureColours): string {
  const geometry = geometryOf(position.game, SIZE)
  const size = `width='${geometry.cardWidth}' height='${geometry.cardHeight}' rx='6'`
  const places = position.game.piles
    .filter(pile => !isBare(position.game, geometry, pile))
    .map(({ index }) => geometry.spots[index])
    .map(({ x, y }) => `<rect x='${x}' y='${y}' ${size}/>`)
  const cards = placeCards(position, geometry)
    .filter(({ isHidden }) => !isHidden)
    .toSorted((a, b) => a.z - b.z)
    .map(({ x, y, faceUp }) => `<rect x='${x}' y='${y}' ${size} fill='${faceUp ? face : back}'/>`)
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${SIZE.width} ${SIZE.height}'>` +
    `<g fill='none' stroke='${line}' stroke-width='2'>${places.join('')}</g>` +
    `<g stroke='${edge}' stroke-width='2'>${cards.join('')}</g></svg>`
  )
}

/** The colours of the page as it is now. */
export function coloursOfPage(): PictureColours {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return { face: colour('--face'), back: colour('--back-1'), edge: colour('--edge'), line: colour('--line') }
}

/** An SVG text as the address of an image. */
export const imageAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** What a group of piles is called: by its kind, or by what it is in this game. */
type PartName = PileKind | 'heap' | 'peaks' | 'pyramid'

/** A group of piles, and where its name stands in the picture: its middle, in parts of width and height. */
export interface PictureLabel {
  readonly part: PartName
  readonly x: number
  readonly y: number
}

function partName({ of, tableau }: Game, kind: PileKind): PartName {
  if (kind === 'tableau' && tableau.overlap) return tableau.overlap.shape
  return kind === 'foundation' && of.foundation.length === 1 ? 'heap' : kind
}

/** How far the names of groups that lie close together stand from the middle, in parts of the height. */
const ASIDE: Readonly<Partial<Record<PileKind, number>>> = { stock: -0.07, waste: 0.07 }

/** The names that belong into the picture of a game, one for each kind of piles it has. */
export function labelsOf(game: Game): PictureLabel[] {
  const { spots, cardWidth, cardHeight } = geometryOf(game, SIZE)
  return (Object.keys(game.of) as PileKind[]).flatMap(kind => {
    const own = game.of[kind].map(({ index }) => spots[index])
    if (own.length === 0) return []
    const middle = (values: number[], size: number) => (Math.min(...values) + Math.max(...values) + size) / 2
    const xs = own.map(spot => spot.x)
    const ys = own.map(spot => spot.y)
    const part = partName(game, kind)
    const x = middle(xs, cardWidth) / SIZE.width
    const y = middle(ys, cardHeight) / SIZE.height
    // Below the columns no other group is; below peaks are the stock and the heap.
    if (kind === 'tableau') return [{ part, x, y: part === 'peaks' ? y : 0.92 }]
    return [{ part, x, y: y + (part === 'heap' && game.stock ? 0.07 : (ASIDE[kind] ?? 0)) }]
  })
}
