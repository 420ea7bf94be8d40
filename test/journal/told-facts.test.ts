import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createJournalStore, recoverJournal } from '../../src/journal.ts'
import { SessionRecoveryError } from '../../src/errors/session-recovery-error.ts'
import { MemoryFs } from '../files/memory-fs.ts'

const root = '/root/store'
const said = (content: string): { readonly raw: object } => ({ raw: { role: 'user', content } })

test('a list of sessions cannot tell what one holds, how it ended, or what was dropped', async () => {
  const fs = new MemoryFs()
  let clock = 1_790_000_000_000
  const options = { fs, now: () => (clock += 1000), maxBytes: 2000 }
  const created = clock
  const store = createJournalStore(root, options)
  await store.messages.append('s', [said('one')])
  await expect(store.messages.append('s', [said('x'.repeat(5000))])).rejects.toMatchObject({ code: 'too_large' })
  const manifest = (): Record<string, unknown> => JSON.parse(fs.text(join(root, 's', 'manifest.json'))!)
  await store.close()
  const records = fs.text(join(root, 's', 'records.ndjson'))!
  expect(manifest()).toEqual({
    schema: 'session-recovery.journal/1',
    sessionID: 's',
    status: 'stopped',
    records: 2,
    lastSeq: 2,
    epoch: 0,
    digest: expect.stringMatching(/^[0-9a-z]{12}$/) as string,
    lastRecordAt: manifest()['endedAt'],
    endedAt: expect.stringMatching(/^2026-09-21T/) as string,
    bytes: records.length,
    segments: [{ name: 'records.ndjson', bytes: records.length }],
  })
  await using reader = createJournalStore(root, options)
  const [listed] = await reader.messages.list()
  expect(listed!.createdAt).toBeGreaterThan(created)
  expect(await reader.journal.records('s', { types: ['journal.dropped'] })).toMatchObject({ total: 1, gaps: [] })
  expect((await recoverJournal(root, { fs })).recovered).toMatchObject([{ state: 'clean' }])
})

test('an error is text alone, or one question has two orders', async () => {
  const fs = new MemoryFs()
  await using store = createJournalStore(root, { fs, maxBytes: 5000 })
  for (const content of ['one', 'two']) for (const id of ['b', 'a']) await store.messages.append(id, [said(content)])
  const { journal } = store
  const { cursor } = await journal.records('a', { limit: 1 })
  const refused: readonly (readonly [Promise<unknown>, string])[] = [
    [journal.record('a', 9), 'not_found'],
    [journal.records('b', { after: cursor! }), 'invalid_value'],
    [journal.import('a', []), 'invalid_value'],
    [journal.restore('a', 99), 'not_found'],
    [store.messages.append('a', [said('x'.repeat(9000))]), 'too_large'],
    [store.messages.append('x'.repeat(300), [said('x')]), 'invalid_value'],
    [store.messages.append('a', [said('x')], { expect: 9 }), 'stale_revision'],
  ]
  const codes: unknown[] = []
  for (const [call] of refused)
    codes.push(
      await call.then(
        () => 'none',
        (cause: unknown) => cause instanceof SessionRecoveryError && cause.code,
      ),
    )
  expect(codes).toEqual(refused.map(([, code]) => code))
  // The refused bytes are on record as the third.
  const seqs = [1, 2, 3]
  expect((await journal.records('a')).items.map(({ seq }) => seq)).toEqual(seqs)
  const exported: number[] = []
  for await (const line of journal.export('a')) exported.push(Number(JSON.parse(line).seq))
  expect(exported).toEqual(seqs)
  const { recovered } = await recoverJournal(root, { fs })
  expect(recovered.map(({ sessionID }) => sessionID)).toEqual(['a', 'b'])
})

test('what a journal makes can be read by others, if only for a moment', async () => {
  const fs = new MemoryFs()
  const modes = new Map<string, unknown>()
  const open = fs.open.bind(fs)
  fs.open = (path, flags, mode) => {
    if (flags !== 'r') modes.set(path.replace(root, '').replaceAll(/\d+/g, '0'), mode)
    return open(path, flags, mode)
  }
  const store = createJournalStore(root, { fs, segmentBytes: 2000, generations: 1 })
  for (let turn = 0; turn < 9; turn += 1) await store.messages.append('s', [said('x'.repeat(500))])
  await store.journal.compact('s')
  await store.close()
  const path = join(root, 's', 'records.ndjson')
  fs.put(path, `${fs.text(path)}{"torn`)
  await recoverJournal(root, { fs, apply: true })
  expect(modes.size).toBeGreaterThan(5)
  expect([...modes].filter(([, mode]) => mode !== 0o600)).toEqual([])
})

