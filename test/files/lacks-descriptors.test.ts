import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entryFile } from '../entry-file.ts'
import { lacksDescriptors } from '../../src/files/lacks-descriptors.ts'
import { tempFolder } from './temp-folder.ts'

test('a process that can open files says that it lacks descriptors, or keeps those that it has tried', () => {
  for (let round = 0; round < 3; round += 1) expect(lacksDescriptors(1000)).toBe(false)
})

// A shell sets the limit; `--no-warnings`, because each answer is read.
test.skipIf(process.platform === 'win32')(
  'a store that too many open files keep from its own asks for rights on its file',
  () => {
    const program = `
    const { openSync, closeSync } = await import('node:fs')
    const { createSqliteStore } = await import(${JSON.stringify(entryFile('index'))})
    const message = [{ raw: { role: 'user', content: 'x' } }]
    const warm = createSqliteStore(process.argv[1])
    await warm.messages.append('s', message)
    await warm.close()
    const store = createSqliteStore(process.argv[1])
    const held = []
    try { for (;;) held.push(openSync('/dev/null')) } catch {}
    const said = async () => store.messages.load('s').then(() => 'read', ({ code, message }) => code + ' ' + message)
    // What SQLite opens for a moment is one more than what it keeps.
    for (const free of [0, 1, 2]) {
      if (free > 0) closeSync(held.pop())
      console.log(await said())
    }
    while (held.length > 0) closeSync(held.pop())
    console.log(await said())`
    const told = execFileSync(
      'sh',
      [
        '-c',
        'ulimit -n 96; exec "$0" "$@"',
        process.execPath,
        '--no-warnings',
        '-e',
        program,
        join(tempFolder(), 's.db'),
      ],
      {
        encoding: 'utf8',
      },
    )
      .trim()
      .split('\n')
    expect(told.pop()).toBe('read')
    expect(told).toHaveLength(3)
    for (const line of told)
      expect(line).toMatch(/^io .*too many files open\. \[.*s\.db\] Raise the limit of open files/)
  },
)
