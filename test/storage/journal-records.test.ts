import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { open, records, textsOf, user, write } from './journal-on-disk.ts'
import { tempFolder } from '../files/temp-folder.ts'

describe('records of a journal', () => {
  test('an append is not one record that says what it holds', async () => {
    const folder = tempFolder()
    const store = open(folder)
    await store.messages.append('s', [user('one')])
    await store.parts.record('s', { callId: 'c', name: 'read', status: 'running' })
    await store.state.set('s', 'k', 1)
    const lines = readFileSync(records(folder), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ seq, type, epoch }) => [seq, type, epoch])).toEqual([
      [1, 'messages_added', 0],
      [2, 'part_saved', 0],
      [3, 'state_saved', 0],
    ])
  })

  test('the epoch of a session begins anew when it is opened anew', async () => {
    const folder = tempFolder()
    const store = open(folder)
    await store.messages.append('s', [user('a')])
    await store.messages.replace('s', [user('b')], { expect: 1 })
    await store.close()
    const again = open(folder)
    await again.messages.append('s', [user('c')])
    await again.messages.replace('s', [user('d')], { expect: 3 })
    const { items } = await again.journal.records('s')
    expect(items.map(({ epoch }) => epoch)).toEqual([0, 1, 1, 2])
  })

  test('a page leaves records out in silence', async () => {
    const store = open(tempFolder(), { durability: 'none' })
    expect(await store.journal.records('s')).toEqual({ total: 0, items: [], gaps: [], truncated: false })
    for (let index = 0; index < 7; index += 1) await store.messages.append('s', [user(`text ${index}`)])
    const first = await store.journal.records('s', { limit: 3 })
    expect(first).toMatchObject({ total: 7, truncated: true })
    expect(first.items.map(({ seq }) => seq)).toEqual([1, 2, 3])
    const rest = await store.journal.records('s', { limit: 999_999, after: first.cursor! })
    expect(rest.items.map(({ seq }) => seq)).toEqual([4, 5, 6, 7])
    expect(rest).toMatchObject({ total: 7, truncated: false })
    expect(rest.cursor).toBeUndefined()
    const newest = await store.journal.records('s', { limit: 2, order: 'desc' })
    expect(newest.items.map(({ seq }) => seq)).toEqual([7, 6])
    const older = await store.journal.records('s', { limit: 2, order: 'desc', after: newest.cursor! })
    expect(older.items.map(({ seq }) => seq)).toEqual([5, 4])
    await expect(store.journal.records('s', { after: '3.00000000' })).rejects.toMatchObject({ code: 'invalid_value' })
    for (const odd of [{ limit: Number.NaN }, { bytes: '9' }, { type: 'x' }, { types: 'x' }, { after: null }, null])
      await expect(store.journal.records('s', odd as never)).rejects.toMatchObject({ code: 'invalid_options' })
    expect((await store.journal.records('s', { limit: -1 })).items).toHaveLength(1)
  })

  test('a text is not found in a message, or in one that does not hold it', async () => {
    const store = open(tempFolder(), { durability: 'none' })
    await store.messages.append('s', [user('say "hi"\nand go')])
    await store.messages.append('s', [user('nothing')])
    await store.parts.record('s', { callId: 'hi', name: 'x', status: 'pending' })
    for (const [text, seqs] of [
      ['"hi"\nand', [1]],
      ['hi', [1, 2, 3]],
      ['absent', []],
    ] as const) {
      const found = await store.journal.records('s', { text })
      expect(found.items.map(({ seq }) => seq)).toEqual(seqs)
      expect(found.total).toBe(seqs.length)
    }
    expect((await store.journal.records('s', { text: 'hi', types: ['part_saved'] })).total).toBe(1)
    expect((await store.journal.record('s', 2)).type).toBe('messages_added')
    await expect(store.journal.record('s', 9)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an export stops before the end', async () => {
    const folder = tempFolder()
    const store = open(folder, { durability: 'none', segmentBytes: 200_000 })
    await store.messages.append('s', [user('first')])
    for (let index = 1; index < 5100; index += 1) await store.state.set('s', `key ${index % 7}`, index)
    const lines: string[] = []
    for await (const line of store.journal.export('s')) lines.push(line)
    expect(lines).toHaveLength(5100)
    const page = await store.journal.records('s', { limit: 999_999 })
    expect([page.total, page.items.length, page.truncated]).toEqual([5100, 5000, true])
    expect(await store.journal.import('copy', lines, { strict: true })).toEqual({
      imported: 5100,
      skipped: 0,
      warnings: [],
    })
    expect(await store.state.list('copy')).toEqual(await store.state.list('s'))
  })

  test('a lenient import stops at a bad line, a strict one leaves a session behind', async () => {
    const folder = tempFolder()
    const store = open(folder)
    await store.messages.append('s', [user('one')])
    const lines: string[] = []
    for await (const line of store.journal.export('s')) lines.push(line)
    const broken = [lines[0]!.replace('one', 'two'), 'null\n', ...lines]
    await expect(store.journal.import('copy', broken, { strict: true })).rejects.toMatchObject({
      code: 'invalid_value',
    })
    expect(readdirSync(folder)).toEqual(['s'])
    expect(await store.journal.import('copy', broken)).toMatchObject({
      imported: 1,
      skipped: 2,
      warnings: [{ line: 1 }, { line: 2 }],
    })
    expect(await textsOf(store, 'copy')).toEqual(['one'])
    await expect(store.journal.import('copy', lines)).rejects.toMatchObject({ code: 'invalid_value' })
  })

  test('a damaged index changes an answer', async () => {
    const folder = tempFolder()
    await write(folder, ['a', 'b', 'c'])
    const path = join(folder, 's', 'index.ndjson')
    const index = readFileSync(path, 'utf8')
    const [first, second, third] = index.split('\n')
    for (const damaged of [
      '',
      'x',
      `${first}\n${third}\n`,
      `${second}\n${third}\n`,
      index.replace('"seq":2', '"seq":5'),
      index.repeat(2),
    ]) {
      writeFileSync(path, damaged)
      const store = createJournalStore(folder)
      expect((await store.journal.records('s')).items.map(({ seq }) => seq)).toEqual([1, 2, 3])
      await store.close()
      await recoverJournal(folder, { apply: true })
      expect(readFileSync(path, 'utf8')).toBe(index)
    }
  })
})
