// A small picture of a position as one image, so that many of them cost the page little.
import { deal, type Game, type PileKind, type Position } from '../../engine/index.ts'
import { geometryOf, isBare, placeCards } from '../table/place'

/** The size that a picture is drawn for, in the pixels of a table. */
const SIZE = { width: 640, height: 330, leftHanded: false }

/** Which rows of a picture are shown: so many pixels from `top`. */
interface PictureRows {
  readonly top: number
  readonly height: number
}
const ALL_ROWS: PictureRows = { top: 0, height: SIZE.height }
/** What stays free above and below cards: 12 px where a picture is 400 px wide. */
const MARGIN = 19

/** The rows of a picture that its cards and places fill, with a margin. */
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

/** The colours of a picture, as style sheets write them. */
export interface PictureColours {
  readonly face: string
  readonly back: string
  readonly edge: string
  readonly line: string
}

/** The position as the text of an SVG image: empty places, and cards from behind or without their pips. */
export function boardPicture(
  position: Position,
  { face, back, edge, line }: PictureColours,
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

/** A group of piles, and where its number stands in the picture, in parts of width and height. */
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
 * The parts of a game, one for each kind of piles it has, in the order in which they are read: by rows, then
 * from the left. Each number stands on one pile, the one nearest to the middle of its group: on the top card
 * of a column, else in the middle of the pile.
 */
export function labelsOf(game: Game, { top, height } = ALL_ROWS): PictureLabel[] {
  const position = deal(game.id, 17)
  const geometry = geometryOf(game, SIZE)
  const { spots, cardWidth, cardHeight } = geometry
  const cards = placeCards(position, geometry)
  const centre = (x: number, y: number) => ({
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
      return { part: partName(game, kind), ...centre(x, y) }
    })
    .sort((a, b) => Math.round(4 * (a.y - b.y)) || a.x - b.x)
}
