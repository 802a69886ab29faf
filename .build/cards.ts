// Generates the cards from the drawings in `assets/cards`: a font, and pictures of court cards and backs. The
// PostCSS plugin replaces `@suits`, `@backs` and `@edges` with generated styles. It repeats the rules in
// `@beats` with names that end in 1 instead of 0.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import opentype, { type Path } from 'opentype.js'
import type { Plugin } from 'postcss'
import sharp, { type Sharp } from 'sharp'
import wawoff2 from 'wawoff2'

const DRAWN = 'assets/cards'
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
type Suit = keyof typeof SUITS

/** The symbol of each suit, and its inks in two-color and four-color decks. */
const SUITS = {
  C: { sign: '♣', inks: { two: 'black', four: 'green' } },
  D: { sign: '♦', inks: { two: 'red', four: 'blue' } },
  H: { sign: '♥', inks: { two: 'red', four: 'red' } },
  S: { sign: '♠', inks: { two: 'black', four: 'black' } },
} as const
const SUIT_NAMES = Object.keys(SUITS) as Suit[]

/** The colors of each ink: index and pips, and the clothing and background of a court card. */
const INKS = {
  light: {
    black: ['#1b2129', '#3f587c', '#eef0f1'],
    red: ['#bf1d2d', '#bf1d2d', '#fbeeea'],
    green: ['#176f3a', '#1d7a45', '#e8f3ea'],
    blue: ['#1d57b0', '#1d57b0', '#e9f0fa'],
  },
  dark: {
    black: ['#eceae2', '#8397b8', '#3d4851'],
    red: ['#ff8a80', '#d4605c', '#4c3836'],
    green: ['#7fd497', '#58a872', '#33473c'],
    blue: ['#86b8ff', '#5c90de', '#33415a'],
  },
} as const
/** The colors shared by all court cards of a deck in a theme. */
const COURT_INKS = {
  own: {
    light: { dark: '#1d2430', gold: '#dca63f', skin: '#fff4e2', lip: '#b8434a' },
    dark: { dark: '#11161b', gold: '#dcb164', skin: '#f1dcc0', lip: '#b8434a' },
  },
  classic: {
    light: { line: '#2b3a8f', black: '#1b2129', red: '#bf1d2d', blue: '#2b3a8f', gold: '#fc4' },
    dark: { line: '#aebcdc', black: '#0d1115', red: '#c4524f', blue: '#4a66ad', gold: '#d8ab54' },
  },
} as const
const COURTS = ['J', 'Q', 'K'] as const

const CORNERS = '27.5 37, 72.5 37, 27.5 103, 72.5 103'
const SIX = `${CORNERS}, 27.5 70, 72.5 70`
const EIGHT = `${CORNERS}, 27.5 59, 72.5 59, 27.5 81, 72.5 81`
/** The centers of the pips on a face, in hundredths of its width; those below the middle are upside down. */
const PIPS: Readonly<Record<string, string>> = {
  A: '50 70',
  2: '50 37, 50 103',
  3: '50 37, 50 70, 50 103',
  4: CORNERS,
  5: `${CORNERS}, 50 70`,
  6: SIX,
  7: `${SIX}, 50 53`,
  8: `${SIX}, 50 53, 50 87`,
  9: `${EIGHT}, 50 70`,
  10: `${EIGHT}, 50 48, 50 92`,
}
const RANKS = [...Object.keys(PIPS), ...COURTS]
/** The drawings of the backs. */
const BACKS = readdirSync(join(DRAWN, 'backs')).map(file => ({
  name: basename(file, '.svg'),
  svg: readFileSync(join(DRAWN, 'backs', file), 'utf8'),
}))
/** The heights of pips by rank, in the units of `PIPS`. */
const PIP_HEIGHTS = { A: 52, 9: 19, 10: 19, other: 20.5 } as const
/** The index, in the same units: its position and height, the gap to its suit, and the suit's height. */
const INDEX = { x: 6.2, y: 3.8, height: 19.6, gap: 2.8, suit: 18.4 } as const
/**
 * The letters of court cards by the setting `indices`, each preceded by the English letter that it replaces.
 * They are the stylistic sets `ss01` to `ss03` of the font.
 */
const LETTERS = Object.entries({ french: 'JV QD KR', german: 'JB QD', dutch: 'JB QV KH' })
const setOf = (index: number): string => `ss0${index + 1}`

