import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gapsOf, LossHistory } from '../../src/journal/loss-history.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { user } from '../../src/testing/contracts/store-cases/store-case.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, recordsPath, recoverOne, ROOT } from './sample-session.ts'

const names = ['losses.ndjson', 'copy.losses.ndjson'] as const
type Name = (typeof names)[number]
const pathOf = (name: Name): string => join(ROOT, 's', 'quarantine', name)
const gap = { after: 2, before: 4 }

/** A session whose third record is lost, and squeezed together with its neighbours: its records tell of it no more. */
async function squeezed(): Promise<MemoryFs> {
  const fs = new MemoryFs()
  const open = () => createJournalStore(ROOT, { fs, now, generations: 0 })
  const store = open()
  for (const text of ['one', 'two', 'three', 'four']) await store.messages.append('s', [user(text)])
  await store.close()
  const lines = fs.text(recordsPath('s'))!.split('\n')
  fs.put(recordsPath('s'), lines.toSpliced(2, 1).join('\n'))
  expect(await recoverOne(fs, 's', { apply: true })).toMatchObject({ state: 'needs_review', gaps: [gap] })
  const again = open()
  await again.journal.compact('s')
  await again.close()
  return fs
}

const flipped = (text: string, at: number): string =>
  text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << (at % 7))) + text.slice(at + 1)

/** Every way to damage one file once. */
function* damages(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) {
    yield flipped(text, at)
    yield text.slice(0, at)
  }
}

describe.each(names)('%s', (name) => {
  test('damage in it, or its end, makes a loss forgotten that no record tells of any more', async () => {
    const fs = await squeezed()
    const text = fs.text(pathOf(name))!
    for (const damaged of damages(text)) {
      fs.put(pathOf(name), damaged)
      expect(await recoverOne(fs, 's')).toMatchObject({ state: 'needs_review', gaps: [gap] })
    }
    await fs.unlink(pathOf(name))
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'needs_review', gaps: [gap] })
  })

  test('damage in it makes a loss told that a person has acknowledged', async () => {
    const fs = await squeezed()
    expect(await recoverOne(fs, 's', { apply: true, acknowledge: true })).toMatchObject({ state: 'clean' })
    const text = fs.text(pathOf(name))!
    for (const damaged of damages(text)) {
      fs.put(pathOf(name), damaged)
      expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', gaps: [] })
    }
  })

  test.each([
    ['goes', (fs: MemoryFs) => fs.unlink(pathOf(name))],
    ['is torn', (fs: MemoryFs) => fs.put(pathOf(name), fs.text(pathOf(name))!.slice(0, -9))],
    ['is damaged at its beginning', (fs: MemoryFs) => fs.put(pathOf(name), flipped(fs.text(pathOf(name))!, 3))],
  ])('when it %s a recovery leaves the loss to the other one, which may go next', async (_, harm) => {
    for (const acknowledge of [false, true]) {
      const fs = await squeezed()
      await recoverOne(fs, 's', { apply: true, acknowledge })
      const before = await recoverOne(fs, 's')
      await harm(fs)
      expect(await recoverOne(fs, 's', { apply: true })).toEqual(before)
      const { length } = fs.text(pathOf(name))!
      await recoverOne(fs, 's', { apply: true })
      expect(fs.text(pathOf(name))!).toHaveLength(length)
      await fs.unlink(pathOf(names.find((each) => each !== name)!))
      expect(await recoverOne(fs, 's')).toEqual(before)
    }
  })
})

test('losses that an older release has kept in one file are not in both once another is found', async () => {
  const fs = await squeezed()
  await fs.unlink(pathOf('copy.losses.ndjson'))
  const history = await LossHistory.read(fs, join(ROOT, 's'))
  expect(history.isWhole).toBe(false)
  const later = { after: 9, before: 12 }
  await history.record({ gaps: [later], quarantinedBytes: 0, quarantine: ['a'] }, now())
  expect(history.isWhole).toBe(true)
  await fs.unlink(pathOf('losses.ndjson'))
  const read = await LossHistory.read(fs, join(ROOT, 's'))
  expect([gapsOf(read.open([])), read.isWhole]).toEqual([[gap, later], false])
})

describe.each(names)('%s that cannot be read', (name) => {
  const other = names.find((each) => each !== name)!

  test.each([
    ['EIO', 'io', 'Check the disk'],
    ['EACCES', 'read_only', 'readable and writable'],
    ['EISDIR', 'in_the_way', 'Move away what stands there'],
  ])('hides what the other one tells, is not told of, or is written to (%s)', async (system, code, remedy) => {
    for (const acknowledge of [false, true]) {
      const fs = await squeezed()
      await recoverOne(fs, 's', { apply: true, acknowledge })
      const before = await recoverOne(fs, 's')
      const text = fs.text(pathOf(name))!
      const open = fs.open.bind(fs)
      fs.open = (path, ...more) =>
        path === pathOf(name)
          ? Promise.reject(Object.assign(new Error('refused'), { code: system }))
          : open(path, ...more)
      const error = { code, message: expect.stringMatching(`${pathOf(name)}.*${remedy}`) }
      expect(await recoverOne(fs, 's')).toEqual({ ...before, error })
      // A loss that is found now stands in the other one.
      fs.put(recordsPath('s'), `${fs.text(recordsPath('s'))!}no record\n`)
      expect(await recoverOne(fs, 's', { apply: true })).toMatchObject({ state: 'needs_review', error })
      expect(fs.text(pathOf(name))).toBe(text)
      fs.open = (path, ...more) =>
        path.includes('losses')
          ? Promise.reject(Object.assign(new Error('refused'), { code: system }))
          : open(path, ...more)
      expect(await recoverOne(fs, 's')).toMatchObject({ state: 'failed', error: { code } })
      fs.open = open
      await recoverOne(fs, 's', { apply: true })
      const whole = await recoverOne(fs, 's')
      await fs.unlink(pathOf(other))
      expect(await recoverOne(fs, 's')).toEqual(whole)
    }
  })
})

