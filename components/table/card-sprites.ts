// Cards drawn on a canvas as they look on the table: for the win, where far more of them are shown than
// elements could carry.

/** Where the pips of each rank stand, in parts of the face; from the second half on they are turned. */
const PIPS: Readonly<Record<string, readonly (readonly [x: number, y: number])[]>> = {
  A: [[0.5, 0.42]],
  2: [
    [0.5, 0],
    [0.5, 1],
  ],
  3: [
    [0.5, 0],
    [0.5, 0.5],
    [0.5, 1],
  ],
}
const LEFT_AND_RIGHT = (rows: readonly number[]): [number, number][] =>
  rows.flatMap(y => [
    [0, y],
    [1, y],
  ])
const MIDDLES: Readonly<Record<string, readonly number[]>> = {
  5: [0.5],
  7: [0.25],
  8: [0.25, 0.75],
  9: [0.5],
  10: [0.16, 0.84],
}

/** The places of the pips of a rank as it is printed. */
function pipsOf(rank: string): readonly (readonly [number, number])[] {
  const count = Number(rank)
  if (rank in PIPS) return PIPS[rank]
  const rows = count < 6 ? [0, 1] : count < 9 ? [0, 0.5, 1] : [0, 0.33, 0.67, 1]
  return [...LEFT_AND_RIGHT(rows), ...(MIDDLES[rank] ?? []).map((y): [number, number] => [0.5, y])]
}

const addressIn = (css: string): string => /url\("?([^")]+)"?\)/.exec(css)?.[1] ?? ''

/** A picture that is ready to be drawn; undefined where it cannot be loaded. */
async function pictureOf(address: string): Promise<HTMLImageElement | undefined> {
  const image = new Image(128, 128)
  image.src = address
  return image.decode().then(
    () => image,
    () => undefined,
  )
}

/** Where style sheets say what is printed in the corner, if it is not the rank itself. */
const LETTERS: Readonly<Partial<Record<string, string>>> = { J: '--jack', Q: '--queen', K: '--king' }

/** The picture of a card's element, in so many pixels of the canvas for each of the page. */
export async function spriteOf(card: HTMLElement, scale: number): Promise<HTMLCanvasElement> {
  const style = getComputedStyle(card)
  const [width, height] = [card.offsetWidth, card.offsetHeight]
  const sprite = document.createElement('canvas')
  sprite.width = Math.ceil(width * scale)
  sprite.height = Math.ceil(height * scale)
  const pen = sprite.getContext('2d')!
  pen.scale(scale, scale)
  pen.fillStyle = style.getPropertyValue('--face')
  pen.strokeStyle = style.getPropertyValue('--edge')
  pen.beginPath()
  pen.roundRect(0.5, 0.5, width - 1, height - 1, width * 0.075)
  pen.fill()
  pen.stroke()
  const rank = card.dataset.rank ?? ''
  const letter = LETTERS[rank] && style.getPropertyValue(LETTERS[rank]).replace(/\W/g, '')
  const index = letter || rank
  const corner = Math.max(13, width * 0.27)
  pen.fillStyle = style.getPropertyValue('--ink')
  pen.font = `700 ${corner}px 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif`
  pen.textBaseline = 'top'
  pen.fillText(index, width * 0.06, corner * 0.14)
  const pip = style.getPropertyValue('--pip').replace(/['"]/g, '')
  const after = width * 0.06 + pen.measureText(index).width + corner * 0.12
  const drawPip = (x: number, y: number, size: number, isTurned = false): void => {
    pen.save()
    pen.font = `${size / 0.78}px Suits`
    pen.textBaseline = 'alphabetic'
    pen.translate(x + size / 2, y + size / 2)
    if (isTurned) pen.rotate(Math.PI)
    pen.fillText(pip, -size / 2, size * 0.467)
    pen.restore()
  }
  drawPip(after, corner * 0.16, corner * 0.78)
  const face = {
    x: width * 0.12,
    y: corner * 1.24,
    width: width * 0.76,
    height: height * 0.95 - corner * 1.24,
  }
  if (!card.closest('.faces')) drawPip(width * 0.45, height * 0.6, width * 0.46)
  else if ('JQK'.includes(rank)) await drawCourt(pen, getComputedStyle(card, '::after'), face)
  else {
    const size = face.width * (rank === 'A' ? 0.62 : 0.29)
    for (const [x, y] of pipsOf(rank))
      drawPip(face.x + x * (face.width - size), face.y + y * (face.height - size), size, y > 0.5)
  }
  return sprite
}

interface Face {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Draws the part of the picture of courts that the style shows. */
async function drawCourt(
  pen: CanvasRenderingContext2D,
  { backgroundImage, backgroundPosition, backgroundSize }: CSSStyleDeclaration,
  { x, y, width, height }: Face,
): Promise<void> {
  const court = await pictureOf(addressIn(backgroundImage))
  if (!court) return
  const [left, top, across, down] = `${backgroundPosition} ${backgroundSize}`
    .split(' ')
    .map(percent => parseFloat(percent) / 100)
  pen.beginPath()
  pen.rect(x, y, width, height)
  pen.clip()
  const [pictureWidth, pictureHeight] = [width * across, height * down]
  pen.drawImage(
    court,
    x + left * (width - pictureWidth),
    y + top * (height - pictureHeight),
    pictureWidth,
    pictureHeight,
  )
}
