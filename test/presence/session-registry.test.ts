import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore, createSqliteStore, type SessionStore } from '../../src/index.ts'
import { entryFile } from '../entry-file.ts'
import { createJournalStore } from '../../src/journal.ts'
import { createSessionRegistry, type SessionRegistry } from '../../src/presence.ts'
import { createPostgresStore } from '../../src/postgres.ts'
import { presenceState } from '../../src/presence/presence-row.ts'
import { usePostgres } from '../postgres/postgres-server.ts'

const postgres = usePostgres()
const minute = 60_000
const hour = 60 * minute

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'session-recovery-presence-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const stores: readonly (readonly [name: string, create: (now: () => number) => SessionStore])[] = [
  ['memory', (now) => createMemoryStore({ now })],
  ['a journal', (now) => createJournalStore(join(folder, 'journal'), { now, durability: 'none' })],
  ['SQLite', (now) => createSqliteStore(join(folder, 'sessions.db'), { now })],
  ['PostgreSQL', (now) => createPostgresStore({ pool: postgres.pool(2), schema: postgres.schema(), now })],
]

describe.each(stores)('a registry on %s', (_name, create) => {
  let time = 1_000_000_000_000
  const now = (): number => time
  let store: SessionStore
  let registry: SessionRegistry
  beforeEach(() => {
    store = create(now)
    registry = createSessionRegistry(store, { now })
  })
  afterEach(() => store.close())

  const statusOf = async (sessionID: string): Promise<string | undefined> => {
    const all = await Promise.all(
      (['active', 'disconnected', 'expired'] as const).map((status) => registry.list({ status })),
    )
    return all.flat().find((session) => session.sessionID === sessionID)?.status
  }

  it('lets a live session expire because it was opened long ago', async () => {
    const session = await registry.open('s1', { owner: 'a' })
    for (let beat = 0; beat < 100; beat += 1) {
      time += minute
      expect(await session.heartbeat()).toMatchObject({ ok: true })
      expect(await registry.cleanup()).toMatchObject({ expired: [] })
    }
    expect(await statusOf('s1')).toBe('active')
  })

  it('forgets a session that lived for hours before the grace after its last heartbeat is over', async () => {
    const session = await registry.open('s1', { owner: 'a', transport: { port: 1 }, cwd: '/w', metadata: { x: 1 } })
    await session.state.set('phase', { step: 3 })
    time += minute
    await session.heartbeat()
    // The deadline of three heartbeats, and nearly all of the grace.
    time += 90_000 + 599_000
    expect(await statusOf('s1')).toBe('disconnected')
    const claim = await registry.claim('s1', { owner: 'b' })
    expect(claim).toMatchObject({
      ok: true,
      transport: { port: 1 },
      cwd: '/w',
      metadata: { x: 1 },
      state: { phase: { step: 3 } },
    })
    expect(session.lost.aborted).toBe(false)
    expect(await session.heartbeat()).toMatchObject({ ok: false, why: 'taken', holder: { owner: 'b' } })
    expect(session.lost.aborted).toBe(true)
  })

  it('hands out a session whose grace is over, or revives it by a late heartbeat', async () => {
    const session = await registry.open('s1', { owner: 'a' })
    time += 90_000 + 600_001
    expect(await registry.claim('s1', { owner: 'b' })).toEqual({ ok: false, why: 'expired' })
    expect(await session.heartbeat()).toEqual({ ok: false, why: 'expired' })
    time -= hour
    expect(await statusOf('s1')).toBe('expired')
    expect(await session.heartbeat()).toEqual({ ok: false, why: 'expired' })
  })

  it('says nothing about who holds a session that is alive', async () => {
    await registry.open('s1', { owner: 'a' })
    const holder = { owner: 'a', until: time + 90_000 }
    expect(await registry.claim('s1', { owner: 'b' })).toEqual({ ok: false, why: 'alive', holder })
    await expect(registry.open('s1', { owner: 'b' })).rejects.toMatchObject({ code: 'alive', holder })
    expect(await registry.claim('s2', { owner: 'b' })).toEqual({ ok: false, why: 'not_found' })
  })

  it('lets two claims win, or the token stand still', async () => {
    const session = await registry.open('s1', { owner: 'a' })
    await session.disconnect()
    const other = createSessionRegistry(store, { now })
    const claims = await Promise.all([registry.claim('s1', { owner: 'b' }), other.claim('s1', { owner: 'c' })])
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1)
    expect(claims.find(({ ok }) => !ok)).toMatchObject({ why: 'alive' })
    const winner = claims.find((claim) => claim.ok)!
    expect(winner.session.token).toBeGreaterThan(session.token)
    expect(winner.session.attempts).toBe(1)
    const write = store.messages.append('s1', [{ raw: { role: 'user', content: 'x' } }], { lease: session })
    await expect(write).rejects.toMatchObject({ code: 'lease_lost' })
  })

  it('never reaches the cap, or spends an attempt of a session that was stable since', async () => {
    let session = await registry.open('s1', { owner: 'a' })
    const takeOver = async (): Promise<string> => {
      await session.disconnect()
      const claim = await registry.claim('s1', { owner: 'a' })
      if (!claim.ok) return claim.why
      session = claim.session
      return 'ok'
    }
    expect([await takeOver(), await takeOver(), await takeOver(), await takeOver()]).toEqual([
      'ok',
      'ok',
      'ok',
      'attempts',
    ])
    session = await registry.open('s1', { owner: 'a' })
    expect(session.attempts).toBe(3)
    for (let beat = 0; beat < 11; beat += 1) {
      time += minute
      await session.heartbeat()
    }
    expect(await takeOver()).toBe('ok')
    expect(session.attempts).toBe(1)
  })

  it('lets strangers burn the attempts', async () => {
    const session = await registry.open('s1', { owner: 'a', proof: 'secret of a' })
    await session.disconnect()
    for (const proof of ['guess', undefined]) {
      const claim = await registry.claim('s1', { owner: 'b', ...(proof !== undefined && { proof }) })
      expect(claim).toEqual({ ok: false, why: 'denied' })
    }
    const claim = await registry.claim('s1', { owner: 'b', proof: 'secret of a' })
    expect(claim.ok && claim.session.attempts).toBe(1)
    expect(JSON.stringify(await store.statesNamed(presenceState.owner, presenceState.key))).not.toContain('secret of a')
  })

  it('spends an attempt on a row that cannot be read', async () => {
    const session = await registry.open('s1', { owner: 'a' })
    const good = await store.statesNamed(presenceState.owner, presenceState.key)
    const write = (value: string): Promise<void> =>
      store.execute(
        {
          needs: ({ sessionID }: { sessionID: string }) => ({ sessionID }),
          decide: (_facts, { sessionID }) => ({
            changes: [{ type: 'state_saved', sessionID, entry: { ...good[0]!.state, value } }],
            result: undefined,
          }),
        },
        { sessionID: 's1' },
      )
    await session.disconnect()
    const left = (await store.statesNamed(presenceState.owner, presenceState.key))[0]!.state.value
    for (const broken of ['{"owner":', '{"owner":"a"}', 'null']) {
      await write(broken)
      await expect(registry.claim('s1', { owner: 'b' })).rejects.toMatchObject({ code: 'invalid_row' })
      expect(await registry.cleanup()).toMatchObject({ failed: ['s1'] })
    }
    await write(left)
    const claim = await registry.claim('s1', { owner: 'b' })
    expect(claim.ok && claim.session.attempts).toBe(1)
  })

  it('takes null for nothing, keeps state past its time, or mixes up two agents', async () => {
    const session = await registry.open('s1', { owner: 'a' })
    await session.state.set('none', null)
    await session.state.set('short', 1, { ttlMs: 10 })
    await store.state.set('s1', 'none', 'of b', { owner: 'b' })
    expect(await session.state.get('none')).toEqual({ found: true, value: null })
    expect(await session.state.get('missing')).toEqual({ found: false, why: 'absent' })
    time += 11
    expect(await session.state.get('short')).toEqual({ found: false, why: 'expired' })
    expect(await registry.cleanup()).toMatchObject({ clearedStates: 1 })
    expect((await session.state.list()).map(({ key }) => key)).toEqual(['none'])
    expect(await session.state.clear()).toBe(1)
    expect(await store.state.get('s1', 'none', { owner: 'b' })).toEqual({ found: true, value: 'of b' })
  })

  it('stores a secret of the environment, or more than is allowed', async () => {
    process.env['PRESENCE_TEST_TOKEN'] = 'hunter2-hunter2'
    try {
      const session = await registry.open('s1', {
        owner: 'a',
        metadata: { note: 'uses hunter2-hunter2', password: 'swordfish1' },
      })
      await session.state.set('k', ['sk-ant-api03-abcdefghijklmnop'])
      const stored = JSON.stringify([await registry.list(), await store.state.list('s1')])
      expect(stored).not.toMatch(/hunter2|swordfish|abcdefghijklmnop/)
      await expect(session.state.set('k', 'x'.repeat(70_000))).rejects.toThrow(/maxSize/)
    } finally {
      delete process.env['PRESENCE_TEST_TOKEN']
    }
  })

  it('lets others read or change what it keeps about a session', async () => {
    await registry.open('s1', { owner: 'a' })
    await expect(store.state.get('s1', 'session', { owner: '@presence' })).rejects.toMatchObject({
      code: 'invalid_value',
    })
    await expect(store.state.set('s1', 'session', 1, { owner: '@presence' })).rejects.toMatchObject({
      code: 'invalid_value',
    })
    expect(await store.state.list('s1')).toEqual([])
    expect(await store.state.clear('s1')).toBe(0)
    expect(await statusOf('s1')).toBe('active')
  })

  it('lists in no order, or what has expired, or keeps the expired for ever', async () => {
    const first = await registry.open('first', { owner: 'a' })
    time += 1
    await registry.open('second', { owner: 'a' })
    await registry.open('over', { owner: 'a' })
    time += 90_000 + 600_001
    await registry.cleanup()
    expect((await registry.list({ status: 'expired' })).map(({ sessionID }) => sessionID).sort()).toEqual([
      'first',
      'over',
      'second',
    ])
    expect(await registry.list()).toEqual([])
    expect(await first.disconnect()).toBe(false)
    time += 8 * 24 * hour
    expect(await registry.cleanup()).toMatchObject({
      expired: [],
      removed: expect.arrayContaining(['first', 'second', 'over']),
    })
    expect(await registry.list({ status: 'expired' })).toEqual([])
    expect((await registry.open('first', { owner: 'b' })).token).toBeGreaterThan(first.token)
  })

  it('can be claimed after it was closed', async () => {
    const session = await registry.open('s1', { owner: 'a' })
    expect(await session.close()).toBe(true)
    expect(await registry.claim('s1', { owner: 'b' })).toEqual({ ok: false, why: 'not_found' })
    expect(await session.heartbeat()).toMatchObject({ ok: false, why: 'not_found' })
  })
})

