import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MemoryFs } from '../files/memory-fs.ts'
import { openLog, readTexts, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const records = recordsPath('s')
const note = (text: string) => ({ type: 'note', epoch: 0, dataText: JSON.stringify(text) })

/** A session at rest that holds two records, and a folder where a file that is made from them must stand. */
async function blocked(name: string): Promise<MemoryFs> {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['a', 'b'])
  const path = join(ROOT, 's', name)
  await fs.unlink(path)
  await fs.mkdir(path)
  return fs
}

describe.each(['manifest.json', 'index.ndjson'])('%s that cannot be written', (name) => {
  test.each([
    ['whole', ''],
    ['torn', '{"torn'],
    ['unterminated', undefined],
  ])('makes a session with a %s tail read-only, or one that is durable fails to close (I13)', async (_tail, behind) => {
    const fs = await blocked(name)
    const text = fs.text(records)!
    fs.put(records, behind === undefined ? text.trimEnd() : text + behind)
    const log = await openLog(fs, 's')
    await log.append(note('c'))
    await expect(log.close()).resolves.toBeUndefined()
    expect(await readTexts(fs, 's')).toEqual(['a', 'b', 'c'])
    const next = await openLog(fs, 's')
    await next.append(note('d'))
    await next.close()
    expect(await readTexts(fs, 's')).toEqual(['a', 'b', 'c', 'd'])
  })

  test('goes untold by a recovery, or is not made again once it can be', async () => {
    const fs = await blocked(name)
    await writeSession(fs, 's', ['c'])
    expect(await recoverOne(fs, 's', { apply: true })).toMatchObject({
      state: 'failed',
      error: { code: 'unsafe_path' },
    })
    await fs.rmdir(join(ROOT, 's', name))
    expect(await recoverOne(fs, 's', { apply: true })).toMatchObject({ state: 'clean', records: 3 })
    const control = new MemoryFs()
    await writeSession(control, 's', ['a', 'b'])
    await writeSession(control, 's', ['c'])
    expect(fs.text(join(ROOT, 's', name))).toBe(control.text(join(ROOT, 's', name)))
  })
})

test('an end that only the index tells of is forgotten where the index cannot be written', async () => {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['a', 'b', 'c'])
  fs.put(records, fs.text(records)!.split('\n').slice(0, 2).join('\n') + '\n')
  const { rename } = fs
  fs.rename = (from, to) =>
    to.endsWith('index.ndjson')
      ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
      : rename.call(fs, from, to)
  await expect(openLog(fs, 's')).rejects.toThrow()
  fs.rename = rename
  const log = await openLog(fs, 's')
  await log.append(note('d'))
  await log.close()
  expect(await recoverOne(fs, 's')).toMatchObject({ state: 'needs_review', gaps: [{ after: 2 }] })
})
