import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '..', 'examples')
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))

/** What starts itself again, or does its work as the program alone, wants a process of its own; the others share what they import. */
const isApart = (file: string): boolean =>
  /import\.meta\.(?:filename|main)/.test(readFileSync(join(folder, file), 'utf8'))
const [apart, together] = [files.filter(isApart), files.filter((file) => !isApart(file))]

const inTurn = `
const ends = {}
for (const file of process.argv.slice(1)) {
  let said = ''
  console.log = (...parts) => (said += parts.join(' '))
  ends[file] = await import(file).then(() => said, (error) => error)
}
const failed = (end) => end instanceof Error
process.stdout.write(JSON.stringify(ends, (_, end) => (failed(end) ? { failed: end.stack } : end)))
`
const addressOf = (file: string): string => pathToFileURL(join(folder, file)).href
let ends: Readonly<Record<string, string | { readonly failed: string }>> = {}

beforeAll(async () => {
  const node = ['--input-type=module', '-e', inTurn, ...together.map(addressOf)]
  // It ends by itself: an example that leaves something open would keep it, and the programs of readers.
  ends = JSON.parse((await run(process.execPath, node, { timeout: 120_000 })).stdout) as typeof ends
})

test('there are no examples in one of the two groups', () => {
  expect([apart.length, together.length].every((count) => count > 1)).toBe(true)
})

test.each(together)('the example %s does not run', (file) => {
  expect(ends[addressOf(file)]).toEqual(expect.stringMatching(/\S/))
})

test.each(apart)('the example %s does not run', async (file) => {
  const { stdout } = await run(process.execPath, [join(folder, file)], { timeout: 60_000 })
  expect(stdout.trim()).not.toBe('')
})
