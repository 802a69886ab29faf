// Renders cards to images, using the page's own styles.
import { addressOf } from '../stores/platform/table-picture.ts'
import { printedRank } from './table/card-view'
import { CORNER_HEIGHT, cornerHeightOf, facesOf } from './table/place'

const XHTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'

export function elementOf(style: string, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement('div')
  element.style.cssText = style
  element.append(...content)
  return element
}

/** A card element for an image. Its face comes from CSS alone, as on the table. */
export function cardElement(name: string, classes: string, style: string): HTMLElement {
  const card = elementOf(style)
  card.className = `card ${classes}`
  Object.assign(card.dataset, { face: name, rank: printedRank(name) })
  return card
}

const isLarge = (): boolean => document.documentElement.dataset.deck === 'large'

/**
 * A card of a ribbon with cards of this width in pixels. `isCovered`: whether the next card covers it.
 * `corner`: the height of rank and suit in the corner of uncovered cards, relative to the width.
 */
export function ribbonCard(
  name: string,
  isCovered: boolean,
  width: number,
  style: string,
  corner = isLarge() ? cornerHeightOf(width, true) : CORNER_HEIGHT,
): HTMLElement {
  const classes = isCovered ? 'open top covered' : 'open top'
  return cardElement(name, classes, `${style};--i:${(isCovered ? CORNER_HEIGHT : corner) * width}px`)
}

/** What cards of this width show on the page: the classes of the table, and the height of the corners. */
export const looksOf = (width: number) => ({
  faces: facesOf(width, isLarge()),
  corner: cornerHeightOf(width, isLarge()),
})

/** A table with cards of this size. Cards of medium size show full faces, unless `faces` is given. */
export function tableOf(
  width: number,
  height: number,
  cards: readonly HTMLElement[],
  faces = facesOf(width, isLarge()).replace(isLarge() ? '' : ' simple', ''),
): HTMLElement {
  const table = elementOf(`--w:${width}px;--h:${height}px`, ...cards)
  table.className = `still ribbon ${faces}`
  return table
}

/** Renders an element of this size in CSS pixels with the page's card styles. Rejects if loading fails. */
export async function imageOf(
  content: HTMLElement,
  width: number,
  height: number,
): Promise<HTMLImageElement> {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  for (const [name, value] of Object.entries(document.documentElement.dataset))
    if (name !== 'own') svg.dataset[name] = value
  const style = document.createElementNS(XHTML, 'style')
  style.textContent = await styleOf(content)
  const page = document.createElementNS(SVG, 'foreignObject')
  page.setAttribute('width', '100%')
  page.setAttribute('height', '100%')
  page.append(style, content)
  svg.append(page)
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  await image.decode()
  return image
}

const ADDRESS = /url\("?(?!data:)([^")]+)"?\)/g

/** Selects the cards that use pictures: backs and court cards. */
const PICTURED = '.down, [data-rank="J"], [data-rank="Q"], [data-rank="K"]'

/** The page's card styles, with the font and the pictures in use inlined as data URLs. */
async function styleOf(content: HTMLElement): Promise<string> {
  const wanted = new Set([new URL('/suits.woff2', document.baseURI).href])
  // Inserted into the page so that the computed style names the pictures in use.
  const inPage = elementOf('position:fixed;visibility:hidden;contain:strict', content)
  document.body.append(inPage)
  for (const card of content.querySelectorAll(PICTURED))
    for (const part of ['', '::after'])
      for (const [, address = ''] of getComputedStyle(card, part).backgroundImage.matchAll(ADDRESS))
        wanted.add(address)
  inPage.remove()
  const dataUrls = new Map(
    await Promise.all(
      [...wanted].map(async url => [url, await addressOf(await (await fetch(url)).blob())] as const),
    ),
  )
  const style = [...document.styleSheets].flatMap(({ cssRules }) => [...rulesOf(cssRules)]).join('\n')
  return style.replace(ADDRESS, (all, address: string) => {
    const data = dataUrls.get(new URL(address, document.baseURI).href)
    return data ? `url("${data}")` : all
  })
}

/** The style rules for cards and the root element, within their at-rules, and all other at-rules. */
function* rulesOf(rules: CSSRuleList): Iterable<string> {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      if (/\.card\b|:root|^\[data-/.test(rule.selectorText)) yield rule.cssText
    } else if (rule instanceof CSSGroupingRule) {
      const head = rule.cssText.slice(0, rule.cssText.indexOf('{') + 1)
      yield [head, ...rulesOf(rule.cssRules), '}'].join('\n')
    } else yield rule.cssText
  }
}
