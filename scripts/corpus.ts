/**
 * Scores detection over a file of real errors, one JSON object a line: `{ id, type, error }`, where `type` is a fault type
 * or null; `also` lists other types that are right (null: none), `provider` says whose error it is. Exit code 1 below 97 % of the typed
 * rows or above 1 % false alarms, 2 when the file cannot be used.
 *
 * With `--leave-one-provider-out` the wordings of one provider after the other are left out, and its rows are scored without
 * them: the drop tells how far detection understands what it has no words for.
 *
 * @example npm run corpus -- path/to/errors.jsonl
 * @example npm run corpus -- path/to/errors.jsonl --leave-one-provider-out
 */
import { readFileSync } from 'node:fs'
import { createDetector, type Detector } from '../src/detection/create-detector.ts'
import { detectError } from '../src/repair/detect-error.ts'
import { reports } from '../src/reports/index.ts'

const REQUIRED_SHARE = 0.97
const ALLOWED_ALARMS = 0.01
const EXCERPT = 160

interface Row {
  readonly id: string
  /** Whose error it is; empty when the row does not say. */
  readonly provider: string
  readonly expected: string | null
  /** Other types that are right too. */
  readonly also: readonly (string | null)[]
  readonly error: unknown
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

function readRows(file: string): Row[] {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (cause) {
    fail(
      `Cannot read ${file}: ${cause instanceof Error ? cause.message : cause}. Give the path of a JSONL file of errors.`,
    )
  }
  const rows = content
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => readRow(file, line, number))
  return rows.length > 0 ? rows : fail(`${file} has no rows. Each line must be an object { id, type, error }.`)
}

function readRow(file: string, line: string, number: number): Row {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch (cause) {
    fail(`${file}:${number} is not JSON (${cause instanceof Error ? cause.message : cause}). Write one object a line.`)
  }
  if (typeof row !== 'object' || row === null || !('error' in row) || !('type' in row))
    fail(`${file}:${number} lacks "type" or "error". Each line must be an object { id, type, error }.`)
  if (row.type !== null && typeof row.type !== 'string')
    fail(`${file}:${number}: "type" must be the name of a fault type or null.`)
  const also = 'also' in row && Array.isArray(row.also) ? row.also : []
  return {
    id: 'id' in row ? String(row.id) : String(number),
    provider: 'provider' in row ? String(row.provider) : '',
    expected: row.type,
    also,
    error: row.error,
  }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'no rows' : `${((100 * part) / whole).toFixed(1)} %`

interface Result extends Row {
  readonly got: string | null
  readonly isRight: boolean
}

function score(rows: readonly Row[], detect: Detector): Result[] {
  return rows.map((row) => {
    const got = detect(row.error)?.type ?? null
    return { ...row, got, isRight: got === row.expected || row.also.includes(got) }
  })
}

const isTyped = ({ expected }: Row): boolean => expected !== null
const countRight = (results: readonly Result[]): number => results.filter(({ isRight }) => isRight).length

function printScore(results: readonly Result[]): void {
  const wrong = results.filter(({ isRight }) => !isRight)
  for (const { id, expected, got, error } of wrong) {
    const text = typeof error === 'string' ? error : JSON.stringify(error)
    console.log(`${id}\texpected ${expected}\tgot ${got}\t${text.replaceAll(/\s+/g, ' ').slice(0, EXCERPT)}`)
  }
  const confusion = Map.groupBy(wrong, ({ expected, got }) => `${expected} taken for ${got}`)
  if (confusion.size > 0) console.log('\nConfusion')
  for (const [pair, rows] of [...confusion].toSorted(([, a], [, b]) => b.length - a.length))
    console.log(`${String(rows.length).padStart(5)}  ${pair}`)
  const typed = results.filter(isTyped)
  const others = results.filter((row) => !isTyped(row))
  const missed = typed.filter(({ got }) => got === null)
  const right = countRight(typed)
  const alarms = others.length - countRight(others)
  console.log(`
typed rows    ${right} of ${typed.length} right (${percent(right, typed.length)}), ${missed.length} missed
other rows    ${others.length - alarms} of ${others.length} left alone, ${alarms} false alarms`)
  process.exitCode = right < REQUIRED_SHARE * typed.length || alarms > ALLOWED_ALARMS * others.length ? 1 : 0
}

function printLeaveOneOut(rows: readonly Row[]): void {
  const providers = new Set(Object.values(reports).flatMap(({ wordings }) => wordings.map(({ provider }) => provider)))
  const table = [...providers]
    .filter((provider) => provider !== 'any')
    .map((provider) => {
      const own = rows.filter((row) => isTyped(row) && row.provider.includes(provider))
      const known = countRight(score(own, detectError))
      const blind = createDetector(reports, (wording) => wording.provider !== provider)
      return {
        provider,
        own: own.length,
        known,
        left: countRight(score(own, blind)),
      }
    })
    .filter(({ own }) => own > 0)
    .toSorted((a, b) => b.own - a.own)
  console.log('provider         rows   with its words   without')
  for (const { provider, own, known, left } of table)
    console.log(
      `${provider.padEnd(16)}${String(own).padStart(5)}${percent(known, own).padStart(17)}${percent(left, own).padStart(10)}`,
    )
  const sum = (pick: (row: (typeof table)[number]) => number): number =>
    table.reduce((total, row) => total + pick(row), 0)
  const total = sum(({ own }) => own)
  console.log(`
all rows      ${percent(
    sum(({ known }) => known),
    total,
  )} with the words of their provider, ${percent(
    sum(({ left }) => left),
    total,
  )} without`)
}

const [file = fail('Which file? npm run corpus -- path/to/errors.jsonl'), mode] = process.argv.slice(2)
if (mode !== undefined && mode !== '--leave-one-provider-out')
  fail(`Unknown option ${mode}. The only one is --leave-one-provider-out.`)
const rows = readRows(file)
if (mode === undefined) printScore(score(rows, detectError))
else printLeaveOneOut(rows)