test.each(names.flatMap((name) => (['EIO', 'EACCES', 'EISDIR'] as const).map((system) => [name, system] as const)))(
  '%s that cannot be read (%s) makes a lost session clean where the other one is not there (I8, I14)',
  async (name, system) => {
    const fs = await squeezed()
    await fs.unlink(pathOf(names.find((each) => each !== name)!))
    const open = fs.open.bind(fs)
    fs.open = (path, ...more) =>
      path === pathOf(name)
        ? Promise.reject(Object.assign(new Error('refused'), { code: system }))
        : open(path, ...more)
    const before = fs.paths()
    for (const options of [{}, { apply: true }, { apply: true, acknowledge: true }])
      expect(await recoverOne(fs, 's', options)).toMatchObject({
        state: 'failed',
        error: { message: expect.stringContaining(pathOf(name)) },
      })
    expect(fs.paths().filter((path) => path.includes('losses'))).toEqual(
      before.filter((path) => path.includes('losses')),
    )
    fs.open = open
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'needs_review', gaps: [gap] })
  },
)

test('what another recovery has written meanwhile is cut off by one that was stopped, or not heard behind it', async () => {
  const fs = await squeezed()
  const stopped = await LossHistory.read(fs, join(ROOT, 's'))
  const successor = await LossHistory.read(fs, join(ROOT, 's'))
  const [own, later] = [{ after: 9, before: 12 }, { after: 20 }]
  await successor.record({ gaps: [later], quarantinedBytes: 0, quarantine: ['b'] }, now())
  await stopped.record({ gaps: [own], quarantinedBytes: 0, quarantine: ['a'] }, now()).catch(() => undefined)
  expect(gapsOf((await LossHistory.read(fs, join(ROOT, 's'))).open([]))).toEqual(expect.arrayContaining([gap, later]))
})

test('an entry of an older release, which says not how often, tells of another loss or of none where it stands behind an acknowledgement', async () => {
  const read = async (): Promise<LossHistory> => LossHistory.read(fs, join(ROOT, 's'))
  const fs = await squeezed()
  const end = { after: 9 }
  const behind = { after: 10, before: 12 }
  const loss = { quarantinedBytes: 0, quarantine: [] }
  const opened: unknown[] = []
  for (const [work, gaps] of [
    ['record', [end]],
    ['record', [end, gap]],
    ['record', [behind]],
    ['acknowledge', [end, gap, behind]],
    ['acknowledge', [end, behind]],
    ['record', [behind, end]],
  ] as const) {
    await (work === 'record'
      ? (await read()).record({ ...loss, gaps }, now())
      : (await read()).acknowledge(gaps, now()))
    opened.push(gapsOf((await read()).open([])))
  }
  expect(opened).toEqual([[gap, end], [gap, end], [gap, end, behind], [], [], [end]])
})

test('an entry whose number another recovery has given as well is not heard', async () => {
  const all: string[] = []
  const later = [{ after: 20 }, { after: 30 }]
  for (const gaps of later.map((each) => [each])) {
    const fs = await squeezed()
    await (await LossHistory.read(fs, join(ROOT, 's'))).record({ gaps, quarantinedBytes: 0, quarantine: [] }, now())
    all.push(fs.text(pathOf('losses.ndjson'))!)
  }
  const fs = await squeezed()
  await fs.unlink(pathOf('copy.losses.ndjson'))
  fs.put(pathOf('losses.ndjson'), all[0]! + all[1]!.split('\n').at(-2)! + '\n')
  expect(gapsOf((await LossHistory.read(fs, join(ROOT, 's'))).open([]))).toEqual([gap, ...later])
})

test('an entry is glued to a last one that has lost its line feed, and neither is read', async () => {
  const fs = await squeezed()
  for (const name of names) fs.put(pathOf(name), fs.text(pathOf(name))!.trimEnd())
  const read = () => LossHistory.read(fs, join(ROOT, 's'))
  for (const after of [20, 30])
    await (await read()).record({ gaps: [{ after }], quarantinedBytes: 0, quarantine: [] }, now())
  for (const name of names) {
    const lines = fs.text(pathOf(name))!.split('\n')
    expect(lines.at(-1)).toBe('')
    expect(lines.slice(0, -1).map((line) => Object(JSON.parse(line)).seq)).toEqual(
      lines.slice(0, -1).map((_, at) => at + 1),
    )
  }
  expect(gapsOf((await read()).open([]))).toEqual([gap, { after: 20 }, { after: 30 }])
})
