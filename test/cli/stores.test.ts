import { chmodSync, copyFileSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { getuid, setegid, seteuid } from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { acquired, rawsOf, user } from '../../src/testing/contracts/store-cases/store-case.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { SCHEMA_V1_FIXTURE } from '../storage/schema-v1-fixture.ts'
import { usePostgres } from '../postgres/postgres-server.ts'
import { cli, emptyHome, ended, saw, startCli } from './run-cli.ts'

const postgres = usePostgres()

/** Sessions with everything that a copy must keep. */
async function fill(path: string): Promise<void> {
  const store = createSqliteStore(path, { synchronous: 'normal' })
  for (const session of ['a', 'b\ud800', 'c']) {
    await store.messages.append(session, [user(`from ${session}`), user('lone \ud800 and \u0000')])
    await store.messages.setStanding(session, { tools: [{ name: 't' }] } as never)
    await store.parts.record(session, { callId: 'x', status: 'completed', output: { deep: [1, null] } })
    await store.turns.begin(session, { turnID: 'one', input: { text: session } })
    await store.state.set(session, 'k', { v: 1 }, { owner: 'o' })
  }
  await store.close()
}

/** Root is refused nothing: what it runs here runs as somebody else. */
async function asOther<T>(work: () => Promise<T>): Promise<T> {
  if (getuid?.() !== 0) return work()
  setegid!(65534)
  seteuid!(65534)
  try {
    return await work()
  } finally {
    seteuid!(0)
    setegid!(0)
  }
}

test('a copy from SQLite over PostgreSQL and a journal back to SQLite loses or changes something', async () => {
  const home = emptyHome()
  const folder = tempFolder()
  const first = join(folder, 'first.db')
  const last = join(folder, 'last.db')
  await fill(first)
  const stops = [first, postgres.url(), `${join(folder, 'journal')}/`, last]
  for (const [index, from] of stops.slice(0, -1).entries()) {
    const { stdout, stderr, code } = await cli(['copy', from, stops[index + 1]!, '--json'], { home })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ copied: 3, same: 0, busy: 0, conflict: 0 })
    expect(code).toBe(0)
  }
  // Again: nothing to do, and the first and the last are equal by digest.
  expect((await cli(['copy', first, last], { home })).stdout).toContain('0 copied, 3 there already')
  const store = createSqliteStore(last)
  expect(await rawsOf(store, 'b\ud800')).toEqual([user('from b\ud800').raw, user('lone \ud800 and \u0000').raw])
  expect(await store.turns.pending()).toHaveLength(3)
  // One more message: another session of the same id is never overwritten, and one in use is not copied.
  await store.messages.append('a', [user('more')])
  await acquired(store, 'c', { ttlMs: 60_000 })
  await store.close()
  const { stdout, code } = await cli(['copy', last, first, '--json'], { home })
  expect(JSON.parse(stdout)).toMatchObject({ copied: 0, same: 1, busy: 1, conflict: 1 })
  expect(code).toBe(1)
})

test('a source without sessions is copied as if it were the one that was meant', async () => {
  const folder = tempFolder()
  const source = join(folder, 'empty.db')
  writeFileSync(source, '')
  const { code, stderr, stdout } = await cli(['copy', source, join(folder, 'to.db')], { home: emptyHome() })
  expect([code, stdout, stderr]).toEqual([
    0,
    '0 copied, 0 there already, 0 in use, 0 in conflict.\n',
    `${source} holds no sessions.\n`,
  ])
})

