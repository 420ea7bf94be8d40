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
  const programs = ['', ...entries.map(([entry]) => `await import(${JSON.stringify(`${dist}${entry}.js`)});`)]
  const best = programs.map(() => Infinity)
  // They take turns, so that other processes disturb all of them.
  for (let attempt = 0; attempt < attempts; attempt += 1)
    programs.forEach((code, index) => {
      best[index] = Math.min(best[index]!, cpuOf(code))
    })
  const [bare, ...imports] = best as [number, ...number[]]
  for (const [index, [entry, target]] of entries.entries())
    yield {
      what: `import of ${entry === 'index' ? 'session-recovery' : `./${entry}`}, processor time`,
      unit: 'ms',
      value: imports[index]! - bare,
      target,
    }
}

function cpuOf(code: string): number {
  const tell = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)'
  const { stderr, stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', `${code}${tell}`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}
