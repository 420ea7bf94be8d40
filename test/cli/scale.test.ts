import { expect, test } from 'vitest'
import { assistant, text, user } from '../agents/claude-code/transcript.ts'
import { missingResult, storeClaude } from './claude-home.ts'
import { cliProcess, emptyHome } from './run-cli.ts'

/** Prints the most memory that the process has held, in KiB. */
const measure = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>console.error('maxRSS='+process.resourceUsage().maxRSS))",
)}`

/** A collector that lets garbage lie on a busy machine would look like a doctor that keeps it: 110 MiB or 240 of the same code. */
const tidy = ['--max-semi-space-size=2', '--max-old-space-size=40']

/** 1,000 sessions of 100 kB; kept in memory they would take twice the ceiling. */
const sessions = 1000
const ceilingMiB = 160

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
    nodeArguments: [...tidy, '--import', measure],
  })
  expect(code).toBe(1)
  const { summary } = JSON.parse(stdout) as { summary: { sessions: number; broken: number } }
  expect([summary.sessions, summary.broken]).toEqual([1000, 10])
  expect(Number(/maxRSS=(\d+)/.exec(stderr)?.[1]) / 1024).toBeLessThan(ceilingMiB)
})
