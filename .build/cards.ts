// Suits, faces and courts of the cards: one description of shapes, inks and pips. The build makes of it the
// rules that stand for `@suits`, `@faces` and `@classic-courts` in a stylesheet, and the pictures of
// courts; of `@beats` it makes two.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'postcss'
import type { GeneratedFile } from './locales.ts'

const TIMES = ['day', 'night'] as const
type Time = (typeof TIMES)[number]
type Suit = keyof typeof SUITS

/** What a suit looks like in 32 units, and its inks in a deck of two colors and in one of four. */
const SUITS = {
  C: {
    inks: { two: 'black', four: 'green' },
    shape:
      'M16 2a6.6 6.6 0 0 0-5.3 10.5A6.6 6.6 0 1 0 14.4 23c-.1 3-1.4 5.6-3.9 7.5h11c-2.5-1.9-3.8-4.5-3.9-7.5' +
      'a6.6 6.6 0 1 0 3.7-10.5A6.6 6.6 0 0 0 16 2z',
  },
  D: {
    inks: { two: 'red', four: 'blue' },
    shape:
      'M16 1.5C18.8 7 22.5 11.8 27 16c-4.5 4.2-8.2 9-11 14.5C13.2 25 9.5 20.2 5 16c4.5-4.2 8.2-9 11-14.5z',
  },
  H: {
    inks: { two: 'red', four: 'red' },
    shape:
      'M16 29.5C8.5 22.5 2 17 2 10.3 2 5.8 5.3 2.8 9.2 2.8c2.9 0 5.4 1.6 6.8 4.3 1.4-2.7 3.9-4.3 6.8-4.3' +
      ' 3.9 0 7.2 3 7.2 7.5 0 6.7-6.5 12.2-14 19.2z',
  },
  S: {
    inks: { two: 'black', four: 'black' },
    shape:
      'M16 1.5C12.5 7.5 3 12 3 19.2 3 23 5.8 25.6 9.2 25.6c2.2 0 4-.9 5.2-2.6-.2 3-1.6 5.9-3.9 7.5h11' +
      'c-2.3-1.6-3.7-4.5-3.9-7.5 1.2 1.7 3 2.6 5.2 2.6 3.4 0 6.2-2.6 6.2-6.4C29 12 19.5 7.5 16 1.5z',
  },
} as const
const SUIT_NAMES = Object.keys(SUITS) as Suit[]

/** Of each ink: the color of index and pips, and of a court the clothes and edges, and the hair. */
const INKS = {
  day: {
    black: ['#14181f', '#1b2430', '#3b4a60'],
    red: ['#c01525', '#b3152a', '#8a4b1f'],
    green: ['#0b6b3a', '#0b5b33', '#4d5a2c'],
    blue: ['#1554c0', '#164a9c', '#4a4266'],
  },
  night: {
    black: ['#e9edf2', '#aebccb', '#6b7c92'],
    red: ['#ff8a8f', '#e8696f', '#b06a3a'],
    green: ['#6fd79a', '#6fc394', '#7d8f5a'],
    blue: ['#8cb8ff', '#7fabec', '#8a7fb0'],
  },
} as const
type Ink = keyof typeof INKS.day
const SKIN_AND_GOLD = { day: ['#fff3df', '#d6a23c'], night: ['#f1dfc5', '#caa04a'] } as const
const COURTS = ['J', 'Q', 'K'] as const

/** The pips of each face, upright and on their heads: columns and rows in percent of the room. */
const PIPS: Readonly<Record<string, { readonly upright: string; readonly turned?: string }>> = {
  2: { upright: '50 0', turned: '50 100' },
  3: { upright: '50 0, 50 50', turned: '50 100' },
  4: { upright: '0 0, 100 0', turned: '0 100, 100 100' },
  5: { upright: '0 0, 100 0, 50 50', turned: '0 100, 100 100' },
  6: { upright: '0 0, 100 0, 0 50, 100 50', turned: '0 100, 100 100' },
  7: { upright: '0 0, 100 0, 0 50, 100 50, 50 25', turned: '0 100, 100 100' },
  8: { upright: '0 0, 100 0, 0 50, 100 50, 50 25', turned: '0 100, 100 100, 50 75' },
  9: { upright: '0 0, 100 0, 0 33, 100 33, 50 50', turned: '0 67, 100 67, 0 100, 100 100' },
  10: { upright: '0 0, 100 0, 0 33, 100 33, 50 16', turned: '0 67, 100 67, 0 100, 100 100, 50 84' },
}

/** A suit as a picture, upright or on its head. */
function picture(suit: Suit, ink: string, isTurned = false): string {
  const turn = isTurned ? " transform='rotate(180 16 16)'" : ''
  const path = `%3Cpath${turn} fill='${ink.replace('#', '%23')}' d='${SUITS[suit].shape}'/%3E`
  const svg = `%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E${path}%3C/svg%3E`
  return `url("data:image/svg+xml,${svg}")`
}

