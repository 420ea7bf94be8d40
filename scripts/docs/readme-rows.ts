import { faultMetas } from '../../src/strategies/fault-metas.ts'

const START = '<!-- made by npm run docs -->'
const END = '<!-- end -->'

/** The README with the rows of the faults that are met most often. */
export function withFaultRows(readme: string): string {
  const from = readme.indexOf(START)
  const to = readme.indexOf(END, from)
  if (from < 0 || to < 0) throw new Error(`README.md lacks the lines ${START} and ${END} around its table of faults.`)
  return `${readme.slice(0, from)}${START}\n\n${rows()}\n\nAll ${Object.keys(faultMetas).length}: [docs/faults.md](docs/faults.md).\n\n${readme.slice(to)}`
}

function rows(): string {
  const head = ['the provider says', 'fault', 'what happens', 'what you may lose']
  const body = Object.entries(faultMetas)
    .filter(([, { frequent }]) => frequent)
    .map(([type, { mayLose, repair, says }]) => [
      says.replace(/^messages[\w.]*: /, ''),
      `\`${type}\``,
      repair,
      mayLose ?? 'nothing',
    ])
  const widths = head.map((title, column) => Math.max(title.length, ...body.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
