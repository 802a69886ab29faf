// What the benches found, as one table: ratios first, since only they mean the same on every machine.
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

interface Figure {
  readonly what: string
  readonly value: string
  readonly asked: string
  readonly isRatio: boolean
}

const figures: Figure[] = []

/** Notes a figure; `asked` is what the design asks for. */
export const figure = (what: string, value: string, asked = ''): void =>
  void figures.push({ what, value, asked, isRatio: false })
/** Notes how a figure stands to another one of the same run. */
export const ratio = (what: string, value: number, asked = ''): void =>
  void figures.push({ what, value: `${value.toFixed(2)} ×`, asked, isRatio: true })

/** Writes the table beside the benches, with the machine and the day. */
export function writeReport(file: string): void {
  const rows = figures
    .toSorted((a, b) => Number(b.isRatio) - Number(a.isRatio))
    .map(({ what, value, asked }) => `| ${what} | ${value} | ${asked} |`)
  const machine =
    `${cpus()[0].model.trim()}, ${cpus().length} cores, ` +
    `${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  writeFileSync(
    file,
    [
      '# What the benches found',
      '',
      'Made by `npm run bench`, which writes this page; `npm run bench -- size bytes` runs ' +
        'some and writes nothing. Timings depend on the machine and on what else it does;',
      'ratios were measured in one run, in turn. No test passes or fails by them.',
      '',
      `${new Date().toISOString().slice(0, 10)}, ${machine}.`,
      '',
      '| what | figure | asked |',
      '|---|---|---|',
      ...rows,
      '',
    ].join('\n'),
  )
}
