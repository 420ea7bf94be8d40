import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SEALED_COLUMNS } from '../../src/storage/sqlite/columns.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { Appends } from '../../src/storage/sqlite/appends.ts'
import { Statements } from '../../src/storage/sqlite/statements.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { scale } from '../seeds.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { contentsOf, countTo, crashed, opened, rowsOf, said, waiting } from './appends-at-work.ts'

describe('a file with what was appended', () => {
  test('is read as another conversation when a byte of it is flipped', async () => {
    const path = await crashed(40)
    const whole = readFileSync(path)
    const expected = JSON.stringify(await opened(path, { readOnly: true }).messages.load('s'))
    const copy = join(tempFolder(), 'copy.db')
    const [root = 0] = rowsOf(path, `SELECT rootpage FROM sqlite_schema WHERE name = 'appends'`).flat() as number[]
    const pages = rowsOf(path, `SELECT pageno FROM dbstat WHERE name = 'appends'`).flat().map(Number)
    expect(pages).toContain(root)
    const unnoticed: number[] = []
    let noticed = 0
    for (const page of pages)
      for (let at = 0; at < 8192; at += at < 120 ? 1 : scale > 1 ? 61 : 183) {
        const offset = (page - 1) * 8192 + at
        const damaged = Buffer.from(whole)
        damaged[offset] = damaged[offset]! ^ 0x11
        writeFileSync(copy, damaged)
        await using store = createSqliteStore(copy, { readOnly: true })
        const result = await store.messages.load('s').catch((error: unknown) => error)
        if (StoreError.isInstance(result)) noticed += 1
        else if (JSON.stringify(result) !== expected) unnoticed.push(offset)
      }
    expect(unnoticed).toEqual([])
    expect(noticed).toBeGreaterThan(100)
  }, 60_000)

  test('is read without the newest message, which a page has lost from its count', async () => {
    const path = await crashed(10)
    const [page = 0] = rowsOf(path, `SELECT rootpage FROM sqlite_schema WHERE name = 'appends'`).flat() as number[]
    const bytes = readFileSync(path)
    // The number of cells in a leaf of the tree.
    const at = (page - 1) * 8192 + 3
    expect([bytes[at - 3], bytes.readUInt16BE(at)]).toEqual([13, 9])
    bytes.writeUInt16BE(8, at)
    writeFileSync(path, bytes)
    expect(waiting(path)).toBe(8)
    const store = opened(path)
    await expect(store.messages.load('s')).rejects.toMatchObject({ code: 'corrupt', path })
    await expect(store.messages.append('s', [said('more')])).rejects.toMatchObject({ code: 'corrupt', path })
  })

  test.each([...SEALED_COLUMNS.filter((column) => column !== 'id' && column !== 'session'), 'seal', 'meta', 'raw'])(
    'hides that its column %s was changed',
    async (column) => {
      const path = await crashed(4)
      const database = new DatabaseSync(path)
      const isText = ['content_digest', 'prefix', 'meta', 'raw'].includes(column)
      database.exec(`UPDATE appends SET ${column} = ${isText ? `${column} || ' '` : `${column} + 1`} WHERE id = 3`)
      database.close()
      await expect(opened(path).messages.load('s')).rejects.toMatchObject({ code: 'corrupt', path })
    },
  )

  test.each([
    ['of nobody', `UPDATE appends SET session = 'nobody' WHERE id = 3`],
    ['of another session', `UPDATE appends SET session = 't' WHERE id = 3`],
    ['gone from between others', 'DELETE FROM appends WHERE id = 2'],
    ['that stand among others already', `UPDATE messages SET key = 3 WHERE session = 's'`],
    ['of a session that is gone', `DELETE FROM sessions WHERE id = 's'`],
  ])('goes on with messages %s', async (_, change) => {
    const path = await crashed(4, ['t'])
    const database = new DatabaseSync(path)
    database.exec(change)
    database.close()
    const store = opened(path)
    const asked = await Promise.allSettled([
      store.messages.load('s'),
      store.messages.load('t'),
      store.messages.setStanding('s', { request: {}, betas: [] }),
    ])
    const codes = asked.map((one) => (one.status === 'rejected' ? Object(one.reason).code : null))
    expect(codes).toContain('corrupt')
  })

  test('keeps others from being appended to when one session of it is damaged', async () => {
    const path = await crashed(4, ['t'])
    const database = new DatabaseSync(path)
    database.exec(`UPDATE appends SET count = 9 WHERE id = 2`)
    database.close()
    const store = opened(path)
    for (let index = 4; index < 300; index += 1) await store.messages.append('t', [said(`t ${index}`)])
    expect(await contentsOf(store, 't')).toEqual(countTo(300, 't'))
    await expect(store.messages.append('s', [said('more')])).rejects.toMatchObject({ code: 'corrupt' })
    await store.close()
    // What is damaged stays for those who can read it.
    expect(rowsOf(path, 'SELECT DISTINCT session FROM appends').flat()).toEqual(['s'])
  })
})

test('a failure of the file is taken for the damage of one session', async () => {
  const path = await crashed(4, ['t'])
  const database = new DatabaseSync(path)
  onTestFinished(() => database.close())
  const sql = new Statements(database)
  const appends = new Appends()
  appends.read(sql)
  const failing = (cause: Error): Statements =>
    new (class extends Statements {
      override get(): never {
        throw cause
      }
    })(database)
  const full = new Error('database or disk is full')
  expect(() => appends.settleAll(failing(full))).toThrow(full)
  appends.settleAll(failing(new StoreError({ code: 'corrupt', message: 'Damaged.' })))
  expect(appends.sessions).toHaveLength(2)
  appends.settleAll(sql)
  expect(appends.isEmpty).toBe(true)
})
