import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formatNames } from '../src/formats/format-name.ts'
import { groups } from './groups.ts'
import { type Row, written } from './measure.ts'

/* Shares inside one run: compare no times across machines. Each group has a process of its own, as programs have. */

const usage = 'node bench/run.ts [--check | --write] [--rounds N] [--only GROUP ... | --deciding | --waiting] [--help]'
const baselineFile = fileURLToPath(new URL('baseline.json', import.meta.url))
const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const runner = fileURLToPath(new URL('run-group.ts', import.meta.url))
/** A share may be this much worse than the committed one before `--check` fails. */
const tolerance = 1.5
/** Below this, a share is noise on a busy machine. */
const floor = 0.02
/** How often a group is measured again before its worse rows count. */
const secondLooks = 3
/** What `--check` ends with when something got worse: 1 is a run that broke. */
const worseCode = 3

/** Peers that are missing in the table, and why. */
const notCompared = [
  'Not in the table are openclaw, pi, mastra and deepagents, which clean histories before they send them: none is a dependency of this',
  'package, each is a whole agent program or framework, and what cleans there is a step of its own run, with its own types of messages.',
]

const { values } = parseArgs({
  options: {
    check: { type: 'boolean' },
    write: { type: 'boolean' },
    rounds: { type: 'string', default: '15' },
    only: { type: 'string', multiple: true },
    deciding: { type: 'boolean' },
    waiting: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(`${usage}\nGroups: ${[...groups.keys()].join(', ')}`)
  process.exit(0)
}
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds takes a whole number above 0. Usage: ${usage}`)
/** What the code decides alone: nothing here waits for a disk or another process. CI goes by these. */
const deciding = [...formatNames, 'sizes']
/** What waits for a disk or another process. */
const waiting = [...groups.keys()].filter((name) => !deciding.includes(name))
const chosen = values.deciding ? deciding : values.waiting ? waiting : values.only
const names = chosen ?? [...groups.keys()]
for (const name of names)
  if (!groups.has(name)) throw new Error(`There is no group ${name}: there are ${[...groups.keys()].join(', ')}.`)
if (
  ['start-up', 'sizes'].some((name) => names.includes(name)) &&
  !existsSync(fileURLToPath(new URL('../dist/index.js', import.meta.url)))
)
  throw new Error('There is no dist/, whose import and size are measured: run `npm run build` first.')

const processor = cpus()[0]?.model ?? 'unknown machine'
const machine = `${processor}, ${cpus().length} cores, Node ${process.version}`
console.log(`${machine}\nshares of JSON.stringify of the same body where nothing else is said, ${rounds} rounds\n`)
const rows = new Map<string, readonly Row[]>()
for (const name of names) {
  const measured = measure(name)
  rows.set(name, measured)
  for (const row of measured)
    console.log(`${row.what.padEnd(84)}${written(row.value, row.unit).padStart(9)}   ${targetOf(row)}`)
}
if (values.write) write([...rows.values()].flat())
if (values.check) check()

function measure(name: string): Row[] {
  const lines = execFileSync(process.execPath, ['--expose-gc', runner, name, String(rounds)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
}

function targetOf({ target, unit, value }: Row): string {
  return target === null ? '' : `≤ ${written(target, unit)}${value > target ? '  missed' : ''}`
}

function write(measured: readonly Row[]): void {
  // With some groups only, the other rows stay as they were written last.
  const known = chosen ? writtenLines() : []
  const former = baseline()
  const shares = measured.filter(isCompared).map(({ value, what }) => [what, Number(value.toFixed(4))])
  const own = { ...(chosen && former[processor]), ...Object.fromEntries(shares) }
  writeFileSync(baselineFile, `${JSON.stringify({ ...former, [processor]: own }, null, 2)}\n`)
  const lines = new Map(known)
  for (const row of measured)
    lines.set(row.what, `| ${row.what} | ${written(row.value, row.unit)} | ${targetOf(row)} |`)
  const text = [
    '# Performance',
    '',
    'Made by `node bench/run.ts --write`; do not edit. Shares of `JSON.stringify` of the same body in the same run, except where a',
    'row says otherwise: times depend on the machine, shares less. Where memory is mapped slowly, a long text costs more and the share',
    'beside it is less: of one commit, Responses took 9.3 % on one machine and 3.0 % on another. 10,000 messages are larger than the',
    'cache, so what other tenants of the machine do decides what a look at each costs: of one commit, Gemini took 6 to 20 % within a',
    'day. Two kinds of processors differ as much: of 200 messages Responses took 10 % on one and 17 % on another. What computes is compared in processor time, what waits (stores, journal, proxy, doctor, adapters) by its best round. `node',
    `bench/run.ts --check\` ends with 3 when a share or a size is ${tolerance} times worse than it was on the kind of processor that did worst, of`,
    'those in `bench/baseline.json`; this table is of one run. Rows of more than 400 messages are told and decide nothing:',
    '`test/repair/growth.test.ts` watches that long lists cost no more than their length.',
    '',
    ...notCompared,
    '',
    ...measuredWhen(),
    '',
    '| what | measured | target |',
    '| --- | ---: | --- |',
    ...lines.values(),
    '',
  ]
  writeFileSync(page, text.join('\n'))
}

