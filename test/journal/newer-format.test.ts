import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createJournalStore } from '../../src/journal.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const manifestPath = join(ROOT, 's', 'manifest.json')

/** A session whose records are none to this release, with a manifest that says so, or something else. */
async function foreign(manifest: string): Promise<MemoryFs> {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one', 'two'])
  fs.put(recordsPath('s'), fs.text(recordsPath('s'))!.replaceAll('{"seq"', '{"v":2,"seq"'))
  fs.put(manifestPath, manifest)
  return fs
}

test.each(['session-recovery.journal/2', 'session-recovery.journal/10'])(
  'a session of %s is set aside as damage, or written to',
  async (schema) => {
    const fs = await foreign(JSON.stringify({ schema, anything: true }))
    const before = fs.paths().map((path) => [path, fs.text(path)])
    for (const options of [{}, { apply: true }, { acknowledge: true }])
      expect(await recoverOne(fs, 's', options)).toMatchObject({ state: 'failed', error: { code: 'newer_format' } })
    await using store = createJournalStore(ROOT, { fs, now })
    await expect(store.messages.append('s', [{ raw: { role: 'user', content: 'x' } }])).rejects.toMatchObject({
      code: 'newer_schema',
    })
    expect(fs.paths().map((path) => [path, fs.text(path)])).toEqual(before)
  },
)

test.each(['', '{', 'null', '7', '{"schema":1}', '{"schema":"session-recovery.journal/1"}', '{"schema":"x/2"}'])(
  'a manifest that says %s keeps its session from recovery',
  async (manifest) => {
    const fs = await foreign(manifest)
    expect(await recoverOne(fs, 's', { apply: true })).toMatchObject({ state: 'needs_review', records: 0 })
  },
)

test.each(['session-recovery.journal/3', 'session-recovery.journal/9'])(
  'one bit of the manifest, which makes %s of its number, locks a session that is whole',
  async (schema) => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one', 'two'])
    const whole = fs.text(manifestPath)!
    fs.put(manifestPath, whole.replace('session-recovery.journal/1', schema))
    expect(await recoverOne(fs, 's', { apply: true })).toMatchObject({ state: 'clean', records: 2 })
    expect(fs.text(manifestPath)).toBe(whole)
  },
)