test('a copy that is killed leaves half a session, or does not go on where it ended', async () => {
  const home = emptyHome()
  const folder = tempFolder()
  const [first, last] = [join(folder, 'first.db'), join(folder, 'last.db')]
  const store = createSqliteStore(first, { synchronous: 'normal' })
  const sessions = Array.from({ length: 150 }, (_, index) => `s${index}`)
  for (const session of sessions) await store.messages.append(session, [user(session), user('more')])
  await store.close()
  const running = startCli(['copy', first, last], { home })
  await saw(running, 'stdout', 'copied')
  running.kill('SIGKILL')
  await ended(running)
  const left = createSqliteStore(last)
  const there = await left.messages.list()
  expect(there.every(({ messageCount }) => messageCount === 2)).toBe(true)
  await left.close()
  const { stdout, code } = await cli(['copy', first, last, '--json'], { home })
  const { copied, same } = JSON.parse(stdout)
  expect([code, copied + same, same]).toEqual([0, sessions.length, there.length])
  expect(there.length).toBeLessThan(sessions.length)
})

test('the printed schema does not run, or is not the one that the store makes', async () => {
  const home = emptyHome()
  const client = new Client({ connectionString: postgres.url() })
  client.on('error', () => undefined)
  await client.connect()
  const printed = postgres.schema()
  const made = postgres.schema()
  await client.query((await cli(['sql', '--schema', printed], { home })).stdout)
  await client.query('DROP ROLE IF EXISTS sr_agent; CREATE ROLE sr_agent LOGIN')
  await client.query((await cli(['sql', '--schema', printed, '--grant', 'sr_agent'], { home })).stdout)
  await createPostgresStore({ pool: postgres.pool(), schema: made }).open()
  const shape = async (schema: string): Promise<unknown[]> => {
    const columns = `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = $1 ORDER BY 1, 2`
    return (await client.query(columns, [schema])).rows
  }
  expect(await shape(printed)).toEqual(await shape(made))
  // Sent again, also by a release that does not know what is there, it changes nothing.
  const versions = async (): Promise<unknown[]> => (await client.query(`SELECT * FROM ${printed}.schema_version`)).rows
  await client.query((await cli(['sql', '--schema', printed], { home })).stdout)
  expect([await shape(printed), await versions()]).toEqual([await shape(made), [{ version: 1 }]])
  await client.query(`UPDATE ${printed}.schema_version SET version = 2`)
  await client.query((await cli(['sql', '--schema', printed], { home })).stdout)
  expect(await versions()).toEqual([{ version: 2 }])
  await client.query(`UPDATE ${printed}.schema_version SET version = 1`)
  // Its rights are enough for the store, and for nothing beside it.
  const connectionString = postgres.url().replace(/\/\/[^@]*@/, '//sr_agent@')
  const store = createPostgresStore({ connectionString, schema: printed, migrate: false })
  await store.messages.append('s', [user('hi')])
  const lease = await acquired(store, 's', { ttlMs: 60_000 })
  await store.fenced('s', lease, async () => undefined)
  await store.close()
  const agent = new Client({ connectionString })
  agent.on('error', () => undefined)
  await agent.connect()
  for (const around of [`DELETE FROM ${printed}.messages`, `UPDATE ${printed}.heads SET token = 9`])
    await expect(agent.query(around)).rejects.toMatchObject({ code: '42501' })
  await agent.end()
  await client.query(`DROP OWNED BY sr_agent; DROP ROLE sr_agent`)
  await client.end()
})

test('the view of a fleet says less than the store knows', async () => {
  const home = emptyHome()
  const file = join(tempFolder(), 'store.db')
  await fill(file)
  const once = JSON.parse((await cli(['fleet', '--store', file], { home })).stdout)
  expect(once).toMatchObject({ schema: 'session-recovery.fleet/1', total: 3, interrupted: [], parked: [] })
})

test('a wrong call of copy or fleet is answered without a remedy', async () => {
  const home = emptyHome()
  for (const args of [
    ['copy', 'a.db'],
    ['copy', 'a.db', 'a.db'],
    ['copy', 'a.db', 'b.db', 'c.db'],
    ['fleet'],
    ['fleet', '--store', 'a.db', '--http', 'x'],
  ]) {
    const { code, stderr } = await cli(args, { home })
    expect(code).toBe(2)
    expect(stderr).toMatch(/session-recovery copy|--store|number/)
  }
})

