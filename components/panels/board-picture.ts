// A small picture of a position as a single image, so that a page can show many of them cheaply.
import { useMutationObserver } from '@vueuse/core'
import { shallowRef } from 'vue'
import { deal, isCovered, nameOf, type Game, type PileKind, type Position } from '../../engine/index.ts'
import { useSettings } from '../../stores/session/settings'
import { hasHeap } from '../pile-text'
import { geometryOf, isBare, placeCards, type Geometry, type PlacedCard } from '../table/place'

/** The table size that a picture is drawn for, in pixels. */
const SIZE = { width: 640, height: 330 }
/** The places and sizes of a game's piles in a picture. */
const placesOf = (game: Game, leftHanded = false): Geometry => geometryOf(game, { ...SIZE, leftHanded })

const ALL_ROWS = { top: 0, height: SIZE.height }
/** The margin above and below the cards: 12 px in a picture 400 px wide. */
const MARGIN = 19

/** The visible part of a picture: `height` pixels from `top`. */
type PictureRows = Readonly<typeof ALL_ROWS>

/** The part of a picture that contains its cards and piles, with a margin. */
export function filledRows(position: Position): PictureRows {
  const geometry = placesOf(position.game)
  const places = position.game.piles.filter(pile => !isBare(position.game, geometry, pile))
  const tops = [
    ...places.map(({ index }) => geometry.spots[index].y),
    ...placeCards(position, geometry).map(({ y }) => y),
  ]
  const top = Math.min(...tops) - MARGIN
  return { top, height: Math.max(...tops) + geometry.cardHeight + MARGIN - top }
}

/** The colors of a picture, in CSS syntax. */
type PictureColors = Readonly<Record<'face' | 'back' | 'edge' | 'line' | 'red' | 'black', string>>

type Sign = 'C' | 'D' | 'H' | 'S'
/** Suit outlines of height 1 as relative path commands, with the offset of their start from the center. */
const SIGNS: Readonly<Record<Sign, readonly [x: number, y: number, outline: string]>> = {
  D: [0, -0.5, 'l0.4 0.5 -0.4 0.5 -0.4 -0.5z'],
  H: [0, 0.5, 'c-0.9 -0.6 -0.5 -1.15 0 -0.7c0.5 -0.45 0.9 0.1 0 0.7z'],
  S: [0, -0.5, 'c0.9 0.6 0.5 1.1 0.08 0.75l0.12 0.25h-0.4l0.12 -0.25c-0.42 0.35 -0.82 -0.15 0.08 -0.75z'],
  C: [
    -0.2,
    0.5,
    'l0.12 -0.3c-0.35 0.3 -0.75 -0.3 -0.22 -0.42c-0.15 -0.55 0.75 -0.55 0.6 0' +
      'c0.53 0.12 0.13 0.72 -0.22 0.42l0.12 0.3z',
  ],
}
/** Path commands of a suit symbol with this center and height. */
function signAt(suit: Sign, x: number, y: number, height: number): string {
  const [dx, dy, outline] = SIGNS[suit]
  const size = (value: number): string => (value * height).toFixed(1)
  return (
    `M${(x + dx * height).toFixed(1)} ${(y + dy * height).toFixed(1)}` +
    outline.replace(/-?[\d.]+/g, value => size(Number(value)))
  )
}
/**
 * Path commands for the suits of face-up cards: in the corner, and in the middle of uncovered cards. The
 * cards are sorted from bottom to top; of those in the same place, only the top one shows its suit.
 */
function signsOf(
  position: Position,
  cards: readonly PlacedCard[],
  suits: string,
  { cardWidth: width, cardHeight: height }: Geometry,
): string {
  const isWhole = ({ pile, isTop }: PlacedCard): boolean =>
    isTop && !isCovered(position, position.game.pileById.get(pile)!)

  const seen = new Map(cards.map(placed => [`${placed.x} ${placed.y}`, placed]))
  return [...seen.values()]
    .filter(({ card, faceUp }) => faceUp && suits.includes(nameOf(card).charAt(1)))
    .map(placed => {
      const { card, x, y, cornerHeight } = placed
      const suit = nameOf(card).charAt(1) as Sign
      const corner = signAt(suit, x + 0.26 * width, y + 2 + cornerHeight / 2, cornerHeight)
      return corner + (isWhole(placed) ? signAt(suit, x + width / 2, y + 0.6 * height, 0.42 * width) : '')
    })
    .join('')
}

