import { expect, test } from 'vitest'
import { assistant, text, user } from '../agents/claude-code/transcript.ts'
import { missingResult, storeClaude } from './claude-home.ts'
import { cliProcess, emptyHome } from './run-cli.ts'

/**
 * Prints the most that the process has held at once, in bytes. Garbage does not count: on a busy machine it lies about for longer. To
 * collect it takes time there, too: a look waits ten times as long as the last one took, or the command would do little else.
 */
const measure = `data:text/javascript,${encodeURIComponent(
  `let most = 0, looks = 0
const look = () => {
  const begin = performance.now()
  gc()
  const { heapUsed, external } = process.memoryUsage()
  most = Math.max(most, heapUsed + external)
  looks += 1
  setTimeout(look, Math.max(50, 10 * (performance.now() - begin))).unref()
}
setTimeout(look, 50).unref()
process.on('exit', () => console.error('held=' + most + ' looks=' + looks))`,
)}`

/** 1,000 sessions of 100 kB; kept in memory they would take three times the ceiling. */
const sessions = 1000
const ceilingMiB = 50

test('a thousand sessions are held in memory', () => {
  const home = emptyHome()
  const long = 'y'.repeat(2500)
  const healthy = Array.from({ length: 20 }, (_, index) => [
    user(`p${index}`, index === 0 ? null : `q${index - 1}`, `${long} ${index}`),
    assistant(`q${index}`, `p${index}`, `m${index}`, text(`${long} ${index}`), 0),
  ]).flat()
  for (let index = 0; index < sessions; index += 1)
    storeClaude(
      home,
      `${String(index).padStart(8, '0')}-0000-4000-8000-000000000001`,
      index % 100 === 0 ? missingResult() : healthy,
    )
  const { code, stdout, stderr } = cliProcess(['doctor', '--json'], {
    home,
    nodeArguments: ['--expose-gc', '--import', measure],
  })
  expect(code).toBe(1)
  const { summary } = JSON.parse(stdout) as { summary: { sessions: number; broken: number } }
  expect([summary.sessions, summary.broken]).toEqual([1000, 10])
  const [, held, looks] = /held=(\d+) looks=(\d+)/.exec(stderr) ?? []
  expect(Number(looks)).toBeGreaterThan(2)
  expect(Number(held) / 2 ** 20).toBeLessThan(ceilingMiB)
})
