/**
 * Breaks the source in random places, one at a time, and runs the tests that reach the place: what survives, no test looks at.
 *
 *     npm run mutants -- FOLDER [count] [seed] [test ...]
 *     npm run mutants -- lint 24 1                    npm run mutants -- lint/pairer.ts 40 1 test/lint
 *
 * All mutants of a run are built into copies of the sources, each behind a question, so that the tree stays as it is and nothing
 * is compiled twice. A first run without any of them notes which test file reaches which. Then each is at work once, until the
 * first test fails, for `MUTANTS_SECONDS` of tests at most (10). One that no test reaches counts as survived.
 */
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildIn } from './mutants/build-in.ts'
import { mutantsOf } from './mutants/mutants-of.ts'
import { runTests } from './mutants/run-tests.ts'
import { sample } from './mutants/sample.ts'
import { byLikelihood, testsNear } from './mutants/tests-near.ts'

const [wanted = '', count = '24', seed = '1', ...tests] = process.argv.slice(2)
const budgetMs = Number(process.env['MUTANTS_SECONDS'] ?? 10) * 1000
const path = `src/${wanted.replace(/^src\/|\/$/g, '')}`
const sources = path.endsWith('.ts') ? globSync(path) : globSync(`${path}/**/*.ts`).sort()
if (wanted === '' || sources.length === 0 || !(Number(count) > 0) || !(budgetMs > 0)) {
  console.error(`No source in ${path}. Say which folder or file: npm run mutants -- lint 24 1, with a count above 0.`)
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]))
const all = [...texts].flatMap(([file, text]) => mutantsOf(file, text))
const mutants = sample(all, Number(count), Number(seed)).map((mutant, id) => ({ ...mutant, id }))
mkdirSync('node_modules/.cache', { recursive: true })
const folder = mkdtempSync(join(process.cwd(), 'node_modules/.cache/mutants-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const [file, some] of Map.groupBy(mutants, ({ file }) => file)) {
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  writeFileSync(join(folder, file), buildIn(texts.get(file)!, some))
}

const near = testsNear(path.slice('src/'.length))
const candidates = tests.length === 0 ? near : near.filter((test) => tests.some((part) => test.includes(part)))
console.log(`${mutants.length} of ${all.length} mutants in ${path}; ${candidates.length} test files may look at them`)
const notes = join(folder, 'seen.tsv')
writeFileSync(notes, '')
// Some tests run programs as nobody, who reads the mutants and notes what it reaches, too.
chmodSync(folder, 0o755)
chmodSync(notes, 0o666)
const { files } = await runTests(candidates, folder, { stallMs: 600_000 })
const broken = [...files].filter(([, { passed }]) => !passed).map(([test]) => test)
if (files.size === 0 || broken.length > 0)
  console.log(`left out, as they fail without a mutant: ${broken.join(', ') || 'all'}`)
const seen = Map.groupBy(
  readFileSync(notes, 'utf8')
    .split('\n')
    .map((line) => line.split('\t')),
  ([, id]) => Number(id),
)

let killed = 0
for (const { id, file, line, operator, was, by } of mutants) {
  const msOf = (test: string): number => files.get(test)?.ms ?? Infinity
  const reaching = (seen.get(id) ?? []).flatMap(([test = '']) => (files.get(test)?.passed ? [test] : []))
  let left = budgetMs
  // One that takes too long is passed over, not all behind it.
  const chosen = [...new Set(reaching)].sort(byLikelihood(file, msOf)).filter((test, place) => {
    const fits = place === 0 || msOf(test) < left
    if (fits && place > 0) left -= msOf(test)
    return fits
  })
  // A loop that does not end is a kill as well: ten times the time that the longest test took.
  const stallMs = 60_000 + 10 * Math.max(0, ...chosen.map((test) => files.get(test)!.longestMs))
  const { failed, killer } = chosen.length === 0 ? {} : await runTests(chosen, folder, { mutant: id, stallMs })
  if (failed) killed += 1
  const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 60)
  const outcome = failed ? 'killed' : chosen.length === 0 ? 'unseen' : 'SURVIVED'
  const told = failed ? (killer ?? 'by an error') : `${chosen.length} of ${reaching.length} test files`
  console.log(`${outcome.padEnd(8)} ${file}:${line} ${operator}: ${short(was)} → ${short(by)}   (${short(told)})`)
}
// What would have noticed may be among them: the number is not to be read without this one.
const unasked = broken.length === 0 ? '' : `, with ${broken.length} of ${files.size} test files left out`
console.log(`${path}: ${killed} of ${mutants.length} killed${unasked}`)
