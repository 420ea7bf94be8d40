import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSqliteStore, type SqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { CHECKED_COLUMNS } from '../../src/storage/sqlite/columns.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { tempFolder } from '../files/temp-folder.ts'

const CONTENT = 'the content of a message, long enough to be hit. '.repeat(20)

async function healthyFile(): Promise<string> {
  const path = join(tempFolder(), 'store.db')
  await using store = createSqliteStore(path)
  for (let index = 0; index < 30; index += 1) {
    await store.messages.append('s', [{ raw: { role: 'user', content: `${index} ${CONTENT}` } }])
    await store.parts.record('s', {
      callId: `c${index}`,
      name: 'tool',
      input: { index },
      status: 'completed',
      output: CONTENT,
    })
  }
  return path
}

async function everything(store: SqliteStore): Promise<string> {
  const session = await store.messages.load('s')
  return JSON.stringify([session, await store.parts.list('s')])
}

test('what only SQLite itself finds in a file passes its check', async () => {
  const path = await healthyFile()
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE own (n CHECK (n > 0)); PRAGMA ignore_check_constraints = ON; INSERT INTO own VALUES (-1)')
  database.close()
  await using store = createSqliteStore(path)
  expect(await everything(store)).toContain(CONTENT)
  await expect(store.check()).rejects.toMatchObject({ code: 'corrupt' })
})

const STRIDE = Number(process.env['STORE_FLIP_STRIDE'] ?? 1571)

/** Mounts a file system for the time of the test; null where that is not permitted. */
function mounted(folder: string, ...options: string[]): string | null {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', [...options, folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }))
  return folder
}

describe('a damaged file', () => {
  test('a flipped byte anywhere is read as another conversation', async () => {
    const path = await healthyFile()
    await using healthy = createSqliteStore(path)
    const expected = await everything(healthy)
    await healthy.close()
    const bytes = readFileSync(path)
    const copy = join(tempFolder(), 'copy.db')
    const codes = new Map<string, number>()
    // Every STRIDE-th byte hits all kinds of pages; the header is tried byte by byte.
    const offsets = [...Array(100).keys(), ...Array(Math.floor(bytes.length / STRIDE)).keys()].map((step, index) =>
      index < 100 ? step : step * STRIDE,
    )
    const unnoticed: number[] = []
    for (const offset of offsets) {
      const damaged = Buffer.from(bytes)
      damaged[offset] = damaged[offset]! ^ 0x11
      writeFileSync(copy, damaged)
      await using store = createSqliteStore(copy, { busyTimeoutMs: 0 })
      const result = await everything(store).catch((error: unknown) => error)
      if (StoreError.isInstance(result)) codes.set(result.code, (codes.get(result.code) ?? 0) + 1)
      else if (result !== expected) unnoticed.push(offset)
    }
    expect(unnoticed).toEqual([])
    // The damage is really seen, not only harmless.
    expect(codes.get('corrupt')).toBeGreaterThan(offsets.length / 10)
  }, 180_000)

  test.each([0.3, 0.6, 0.9])('a file cut to %f of its length is read, or named without a remedy', async (share) => {
    const path = await healthyFile()
    truncateSync(path, Math.floor(statSync(path).size * share))
    await using store = createSqliteStore(path)
    const error = await everything(store).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'corrupt', path })
    expect(String(error)).toMatch(/Move the file aside/)
    expect(String(error)).not.toContain('content of a message')
  })

  test('a file that is no database is overwritten', async () => {
    const path = join(tempFolder(), 'store.db')
    writeFileSync(path, 'precious notes '.repeat(500))
    await using store = createSqliteStore(path)
    await expect(store.messages.append('s', [{ raw: 1 }])).rejects.toMatchObject({ code: 'corrupt', path })
    expect(readFileSync(path, 'utf8')).toBe('precious notes '.repeat(500))
  })

  test('the database of another program is taken over', async () => {
    const path = join(tempFolder(), 'opencode.db')
    const other = new DatabaseSync(path)
    other.exec('CREATE TABLE session (id TEXT); PRAGMA user_version = 1')
    other.close()
    const before = readFileSync(path)
    await using store = createSqliteStore(path)
    await expect(store.messages.append('s', [{ raw: 1 }])).rejects.toMatchObject({ code: 'foreign_file', path })
    await expect(store.messages.list()).rejects.toMatchObject({ code: 'foreign_file' })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('a message that was changed behind our back is returned', async () => {
    const path = await healthyFile()
    const other = new DatabaseSync(path)
    other.exec(`UPDATE messages SET raw = '{"role":"user"}' WHERE key = 7`)
    other.exec(`UPDATE parts SET status = 'done' WHERE key = 7`)
    other.close()
    await using store = createSqliteStore(path)
    await expect(store.messages.load('s')).rejects.toMatchObject({ code: 'corrupt', path })
    await expect(store.parts.list('s')).rejects.toMatchObject({ code: 'corrupt', path })
    await expect(store.check()).rejects.toMatchObject({ code: 'corrupt' })
  })

  test.each([
    ['a message', `UPDATE messages SET raw = '{"role":"user"}' WHERE key = 7`],
    ['a part', `UPDATE parts SET status = 'done' WHERE key = 7`],
  ])('a check finds nothing wrong where %s alone was changed behind our back', async (_what, change) => {
    const path = await healthyFile()
    const other = new DatabaseSync(path)
    other.exec(change)
    other.close()
    await using store = createSqliteStore(path)
    await expect(store.check()).rejects.toMatchObject({ code: 'corrupt' })
  })

  test('messages whose positions were exchanged are returned in that order', async () => {
    const path = await healthyFile()
    const other = new DatabaseSync(path)
    other.exec(`UPDATE messages SET place = (9 - key) * ${2 ** 20} WHERE key IN (4, 5)`)
    other.close()
    await using store = createSqliteStore(path)
    await expect(store.messages.load('s')).rejects.toMatchObject({ code: 'corrupt', path })
  })
})

