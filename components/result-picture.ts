// A picture of a finished game for sharing. It is rendered from elements with the page's own styles, so its
// cards look like those on the table.
import { shallowRef } from 'vue'
import { deal, nameOf } from '../engine/index.ts'
import { ribbonIn } from './panels/win-flight'
import { cardElement, elementOf, imageOf, ribbonCard, tableOf } from './card-images'
import { download } from './download'
import { clockText, t, tCount } from './i18n'
import { playTitle, shareText, type Ended } from './share'
import { restStyle } from './table/card-view'
import { geometryOf, placeCards } from './table/place'

/** The size of the picture in pixels, and where its cards are placed. */
const SIZE = { width: 1200, height: 630 }
const MARGIN = 56
const GAP = 16
const RIBBON = { width: SIZE.width, height: 440, cardWidth: 116, cardHeight: 162 }

/** Downloads the picture of a game. Rejects if it cannot be drawn. */
export async function saveResultPicture(ended: Ended): Promise<void> {
  const { game, dealNumber } = ended.position
  download(await resultPicture(ended), `quickhand-${game.id}-${dealNumber}.png`)
}

/** Whether a game is being shared. Until that ends, no other game can be shared. */
export const isSharing = shallowRef(false)

/**
 * Opens the system's share sheet if available; otherwise copies text and picture, or the text alone. Resolves
 * to whether something was copied. Does nothing while a game is being shared. Rejects if copying fails too.
 */
export async function shareResult(ended: Ended): Promise<boolean> {
  if (isSharing.value) return false
  isSharing.value = true
  return shareOrCopy(ended).finally(() => (isSharing.value = false))
}

async function shareOrCopy(ended: Ended): Promise<boolean> {
  const text = shareText(ended)
  const picture = resultPicture(ended)
  // If the picture cannot be drawn, only the text is copied.
  picture.catch(() => undefined)
  if (typeof navigator.canShare === 'function' && (await isShared(text, picture))) return false
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text, 'image/png': picture })])
  } catch {
    await navigator.clipboard.writeText(text)
  }
  return true
}

/** Whether text and picture were shared or the share sheet was dismissed; if not, the clipboard is used. */
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

/** A PNG of the cards, the title and the result. */
async function resultPicture(ended: Ended): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), SIZE)
  canvas.getContext('2d')!.drawImage(await imageOf(pictureOf(ended), SIZE.width, SIZE.height), 0, 0)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn')))),
  )
}

function pictureOf(ended: Ended): HTMLElement {
  const { seconds, moves, isWon } = ended
  const figures = `${clockText(seconds)} · ${tCount('bar.moves', moves)}`
  const caption = elementOf(
    `position:absolute;inset:auto ${MARGIN}px ${MARGIN}px;display:grid;gap:12px;` +
      'grid-template-columns:1fr auto;font-size:30px;font-weight:600;line-height:1.2',
    elementOf('grid-column:1/-1;font-size:44px;font-weight:700;text-wrap:balance', playTitle(ended)),
    elementOf('', isWon ? `★ ${figures}` : `${t('stats.givenUpOne')} · ${figures}`),
    elementOf('', 'Quickhand'),
  )
  return elementOf(
    `position:relative;width:${SIZE.width}px;height:${SIZE.height}px;overflow:hidden;` +
      'color:var(--text);font-family:var(--f-words);' +
      'background:radial-gradient(95% 105% at 50% 6%,var(--felt-0),var(--felt-1) 48%,var(--felt-2) 112%)',
    isWon ? ribbon(ended) : board(ended, SIZE.height - 2 * MARGIN - GAP - heightInPicture(caption)),
    caption,
  )
}

/** The height of an element of the picture. */
function heightInPicture(element: HTMLElement): number {
  const style = `position:fixed;visibility:hidden;width:${SIZE.width}px;font-family:var(--f-words)`
  const inPage = document.body.appendChild(elementOf(style, element))
  const { height } = element.getBoundingClientRect()
  inPage.remove()
  return height
}

/** The cards of a won game, in a ribbon. */
function ribbon({ position: { game, dealNumber } }: Ended): HTMLElement {
  const { cardWidth: width, cardHeight: height } = RIBBON
  const names = deal(game.id, dealNumber).piles.flat().map(nameOf)
  const cards = ribbonIn(RIBBON, names, Infinity).map(({ name, pose: { x, y, angle }, isCovered }) =>
    ribbonCard(name, isCovered, width, `translate:${x - width / 2}px ${y - height / 2}px;rotate:${angle}rad`),
  )
  return tableOf(width, height, cards)
}

/** The final position of a game that was given up, in this height. */
function board({ position }: Ended, height: number): HTMLElement {
  const geometry = geometryOf(position.game, { width: SIZE.width - 2 * MARGIN, height, leftHanded: false })
  const cards = placeCards(position, geometry)
    .filter(({ isHidden }) => !isHidden)
    .toSorted((a, b) => a.z - b.z)
    .map(placed =>
      placed.faceUp
        ? cardElement(nameOf(placed.card), placed.isTop ? 'open top' : '', restStyle(placed))
        : cardElement('', 'down', restStyle(placed)),
    )
  const table = tableOf(geometry.cardWidth, geometry.cardHeight, cards)
  table.style.cssText += `;position:absolute;left:${MARGIN}px;top:${MARGIN}px`
  return table
}
