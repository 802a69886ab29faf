// Makes the court cards' pictures at build time: the drawn figures in every ink, by day and by night.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedFile } from './locales.ts'

/** The colours of a figure: clothes and edges, hair. */
const INKS = {
  day: {
    black: ['#1b2430', '#3b4a60'],
    red: ['#b3152a', '#8a4b1f'],
    green: ['#0b5b33', '#4d5a2c'],
    blue: ['#164a9c', '#4a4266'],
  },
  night: {
    black: ['#aebccb', '#6b7c92'],
    red: ['#e8696f', '#b06a3a'],
    green: ['#6fc394', '#7d8f5a'],
    blue: ['#7fabec', '#8a7fb0'],
  },
} as const
const SKIN_AND_GOLD = { day: ['#fff3df', '#d6a23c'], night: ['#f1dfc5', '#caa04a'] } as const
type Time = keyof typeof INKS
type Ink = keyof typeof INKS.day

/** The inks that a suit can have, two-coloured and four-coloured. */
const INKS_OF = { S: ['black'], H: ['red'], C: ['black', 'green'], D: ['red', 'blue'] } as const
const SUITS: Readonly<Record<keyof typeof INKS_OF, string>> = {
  C:
    'M16 2a6.6 6.6 0 0 0-5.3 10.5A6.6 6.6 0 1 0 14.4 23c-.1 3-1.4 5.6-3.9 7.5h11c-2.5-1.9-3.8-4.5-3.9-7.5' +
    'a6.6 6.6 0 1 0 3.7-10.5A6.6 6.6 0 0 0 16 2z',
  D: 'M16 1.5C18.8 7 22.5 11.8 27 16c-4.5 4.2-8.2 9-11 14.5C13.2 25 9.5 20.2 5 16c4.5-4.2 8.2-9 11-14.5z',
  H:
    'M16 29.5C8.5 22.5 2 17 2 10.3 2 5.8 5.3 2.8 9.2 2.8c2.9 0 5.4 1.6 6.8 4.3 1.4-2.7 3.9-4.3 6.8-4.3' +
    ' 3.9 0 7.2 3 7.2 7.5 0 6.7-6.5 12.2-14 19.2z',
  S:
    'M16 1.5C12.5 7.5 3 12 3 19.2 3 23 5.8 25.6 9.2 25.6c2.2 0 4-.9 5.2-2.6-.2 3-1.6 5.9-3.9 7.5h11' +
    'c-2.3-1.6-3.7-4.5-3.9-7.5 1.2 1.7 3 2.6 5.2 2.6 3.4 0 6.2-2.6 6.2-6.4C29 12 19.5 7.5 16 1.5z',
}

/** A drawn figure in its colours, with the pip of its suit. */
function coloured(drawing: string, suit: keyof typeof INKS_OF, ink: Ink, time: Time): string {
  const [body, hair] = INKS[time][ink]
  const [skin, gold] = SKIN_AND_GOLD[time]
  return drawing
    .replace(/--ink: #\w+; --hair: #\w+; --skin: #\w+; --gold: #\w+/, () =>
      [`--ink: ${body}`, `--hair: ${hair}`, `--skin: ${skin}`, `--gold: ${gold}`].join('; '),
    )
    .replace(/(class="i pip" [^>]* d=")[^"]*/, (_, start: string) => start + SUITS[suit])
    .replace(/>\s+</g, '><')
}

/** The pictures of the drawn court cards, from the figures `J.svg`, `Q.svg` and `K.svg` in a folder. */
export function courtPictures(drawn: string): GeneratedFile[] {
  const files: GeneratedFile[] = []
  for (const rank of ['J', 'Q', 'K']) {
    const drawing = readFileSync(join(drawn, `${rank}.svg`), 'utf8')
    for (const [suit, inks] of Object.entries(INKS_OF))
      for (const ink of inks)
        for (const time of ['day', 'night'] as const)
          files.push({
            relativeDest: `courts/${rank}${suit}-${ink}-${time}.svg`,
            contents: coloured(drawing, suit as keyof typeof INKS_OF, ink, time),
          })
  }
  return files
}
