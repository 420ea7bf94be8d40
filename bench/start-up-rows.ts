import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Row } from './measure.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const entries: readonly (readonly [entry: string, target: number | null])[] = [
  ['index', 10],
  ['anthropic', null],
  ['langchain', null],
  ['fetch', null],
]

/** Processor time of importing what is published, above that of Node alone. Needs `npm run build`. */
export function* measureStartUp(rounds: number): Generator<Row> {
  const attempts = Math.max(5, Math.min(rounds, 20))
  const bare = cpuOf('', attempts)
  for (const [entry, target] of entries) {
    const value = cpuOf(`await import(${JSON.stringify(`${dist}${entry}.js`)});`, attempts) - bare
    yield {
      what: `import of ${entry === 'index' ? 'session-recovery' : `./${entry}`}, processor time`,
      unit: 'ms',
      value,
      target,
    }
  }
}

function cpuOf(code: string, attempts: number): number {
  const tell = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)'
  const run = (): number => {
    const { stderr, stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', `${code}${tell}`], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return Number(stdout)
  }
  return Math.min(...Array.from({ length: attempts }, run))
}
