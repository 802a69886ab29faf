// Suits, faces and court cards from one description of shapes, inks and pips. In stylesheets, the build
// replaces `@suits`, `@faces` and `@classic-courts` with rules, including the suit font, and repeats the
// keyframes in `@beats` under a second name. It also renders the court pictures.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import opentype from 'opentype.js'
import type { Plugin } from 'postcss'
import sharp from 'sharp'
import wawoff2 from 'wawoff2'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
type Suit = keyof typeof SUITS

/**
 * A suit: its shape on a grid of 32 units, its characters upright and inverted (a diamond has one), and its
 * inks in a two-color and a four-color deck.
 */
const SUITS = {
  C: {
    characters: '♣♧',
    inks: { two: 'black', four: 'green' },
    shape:
      'M16 2c-2.5 0-4.7 1.4-5.9 3.6-1.1 2.2-.9 4.9.6 6.9-3.2-.7-6.4 1-7.6 4-1.2 3 0 6.5 2.8 8.2 2.8 1.6 6' +
      '.4.9 8.5-1.7-.1 3-1.4 5.6-3.9 7.5h11c-2.5-1.9-3.8-4.5-3.9-7.5 2 2.6 5.6 3.3 8.5 1.7 2.8-1.6 4.1-5.' +
      '1 2.8-8.2-1.2-3-4.4-4.8-7.6-4 1.5-2 1.7-4.7.6-6.9-1.1-2.2-3.4-3.6-5.9-3.6z',
  },
  D: {
    characters: '♦',
    inks: { two: 'red', four: 'blue' },
    shape:
      'M16 1.5c2.8 5.5 6.5 10.3 11 14.5-4.5 4.2-8.2 9-11 14.5-2.8-5.5-6.5-10.3-11-14.5 4.5-4.2 8.2-9 11-1' +
      '4.5z',
  },
  H: {
    characters: '♥♡',
    inks: { two: 'red', four: 'red' },
    shape:
      'M16 29.5c-7.5-7-14-12.5-14-19.2 0-4.5 3.3-7.5 7.2-7.5 2.9 0 5.4 1.6 6.8 4.3 1.4-2.7 3.9-4.3 6.8-4.' +
      '3 3.9 0 7.2 3 7.2 7.5 0 6.7-6.5 12.2-14 19.2z',
  },
  S: {
    characters: '♠♤',
    inks: { two: 'black', four: 'black' },
    shape:
      'M16 1.5c-3.5 6-13 10.5-13 17.7 0 3.8 2.8 6.4 6.2 6.4 2.2 0 4-.9 5.2-2.6-.2 3-1.6 5.9-3.9 7.5h11c-2' +
      '.3-1.6-3.7-4.5-3.9-7.5 1.2 1.7 3 2.6 5.2 2.6 3.4 0 6.2-2.6 6.2-6.4 0-7.2-9.5-11.7-13-17.7z',
  },
} as const
const SUIT_NAMES = Object.keys(SUITS) as Suit[]

/** The colors of each ink: index and pips, and, on a court card, clothes and edges, and hair. */
const INKS = {
  light: {
    black: ['#14181f', '#1b2430', '#3b4a60'],
    red: ['#c01525', '#b3152a', '#8a4b1f'],
    green: ['#0b6b3a', '#0b5b33', '#4d5a2c'],
    blue: ['#1554c0', '#164a9c', '#4a4266'],
  },
  dark: {
    black: ['#e9edf2', '#aebccb', '#6b7c92'],
    red: ['#ff8a8f', '#e8696f', '#b06a3a'],
    green: ['#6fd79a', '#6fc394', '#7d8f5a'],
    blue: ['#8cb8ff', '#7fabec', '#8a7fb0'],
  },
} as const
type Ink = keyof typeof INKS.light
const SKIN_AND_GOLD = { light: ['#fff3df', '#d6a23c'], dark: ['#f1dfc5', '#caa04a'] } as const
const COURTS = ['J', 'Q', 'K'] as const

/** The pips of each face, upright and inverted: column (0 to 2) and row, and the number of rows. */
const PIPS: Readonly<
  Record<string, { readonly rows: number; readonly upright: string; readonly turned: string }>
