// A small picture of a position as a single image, so that many of them are cheap.
import { deal, type Game, type PileKind, type Position } from '../../engine/index.ts'
import { geometryOf, isBare, placeCards } from '../table/place'

/** The table size that a picture is drawn for, in pixels. */
const SIZE = { width: 640, height: 330, leftHanded: false }

/** The visible part of a picture: `height` pixels from `top`. */
interface PictureRows {
  readonly top: number
  readonly height: number
}
const ALL_ROWS: PictureRows = { top: 0, height: SIZE.height }
/** The margin above and below the cards: 12 px in a picture 400 px wide. */
const MARGIN = 19

/** The part of a picture that contains its cards and piles, with a margin. */
export function filledRows(position: Position): PictureRows {
  const geometry = geometryOf(position.game, SIZE)
  const places = position.game.piles.filter(pile => !isBare(position.game, geometry, pile))
  const tops = [
    ...places.map(({ index }) => geometry.spots[index].y),
    ...placeCards(position, geometry).map(({ y }) => y),
  ]
  const top = Math.min(...tops) - MARGIN
  return { top, height: Math.max(...tops) + geometry.cardHeight + MARGIN - top }
}

/** The colors of a picture, in CSS syntax. */
export interface PictureColors {
  readonly face: string
  readonly back: string
  readonly edge: string
  readonly line: string
}

/** A position as SVG text: empty piles, and cards as plain backs or blank faces. */
export function boardPicture(
  position: Position,
  { face, back, edge, line }: PictureColors,
  { top, height } = ALL_ROWS,
): string {
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
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 ${top} ${SIZE.width} ${height}'>` +
    `<g fill='none' stroke='${line}' stroke-width='2'>${places.join('')}</g>` +
    `<g stroke='${edge}' stroke-width='2'>${cards.join('')}</g></svg>`
  )
}

/** The current colors of the page. */
export function colorsOfPage(): PictureColors {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return { face: color('--face'), back: color('--back-1'), edge: color('--edge'), line: color('--line') }
}

/** A data URL for SVG text. */
export const imageAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** The name of a group of piles: its kind, or its role in this game. */
type PartName = PileKind | 'heap' | 'peaks' | 'pyramid'

/** A group of piles, and the position of its number, relative to the picture's size. */
export interface PictureLabel {
  readonly part: PartName
  readonly x: number
  readonly y: number
}

function partName({ of, tableau }: Game, kind: PileKind): PartName {
  if (kind === 'tableau' && tableau.overlap) return tableau.overlap.shape
  return kind === 'foundation' && of.foundation.length === 1 ? 'heap' : kind
}

/**
 * The groups of piles of a game, one per kind, in reading order. Each number is on the pile nearest to the
 * center of its group: on the top card of a column, otherwise in the middle of the pile.
 */
export function labelsOf(game: Game, { top, height } = ALL_ROWS): PictureLabel[] {
  const position = deal(game.id, 17)
  const geometry = geometryOf(game, SIZE)
  const { spots, cardWidth, cardHeight } = geometry
  const cards = placeCards(position, geometry)
  const center = (x: number, y: number) => ({
    x: (x + cardWidth / 2) / SIZE.width,
    y: (y + cardHeight / 2 - top) / height,
  })
  return (Object.keys(game.of) as PileKind[])
    .filter(kind => game.of[kind].length > 0)
    .map(kind => {
      const across = game.of[kind].map(({ index }) => spots[index].x)
      const middle = (Math.min(...across) + Math.max(...across)) / 2
      const far = across.map(x => Math.abs(x - middle))
      const pile = game.of[kind][far.indexOf(Math.min(...far))]
      const own = kind === 'tableau' ? cards.filter(card => card.pile === pile.id) : []
      const { x, y } = own.toSorted((a, b) => b.z - a.z)[0] ?? spots[pile.index]
      return { part: partName(game, kind), ...center(x, y) }
    })
    .sort((a, b) => Math.round(4 * (a.y - b.y)) || a.x - b.x)
}