/** A session with rows in every table, each with something in every column. */
async function fullFile(): Promise<string> {
  const path = join(tempFolder(), 'store.db')
  await using store = createSqliteStore(path, { now: () => 1000 })
  const messages = ['a', 'b'].map((content) => ({ raw: { role: 'user', content } }))
  await store.messages.append('s', messages)
  await store.messages.setStanding('s', { request: { a: 1 }, betas: [] })
  const edits = [{ op: 'remove', index: 0, before: messages[0]!.raw, because: [], loss: 'lossy' }] as const
  await store.transact('s', edits, { expect: 1, meta: { why: 'test' } })
  const call = { callId: 'c', name: 'tool', input: { a: 1 } }
  await store.parts.record('s', { ...call, status: 'running' })
  await store.parts.record('s', { ...call, status: 'error', output: 'x', isError: true })
  const provenance = { model: 'm', prefixDigest: 'd' }
  await store.turns.begin('s', { turnID: 't', input: 'Hi', tools: ['tool'], provenance })
  await store.turns.advance('s', 't', 'worker_started', { worker: 1 })
  await store.state.set('s', 'k', { a: 1 }, { owner: 'o', ttlMs: 1000 })
  return path
}

test('a column is changed behind our back, and nobody notices', async () => {
  const whole = readFileSync(await fullFile())
  const path = join(tempFolder(), 'copy.db')
  const unnoticed: string[] = []
  let columns = 0
  for (const [table, checked] of Object.entries(CHECKED_COLUMNS))
    // By its name a session is found.
    for (const column of checked.filter((name) => name !== 'session' && name !== 'id')) {
      writeFileSync(path, whole)
      const other = new DatabaseSync(path)
      const { kind } = other.prepare(`SELECT typeof(${column}) AS kind FROM ${table}`).get() as { kind: string }
      const changed = kind === 'integer' ? `${column} + 100` : kind === 'text' ? `${column} || ' '` : '7'
      other.exec(`UPDATE ${table} SET ${column} = ${changed}`)
      other.close()
      columns += 1
      await using store = createSqliteStore(path, { now: () => 1000 })
      const asked = await Promise.allSettled([
        store.messages.load('s'),
        store.parts.list('s'),
        store.turns.list('s'),
        store.state.list('s'),
        store.messages.standing('s'),
        store.undo('s'),
      ])
      if (!asked.some((one) => one.status === 'rejected' && Object(one.reason).code === 'corrupt'))
        unnoticed.push(`${table}.${column}`)
    }
  expect([columns, unnoticed]).toEqual([49, []])
})

test.each([`head = 'other'`, 'count = count + 1'])('a session with %s is not noticed', async (wrong) => {
  const path = await healthyFile()
  const other = new DatabaseSync(path)
  other.exec(`UPDATE sessions SET ${wrong}`)
  other.close()
  await using store = createSqliteStore(path)
  await expect(store.messages.load('s')).rejects.toMatchObject({ code: 'corrupt', path })
})

test('a message that is missing is not noticed', async () => {
  const path = await healthyFile()
  const other = new DatabaseSync(path)
  other.exec('UPDATE messages SET place = NULL WHERE key = 30')
  other.close()
  await using store = createSqliteStore(path)
  await expect(store.messages.load('s')).rejects.toMatchObject({
    code: 'corrupt',
    path,
    sessionID: 's',
    message: expect.stringMatching(/"s" is damaged: \d+ of its \d+ messages found/) as string,
  })
})

