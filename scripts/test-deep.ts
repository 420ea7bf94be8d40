/**
 * Runs the deep tests, one file after another: `npm run test:deep [-- PATH ...]`. Behind them come the tests whose cases are counted
 * (`test/seeds.ts`), ten times each of them, twenty times what `npm test` takes, or `SESSION_RECOVERY_CASES` times.
 *
 * `SESSION_RECOVERY_BUDGET_S` bounds the whole run. Each file gets an equal share of what is left and reads it from the same
 * variable; one that runs over is stopped. What was stopped or not reached is named, and is no failure: a failed test is.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const wanted = process.argv.slice(2)
const everyTest = globSync('test/**/*.test.ts').sort()
const isDeep = (file: string): boolean => file.endsWith('.deep.test.ts')
/** A file whose cases are counted, or which leaves that to a helper. */
const isSeeded = (file: string, met: Set<string> = new Set()): boolean => {
  if (met.has(file) || !file.startsWith('test/') || !existsSync(file)) return false
  met.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)
  return [...imports].some(([, path = '']) => {
    const helper = join(dirname(file), path)
    return helper === 'test/seeds.ts' || isSeeded(helper, met)
  })
}
const isCounted = (file: string): boolean =>
  isSeeded(file) && !everyTest.includes(file.replace('.test.ts', '.deep.test.ts'))
const files = [...everyTest.filter(isDeep), ...everyTest.filter((file) => !isDeep(file) && isCounted(file))].filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
)

const budget = process.env['SESSION_RECOVERY_BUDGET_S'] ?? ''
const budgetMs = budget === '' ? Infinity : Number(budget) * 1000
if (!(budgetMs > 0)) {
  console.error(`SESSION_RECOVERY_BUDGET_S is ${JSON.stringify(budget)}: give seconds, more than 0, or leave it out.`)
  process.exit(2)
}

type Outcome = 'passed' | 'failed' | 'stopped' | 'not reached'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

function run(file: string, shareMs: number): Promise<Outcome> {
  const share =
    shareMs === Infinity ? {} : { SESSION_RECOVERY_BUDGET_S: String(Math.max(1, Math.floor(shareMs / 1000))) }
  const [config, cases] = isDeep(file)
    ? ['vitest.deep.config.ts', { SESSION_RECOVERY_CASES: '1' }]
    : ['vitest.config.ts', { SESSION_RECOVERY_CASES: '10' }]
  const child = spawn('vitest', ['run', '--config', config, file], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...cases, ...process.env, ...share },
    // A group of its own: tests start nodes and servers, which would outlive a file that is stopped.
    detached: true,
  })
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, signal)
    } catch {
      // ESRCH: the last of the group has ended.
    }
  }
  let stopped = false
  const stop = (): void => {
    stopped = true
    signalGroup('SIGTERM')
  }
  // A file that keeps to its share still needs a moment to start and to end.
  const timer = shareMs === Infinity ? undefined : setTimeout(stop, shareMs + 10_000)
  interrupted.signal.addEventListener('abort', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      interrupted.signal.removeEventListener('abort', stop)
      signalGroup('SIGKILL')
      resolve(stopped ? 'stopped' : code === 0 ? 'passed' : 'failed')
    })
  })
}

const end = performance.now() + budgetMs
const outcomes: [file: string, outcome: Outcome][] = []
for (const [index, file] of files.entries()) {
  const left = end - performance.now()
  const isOver = left <= 0 || interrupted.signal.aborted
  outcomes.push([file, isOver ? 'not reached' : await run(file, left / (files.length - index))])
}
for (const [file, outcome] of outcomes) console.log(`${outcome.padEnd(12)}${file}`)
if (files.length === 0) console.log('There are no deep tests that fit.')
if (interrupted.signal.aborted) process.exitCode = 130
else if (outcomes.some(([, outcome]) => outcome === 'failed')) process.exitCode = 1