/** The drawings in `signs.svg`: the width and path of each, at a height of 100. */
const drawnSigns = (): Map<string, { width: number; shape: string }> =>
  new Map(
    Array.from(
      readFileSync(join(DRAWN, 'signs.svg'), 'utf8').matchAll(
        /id="([^"]+)" data-width="(\d+)"[^>]* d="([^"]+)"/g,
      ),
      ([, id = '', width, shape = '']) => [id, { width: Number(width), shape }],
    ),
  )

/** Font units per em. An index is one em high, and a face is one em wide. */
const EM = 1000
/** The height of a suit relative to its index. */
const IN_INDEX = INDEX.suit / INDEX.height

/** The placement of a shape: upper left corner and height, in hundredths of an em; `y` points down. */
interface Placement {
  readonly x: number
  readonly y: number
  readonly height: number
  /** The center of rotation, if the shape is upside down. */
  readonly about?: readonly [x: number, y: number] | undefined
}

/** The method that adds each command of a shape to a path. */
const COMMANDS = { M: 'moveTo', L: 'lineTo', Q: 'quadraticCurveTo', C: 'curveTo', z: 'closePath' } as const

/** Adds a shape to the path of a glyph, which is one em high above the baseline. */
function draw(path: Path, shape: string, { x, y, height, about }: Placement): void {
  for (const [, command, numbers = ''] of shape.matchAll(/([MLQCz])([^MLQCz]*)/g)) {
    const values = Array.from(numbers.matchAll(/-?[\d.]+/g), ([number], i) => {
      const at = (i % 2 ? y : x) + (Number(number) * height) / 100
      const turned = about ? 2 * about[i % 2 ? 1 : 0] - at : at
      return Math.round(((i % 2 ? 100 - turned : turned) * EM) / 100)
    })
    path[COMMANDS[command as keyof typeof COMMANDS]](...values)
  }
}

/** Clears the modification time (OpenType table `head`), so that builds are reproducible. */
function undated(sfnt: ArrayBuffer): Uint8Array {
  const view = new DataView(sfnt)
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16)
    if (view.getUint32(at) === 0x68656164) view.setBigUint64(view.getUint32(at + 8) + 28, 0n)
  return new Uint8Array(sfnt)
}

/** The glyph of a face: its pips, if any, and the lower index. The center of the em is that of the card. */
function facePath(rank: string, suit: Suit, signs: ReturnType<typeof drawnSigns>): Path {
  const path = new opentype.Path()
  const { width, shape } = signs.get(rank)!
  const sign = signs.get(SUITS[suit].sign)!.shape
  // The center of a card is 70 below the card's upper edge, and 50 below the upper edge of the em.
  const middle = [50, 50] as const
  const [x, y] = [INDEX.x, INDEX.y - 20]
  draw(path, shape, { x, y, height: INDEX.height, about: middle })
  draw(path, sign, {
    x: x + (width * INDEX.height) / 100 + INDEX.gap,
    y: y + (INDEX.height - INDEX.suit) / 2,
    height: INDEX.suit,
    about: middle,
  })
  if (rank + suit === 'AS') {
    draw(path, signs.get('ace-of-spades')!.shape, { x: 19, y: 16.5, height: 62 })
    return path
  }
  const height = PIP_HEIGHTS[rank as keyof typeof PIP_HEIGHTS] ?? PIP_HEIGHTS.other
  for (const [, across, down] of (PIPS[rank] ?? '').matchAll(/([\d.]+) ([\d.]+)/g)) {
    const pip = [Number(across), Number(down) - 20] as const
    const about = Number(down) > 70 ? pip : undefined
    draw(path, sign, { x: pip[0] - height / 2, y: pip[1] - height / 2, height, about })
  }
  return path
}

/**
 * The card font as WOFF2. It has glyphs for ranks (the ten is one glyph), for suits and for the gap between
 * them (`\u200a`). A rank and a suit (`7S`, `10H`) form a ligature for the face. The stylistic sets `ss01` to
 * `ss03` have the letters of other languages.
 */