test('a copy writes to its source, or waits for who writes it', async () => {
  const home = emptyHome()
  const folder = tempFolder()
  const file = join(folder, 'a.db')
  await fill(file)
  const before = readFileSync(file)
  const writer = new DatabaseSync(file)
  writer.exec('BEGIN IMMEDIATE')
  const { code, stderr, stdout } = await cli(['copy', file, join(folder, 'b.db'), '--json'], { home })
  expect([code, stderr, JSON.parse(stdout)]).toEqual([0, '', expect.objectContaining({ copied: 3 })])
  writer.close()
  expect(readFileSync(file)).toEqual(before)
  // Opened to be read only, it answers what decides that nothing is to be written, and refuses the rest.
  const store = createSqliteStore(file, { readOnly: true })
  await expect(store.messages.append('new', [{ raw: { role: 'user', content: 'hi' } }])).rejects.toMatchObject({
    code: 'read_only',
  })
  await store.close()
})

test('a source in a folder that this user may not write is not copied, or told to be opened to be read only', async () => {
  const [home, folder, target, left] = [emptyHome(), tempFolder(), tempFolder(), tempFolder()]
  const file = join(folder, 'a.db')
  await fill(file)
  // What somebody has left who was killed: it cannot be read without files beside it.
  const store = createSqliteStore(file)
  await store.messages.append('a', [user('more')])
  for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, join(left, `a.db${end}`))
  await store.close()
  for (const path of [file, join(left, 'a.db'), join(left, 'a.db-wal')]) chmodSync(path, 0o444)
  for (const path of [folder, left]) chmodSync(path, 0o555)
  for (const path of [home, target]) chmodSync(path, 0o777)
  const copied = await asOther(() => cli(['copy', file, join(target, 'b.db'), '--json'], { home }))
  expect([copied.stderr, copied.code]).toEqual(['', 0])
  expect(JSON.parse(copied.stdout)).toMatchObject({ copied: 3 })
  const refused = await asOther(() => cli(['copy', join(left, 'a.db'), join(target, 'c.db')], { home }))
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringMatching(/Copy the file and the `-wal`/)])
  for (const path of [folder, left]) chmodSync(path, 0o755)
  expect(readdirSync(folder)).toEqual(['a.db'])
})

test('a reader that may write nothing fails once after each write of another', async () => {
  const folder = tempFolder()
  const file = join(folder, 'a.db')
  await fill(file)
  chmodSync(file, 0o444)
  const count = async (store: ReturnType<typeof createSqliteStore>): Promise<number | undefined> =>
    (await store.messages.load('a'))?.messages.length
  await using reader = createSqliteStore(file, { readOnly: true })
  const seen: unknown[] = []
  for (let round = 0; round < 3; round += 1) {
    chmodSync(folder, 0o555)
    seen.push(await asOther(() => count(reader)))
    chmodSync(folder, 0o755)
    chmodSync(file, 0o644)
    const writer = createSqliteStore(file)
    await writer.messages.append('a', [user('more')])
    await writer.close()
    chmodSync(file, 0o444)
  }
  const [first] = seen
  expect(seen).toEqual([first, Number(first) + 1, Number(first) + 2])
})

test('a store of an older release, which must be migrated to be read, is not copied', async () => {
  const folder = tempFolder()
  const old = new DatabaseSync(join(folder, 'old.db'))
  old.exec(SCHEMA_V1_FIXTURE)
  old.exec(`INSERT INTO sessions VALUES ('s', 0, 0, '${'0'.repeat(12)}', 10, 20)`)
  old.close()
  const { code, stderr } = await cli(['copy', join(folder, 'old.db'), join(folder, 'b.db')], { home: emptyHome() })
  expect([code, stderr]).toEqual([0, ''])
})

