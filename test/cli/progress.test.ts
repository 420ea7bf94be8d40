import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createOutput } from '../../src/cli/output/output.ts'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { tempFolder } from '../files/temp-folder.ts'

/** What a command writes to the error output of a terminal that has room for the longest path, or of a file. */
async function talk(args: readonly string[], home: string, isTTY: boolean): Promise<string> {
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 4096 })
  let text = ''
  stderr.on('data', (chunk) => (text += String(chunk)))
  const stdout = new PassThrough()
  stdout.resume()
  await runCommandLine(args, { stdin: new PassThrough(), stdout, stderr, env: {}, home, now: Date.now, cwd: home })
  return text
}

test.each<readonly [args: (root: string) => string[], says: RegExp]>([
  [(root) => ['recover', join(root, 'journal')], /looking at \S*[/\\]s1/],
  [(root) => ['audit', '--layout', 'journal', '--session-dir', join(root, 'journal')], /looking at \S*[/\\]s1/],
  [(root) => ['audit', '--session-dir', join(root, 'webui')], /looking at \S*[/\\]s\.json/],
  [(root) => ['audit', '--repair-safe', '--session-dir', join(root, 'webui')], /looking at \S*[/\\]s\.json/],
  [(root) => ['copy', join(root, 'journal'), join(root, 'copy.db')], /looked at 1 session: s1/],
])('row %$: long work keeps silent on a terminal, or leaves its last word there or in a file', async (args, says) => {
  const root = tempFolder()
  mkdirSync(join(root, 'webui'))
  writeFileSync(join(root, 'webui', 's.json'), JSON.stringify({ session_id: 's', messages: [] }))
  await using store = createJournalStore(join(root, 'journal'))
  await store.messages.append('s1', [{ raw: { role: 'user', content: 'hello' } }])
  await store.close()
  const told = await talk(args(root), root, true)
  expect(told).toMatch(says)
  expect(told.slice(told.lastIndexOf('look'))).toContain('\u001B[K')
  expect(await talk(args(root), root, false)).toBe('')
})

test.each([
  [40, 'looking at /a/short/path'],
  [25, 'looking at /a/short/path'],
  [24, 'looking…t /a/short/path'],
  [16, 'looki…hort/path'],
  [3, '…h'],
  [2, 'l'],
  [1, ''],
])('a line of progress is wider than a terminal of %i columns, or lacks the name of the file', (columns, shown) => {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns })
  createOutput({ stdout: new PassThrough(), stderr }).progress('looking at /a/short/path')
  expect(stderr.read()?.toString() ?? '').toBe(shown)
})
