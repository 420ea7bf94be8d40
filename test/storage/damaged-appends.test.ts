import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { SEALED_COLUMNS } from '../../src/storage/sqlite/columns.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { scale } from '../seeds.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { contentsOf, countTo, crashed, opened, rowsOf, said, waiting } from './waiting-appends.ts'

describe('a row that waits', () => {
  test('has the number of one that a connection has moved itself, which then never sees it', async () => {
    const path = await crashed(3, ['t'])
    const [mine, other] = [opened(path), opened(path)]
    // Of `s` 1 and 2, of `t` 3 and 4: what another connection appends takes 3.
    await mine.messages.setStanding('t', { request: {}, betas: [] })
    await other.messages.append('s', [said('s 3')])
    expect(rowsOf(path, 'SELECT id, session FROM appends')).toEqual([1, 2, 3].map((id) => [id, 's']))
    expect(await mine.messages.append('s', [said('s 4')], { expect: 4 })).toBe(5)
    expect(await contentsOf(mine, 's')).toEqual(countTo(5, 's'))
  })

  test.each([2, 1])(
    'is gone from before others that are known (%i), and the others are moved without it',
    async (gone) => {
      const path = await crashed(4, ['t'])
      const store = opened(path)
      const append = (content: string): Promise<number> => store.messages.append('s', [said(content)])
      await append('s 4')
      const database = new DatabaseSync(path)
      database.exec(`DELETE FROM appends WHERE id = ${gone}`)
      database.close()
      await expect(store.messages.setStanding('s', { request: {}, betas: [] })).rejects.toMatchObject({
        code: 'corrupt',
      })
      await expect(append('s 5')).rejects.toMatchObject({ code: 'corrupt' })
      await store.close()
      // What is left stays for those who can read it; nothing of it is in two tables.
      expect(rowsOf(path, `SELECT count(*) FROM appends WHERE session = 's'`)).toEqual([[3]])
      expect(rowsOf(path, `SELECT count(*) FROM messages WHERE session = 's'`)).toEqual([[1]])
    },
  )

  test.each([1, 3, 199])(
    'is gone (%i), and another session that waits beside it cannot be appended to',
    async (gone) => {
      const path = join(tempFolder(), 'store.db')
      const store = opened(path)
      await store.messages.append('a', [said('a 0')])
      await store.messages.append('t', [said('t 0')])
      for (let index = 1; index < 201; index += 1) await store.messages.append('a', [said(`a ${index}`)])
      const database = new DatabaseSync(path)
      database.exec(`DELETE FROM appends WHERE id = ${gone}`)
      database.close()
      await store.messages.append('a', [said('a 201')])
      for (let index = 1; index < 620; index += 1) await store.messages.append('t', [said(`t ${index}`)])
      expect(await contentsOf(store, 't')).toEqual(countTo(620, 't'))
      await expect(store.messages.append('a', [said('more')])).rejects.toMatchObject({ code: 'corrupt' })
      await store.close()
      // What is damaged stays for those who can read it.
      expect(rowsOf(path, 'SELECT session, count(*) FROM appends GROUP BY 1')).toEqual([['a', 200]])
    },
  )

  test.each([1, 4])('is gone (%i), and its session is appended to after a reading has told it', async (gone) => {
    const path = join(tempFolder(), 'store.db')
    const store = opened(path)
    const append = (): Promise<number> => store.messages.append('a', [said('more')])
    for (let index = 0; index < 9; index += 1) await append()
    const database = new DatabaseSync(path)
    database.exec(`DELETE FROM appends WHERE id = ${gone}`)
    database.close()
    // A connection that knows the rows looks at the newest alone.
    await append()
    for (let times = 0; times < 2; times += 1) {
      await expect(store.messages.load('a')).rejects.toMatchObject({ code: 'corrupt', path })
      await expect(append()).rejects.toMatchObject({ code: 'corrupt', path })
    }
    expect(waiting(path)).toBe(8)
  })

  test('is gone, and the append that finds it adds another one to its session', async () => {
    const path = join(tempFolder(), 'store.db')
    const store = opened(path)
    const append = (): Promise<number> => store.messages.append('a', [said('more')])
    for (let index = 0; index < 9; index += 1) await append()
    const database = new DatabaseSync(path)
    database.exec('DELETE FROM appends WHERE id = 4')
    database.close()
    for (let index = 8; index < 512; index += 1) await append()
    await expect(append()).rejects.toMatchObject({ code: 'corrupt' })
    await expect(append()).rejects.toMatchObject({ code: 'corrupt' })
    expect(waiting(path)).toBe(511)
  })
})

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
    ['gone from before others', 'DELETE FROM appends WHERE id = 1'],
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

  test('is appended to although the first message that waits is gone', async () => {
    const path = await crashed(4)
    const database = new DatabaseSync(path)
    database.exec('DELETE FROM appends WHERE id = 1')
    database.close()
    await expect(opened(path).messages.append('s', [said('more')])).rejects.toMatchObject({ code: 'corrupt' })
  })

  test.each([1, 2, 3])('keeps others from being appended to when one session of it is damaged (%i)', async (id) => {
    const path = await crashed(4, ['t'])
    const database = new DatabaseSync(path)
    database.exec(`UPDATE appends SET count = 9 WHERE id = ${id}`)
    database.close()
    const store = opened(path)
    for (let index = 4; index < 600; index += 1) await store.messages.append('t', [said(`t ${index}`)])
    expect(await contentsOf(store, 't')).toEqual(countTo(600, 't'))
    await expect(store.messages.append('s', [said('more')])).rejects.toMatchObject({ code: 'corrupt' })
    await store.close()
    // What is damaged stays for those who can read it.
    expect(rowsOf(path, 'SELECT DISTINCT session FROM appends').flat()).toEqual(['s'])
  })
})