describe('a file that cannot be written', () => {
  test('a store opened to read writes', async () => {
    const path = await healthyFile()
    await using store = createSqliteStore(path, { readOnly: true })
    await expect(store.messages.append('s', [{ raw: 1 }])).rejects.toMatchObject({ code: 'read_only', path })
    expect((await store.messages.load('s'))?.messages).toHaveLength(30)
  })

  test('a store whose folder is missing fails, or others may look into it (I12)', async () => {
    const folder = join(tempFolder(), 'missing', 'deep')
    await using store = createSqliteStore(join(folder, 'store.db'))
    expect(await store.messages.list()).toEqual([])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('a store in a folder that cannot be made hides its path', async () => {
    const path = join(await healthyFile(), 'store.db')
    await using store = createSqliteStore(path)
    const error = await store.messages.list().catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'cannot_open', path })
    expect(String(error)).toContain(path)
  })

  test('a read-only file system looks like a missing file', async ({ skip }) => {
    const path = await healthyFile()
    const folder = mounted(join(tempFolder(), 'ro'), '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs')
    if (folder === null) return skip('mount is not permitted here')
    const copy = join(folder, 'store.db')
    copyFileSync(path, copy)
    execFileSync('mount', ['-o', 'remount,ro', folder])
    await using store = createSqliteStore(copy)
    await expect(store.messages.append('s', [{ raw: 1 }])).rejects.toMatchObject({ code: 'read_only', path: copy })
  })

  test('a read-only store on a read-only file system cannot be read, or is told to be opened read-only', async ({
    skip,
  }) => {
    const path = await healthyFile()
    const folder = mounted(join(tempFolder(), 'ro 100% ?'), '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs')
    if (folder === null) return skip('mount is not permitted here')
    const copy = join(folder, 'store.db')
    copyFileSync(path, copy)
    execFileSync('mount', ['-o', 'remount,ro', folder])
    await using store = createSqliteStore(copy, { readOnly: true })
    const read = await store.messages.list()
    expect(read.length).toBeGreaterThan(0)
    await expect(store.messages.append('s', [{ raw: 1 }])).rejects.toMatchObject({ code: 'read_only', path: copy })
    // Somebody wrote elsewhere: what was taken for unchanging is read anew.
    execFileSync('mount', ['-o', 'remount,rw', folder])
    const left = join(folder, 'left.db')
    {
      await using writer = createSqliteStore(copy)
      await writer.messages.append('later', [{ raw: 1 }])
      expect((await store.messages.list()).length).toBe(read.length + 1)
      for (const end of ['', '-wal']) copyFileSync(`${copy}${end}`, `${left}${end}`)
      await store.close()
    }
    execFileSync('mount', ['-o', 'remount,ro', folder])
    await using second = createSqliteStore(left, { readOnly: true })
    await expect(second.messages.list()).rejects.toMatchObject({
      code: 'read_only',
      remedy: expect.stringContaining('`-wal`'),
    })
  })

  test('a full disk loses acknowledged messages or shows a half repair', async ({ skip }) => {
    const folder = mounted(join(tempFolder(), 'full'), '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs')
    if (folder === null) return skip('mount is not permitted here')
    const path = join(folder, 'store.db')
    let acknowledged = 0
    await using store = createSqliteStore(path)
    const fill = async (): Promise<void> => {
      for (;;) {
        await store.messages.append('s', [{ raw: { role: 'user', content: `${acknowledged} ${CONTENT}` } }])
        acknowledged += 1
      }
    }
    await expect(fill()).rejects.toMatchObject({ code: 'disk_full', path })
    expect(acknowledged).toBeGreaterThan(10)
    const { messages, revision } = (await store.messages.load('s'))!
    expect(messages).toHaveLength(acknowledged)
    const edits = messages.map(({ raw }, index) => ({
      op: 'replace' as const,
      index,
      before: raw,
      after: { role: 'user', content: `repaired ${CONTENT}` },
      because: [],
      loss: 'none' as const,
    }))
    await expect(store.transact('s', edits, { expect: revision })).rejects.toMatchObject({ code: 'disk_full', path })
    await using other = createSqliteStore(path)
    for (const view of [store, other]) expect((await view.messages.load('s'))!.messages).toEqual(messages)

    // With space again, the same store goes on.
    execFileSync('mount', ['-o', 'remount,size=16m', folder])
    await store.transact('s', edits, { expect: revision })
    await store.undo('s')
    expect((await other.messages.load('s'))!.messages).toEqual(messages)
    await store.check()
  })
})

test.each([{ busyTimeoutMs: -1 }, { busyTimeoutMs: Number.NaN }, { synchronous: 'off' as 'full' }])(
  'an option like %j is taken by a database',
  (options) => {
    const refusal = expect.objectContaining({ code: 'invalid_options' }) as Error
    expect(() => createSqliteStore('/none/sessions.db', options)).toThrow(refusal)
  },
)

test.each(['none', 'synthesised', 'lossy'] as const)(
  'an edit of loss %s cannot be undone in a database',
  async (loss) => {
    await using store = createSqliteStore(join(tempFolder(), 'sessions.db'))
    const raw = { role: 'user', content: 'old' }
    const expected = await store.messages.append('s', [{ raw }])
    const edit = { op: 'replace', index: 0, before: raw, after: { ...raw, content: 'new' }, because: [], loss } as const
    await store.transact('s', [edit], { expect: expected })
    await store.undo('s')
    expect((await store.messages.load('s'))?.messages).toMatchObject([{ raw }])
  },
)
