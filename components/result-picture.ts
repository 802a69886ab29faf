// A picture of a game that has ended, for others to see. It is made of elements with the page's own style, so
// its cards are those of the table whatever draws their faces, and the browser paints them into an image.
import { deal, nameOf } from '../engine/index.ts'
import { addressOf } from '../stores/platform/table-picture.ts'
import { ribbonOf, ribbonPlaces } from './panels/win-flight'
import { download } from './download'
import { clockText, t, tCount } from './i18n'
import { playTitle, shareText, type Ended } from './share'
import { printedRank, restStyle } from './table/card-view'
import { CORNER_HEIGHT, geometryOf, placeCards } from './table/place'

/** Pixels of the picture, and where the cards lie in it. */
const SIZE = { width: 1200, height: 630 }
const MARGIN = 56
const BOARD = { width: SIZE.width - 2 * MARGIN, height: 400, leftHanded: false }
const RIBBON = { width: SIZE.width, height: 440, cardWidth: 116, cardHeight: 162 }
const XHTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'

/** Downloads the picture of a game. Rejects where it cannot be drawn. */
export async function saveResultPicture(ended: Ended): Promise<void> {
  const { game, dealNumber } = ended.position
  download(await resultPicture(ended), `quickhand-${game.id}-${dealNumber}.png`)
}

/**
 * Opens the system's share sheet where there is one; otherwise copies text and picture, or the text alone.
 * Resolves to whether something was copied. Rejects if neither is possible.
 */
export async function shareResult(ended: Ended): Promise<boolean> {
  const text = shareText(ended)
  const picture = resultPicture(ended)
  // Where it cannot be drawn, the text is told alone.
  picture.catch(() => undefined)
  if (typeof navigator.canShare === 'function' && (await isShared(text, picture))) return false
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text, 'image/png': picture })])
  } catch {
    await navigator.clipboard.writeText(text)
  }
  return true
}

/** Whether the share sheet took text and picture, or was closed; otherwise the clipboard is left. */
async function isShared(text: string, picture: Promise<Blob>): Promise<boolean> {
  try {
    const files = [new File([await picture], 'quickhand.png', { type: 'image/png' })]
    if (!navigator.canShare({ text, files })) return false
    await navigator.share({ text, files })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** A PNG of the cards, of what was played and how it went. */
async function resultPicture(ended: Ended): Promise<Blob> {
  const card = pictureOf(ended)
  // In the page the browser says which pictures its style asks for.
  document.body.append(card)
  try {
    const image = await imageOf(card)
    const canvas = Object.assign(document.createElement('canvas'), SIZE)
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return await new Promise((resolve, reject) =>
      canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn')))),
    )
  } finally {
    card.remove()
  }
}

function element(style: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement('div')
  made.style.cssText = style
  made.append(...content)
  return made
}

function pictureOf(ended: Ended): HTMLElement {
  const { seconds, moves, isWon } = ended
  const figures = `${clockText(seconds)} · ${tCount('bar.moves', moves)}`
  return element(
    `position:fixed;left:0;top:0;width:${SIZE.width}px;height:${SIZE.height}px;z-index:-1;overflow:hidden;` +
      'contain:strict;pointer-events:none;color:var(--text);font-family:var(--f-words);' +
      'background:radial-gradient(130% 105% at 50% -5%,var(--felt-0),var(--felt-1) 42%,var(--felt-2))',
    isWon ? ribbon(ended) : board(ended),
    element(
      `position:absolute;inset:auto ${MARGIN}px ${MARGIN}px;display:grid;gap:12px;` +
        'grid-template-columns:1fr auto;font-size:30px;font-weight:600;line-height:1.2',
      element('grid-column:1/-1;font-size:44px;font-weight:700;text-wrap:balance', playTitle(ended)),
      element('', isWon ? `★ ${figures}` : `${t('stats.givenUpOne')} · ${figures}`),
      element('', 'Quickhand'),
    ),
  )
}

/** A card of the picture. Its face is style alone, as on the table. */
function cardOf(name: string, classes: string, style: string): HTMLElement {
  const card = element(style)
  card.className = `card ${classes}`
  Object.assign(card.dataset, { face: name, rank: printedRank(name) })
  return card
}

const tableOf = (width: number, height: number, ...cards: HTMLElement[]): HTMLElement => {
  const table = element(`--w:${width}px;--h:${height}px`, ...cards)
  table.className = 'faces still ribbon'
  return table
}

/** All cards of a game that was won. */
function ribbon({ position: { game, dealNumber } }: Ended): HTMLElement {
  const { cardWidth: width, cardHeight: height } = RIBBON
  const names = ribbonOf(deal(game.id, dealNumber).piles.flat().map(nameOf), Infinity)
  const cards = ribbonPlaces(names.length, RIBBON).map(({ x, y, angle }, i) =>
    cardOf(
      names[i],
      i < names.length - 1 ? 'open top covered' : 'open top',
      `translate:${x - width / 2}px ${y - height / 2}px;rotate:${angle}deg;--i:${CORNER_HEIGHT * width}px`,
    ),
  )
  return tableOf(width, height, ...cards)
}

/** The table as it was left. */
function board({ position }: Ended): HTMLElement {
  const geometry = geometryOf(position.game, BOARD)
  const cards = placeCards(position, geometry)
    .filter(({ isHidden }) => !isHidden)
    .toSorted((a, b) => a.z - b.z)
    .map(placed =>
      placed.faceUp
        ? cardOf(nameOf(placed.card), placed.isTop ? 'open top' : '', restStyle(placed))
        : cardOf('', 'down', restStyle(placed)),
    )
  const table = tableOf(geometry.cardWidth, geometry.cardHeight, ...cards)
  table.style.cssText += `;position:absolute;left:${MARGIN}px;top:${MARGIN}px`
  return table
}

/** An element as an image: with the style of the page, and the pictures that it asks for, in one address. */
async function imageOf(content: HTMLElement): Promise<HTMLImageElement> {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('width', String(SIZE.width))
  svg.setAttribute('height', String(SIZE.height))
  for (const [name, value] of Object.entries(document.documentElement.dataset))
    if (name !== 'own') svg.dataset[name] = value
  const style = document.createElementNS(XHTML, 'style')
  style.textContent = await styleOf(content)
  const page = document.createElementNS(SVG, 'foreignObject')
  page.setAttribute('width', '100%')
  page.setAttribute('height', '100%')
  const copy = content.cloneNode(true) as HTMLElement
  copy.style.position = 'relative'
  page.append(style, copy)
  svg.append(page)
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  await image.decode()
  return image
}

const ADDRESS = /url\("?(?!data:)([^")]+)"?\)/g

/** The style of the page, in which the pictures that an element and what is in it ask for are written out. */
async function styleOf(content: HTMLElement): Promise<string> {
  const wanted = new Set([new URL('/suits.woff2', location.href).href])
  for (const one of content.querySelectorAll('.card'))
    for (const part of ['', '::before', '::after'])
      for (const [, address] of getComputedStyle(one, part).backgroundImage.matchAll(ADDRESS))
        wanted.add(address)
  const inside = new Map(
    await Promise.all(
      [...wanted].map(async one => [one, await addressOf(await (await fetch(one)).blob())] as const),
    ),
  )
  return [...document.styleSheets]
    .map(sheet =>
      [...sheet.cssRules]
        .map(({ cssText }) => cssText)
        .join('\n')
        .replace(ADDRESS, (all, address: string) => {
          const data = inside.get(new URL(address, sheet.href ?? document.baseURI).href)
          return data ? `url("${data}")` : all
        }),
    )
    .join('\n')
}
