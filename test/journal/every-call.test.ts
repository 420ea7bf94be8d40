import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Fs } from '../../src/files/fs.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { digestAfter, type Frame } from '../../src/journal/frame.ts'
import { gapLine } from '../../src/journal/gap-line.ts'
import { importSession } from '../../src/journal/import-session.ts'
import { LossHistory } from '../../src/journal/loss-history.ts'
import { RecordReader } from '../../src/journal/query-records.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import type { SessionLog, SessionLogOptions } from '../../src/journal/session-log.ts'
import { provesFaults, provesWaiting } from '../files/call-proofs.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { storeOn } from './journal-workload.ts'
import { now, openLog, readTexts, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const folder = join(ROOT, 's')
const history = join(folder, 'quarantine', 'losses.ndjson')

async function writing(
  fs: Fs,
  work: (log: SessionLog) => Promise<unknown>,
  options?: Partial<SessionLogOptions>,
): Promise<void> {
  const log = await openLog(fs, 's', options)
  try {
    await work(log)
  } finally {
    await log.close()
  }
}
const note = (log: SessionLog): Promise<unknown> => log.append({ type: 'note', epoch: 0, dataText: '"four"' })

interface Work {
  readonly before?: (fs: MemoryFs) => void
  readonly run: (fs: Fs) => Promise<unknown>
  /** What the disk holds when the power goes right behind it. */
  readonly texts?: readonly string[]
  readonly holds?: string
  /** Calls that need not wait for others: the claim and the place of the file are looked at while the disk works. */
  readonly together?: readonly string[]
  /** Those that begin while others are under way when one has failed: several segments are looked at together. */
  readonly besides?: readonly string[]
}

const three = ['one', 'two', 'three']
const four = [...three, 'four']
const together = ['lstat', 'syncFolder', 'syncFolder', 'lstat']
const works: Readonly<Record<string, Work>> = {
  'to import a session': {
    run: async (fs) => {
      const copied = new MemoryFs()
      await writeSession(copied, 's', three)
      const lines = [Buffer.from(copied.text(recordsPath('s'))!)]
      return importSession(fs, ROOT, 'copy', lines, (data) => data)
    },
    holds: join(ROOT, 'copy', 'records.ndjson'),
  },
  'to recover a torn session': {
    before: (fs) => fs.put(recordsPath('s'), `${fs.text(recordsPath('s'))}{"torn`),
    run: async (fs) => {
      const { error, state } = await recoverOne(fs, 's', { apply: true })
      if (error) throw new Error(error.message)
      return state
    },
    holds: history,
  },
  'to recover a session whose last record lacks its end': {
    before: (fs) => fs.put(recordsPath('s'), fs.text(recordsPath('s'))!.trimEnd()),
    run: async (fs) => {
      const { error, state } = await recoverOne(fs, 's', { apply: true })
      if (error) throw new Error(error.message)
      return state
    },
    holds: recordsPath('s'),
  },
  'to write': { run: (fs) => writing(fs, note), texts: four, together },
  'to write what somebody silent has claimed': {
    before: (fs) => fs.put(join(folder, 'writer.7.json'), '{"host":"elsewhere","bootId":"b","pid":1,"startTime":"1"}'),
    run: (fs) => writing(fs, note),
    texts: four,
    together,
  },
  'to write into a new segment': {
    run: (fs) => writing(fs, async (log) => [await note(log), await note(log)], { segmentBytes: 1 }),
    texts: [...four, 'four'],
    together: [...together, ...together, 'lstat', 'lstat'],
    besides: ['close'],
  },
  'to write what is durable at the end': {
    run: (fs) => writing(fs, note, { durability: 'none' }),
    texts: four,
  },
  'to write what is durable at the end into new segments': {
    run: (fs) =>
      writing(fs, async (log) => [await note(log), await note(log)], { durability: 'none', segmentBytes: 1 }),
    texts: [...four, 'four'],
    // The segments are counted together.
    together: ['lstat', 'lstat'],
    besides: ['close'],
  },
  'to squeeze the first record': {
    run: (fs) =>
      writing(fs, async (log) => {
        const first: Frame[] = []
        const taker = { take: (_: unknown, frame: Frame) => void first.push(frame), reset: () => undefined }
        await new SessionCursor(fs, folder).advance(taker)
        const [base] = first
        await log.compact({ base: base!, digest: digestAfter(base!), dataText: '"one"' }, taker)
      }),
  },
  'to keep that a person has seen a loss': {
    run: async (fs) => (await LossHistory.read(fs, folder)).acknowledge([{ after: 1, before: 3 }], 5),
    holds: history,
  },
  'to query records': {
    run: async (fs) => (await new RecordReader(fs, folder).query({ text: 'o' })).items.map(({ seq }) => seq),
  },
}
const rows = Object.entries(works)

async function disk({ before }: Work): Promise<MemoryFs> {
  const fs = new MemoryFs()
  await writeSession(fs, 's', three)
  before?.(fs)
  return fs
}

describe('who has called', () => {
  test.each(rows)(
    '%s is answered before the system has, asks it for two things at once, or leaves a file open',
    async (_, work) => {
      expect((await provesWaiting(await disk(work), work.run)).overlaps).toEqual(work.together ?? [])
    },
  )

  test.each(rows)(
    '%s is told that it is done before it is durable (I8)',
    async (_, { holds, texts = three, ...work }) => {
      const fs = await disk(work)
      await work.run(fs)
      const left = fs.powerLoss(() => 0.6)
      expect(await readTexts(left, 's')).toEqual(texts)
      expect(holds === undefined || left.text(holds)).toBe(holds === undefined || fs.text(holds) || 'nothing')
    },
  )

  test.each(rows)('%s is not told of a call that failed, or loses a record (I8, I10)', async (_, work) => {
    const allowed = new Set([...(work.together ?? []), ...(work.besides ?? [])])
    const proof = provesFaults(
      () => disk(work),
      work.run,
      async (fs, { overlaps, place }, isDone) => {
        const texts = await readTexts(fs, 's')
        expect([place, overlaps.filter((name) => !allowed.has(name))]).toEqual([place, []])
        expect([place, texts.slice(0, 3)]).toEqual([place, three])
        expect([place, texts]).toEqual([place, isDone && work.texts ? work.texts : texts])
        expect([place, fs.paths().filter((path) => /\.import-|repair-tmp$/.test(path))]).toEqual([place, []])
      },
    )
    await expect(proof).resolves.toBeDefined()
  })
})

test('the mark of a compaction goes before the old records are gone for good (I14)', async () => {
  const fs = new MemoryFs()
  const store = storeOn(fs, 300)
  for (const text of ['one', 'two', 'three'])
    await store.messages.append('s', [{ raw: { role: 'user', content: text } }])
  const sealed = fs.paths().filter((path) => /records\..+\.ndjson$/.test(path))
  const former = sealed.map((path) => [path, fs.text(path)!] as const)
  await store.journal.compact('s')
  await store.close()
  for (const [path, text] of former) fs.put(path, text)
  fs.put(join(folder, 'compacting.json'), '{"base":3}\n')
  const watched = new FaultFs(undefined, fs)
  await recoverOne(watched, 's', { apply: true, now })
  expect(fs.paths().filter((path) => sealed.includes(path) || path.includes('compacting'))).toEqual([])
  const calls = watched.names.filter((name) => name === 'unlink' || name === 'syncFolder').join(' ')
  expect(calls).toMatch(new RegExp(`${'unlink '.repeat(sealed.length)}syncFolder unlink`))
})

test('what a recovery makes anew can be read by others', async () => {
  const fs = await disk(works['to write']!)
  const derived = ['index.ndjson', 'manifest.json'].map((name) => join(folder, name))
  for (const path of derived) {
    fs.put(path, 'damaged')
    const file = await fs.open(path, 'a', 0o600)
    await file.chmod(0o644)
    await file.close()
  }
  await recoverOne(fs, 's', { apply: true, now })
  const modes = derived.map(async (path) => ((await fs.stat(path)).mode & 0o777).toString(8))
  expect(await Promise.all(modes)).toEqual(['600', '600'])
})

test('an import can be read by others, or is called done although a line was none', async () => {
  const fs = await disk(works['to write']!)
  const lines = [Buffer.from(`${fs.text(recordsPath('s'))!.trimEnd()}\n{"unfinished`)]
  const { imported, skipped, warnings } = await importSession(fs, ROOT, 'copy', lines, (data) => data)
  expect([imported, skipped, warnings]).toEqual([3, 1, [{ line: 4, why: 'is no JSON object' }]])
  expect((await fs.stat(recordsPath('copy'))).mode & 0o777).toBe(0o600)
  const plain = [Buffer.from('\n{"type":"b","data":"x"}\n \n{"type":"a","epoch":7,"at":9,"data":"y"}\n')]
  expect(await importSession(fs, ROOT, 'plain', plain, (data) => ({ data }))).toMatchObject({ imported: 2, skipped: 0 })
  const records = await new RecordReader(fs, join(ROOT, 'plain')).query()
  expect([records.gaps, records.items]).toMatchObject([
    [],
    [
      { seq: 1, type: 'b', epoch: 0, at: 0, token: 0, data: { data: 'x' } },
      { seq: 2, type: 'a', epoch: 7, at: 9, token: 0, data: { data: 'y' } },
    ],
  ])
  // Behind a line that was made by hand nobody knows which record stood last.
  const told = [Buffer.from(`{"type":"a","data":1}\n${gapLine({ after: 7, before: 9 })}`)]
  expect(await importSession(fs, ROOT, 'told', told, (data) => data, { strict: true })).toMatchObject({ imported: 1 })
  // The last line needs no line feed.
  const whole = [Buffer.from(fs.text(recordsPath('s'))!.trimEnd())]
  expect((await importSession(fs, ROOT, 'whole', whole, (data) => data)).imported).toBe(3)
  const strict = importSession(fs, ROOT, 'strict', lines, (data) => data, { strict: true })
  await expect(strict).rejects.toMatchObject({
    code: 'invalid_import',
    message: expect.stringContaining('Line 4 is no'),
  })
})

test.each<[line: object, why: string]>([
  [{ data: 1 }, 'has no type'],
  [{ type: 'Note', data: 1 }, 'has no type'],
  [{ type: `x${'y'.repeat(40)}`, data: 1 }, 'has no type'],
  [{ type: 'a b', data: 1 }, 'has no type'],
  [{ type: 'note' }, 'has no data'],
  [{ type: 'note', data: 1, epoch: -1 }, 'has no valid epoch or time'],
  [{ type: 'note', data: 1, epoch: 0.5 }, 'has no valid epoch or time'],
  [{ type: 'note', data: 1, at: '1' }, 'has no valid epoch or time'],
  [{ type: 'note', data: 1, at: 8.64e15 + 1 }, 'has no valid epoch or time'],
  [{ type: 'note', data: 1, at: -8.64e15 - 1 }, 'has no valid epoch or time'],
  [{ type: 'note', data: 1, crc: '00000000' }, 'is not what was written: its checksum differs'],
])('the line %j is imported', async (line, why) => {
  const good = { type: `x${'y'.repeat(39)}`, data: null, epoch: 0, at: -1 }
  const lines = Array.from({ length: 101 }, () => line)
  const source = [Buffer.from([...lines, good, line].map((each) => `${JSON.stringify(each)}\n`).join(''))]
  const fs = new MemoryFs()
  const { imported, skipped, warnings } = await importSession(fs, ROOT, 'copy', source, (data) => data)
  expect([imported, skipped, warnings.length]).toEqual([1, 102, 100])
  expect(warnings.every((warning, at) => warning.why === why && warning.line === at + 1)).toBe(true)
  // What is left out may have been a record: the hole is told, and closed behind the next one.
  const { items, gaps } = await new RecordReader(fs, join(ROOT, 'copy')).query()
  expect(items).toMatchObject([{ seq: 102, token: 0, ...good }])
  expect(gaps).toEqual([{ after: 0, before: 102 }])
})

test('a session that comes up while one of its name is imported is told as an error of the system', async () => {
  const root = tempFolder()
  const source = async function* (): AsyncGenerator<Buffer> {
    mkdirSync(join(root, 'copy'))
    writeFileSync(join(root, 'copy', 'records.ndjson'), '')
    yield Buffer.from('{"type":"a","data":1}\n')
  }
  const importing = importSession(nodeFs, root, 'copy', source(), (data) => data)
  await expect(importing).rejects.toMatchObject({ name: 'JournalError', code: 'exists' })
  expect(readdirSync(root)).toEqual(['copy'])
})

test('what another process wrote while a session was claimed does not count (I15)', async () => {
  const fs = new MemoryFs()
  const say = (content: string): { raw: unknown } => ({ raw: { role: 'user', content } })
  const write = async (text: string): Promise<number> => {
    const store = storeOn(fs)
    const revision = await store.messages.append('s', [say(text)])
    await store.close()
    return revision
  }
  const revision = await write('one')
  const racing = new FaultFs(undefined, fs)
  let isWritten = false
  racing.open = async (path, flags, mode) => {
    if (!isWritten && flags !== 'r' && path.includes('writer.')) {
      isWritten = true
      await write('two')
    }
    return fs.open(path, flags, mode)
  }
  const late = storeOn(racing)
  const append = late.messages.append('s', [say('three')], { expect: revision })
  await expect(append).rejects.toMatchObject({ code: 'stale_revision' })
  expect(isWritten).toBe(true)
  expect((await late.messages.load('s'))!.messages.map(({ raw }) => raw)).toEqual([say('one').raw, say('two').raw])
  await late.close()
})

test('the name of an imported session is not durable when it is told (I8)', async () => {
  const watched = new FaultFs(undefined, await disk(works['to write']!))
  await works['to import a session']!.run(watched)
  expect(watched.names.slice(watched.names.lastIndexOf('rename'))).toEqual(['rename', 'syncFolder'])
})

test.each([0.1, 0.6])(
  'the folders of the first session of all are not durable when a record is told to be (I8, %f)',
  async (fate) => {
    const fs = new MemoryFs()
    await writing(fs, note)
    expect(
      await readTexts(
        fs.powerLoss(() => fate),
        's',
      ),
    ).toEqual(['four'])
  },
)