test('a store is copied onto itself under another name, or a target is made for a source that cannot be read', async () => {
  const home = emptyHome()
  const folder = tempFolder()
  const file = join(folder, 'a.db')
  await fill(file)
  symlinkSync(file, join(folder, 'link.db'))
  for (const other of [join(folder, 'link.db'), `${folder}/./a.db`]) {
    const { code, stderr } = await cli(['copy', file, other], { home })
    expect([code, stderr]).toEqual([2, expect.stringContaining('two different stores')])
  }
  writeFileSync(join(folder, 'note.db'), 'no database at all, but a text. '.repeat(50))
  const { code, stderr } = await cli(['copy', join(folder, 'note.db'), join(folder, 'target.db')], { home })
  expect([code, stderr]).toEqual([2, expect.stringContaining('not a SQLite database')])
  expect(readdirSync(folder)).not.toContain('target.db')
})

test('a store that cannot be opened is called a defect, made anew, or told with its password (I12)', async () => {
  const home = emptyHome()
  const folder = tempFolder()
  const { host, port } = new URL(postgres.url())
  const client = new Client({ connectionString: postgres.url() })
  await client.connect()
  await client.query('DROP ROLE IF EXISTS sr_poor; CREATE ROLE sr_poor LOGIN')
  const bad: readonly (readonly [store: string, says: RegExp])[] = [
    [
      `postgres://postgres:hunter2@127.0.0.1:1/postgres`,
      /cannot be reached. \[127\.0\.0\.1:1\/postgres\].*database runs/s,
    ],
    [`postgres://postgres:hunter2@${host}/nosuch`, /no such database. \[\S+\/nosuch\].*Check user/s],
    [`postgres://nosuch:hunter2@${host}/postgres`, /refuses this user or password.*pg_hba/s],
    [`postgres://sr_poor:hunter2@${host}/postgres`, /role may not use.*sql --grant/s],
    [`postgres://postgres:hunter2@${host}:${port}:1/postgres`, /cannot be read.*%XX/s],
    [`postgres://postgres:hunter2@${host}/postgres?options=-c%20statement_timeout%3D1`, /statement_timeout/],
    [join(folder, 'nosuch.db'), /There is no store.*Check the path/s],
    [join(folder, 'nosuch/'), /There is no store.*Check the path/s],
  ]
  // Both commands open their stores in one place: each store meets one of them.
  for (const [index, [store, says]] of bad.entries()) {
    const args = index % 2 === 0 ? ['fleet', '--store', store] : ['copy', store, join(folder, 'target.db')]
    const { code, stdout, stderr } = await cli(args, { home })
    expect([code, stdout]).toEqual([expect.toSatisfy((exit) => exit === 2 || exit === 3), ''])
    expect(stderr).toMatch(says)
    expect(stderr).not.toMatch(/defect|hunter2/)
  }
  // The target too, although there is nothing to copy into it.
  const empty = join(folder, 'empty.db')
  await createSqliteStore(empty).messages.list()
  const { code, stderr } = await cli(['copy', empty, 'postgres://postgres:hunter2@127.0.0.1:1/postgres'], { home })
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be reached')])
  expect(readdirSync(folder).filter((name) => name.startsWith('nosuch'))).toEqual([])
  await client.query('DROP ROLE sr_poor')
  await client.end()
})

test('a port that is taken, or an option that does not fit, is called a defect', async () => {
  const home = emptyHome()
  const file = join(tempFolder(), 'store.db')
  await createSqliteStore(file).messages.list()
  const taken = createServer()
  await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  for (const [args, says] of [
    [['fleet', '--store', file, '--http', `${port}`], /Port \d+ is taken.*0 takes a free one/s],
    [['mcp', '--http', `${port}`], /Port \d+ is taken.*0 takes a free one/s],
    [['mcp', '--http', '0', '--host', '0.0.0.0'], /takes a token.*--help/s],
    [['mcp', '--tools', 'nosuch'], /Invalid option tools: nosuch.*--help/s],
    [['mcp', '--store', import.meta.filename], /is not a SQLite database.*stores\.test\.ts/s],
    [['mcp', '--store', join(file, 'below.db')], /below\.db.*Check that the folder exists/s],
  ] as const) {
    const { code, stdout, stderr } = await cli(args, { home })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(says)
    expect(stderr).not.toMatch(/defect/)
  }
})
