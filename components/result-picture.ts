// A picture of a game that has ended, for others to see: drawn on this device, in the colours of a day.
import { deal, nameOf, type Position } from '../engine/index.ts'
import { download } from './download'
import { clockText, t, tCount } from './i18n'
import { dealTitle, type Ended } from './share'
import { geometryOf, placeCards } from './table/place'

/** Pixels of the picture, and where the deal lies in it. */
const SIZE = { width: 1200, height: 630 }
const MARGIN = 48
const BOARD = { width: SIZE.width - 2 * MARGIN, height: 440, leftHanded: false }
const BOARD_TOP = 172
const COLOURS = { felt: ['#1b5644', '#123c30'], face: '#fdfcf8', back: '#2f5f9e', line: '#ffffff6b' }
const INK = { C: '#1c2422', S: '#1c2422', D: '#c4202f', H: '#c4202f' }
const SUITS = { C: '♣', D: '♦', H: '♥', S: '♠' }

type Pen = CanvasRenderingContext2D

/** Downloads the picture of a game. Rejects where it cannot be drawn. */
export async function saveResultPicture(ended: Ended): Promise<void> {
  const { game, dealNumber } = ended.position
  download(await resultPicture(ended), `quickhand-${game.id}-${dealNumber}.png`)
}

/** A PNG of what was played, how it went, and the deal. */
function resultPicture({ position, isWon, seconds, moves }: Ended): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), SIZE)
  const pen = canvas.getContext('2d')!
  const felt = pen.createLinearGradient(0, 0, 0, SIZE.height)
  COLOURS.felt.forEach((colour, i) => felt.addColorStop(i, colour))
  pen.fillStyle = felt
  pen.fillRect(0, 0, SIZE.width, SIZE.height)
  const figures = `${clockText(seconds)} · ${tCount('bar.moves', moves)}`
  write(pen, dealTitle(position), 92, '650 52px')
  write(pen, isWon ? `★ ${figures}` : `${t('stats.givenUpOne')} · ${figures}`, 144, '32px')
  pen.textAlign = 'end'
  write(pen, 'Quickhand', 92, '32px', SIZE.width - MARGIN)
  drawBoard(pen, deal(position.game.id, position.dealNumber))
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn')))),
  )
}

function write(pen: Pen, text: string, y: number, font: string, x = MARGIN): void {
  pen.fillStyle = '#f3f6f4'
  pen.font = `${font} system-ui, sans-serif`
  pen.fillText(text, x, y)
}

function drawBoard(pen: Pen, position: Position): void {
  const geometry = geometryOf(position.game, BOARD)
  const { cardWidth, cardHeight, spots } = geometry
  const outline = (x: number, y: number) => {
    pen.beginPath()
    pen.roundRect(x, y, cardWidth, cardHeight, cardWidth * 0.08)
  }
  pen.translate(MARGIN, BOARD_TOP)
  pen.strokeStyle = COLOURS.line
  for (const { x, y } of spots) {
    outline(x, y)
    pen.stroke()
  }
  pen.strokeStyle = '#0005'
  pen.textAlign = 'start'
  pen.textBaseline = 'middle'
  const cards = placeCards(position, geometry).filter(({ isHidden }) => !isHidden)
  for (const { card, x, y, faceUp, cornerHeight } of cards.toSorted((a, b) => a.z - b.z)) {
    outline(x, y)
    pen.fillStyle = faceUp ? COLOURS.face : COLOURS.back
    pen.fill()
    pen.stroke()
    if (!faceUp) continue
    const [rank, suit] = nameOf(card) as unknown as [string, keyof typeof SUITS]
    pen.fillStyle = INK[suit]
    pen.font = `650 ${Math.min(cornerHeight, cardWidth * 0.42)}px system-ui, sans-serif`
    pen.fillText(`${rank === 'T' ? '10' : rank}${SUITS[suit]}`, x + cardWidth * 0.07, y + cornerHeight * 0.62)
  }
}