test('an import keeps the former name, changes what is no change, or what it leaves out makes the rest unreadable', async () => {
  await using store = createJournalStore(root, { fs: new MemoryFs() })
  for (const content of ['a', 'b', 'c']) await store.messages.append('s', [said(content)])
  const lines: string[] = []
  for await (const line of store.journal.export('s')) lines.push(line)
  const others = [7, { changes: 'none', a: 1 }, { changes: [7, null, { type: 'x' }], b: 2 }]
  const more = others.map((data) => `${JSON.stringify({ type: 'note', data })}\n`)
  expect(await store.journal.import('t', [...lines, ...more])).toEqual({ imported: 6, skipped: 0, warnings: [] })
  const dataOf = async (id: string): Promise<unknown[]> =>
    (await store.journal.records(id)).items.map(({ data }) => data)
  const renamed = JSON.stringify(await dataOf('s')).replaceAll('"sessionID":"s"', '"sessionID":"t"')
  const named = { changes: [7, null, { type: 'x', sessionID: 't' }], b: 2 }
  expect(await dataOf('t')).toEqual([...(JSON.parse(renamed) as unknown[]), ...others.slice(0, 2), named])
  const textsOf = async (id: string): Promise<unknown> =>
    (await store.messages.load(id))?.messages.map(({ raw }) => (raw as { content: unknown }).content)
  expect(await textsOf('t')).toEqual(['a', 'b', 'c'])
  for (const [lost, left] of [
    [0, ['b', 'c']],
    [1, ['a', 'c']],
    [2, ['a', 'b']],
  ] as const) {
    const id = `without ${lost}`
    const { skipped } = await store.journal.import(id, lines.toSpliced(lost, 1, 'damaged\n'))
    expect([skipped, await textsOf(id)]).toEqual([1, left])
    await store.messages.append(id, [said('on')])
    expect(await textsOf(id)).toEqual([...left, 'on'])
  }
})

test.each<
  [
    string,
    (lines: readonly string[]) => readonly string[],
    left: string,
    line: number,
    why: string,
    skipped: number,
    gaps: number,
  ]
>([
  ['the first is missing', ([, b, c]) => [b!, c!], 'bc', 1, 'is record 2 and does not follow record 0', 0, 1],
  ['one is missing', ([a, , c]) => [a!, c!], 'ac', 2, 'is record 3 and does not follow record 1', 0, 1],
  ['one stands there twice', ([a, b, c]) => [a!, b!, b!, c!], 'abc', 3, 'stands there twice', 1, 0],
  ['two are exchanged', ([a, b, c]) => [a!, c!, b!], 'ac', 2, 'is record 3 and does not follow record 1', 1, 1],
])('exported lines of which %s are imported as if all were there', async (_, hurt, left, line, why, skipped, gaps) => {
  await using store = createJournalStore(root, { fs: new MemoryFs() })
  for (const content of ['a', 'b', 'c']) await store.messages.append('s', [said(content)])
  const lines: string[] = []
  for await (const each of store.journal.export('s')) lines.push(each)
  await expect(store.journal.import('t', hurt(lines), { strict: true })).rejects.toMatchObject({
    code: 'invalid_value',
    message: expect.stringContaining(`Line ${line} ${why}.`),
  })
  const result = await store.journal.import('t', hurt(lines))
  expect([result.skipped, result.warnings[0]]).toEqual([skipped, { line, why }])
  const texts = (await store.messages.load('t'))?.messages.map(({ raw }) => (raw as { content: string }).content)
  expect(texts?.join('')).toBe(left)
  expect((await store.journal.records('t')).gaps).toHaveLength(gaps)
})

test.each<
  [
    string,
    (lines: readonly string[]) => readonly string[],
    left: string,
    told: { readonly after: number; readonly before?: number },
    gaps: readonly object[],
  ]
