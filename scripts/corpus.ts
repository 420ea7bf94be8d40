/**
 * Scores detection over a file of real errors, one JSON object a line: `{ id, type, error }`, where `type` is a fault type
 * or null. Exit code 1 below 97 % of the typed rows or at any false alarm, 2 when the file cannot be used.
 *
 * @example npm run corpus -- path/to/errors.jsonl
 */
import { readFileSync } from 'node:fs'
import { detectErrorType } from '../src/repair/detect-error-type.ts'

const REQUIRED_SHARE = 0.97
const EXCERPT = 160

interface Row {
  readonly id: string
  readonly expected: string | null
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
  return { id: 'id' in row ? String(row.id) : String(number), expected: row.type, error: row.error }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'no rows' : `${((100 * part) / whole).toFixed(1)} %`

const file = process.argv[2] ?? fail('Which file? npm run corpus -- path/to/errors.jsonl')
const results = readRows(file).map((row) => ({ ...row, got: detectErrorType(row.error) }))
const typed = results.filter(({ expected }) => expected !== null)
const right = typed.filter(({ expected, got }) => expected === got)
const missed = typed.filter(({ got }) => got === null)
const untyped = results.filter(({ expected }) => expected === null)
const falseAlarms = untyped.filter(({ got }) => got !== null)

for (const { id, expected, got, error } of results) {
  if (expected === got) continue
  const text = typeof error === 'string' ? error : JSON.stringify(error)
  console.log(`${id}\texpected ${expected}\tgot ${got}\t${text.replaceAll(/\s+/g, ' ').slice(0, EXCERPT)}`)
}

const confusion = Map.groupBy(
  results.filter(({ expected, got }) => expected !== got),
  ({ expected, got }) => `${expected} taken for ${got}`,
)
if (confusion.size > 0) console.log('\nConfusion')
for (const [pair, rows] of [...confusion].toSorted(([, a], [, b]) => b.length - a.length))
  console.log(`${String(rows.length).padStart(5)}  ${pair}`)

console.log(`
typed rows    ${right.length} of ${typed.length} right (${percent(right.length, typed.length)}), ${missed.length} missed
other rows    ${untyped.length - falseAlarms.length} of ${untyped.length} left alone, ${falseAlarms.length} false alarms`)
process.exitCode = right.length < REQUIRED_SHARE * typed.length || falseAlarms.length > 0 ? 1 : 0