async function cardFont(): Promise<Uint8Array> {
  const signs = drawnSigns()
  const ids = new Map<string, number>()
  const glyphs: object[] = []
  const add = (name: string, character: string, width = 0, path = new opentype.Path()) => {
    ids.set(name, glyphs.length)
    const unicode = character === '' ? undefined : character.codePointAt(0)
    glyphs.push(new opentype.Glyph({ name, unicode, advanceWidth: Math.round((width * EM) / 100), path }))
  }
  add('.notdef', '')
  add('gap', '\u200a', (INDEX.gap / INDEX.height) * 100)
  for (const character of '10SC') add(character, character)
  const suitSigns = Object.fromEntries(SUIT_NAMES.map(suit => [SUITS[suit].sign, suit]))
  const ranks: string[] = []
  for (const [name, { width, shape }] of signs) {
    const isSuit = name in suitSigns
    if (name === 'ace-of-spades') continue
    if (!isSuit) ranks.push(name)
    const height = isSuit ? 100 * IN_INDEX : 100
    const path = new opentype.Path()
    draw(path, shape, { x: 0, y: (100 - height) / 2, height })
    add(name, name.length === 1 ? name : '', (width * height) / 100, path)
  }
  for (const rank of ranks)
    for (const suit of SUIT_NAMES) add(rank + suit, '', 100, facePath(rank, suit, signs))
  const font = new opentype.Font({
    familyName: 'Suits',
    styleName: 'Regular',
    unitsPerEm: EM,
    ascender: EM,
    descender: -1,
    createdTimestamp: 1,
    glyphs,
  })
  const idOf = (name: string): number => ids.get(name)!
  // The longer ligatures come first.
  for (const rank of RANKS)
    for (const suit of SUIT_NAMES)
      font.substitution.add('liga', { sub: [...rank, suit].map(idOf), by: idOf(rank + suit) })
  font.substitution.add('liga', { sub: ['1', '0'].map(idOf), by: idOf('10') })
  for (const [i, [, pairs]] of LETTERS.entries())
    for (const [from, to] of pairs.split(' '))
      for (const suit of ['', ...SUIT_NAMES])
        font.substitution.add(setOf(i), { sub: idOf(from + suit), by: idOf(to + suit) })
  return wawoff2.compress(undated(font.toArrayBuffer()))
}

/** The ink variables of suits, and the court pictures in those inks. */
const inksOf = (suits: readonly Suit[], colors: 'two' | 'four', theme: Theme): string =>
  suits.map(suit => `--ink-${suit}:${INKS[theme][SUITS[suit].inks[colors]][0]};`).join('') +
  `--own:url('/${courtsFile('own', colors, theme)}');` +
  `--classic:url('/${courtsFile('classic', colors, theme)}')`

/**
 * The suit and rank of each card, in both themes, with two and four colors. The strings are in variables,
 * because a style that uses `attr()` is recalculated whenever any attribute changes.
 */
function suitRules(): string {
  const recolored = SUIT_NAMES.filter(suit => SUITS[suit].inks.four !== SUITS[suit].inks.two)
  const dark = "[data-theme='dark']"
  const four = "[data-colours='four']"
  return [
    `:root{${inksOf(SUIT_NAMES, 'two', 'light')}}`,
    `${four}{${inksOf(recolored, 'four', 'light')}}`,
    `${dark}{${inksOf(SUIT_NAMES, 'two', 'dark')}}`,
    `${dark}${four}{${inksOf(recolored, 'four', 'dark')}}`,
    ":root,[data-deck='own']{--courts:var(--own)}[data-deck='classic']{--courts:var(--classic)}",
    ...SUIT_NAMES.map((suit, column) => {
      const pip = `--pip:'${SUITS[suit].sign}'`
      const offset = `--column:${Math.round((column / 3) * 1e4) / 1e2}%`
      const own = `--suit:'${suit}';--ink:var(--ink-${suit});${offset}`
      return (
        `.card[data-card$='${suit}'],.card[data-face$='${suit}']{${pip};${own}}` +
        `.slot[data-home='${suit}']{${pip}}`
      )
    }),
    ...RANKS.map(rank => {
      const row = (COURTS as readonly string[]).indexOf(rank)
      return `[data-rank='${rank}']{--rank:'${rank}'${row > 0 ? `;--row:${50 * row}%` : ''}}`
    }),
    ...LETTERS.map(([name], i) => `[data-indices='${name}']{--letters:'${setOf(i)}'}`),
  ].join('')
}

/**
 * The picture of each back, and the color that represents it on tiny cards: the first fill color in its
 * drawing. The blue back is the default.
 */
const backRules = (): string =>
  BACKS.map(({ name, svg }) => {
    const [, color] = /fill="(#\w+)"/.exec(svg)!
    const page = name === 'blue' ? ':root,' : ''
    return `${page}[data-back='${name}']{--back:url('/backs/${name}.webp');--back-1:${color}}`
  }).join('')