>([
  ['the first', ([, b, c]) => [b!, c!], 'bcd', { after: 0, before: 2 }, [{ after: 0, before: 2 }]],
  ['one in the middle', ([a, , c]) => [a!, 'damage\n', c!], 'acd', { after: 1, before: 3 }, [{ after: 1, before: 3 }]],
  ['the last', ([a, b]) => [a!, b!], 'abd', { after: 2 }, [{ after: 2, before: 4 }]],
])('a session that has lost %s record is imported strictly by nobody, or as one that is whole', async (...row) => {
  const [, hurt, left, told, gaps] = row
  const fs = new MemoryFs()
  const options = { fs, generations: 0 }
  {
    await using store = createJournalStore(root, options)
    for (const content of ['a', 'b', 'c']) await store.messages.append('s', [said(content)])
  }
  const path = join(root, 's', 'records.ndjson')
  fs.put(path, hurt(fs.text(path)!.split(/(?<=\n)/)).join(''))
  await recoverJournal(root, { fs, sessionID: 's', acknowledge: true })
  await using store = createJournalStore(root, options)
  await store.messages.append('s', [said('d')])
  const exported = async (id: string): Promise<string[]> => {
    const lines: string[] = []
    for await (const each of store.journal.export(id)) lines.push(each)
    return lines
  }
  const lines = await exported('s')
  const isTold = (line: string): boolean => line.startsWith('{"gap"')
  expect(lines.filter(isTold).map((line) => JSON.parse(line) as unknown)).toEqual([{ gap: told }])
  const line = lines.findIndex(isTold) + 1
  const why = `tells that records behind record ${told.after} were lost before the export`
  const result = { imported: 3, skipped: 0, warnings: [{ line, why }] }
  expect(await store.journal.import('t', lines, { strict: true })).toEqual(result)
  const texts = (await store.messages.load('t'))?.messages.map(({ raw }) => (raw as { content: string }).content)
  expect(texts?.join('')).toBe(left)
  expect((await store.journal.records('t')).gaps).toEqual(gaps)
  expect(await recoverJournal(root, { fs, sessionID: 't' })).toMatchObject({ recovered: [{ state: 'needs_review' }] })
  // The copy tells its own loss in turn.
  expect(await store.journal.import('u', await exported('t'), { strict: true })).toMatchObject({ imported: 3 })
  expect((await store.journal.records('u')).gaps).toEqual(gaps)
  // What is lost on the way is none of what is told.
  const records = lines.filter((each) => !isTold(each))
  for (const lost of records.slice(0, -1)) {
    const cut = store.journal.import('v', lines.toSpliced(lines.indexOf(lost), 1), { strict: true })
    await expect(cut).rejects.toMatchObject({ code: 'invalid_value' })
  }
  if (told.before === undefined) return
  await expect(store.journal.import('v', records, { strict: true })).rejects.toMatchObject({ code: 'invalid_value' })
})

test('a line that was made by hand between exported ones keeps a strict import from those behind it', async () => {
  await using store = createJournalStore(root, { fs: new MemoryFs() })
  for (const content of ['a', 'b', 'c']) await store.messages.append('s', [said(content)])
  const lines: string[] = []
  for await (const each of store.journal.export('s')) lines.push(each)
  const { crc: _, ...own } = JSON.parse(lines[1]!) as { crc: string }
  const edited = lines.with(1, `${JSON.stringify(own)}\n`.replace('"b"', '"B"'))
  expect(await store.journal.import('t', edited, { strict: true })).toMatchObject({ imported: 3, warnings: [] })
})

test('a writer that goes on trying fills the disk with refusals, or the next row of them is not on record', async () => {
  await using store = createJournalStore(root, { fs: new MemoryFs(), maxBytes: 5000 })
  const dropped = async (): Promise<readonly unknown[]> =>
    (await store.journal.records('s', { types: ['journal.dropped'] })).items.map(({ data }) => data)
  await store.messages.append('s', [said('one')])
  for (const rows of [1, 2]) {
    for (const _ of [1, 2])
      await expect(store.messages.append('s', [said('x'.repeat(6000))])).rejects.toMatchObject({
        code: 'too_large',
        sessionID: 's',
        message: expect.stringContaining('would exceed its 5000 bytes'),
      })
    const told = { changes: [], refused: 'messages_added', bytes: expect.any(Number) as number, maxBytes: 5000 }
    expect(await dropped()).toEqual(Array.from({ length: rows }, () => told))
    await store.messages.append('s', [said('small')])
  }
})
