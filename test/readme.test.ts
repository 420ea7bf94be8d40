import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const readme = await readFile(join(root, 'README.md'), 'utf8')
const snippets = [...readme.matchAll(/```ts run\n(.*?)```/gs)].map((match) => match[1]!)

test.each(snippets)('a snippet of the README does not print what its comments say', async (code) => {
  const folder = join(root, '.cache', `readme-${process.pid}`)
  await mkdir(folder, { recursive: true })
  try {
    const file = join(folder, 'snippet.ts')
    await writeFile(file, code)
    const { stdout } = await run(process.execPath, [file], { cwd: root })
    const promised = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)/g)].map((match) => match[1]!)
    expect(stdout.trim().split('\n')).toEqual(promised)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a file that the README names is missing', async () => {
  const named = [...readme.matchAll(/\]\(((?!http)[^)#]+)\)/g)].map((match) => match[1]!)
  expect(named.length).toBeGreaterThan(3)
  for (const file of named) await expect(run('test', ['-e', join(root, file)])).resolves.toBeDefined()
})