> = {
  2: { rows: 3, upright: '1 0', turned: '1 2' },
  3: { rows: 3, upright: '1 0, 1 1', turned: '1 2' },
  4: { rows: 3, upright: '0 0, 2 0', turned: '0 2, 2 2' },
  5: { rows: 3, upright: '0 0, 2 0, 1 1', turned: '0 2, 2 2' },
  6: { rows: 3, upright: '0 0, 2 0, 0 1, 2 1', turned: '0 2, 2 2' },
  7: { rows: 5, upright: '0 0, 2 0, 1 1, 0 2, 2 2', turned: '0 4, 2 4' },
  8: { rows: 5, upright: '0 0, 2 0, 1 1, 0 2, 2 2', turned: '1 3, 0 4, 2 4' },
  9: { rows: 7, upright: '0 0, 2 0, 0 2, 2 2, 1 3', turned: '0 4, 2 4, 0 6, 2 6' },
  10: { rows: 7, upright: '0 0, 2 0, 1 1, 0 2, 2 2', turned: '0 4, 2 4, 1 5, 0 6, 2 6' },
}

/**
 * Font metrics: units per em and per shape unit, the depth of a suit below the baseline, and the creation
 * date, in seconds since 1970.
 */
const FONT = { em: 1024, scale: 25, drop: 26, created: 1 } as const
/** The gap between an index and its suit. */
const GAP = '\u200a'

/** A shape with a letter for each curve, as the font library reads it. */
const spelledOut = (shape: string): string =>
  shape.replace(/c[^a-z]+/g, curves =>
    (curves.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? [])
      .map((number, i) => (i % 6 === 0 ? 'c' : ' ') + number)
      .join(''),
  )

/** Removes the creation time (OpenType table `head`), so that builds are reproducible. */
function undated(sfnt: ArrayBuffer): Uint8Array {
  const view = new DataView(sfnt)
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16)
    if (view.getUint32(at) === 0x68656164) view.setBigUint64(view.getUint32(at + 8) + 28, 0n)
  return new Uint8Array(sfnt)
}

/**
 * The suit font as Base64 WOFF2: suits upright and inverted, a blank of the same width, and the gap. Its
 * baseline matches Helvetica, the font of the index.
 */
async function suitFont(): Promise<string> {
  const width = 32 * FONT.scale
  const glyph = (name: string, character?: string, path = new opentype.Path(), advanceWidth = width) =>
    new opentype.Glyph({ name, unicode: character?.codePointAt(0), advanceWidth, path })
  const suits = SUIT_NAMES.flatMap(suit =>
    Array.from(SUITS[suit].characters, (character, turned) => {
      // Inverting a symmetric shape is a vertical flip, as is the font's y axis.
      const place = { scale: FONT.scale, y: -FONT.drop, flipY: !turned, flipYBase: 32 }
      return glyph(
        suit + String(turned),
        character,
        opentype.Path.fromSVG(spelledOut(SUITS[suit].shape), place),
      )
    }),
  )
  const font = new opentype.Font({
    familyName: 'Suits',
    styleName: 'Regular',
    unitsPerEm: FONT.em,
    ascender: Math.round(0.905 * FONT.em),
    descender: -Math.round(0.212 * FONT.em),
    createdTimestamp: FONT.created,
    glyphs: [glyph('.notdef'), glyph('space', ' '), glyph('gap', GAP, undefined, 0.18 * FONT.em), ...suits],
  })
  const packed = await wawoff2.compress(undated(font.toArrayBuffer()))
  return Buffer.from(packed).toString('base64')
}

/** The inks of suits, and the court picture in these inks. */
const inksOf = (suits: readonly Suit[], colors: 'two' | 'four', theme: Theme): string =>
  suits.map(suit => `--ink-${suit}:${INKS[theme][SUITS[suit].inks[colors]][0]};`).join('') +
  `--courts:url('/${courtsFile(colors, theme)}')`

/** The suit font, and the characters of each card. */
async function suitRules(): Promise<string> {
  const recolored = SUIT_NAMES.filter(suit => SUITS[suit].inks.four !== SUITS[suit].inks.two)
  const dark = "[data-theme='dark']"
  const four = "[data-colours='four']"
  return [
    '@font-face{font-family:Suits;font-weight:1 999;unicode-range:U+20,U+200A,U+2660-2667;' +
      `src:url(data:font/woff2;base64,${await suitFont()})}`,
    `:root{${inksOf(SUIT_NAMES, 'two', 'light')}}`,
    `${four}{${inksOf(recolored, 'four', 'light')}}`,
    `${dark}{${inksOf(SUIT_NAMES, 'two', 'dark')}}`,
    `${dark}${four}{${inksOf(recolored, 'four', 'dark')}}`,
    // Its court pictures load later; until then there are none.
    ":root:root[data-deck='classic']{--courts:none}",
    ...SUIT_NAMES.map((suit, column) => {
      const [upright, turned = upright] = SUITS[suit].characters
      const place = `--column:${Math.round((column / 3) * 1e4) / 1e2}%`
      return (
        `.card[data-card$='${suit}'],.card[data-face$='${suit}']` +
        `{--pip:'${upright}';--turned:'${turned}';--ink:var(--ink-${suit});${place}}` +
        `.slot[data-home='${suit}']{--pip:'${upright}'}`
      )
    }),
  ].join('')
}