/** The maximum number of visible edges of a pile, and their offset relative to the card width. */
const EDGES = { max: 6, x: 0.0105, y: 0.015 } as const

/**
 * The shadow of a pile with `--edges` visible edges. It always has `EDGES.max` edges; the rest have the same
 * position as the last visible one.
 */
function edgeRule(): string {
  const edges = Array.from({ length: EDGES.max }, (_, i) => {
    const by = (part: number) => `calc(min(${i + 1},var(--edges))*${part}*var(--w))`
    const at = `${by(EDGES.x)} ${by(EDGES.y)} 0`
    return `${at} 0 var(--pile),${at} .6px var(--pile-edge)`
  })
  return `box-shadow:${edges.join(',')},var(--e-pile)`
}

/** Replaces `@suits`, `@backs`, `@edges` and `@beats` in style sheets. */
export const cardRules: Plugin = {
  postcssPlugin: 'cards',
  AtRule: {
    suits: rule => void rule.replaceWith(suitRules()),
    backs: rule => void rule.replaceWith(backRules()),
    edges: rule => void rule.replaceWith(edgeRule()),
    beats: rule => {
      const first = (rule.nodes ?? []).join('')
      rule.replaceWith(first + first.replaceAll(/([a-z])0\b/g, '$11'))
    },
  },
}

/**
 * The size of a court card in pixels: four per unit of its drawing. One picture contains all court cards,
 * with one rank per row.
 */
const COURT = { width: 304, height: 368 } as const
/** The size of a back without its rim, in pixels. */
const BACK = { width: 368, height: 528 } as const
type Deck = 'own' | 'classic'
const courtsFile = (deck: Deck, colors: 'two' | 'four', theme: Theme): string =>
  `courts/${deck}-${colors}-${theme}.webp`

/**
 * The drawing of a court card in its colors. Quickhand's own deck has one drawing for each rank, which gets
 * the symbol of the suit. The drawings of the classic deck are stretched to the same width.
 */
function courtCard(deck: Deck, theme: Theme, rank: string, suit: Suit, colors: 'two' | 'four', sign: string) {
  const [ink, cloth, tint] = INKS[theme][SUITS[suit].inks[colors]]
  const values: Readonly<Record<string, string>> = { ink, cloth, tint, ...COURT_INKS[deck][theme] }
  return readFileSync(join(DRAWN, deck === 'own' ? `${rank}.svg` : `classic/${rank}${suit}.svg`), 'utf8')
    .replace(/(class="suit"[^>]*) d=""/, (_, start: string) => `${start} d="${sign}"`)
    .replace(/var\(--(\w+)\)/g, (_, name: string) => values[name] ?? '')
}

/** Writes the font and the pictures of court cards and card backs into the package. */
export async function writeCards(outDir: string): Promise<void> {
  for (const folder of ['courts', 'backs']) mkdirSync(join(outDir, folder), { recursive: true })
  writeFileSync(join(outDir, 'suits.woff2'), await cardFont())
  const signs = drawnSigns()
  // Without antialiasing, the file is a third as large and looks the same when scaled down.
  const render = (svg: string, { width, height }: typeof COURT | typeof BACK) =>
    sharp(
      Buffer.from(
        svg.replace('<svg ', `<svg width="${width}" height="${height}" shape-rendering="crispEdges" `),
      ),
    )
  const writePicture = (picture: Sharp, file: string) =>
    picture.webp({ lossless: true, effort: 4 }).toFile(join(outDir, file))
  for (const deck of ['own', 'classic'] as const)
    for (const colors of ['two', 'four'] as const)
      for (const theme of THEMES) {
        const courts = COURTS.flatMap((rank, row) =>
          SUIT_NAMES.map(async (suit, column) => {
            const sign = signs.get(SUITS[suit].sign)!.shape
            const svg = courtCard(deck, theme, rank, suit, colors, sign)
            const input = await render(svg, COURT).png().toBuffer()
            return { input, left: column * COURT.width, top: row * COURT.height }
          }),
        )
        const [width, height] = [COURT.width * SUIT_NAMES.length, COURT.height * COURTS.length]
        const canvas = sharp({ create: { width, height, channels: 4, background: 'transparent' } })
        await writePicture(canvas.composite(await Promise.all(courts)), courtsFile(deck, colors, theme))
      }
  for (const { name, svg } of BACKS) await writePicture(render(svg, BACK), `backs/${name}.webp`)
}