/** The pictures and inks of suits; a diamond looks the same on its head. */
const looksOf = (suits: readonly Suit[], colors: 'two' | 'four', time: Time): string =>
  suits
    .map(suit => {
      const [ink] = INKS[time][SUITS[suit].inks[colors]]
      const turned = suit === 'D' ? 'var(--pip-D)' : picture(suit, ink, true)
      return `--pip-${suit}:${picture(suit, ink)};--turned-${suit}:${turned};--ink-${suit}:${ink};`
    })
    .join('')

function suitRules(): string {
  const recolored = SUIT_NAMES.filter(suit => SUITS[suit].inks.four !== SUITS[suit].inks.two)
  const night = "[data-theme='dark']"
  const four = "[data-colours='four']"
  const ofCard = (suit: Suit) =>
    `--pip:var(--pip-${suit});--turned:var(--turned-${suit});--ink:var(--ink-${suit})`
  return [
    `:root{${looksOf(SUIT_NAMES, 'two', 'day')}}`,
    `${four}{${looksOf(recolored, 'four', 'day')}}`,
    `${night}{${looksOf(SUIT_NAMES, 'two', 'night')}}`,
    `${night}${four}{${looksOf(recolored, 'four', 'night')}}`,
    ...SUIT_NAMES.map(
      suit =>
        `.card[data-card$='${suit}'],.card[data-face$='${suit}']{${ofCard(suit)}}` +
        `.slot[data-home='${suit}']{--pip:var(--pip-${suit})}`,
    ),
  ].join('')
}

/** A card of the table, or one in the picture of a rule. */
const face = (card: string): string => `[data-card='${card}'],[data-face='${card}']`
const courtFile = (card: string, ink: Ink, time: Time): string => `courts/${card}-${ink}-${time}.svg`

/** Calls a function with every court: its name, its suit. */
const ofCourts = <T>(make: (card: string, suit: Suit) => T): T[] =>
  COURTS.flatMap(rank => SUIT_NAMES.map(suit => make(rank + suit, suit)))

function faceRules(): string {
  const courts = (colors: 'two' | 'four') =>
    ofCourts((card, suit) => {
      const ink = SUITS[suit].inks[colors]
      if (colors === 'four' && ink === SUITS[suit].inks.two) return ''
      const where = colors === 'four' ? `[data-colours='four'] :is(${face(card)})` : face(card)
      return `${where}{${TIMES.map(time => `--${time}:url('/${courtFile(card, ink, time)}')`).join(';')}}`
    })
  const pips = Object.entries(PIPS).map(([rank, { upright, turned = '' }]) => {
    const percent = (text: string) =>
      text.split(', ').map(place => place.replace(/(\d+)/g, at => (at === '0' ? at : `${at}%`)))
    const [up, down] = [percent(upright), percent(turned)]
    const pictures = [...up.map(() => 'var(--pip)'), ...down.map(() => 'var(--turned)')]
    const places = [...up, ...down]
    const where = `.faces .card.open[data-rank='${rank}']::after`
    return `${where}{background-image:${pictures.join()};background-position:${places.join()}}`
  })
  return [...courts('two'), ...courts('four'), ...pips].join('')
}

const classicCourtRules = (): string =>
  ofCourts(card => `[data-deck='classic'] :is(${face(card)}){--court:url('/courts/${card}.svg')}`).join('')

/** Puts the rules of the cards where a stylesheet asks for them. */
export const cardRules: Plugin = {
  postcssPlugin: 'cards',
  AtRule: {
    'suits': rule => void rule.replaceWith(suitRules()),
    'faces': rule => void rule.replaceWith(faceRules()),
    'classic-courts': rule => void rule.replaceWith(classicCourtRules()),
    'beats': rule => {
      const first = (rule.nodes ?? []).join('')
      rule.replaceWith(first + first.replaceAll(/([a-z])0\b/g, '$11'))
    },
  },
}

/** A drawn figure in its colors, with the pip of its suit. */
function colored(drawing: string, suit: Suit, ink: Ink, time: Time): string {
  const [, body, hair] = INKS[time][ink]
  const [skin, gold] = SKIN_AND_GOLD[time]
  return drawing
    .replace(/--ink: #\w+; --hair: #\w+; --skin: #\w+; --gold: #\w+/, () =>
      [`--ink: ${body}`, `--hair: ${hair}`, `--skin: ${skin}`, `--gold: ${gold}`].join('; '),
    )
    .replace(/(class="i pip" [^>]* d=")[^"]*/, (_, start: string) => start + SUITS[suit].shape)
    .replace(/>\s+</g, '><')
}

/** The pictures of the drawn court cards, from the figures `J.svg`, `Q.svg` and `K.svg` in a folder. */
export const courtPictures = (drawn: string): GeneratedFile[] =>
  ofCourts((card, suit) => {
    const drawing = readFileSync(join(drawn, `${card[0]}.svg`), 'utf8')
    return [...new Set(Object.values(SUITS[suit].inks))].flatMap(ink =>
      TIMES.map(time => ({
        relativeDest: courtFile(card, ink, time),
        contents: colored(drawing, suit, ink, time),
      })),
    )
  }).flat()