/** A position as an SVG data URL: outlines of piles, and cards as plain backs or faces with their suits. */
function boardPicture(
  position: Position,
  { face, back, edge, line, red, black }: PictureColors,
  leftHanded: boolean,
  { top, height } = ALL_ROWS,
): string {
  const geometry = placesOf(position.game, leftHanded)
  const { cardWidth, cardHeight } = geometry
  const size = `width='${cardWidth}' height='${cardHeight}' rx='6'`
  const places = position.game.piles
    .filter(pile => !isBare(position.game, geometry, pile))
    .map(({ index }) => geometry.spots[index])
    .map(({ x, y }) => `<rect x='${x}' y='${y}' ${size}/>`)
  const seen = placeCards(position, geometry)
    .filter(({ isHidden }) => !isHidden)
    .toSorted((a, b) => a.z - b.z)
  const cards = seen.map(
    ({ x, y, faceUp }) => `<rect x='${x}' y='${y}' ${size} fill='${faceUp ? face : back}'/>`,
  )
  const inks = [
    [red, 'DH'],
    [black, 'CS'],
  ].map(([ink, suits = '']) => `<path fill='${ink}' d='${signsOf(position, seen, suits, geometry)}'/>`)
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 ${top} ${SIZE.width} ${height}'>` +
    `<g fill='none' stroke='${line}' stroke-width='2'>${places.join('')}</g>` +
    `<g stroke='${edge}' stroke-width='2'>${cards.join('')}</g>${inks.join('')}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function colorsOfPage(): PictureColors {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(name).trim()
  // The dark theme's cards are too dark at this size.
  const isNight = document.documentElement.dataset.theme === 'dark'
  return {
    face: color(isNight ? '--pile' : '--face'),
    back: color('--back-1'),
    edge: color('--edge'),
    line: color('--line'),
    red: color('--ink-H'),
    black: color('--ink-S'),
  }
}

/**
 * Returns a function that draws a position as a data URL, optionally only a part of the height. It uses the
 * page's colors, which a picture cannot inherit, and the setting for left-handed users. Computed values that
 * call it are updated when these change.
 */
export function useBoardPicture(): (position: Position, rows?: PictureRows) => string {
  const settings = useSettings()
  const colors = shallowRef(colorsOfPage())
  useMutationObserver(document.documentElement, () => (colors.value = colorsOfPage()), { attributes: true })
  return (position, rows) => boardPicture(position, colors.value, settings.values.leftHanded, rows)
}

/** The name of a group of piles: its kind, or its role in this game. */
function partName(game: Game, kind: PileKind): PileKind | 'heap' | 'peaks' | 'pyramid' {
  if (kind === 'tableau' && game.tableau.overlap) return game.tableau.overlap.shape
  return kind === 'foundation' && hasHeap(game) ? 'heap' : kind
}

/**
 * A game's groups of piles, one per kind, in reading order, and where their numbers are, relative to the
 * picture's size. Each number is on the pile that is horizontally nearest to the center of its group: on the
 * top card of a column, otherwise in the middle of the pile.
 */
export function labelsOf(game: Game, leftHanded: boolean, { top, height } = ALL_ROWS) {
  const position = deal(game.id, 17)
  const geometry = placesOf(game, leftHanded)
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
      const pile = game.of[kind][far.indexOf(Math.min(...far))]!
      const own = kind === 'tableau' ? cards.filter(card => card.pile === pile.id) : []
      const { x, y } = own.toSorted((a, b) => b.z - a.z)[0] ?? spots[pile.index]
      return { part: partName(game, kind), ...center(x, y) }
    })
    .sort((a, b) => Math.round(4 * (a.y - b.y)) || a.x - b.x)
}