/** When and where the rows were measured; groups that were measured alone are named. */
function measuredWhen(): string[] {
  const when = `${new Date().toISOString().slice(0, 10)}, ${machine}, ${rounds} rounds.`
  if (!chosen) return [when]
  const named = `${names.join(', ')}: `
  const former = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(' rounds.') && !line.startsWith(named))
  return [...former.flatMap((line) => [line, '']), `${named}${when}`]
}

/** The table's lines by what they are about. */
function writtenLines(): (readonly [what: string, line: string])[] {
  const [, ...lines] = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  return lines.map((line) => [line.split('|')[1]!.trim(), line])
}

type Shares = Readonly<Record<string, number>>

/** The shares by the kind of processor that they were measured on. */
function baseline(): Readonly<Record<string, Shares>> {
  if (!existsSync(baselineFile))
    throw new Error(
      `There is no ${baselineFile}: begin with "{}" in it, and run --write on a machine that does nothing else.`,
    )
  return JSON.parse(readFileSync(baselineFile, 'utf8')) as Readonly<Record<string, Shares>>
}

/** Of each row the worst: two kinds of processors differ by more than what one of them may lose. */
function committedShares(): Shares {
  const worst = new Map<string, number>()
  for (const [what, value] of Object.values(baseline()).flatMap(Object.entries<number>))
    worst.set(what, Math.max(worst.get(what) ?? 0, value))
  return Object.fromEntries(worst)
}

/** Times are the machine's; shares and sizes the code's. A row without a target is a cold look that differs from run to run. */
function isCompared({ target, unit }: Row): boolean {
  return unit !== 'ms' && unit !== 'µs' && target !== null
}

/** Groups in which something got worse are measured again; what stays worse is told, and ends the run where it decides. */
function check(): void {
  const committed = committedShares()
  const isWorse = ({ value, what }: Row): boolean => value > Math.max(committed[what] ?? Infinity, floor) * tolerance
  for (const [name, measured] of rows) {
    const compared = measured.filter((row) => isCompared(row) && isWorse(row))
    let worse = compared.filter(({ decides }) => decides !== false)
    for (let look = 0; look < secondLooks && worse.length > 0; look += 1) {
      const again = new Map(measure(name).map((row) => [row.what, row]))
      worse = worse.map((row) => again.get(row.what) ?? row).filter(isWorse)
    }
    if (worse.length > 0) process.exitCode = worseCode
    for (const { decides, unit, value, what } of [...compared.filter(({ decides }) => decides === false), ...worse]) {
      const mark = decides === false ? ' (decides nothing: the list is larger than the cache)' : ''
      console.error(`${what}: ${written(value, unit)}, committed ${written(committed[what] ?? 0, unit)}${mark}`)
    }
  }
}