/** Pips as text: a line for each row, with a character or a space in each of three columns. */
const faceRules = (): string =>
  Object.entries(PIPS)
    .map(([rank, { rows, upright, turned }]) => {
      const lines = Array.from({ length: rows }, () => ["' '", "' '", "' '"])
      const put = (places: string, pip: string) => {
        for (const [, column, row] of places.matchAll(/(\d) (\d)/g)) lines[Number(row)][Number(column)] = pip
      }
      put(upright, 'var(--pip)')
      put(turned, 'var(--turned)')
      const text = lines
        .map(line => line.join(''))
        .join("'\\a '")
        .replaceAll("''", '')
      return `.faces .card.open[data-rank='${rank}']::after{--rows:${rows};content:${text}}`
    })
    .join('')

const classicCourtRules = (): string =>
  COURTS.flatMap(rank =>
    SUIT_NAMES.map(suit => {
      const card = rank + suit
      return `[data-card='${card}'],[data-face='${card}']{--court:url('/courts/${card}.svg')}`
    }),
  ).join('')

/** Inserts the card rules where a stylesheet asks for them. */
export const cardRules: Plugin = {
  postcssPlugin: 'cards',
  AtRule: {
    'suits': async rule => void rule.replaceWith(await suitRules()),
    'faces': rule => void rule.replaceWith(faceRules()),
    'classic-courts': rule => void rule.replaceWith(classicCourtRules()),
    'beats': rule => {
      const first = (rule.nodes ?? []).join('')
      rule.replaceWith(first + first.replaceAll(/([a-z])0\b/g, '$11'))
    },
  },
}

/** Pixels of a court figure, two per CSS pixel. One picture holds them all, a row for each rank. */
const COURT = { width: 300, height: 375 } as const
const courtsFile = (colors: 'two' | 'four', theme: Theme): string => `courts/${colors}-${theme}.webp`

/** A figure in its colors, with the pip of its suit. */
function colored(drawing: string, suit: Suit, ink: Ink, theme: Theme): string {
  const [, body, hair] = INKS[theme][ink]
  const [skin, gold] = SKIN_AND_GOLD[theme]
  const inks: Readonly<Record<string, string>> = { ink: body, hair, skin, gold }
  return drawing
    .replace('<svg ', `<svg width="${COURT.width}" height="${COURT.height}" `)
    .replace(/(class="i pip" [^>]* d=")[^"]*/, (_, start: string) => start + SUITS[suit].shape)
    .replace(/var\(--(\w+)\)/g, (_, name: string) => inks[name])
}

/** Renders the court pictures from `J.svg`, `Q.svg` and `K.svg` in a folder, and adds them to the package. */
export async function writeCourts(drawn: string, outDir: string): Promise<void> {
  mkdirSync(join(outDir, 'courts'), { recursive: true })
  const [width, height] = [COURT.width * SUIT_NAMES.length, COURT.height * COURTS.length]
  for (const colors of ['two', 'four'] as const)
    for (const theme of THEMES) {
      const courts = COURTS.flatMap((rank, row) => {
        const drawing = readFileSync(join(drawn, `${rank}.svg`), 'utf8')
        return SUIT_NAMES.map((suit, column) => ({
          input: Buffer.from(colored(drawing, suit, SUITS[suit].inks[colors], theme)),
          left: column * COURT.width,
          top: row * COURT.height,
        }))
      })
      // With 255 colors it has half of the bytes, and looks the same.
      const picture = await sharp({ create: { width, height, channels: 4, background: 'transparent' } })
        .composite(courts)
        .png({ palette: true, colours: 255, dither: 0 })
        .toBuffer()
      await sharp(picture)
        .webp({ lossless: true, effort: 6 })
        .toFile(join(outDir, courtsFile(colors, theme)))
    }
}
