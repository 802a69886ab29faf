// Writes the results of the benches as a page: a section for each bench, ratios first, because only they are
// comparable between machines.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { engineHash, misses, OF_THE_ENGINE } from './targets.ts'

interface Figure {
  readonly what: string
  readonly value: string
  readonly asked: string
  readonly isRatio: boolean
}

const figures: Figure[] = []

/** Records a figure; `asked` is the target for the first number in `value`. */
export const figure = (what: string, value: string, asked = ''): void =>
  void figures.push({ what, value, asked, isRatio: false })
/** Records the ratio of two figures of a run. */
export const ratio = (what: string, value: number, asked = ''): void =>
  void figures.push({ what, value: `${value.toFixed(2)} ×`, asked, isRatio: true })

/** The section of a bench: when and where it ran, and the figures recorded since the last section. */
export function takeSection(name: string): string {
  const rows = figures
    .splice(0)
    .toSorted((a, b) => Number(b.isRatio) - Number(a.isRatio))
    .map(({ what, value, asked }) => {
      const target = misses(value, asked) ? `${asked} *missed*` : asked
      return `| ${what} | ${value} | ${target} |`
    })
  const memory = Math.round(totalmem() / 2 ** 30)
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores, ${memory} GiB, Node ${process.version}`
  const engine = OF_THE_ENGINE.includes(name) ? `, engine ${engineHash()}` : ''
  const when = `${new Date().toISOString().slice(0, 10)}, ${machine}${engine}.`
  return [`## ${name}`, '', when, '', '| what | figure | asked |', '|---|---|---|', ...rows, ''].join('\n')
}

const HEAD = `# What the benches found

Made by \`npm run bench\`, which writes this page; \`npm run bench -- size bytes\` writes the sections of
these alone. Timings depend on the machine and on what else it does; ratios were measured in one run, in
turn. A figure that misses what is asked is marked *missed*. No test passes or fails by a figure;
\`npm test\` fails where a section is of an older engine, or where a figure says nothing.
`

/** Writes sections into the page, keeping those of other benches. */
export function writeReport(
  file: string,
  sections: ReadonlyMap<string, string>,
  order: readonly string[],
): void {
  const known = new Map(
    readFileSync(file, 'utf8')
      .split(/^(?=## )/m)
      .slice(1)
      .map(section => [/^## (.*)/.exec(section)![1], section.trimEnd() + '\n']),
  )
  const all = order
    .map(name => sections.get(name) ?? known.get(name))
    .filter(section => section !== undefined)
  writeFileSync(file, [HEAD, ...all].join('\n'))
}
