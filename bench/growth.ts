/**
 * `npm run growth`: how much more work twice the faults cost, 12,000 to 24,000 of each kind. All numbers are ratios inside one run,
 * the best of some rounds, each after a collection of garbage; 2.4 is the bound (repair is linear in its input, whatever the faults).
 */
import { repair } from '../src/repair/repair.ts'
import { growthCases } from './growth-cases.ts'

const count = 12_000
const rounds = 3

function cpuMs(run: () => unknown): number {
  // What earlier rows have left behind would be counted here, and doubled where it happens to be collected.
  globalThis.gc?.()
  const start = process.cpuUsage()
  run()
  const { system, user } = process.cpuUsage(start)
  return (user + system) / 1000
}

console.log(`| format | faults | ${count.toLocaleString('en')} | ${(2 * count).toLocaleString('en')} | growth |`)
console.log('|---|---|---|---|---|')
for (const { build, format, name, request = {} } of growthCases) {
  const best = (size: number): number => {
    const messages = build(size)
    return Math.min(...Array.from({ length: rounds }, () => cpuMs(() => repair(messages, { format, request }))))
  }
  const [less, more] = [best(count), best(2 * count)]
  const growth = more / less
  console.log(`| ${format} | ${name} | ${less.toFixed(0)} ms | ${more.toFixed(0)} ms | ×${growth.toFixed(1)} |`)
  if (growth > 2.4) process.exitCode = 1
}
