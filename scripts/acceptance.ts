/**
 * How many requests a damaged conversation needs until its provider accepts it: `npm run acceptance [-- FORMAT ...]`. Each kind of
 * damage that the kits know, and two and three of them together, at the first, the middle and the last place. One request is
 * enough where the list shows the fault, one more for each that only the provider sees. Exit code 1 when a conversation stays refused.
 *
 * `SESSION_RECOVERY_CASES` multiplies the cases; `--verbose` prints every case that took more requests than it should.
 */
import { argv, env } from 'node:process'
import { type AcceptanceCase, acceptanceCases } from './acceptance/acceptance-cases.ts'
import { requestsUntilAccepted } from '../src/testing/contracts/requests-until-accepted.ts'
import { kits } from '../src/testing.ts'

const scale = Number(env['SESSION_RECOVERY_CASES'] ?? 1)
const wanted = argv.slice(2).filter((argument) => !argument.startsWith('-'))
const verbose = argv.includes('--verbose')

for (const name of wanted)
  if (!(name in kits)) {
    console.error(`There is no format ${name}. Known are: ${Object.keys(kits).join(', ')}.`)
    process.exit(2)
  }

interface Tally {
  total: number
  /** By the number of requests; the first counts conversations that were never accepted. */
  readonly by: [never: number, one: number, two: number, more: number]
  late: number
}

const share = (part: number, total: number): string => `${((100 * part) / Math.max(1, total)).toFixed(1)} %`

function tallyOf(cases: Iterable<AcceptanceCase>): Tally {
  const tally: Tally = { total: 0, by: [0, 0, 0, 0], late: 0 }
  for (const { expected, kit, label, transcript } of cases) {
    // Three kinds of damage may each take a refusal.
    const { refusals, requests } = requestsUntilAccepted(kit, transcript, { limit: 4 })
    tally.total += 1
    tally.by[Math.min(requests ?? 0, 3) as 0 | 1 | 2 | 3] += 1
    if (requests !== null && requests <= expected) continue
    tally.late += 1
    if (verbose) console.error(`${kit.format} ${label}: ${requests ?? 'never'}\n    ${refusals.join('\n    ')}`)
  }
  return tally
}

console.log(
  '| format | damage | conversations | in one request | in two | in three or four | never | later than they should |',
)
console.log('|---|---|---|---|---|---|---|---|')
for (const kit of Object.values(kits)) {
  if (wanted.length > 0 && !wanted.includes(kit.format)) continue
  for (const [damage, count] of [
    ['single', 1],
    ['double', 2],
    ['triple', 3],
  ] as const) {
    const { by, late, total } = tallyOf(acceptanceCases(kit, count, scale))
    const [never, ...accepted] = by
    if (never > 0) process.exitCode = 1
    const shares = accepted.map((part) => share(part, total)).join(' | ')
    console.log(`| ${kit.format} | ${damage} | ${total} | ${shares} | ${never} | ${late} |`)
  }
}
