import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '..', 'examples')

test.each(readdirSync(folder).filter((file) => file.endsWith('.ts')))('the example %s does not run', async (file) => {
  const { stdout } = await run(process.execPath, [join(folder, file)], { timeout: 60_000 })
  expect(stdout.trim()).not.toBe('')
})