describe('a registry on the clock of the machine', () => {
  it.each([hour, -hour])('expires the living or keeps the dead when the wall clock steps by %i ms', async (step) => {
    const store = createMemoryStore()
    const registry = createSessionRegistry(store, { ttlMs: 200, graceMs: 0 })
    const session = await registry.open('s1', { owner: 'a' })
    const wall = Date.now
    Date.now = () => wall() + step
    try {
      expect(await registry.cleanup()).toMatchObject({ expired: [] })
      expect(await session.heartbeat()).toMatchObject({ ok: true })
      await expect.poll(async () => (await registry.cleanup()).expired).toEqual(['s1'])
    } finally {
      Date.now = wall
    }
  })

  it('waits for the deadline of an owner that was killed', async () => {
    const path = join(folder, 'killed.db')
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { createSqliteStore } from ${JSON.stringify(entryFile('index'))}
       import { createSessionRegistry } from ${JSON.stringify(entryFile('presence'))}
       await createSessionRegistry(createSqliteStore(${JSON.stringify(path)})).open('s1', { owner: 'child' })
       console.log('open')
       setInterval(() => {}, 1000)`,
    ])
    await once(child.stdout, 'data')
    const store = createSqliteStore(path)
    const registry = createSessionRegistry(store)
    expect(await registry.claim('s1', { owner: 'b' })).toMatchObject({
      ok: false,
      why: 'alive',
      holder: { owner: 'child' },
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await registry.claim('s1', { owner: 'b' })).toMatchObject({ ok: true })
    await store.close()
  })

  it('takes its sessions along when it is told to end', async () => {
    const path = join(folder, 'ended.db')
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { createSqliteStore } from ${JSON.stringify(entryFile('index'))}
       import { createSessionRegistry } from ${JSON.stringify(entryFile('presence'))}
       const registry = createSessionRegistry(createSqliteStore(${JSON.stringify(path)}))
       registry.start()
       await registry.open('s1', { owner: 'child' })
       console.log('open')
       setInterval(() => {}, 1000)`,
    ])
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(signal).toBe('SIGTERM')
    const store = createSqliteStore(path)
    expect(await createSessionRegistry(store).list()).toMatchObject([{ status: 'disconnected', owner: 'child' }])
    await store.close()
  })

  it('runs something, prints something or keeps the process when it is imported and started', async () => {
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { createMemoryStore } from ${JSON.stringify(entryFile('index'))}
       import { createSessionRegistry } from ${JSON.stringify(entryFile('presence'))}
       const registry = createSessionRegistry(createMemoryStore())
       registry.start()
       await registry.open('s1', { owner: 'a', probe: () => true })`,
    ])
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [code] = (await once(child, 'exit')) as [number | null]
    expect([code, output]).toEqual([0, ''])
  })

  it('beats without a probe that says so, or hangs with one that does', async () => {
    const store = createMemoryStore()
    const registry = createSessionRegistry(store, { heartbeatMs: 20, ttlMs: 600_000 })
    const answers: Record<string, () => boolean | Promise<boolean>> = {
      alive: () => true,
      dead: () => false,
      broken: () => {
        throw new Error('probe')
      },
      hanging: () => new Promise(() => {}),
    }
    for (const [sessionID, probe] of Object.entries(answers)) await registry.open(sessionID, { owner: 'a', probe })
    await registry.open('bare', { owner: 'a' })
    const opened = new Map((await registry.list()).map((session) => [session.sessionID, session.lastHeartbeat]))
    registry.start()
    const beaten = async (): Promise<string[]> =>
      (await registry.list())
        .filter((now) => now.lastHeartbeat > opened.get(now.sessionID)!)
        .map((now) => now.sessionID)
    await expect.poll(beaten).toEqual(['alive'])
    await registry.stop()
    expect(await beaten()).toEqual(['alive'])
  })

  it('takes an option that does not fit, or a session without identity', async () => {
    const store = createMemoryStore()
    expect(() => createSessionRegistry(store, { graceMs: Number.NaN })).toThrow(/graceMs.*whole number/)
    expect(() => createSessionRegistry(store, { grace: 1 } as object)).toThrow(/Unknown option grace/)
    await expect(createSessionRegistry(store).open('s1', { owner: '' })).rejects.toThrow(/owner/)
  })
})
