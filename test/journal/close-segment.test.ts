import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSegments } from '../../src/journal/list-segments.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { openLog, readTexts, recordsPath, recoverOne, ROOT } from './sample-session.ts'

const folder = join(ROOT, 's')
const note = (data: string) => ({ type: 'note', epoch: 0, dataText: JSON.stringify(data) })

/** A writer that dies between the two steps of closing its first segment, or of its third. */
async function halfClosed(texts: readonly string[]): Promise<MemoryFs> {
  const fs = new MemoryFs()
  const log = await openLog(fs, 's', { segmentBytes: 1 })
  for (const text of texts) await log.append(note(text))
  const rename = fs.rename.bind(fs)
  fs.rename = (from, to) =>
    to === recordsPath('s') ? Promise.reject(Object.assign(new Error('dead'), { code: 'EIO' })) : rename(from, to)
  await expect(log.append(note('never'))).rejects.toMatchObject({ message: expect.stringContaining('records.ndjson') })
  await log.close()
  fs.rename = rename
  return fs
}

test.each([[['a']], [['a', 'b', 'c']]])(
  'a segment under both names counts twice, keeps the next writer out, or is damage: %j',
  async (texts) => {
    const fs = await halfClosed(texts)
    expect(fs.bytes(recordsPath('s'))).toEqual(fs.bytes(join(folder, `records.00000000000${texts.length}.ndjson`)))
    expect(await listSegments(fs, folder)).toHaveLength(texts.length)
    expect(await readTexts(fs, 's')).toEqual(texts)
    const log = await openLog(fs, 's', { segmentBytes: 1 })
    await log.append(note('z'))
    await log.close()
    expect(await readTexts(fs, 's')).toEqual([...texts, 'z'])
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', quarantinedBytes: 0 })
  },
)

test('a copy of a folder in that state loses a record, or shows one twice', async () => {
  const fs = (await halfClosed(['a', 'b'])).copy()
  expect(await readTexts(fs, 's')).toEqual(['a', 'b'])
  const log = await openLog(fs, 's', { segmentBytes: 1 })
  await log.append(note('z'))
  await log.close()
  expect(await readTexts(fs, 's')).toEqual(['a', 'b', 'z'])
})

test('where there are no links a full segment does not get its name, or its writer no claim is asked for', async () => {
  const fs = new MemoryFs()
  fs.link = () => Promise.reject(Object.assign(new Error('no links'), { code: 'ENOTSUP' }))
  const log = await openLog(fs, 's', { segmentBytes: 1 })
  await log.append(note('a'))
  await log.append(note('b'))
  expect((await listSegments(fs, folder)).map(({ name }) => name)).toEqual([
    'records.000000000001.ndjson',
    'records.ndjson',
  ])
  await fs.unlink(join(folder, `writer.${log.token}.json`))
  await expect(log.append(note('c'))).rejects.toMatchObject({ code: 'fenced' })
  expect(await readTexts(fs, 's')).toEqual(['a', 'b'])
  expect(fs.paths().filter((path) => path.endsWith('tmp'))).toEqual([])
})
