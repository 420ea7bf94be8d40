import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Row } from './measure.ts'
import { measureAll } from './rows.ts'

/* All numbers are ratios inside one run: compare no times across machines. */

const usage = 'node bench/run.ts [--check | --write] [--rounds N]'
const baselineFile = fileURLToPath(new URL('baseline.json', import.meta.url))
const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
/** A share may be this much worse than the committed one before `--check` fails. */
const tolerance = 1.5
/** Below this, a share is noise on a busy machine. */
const floor = 0.02

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, write: { type: 'boolean' }, rounds: { type: 'string', default: '15' } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds takes a whole number above 0. Usage: ${usage}`)

const machine = `${cpus()[0]?.model ?? 'unknown machine'}, ${cpus().length} cores, Node ${process.version}`
console.log(`${machine}\nshares of JSON.stringify of the same body, best of ${rounds} rounds\n`)
const rows: Row[] = []
for (const row of measureAll(rounds)) {
  rows.push(row)
  console.log(`${row.what.padEnd(62)}${row.value.padStart(9)}   ${targetOf(row)}`)
}
if (values.write) write(rows)
if (values.check) check(rows)

function targetOf({ share, target }: Row): string {
  if (target === null) return ''
  return `≤ ${(target * 100).toFixed(0)} %${share > target ? '  missed' : ''}`
}

function write(measured: readonly Row[]): void {
  const shares = Object.fromEntries(measured.map(({ share, what }) => [what, Number(share.toFixed(4))]))
  writeFileSync(baselineFile, `${JSON.stringify(shares, null, 2)}\n`)
  const lines = measured.map((row) => `| ${row.what} | ${row.value} | ${targetOf(row)} |`)
  const text = [
    '# Performance',
    '',
    'Made by `node bench/run.ts --write`; do not edit. Shares of `JSON.stringify` of the same body in the same run, except where a',
    'row says otherwise: times depend on the machine, shares hardly do. `npm run bench -- --check` fails when a share is',
    `${tolerance} times worse than this table.`,
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machine}, best of ${rounds} rounds.`,
    '',
    '| what | share | target |',
    '| --- | ---: | --- |',
    ...lines,
    '',
  ]
  writeFileSync(page, text.join('\n'))
}

/** Rows that got worse are told, and end the run with 1. */
function check(measured: readonly Row[]): void {
  if (!existsSync(baselineFile))
    throw new Error(`There is no ${baselineFile}: write it with --write on a machine that does nothing else.`)
  const committed = JSON.parse(readFileSync(baselineFile, 'utf8')) as Readonly<Record<string, number>>
  const worse = measured.filter(({ share, what }) => share > Math.max(committed[what] ?? Infinity, floor) * tolerance)
  for (const { share, what } of worse)
    console.error(`${what}: ${(share * 100).toFixed(1)} %, committed ${((committed[what] ?? 0) * 100).toFixed(1)} %`)
  if (worse.length > 0) process.exitCode = 1
}
