import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryStore, createSqliteStore, type SessionStore } from '../../src/index.ts'
import { createJournalStore } from '../../src/journal.ts'
import type { ClaimStore } from '../../src/supervisor/claims/claim-store.ts'
import { folderClaims } from '../../src/supervisor/claims/folder-claims.ts'
import { memoryClaims } from '../../src/supervisor/claims/memory-claims.ts'
import { stateClaims, type StateClaims } from '../../src/supervisor/claims/state-claims.ts'
import { createPostgresStore } from '../../src/postgres.ts'
import { createSessionSupervisor, SupervisorError, type SessionSupervisor } from '../../src/supervisor.ts'
import type { SessionSupervisorOptions } from '../../src/supervisor/supervisor-options.ts'
import { scale } from '../seeds.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { usePostgres } from '../postgres/postgres-server.ts'
import { FakeClock } from './fake-clock.ts'
import { fakeExecutor, type FakeExecutor } from './fake-executor.ts'
import { sendSignal } from '../../src/supervisor/executors/end-process.ts'
import { eventually, runs } from './programs.ts'

const spec = { command: ['agent'] } as const
const postgres = usePostgres()
const elsewhere = { process: { host: 'another machine', bootId: 'b', pid: 7, startTime: '1' }, instance: 'i' }

interface Place {
  readonly clock: FakeClock
  readonly claims: ClaimStore
  readonly options: Pick<SessionSupervisorOptions, 'folder' | 'store'>
}

function storePlace(open: (now: () => number) => SessionStore): () => Place {
  return () => {
    const clock = new FakeClock()
    const store = open(() => clock.now())
    onTestFinished(() => store.close())
    return { clock, claims: stateClaims(store), options: { store } }
  }
}

const places: readonly (readonly [string, () => Place])[] = [
  [
    'a folder',
    () => {
      const clock = new FakeClock()
      const folder = tempFolder()
      const claims = folderClaims(
        (id) => join(folder, id),
        () => clock.now(),
      )
      return { clock, claims, options: { folder } }
    },
  ],
  ['a store in memory', storePlace((now) => createMemoryStore({ now }))],
  ['SQLite', storePlace((now) => createSqliteStore(join(tempFolder(), 'sessions.db'), { now }))],
  ['a journal', storePlace((now) => createJournalStore(tempFolder(), { now }))],
  ['PostgreSQL', storePlace((now) => createPostgresStore({ pool: postgres.pool(), schema: postgres.schema(), now }))],
]

interface Rival {
  readonly supervisor: SessionSupervisor
  readonly executor: FakeExecutor
  readonly told: string[]
}

function rival({ clock, options }: Place): Rival {
  const executor = fakeExecutor()
  const supervisor = createSessionSupervisor({ ...options, executors: [executor], clock, telemetry: false })
  onTestFinished(() => supervisor.stop())
  const told: string[] = []
  for (const name of ['launched', 'held', 'lost', 'snapshot-failed'] as const)
    supervisor.on(name, () => told.push(name))
  return { supervisor, executor, told }
}

const started = ({ executor }: Rival): number => executor.programs.length

describe.each(places)('two supervisors of %s', (_name, place) => {
  it('that register one session at the same instant both launch it', async () => {
    const shared = place()
    const rivals = [rival(shared), rival(shared), rival(shared)]
    for (const { supervisor } of rivals) await supervisor.start()
    const results = await Promise.allSettled(rivals.map(({ supervisor }) => supervisor.register('s', spec)))
    expect(rivals.map(started).toSorted()).toEqual([0, 0, 1])
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(refusals).toHaveLength(2)
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(SupervisorError)
      expect(refusal).toMatchObject({ code: 'held', holder: { pid: process.pid, host: hostname() } })
    }
  })

  it('touch each other: the second changes, forgets or recovers what the first one looks after', async () => {
    const shared = place()
    const [first, second] = [rival(shared), rival(shared)]
    await first.supervisor.start()
    await first.supervisor.register('s', spec)
    await second.supervisor.start()
    expect(second.told).toEqual(['held'])
    // Where it runs: to attach to.
    const { address } = first.executor.programs[0]!.handle
    expect(second.supervisor.snapshots()[0]?.address).toEqual(address)
    await expect(second.supervisor.update('s', { command: 'ls' })).rejects.toMatchObject({ code: 'held' })
    await expect(second.supervisor.unregister('s')).rejects.toMatchObject({ code: 'held' })
    const refused = await second.supervisor.recover('s')
    expect(refused).toMatchObject({ outcome: 'failed', why: 'held' })
    expect(refused.next).toContain(String(process.pid))
    expect(started(second)).toBe(0)
    expect(await first.supervisor.update('s', { command: 'make' })).toBe(true)
    // The second one has seen the session before that change, and must not go on from what it saw.
    await first.supervisor.stop()
    await second.supervisor.register('s', spec)
    expect(second.supervisor.snapshots()[0]?.commandHistory).toEqual(['make'])
    expect(started(second)).toBe(1)
  })

  it('of which one is on another machine wait for each other for ever, or not at all', async () => {
    const shared = place()
    expect(await shared.claims.take('s', 1, elsewhere)).toBe(true)
    const { supervisor } = rival(shared)
    await expect(supervisor.register('s', spec)).rejects.toMatchObject({
      code: 'held',
      holder: { pid: 7, host: 'another machine' },
    })
    await shared.clock.advance(50_000)
    expect(await shared.claims.touch('s', 1)).toBe(true)
    await shared.clock.advance(50_000)
    await expect(supervisor.register('s', spec)).rejects.toMatchObject({ code: 'held' })
    await shared.clock.advance(10_000)
    await supervisor.register('s', spec)
    expect(await shared.claims.touch('s', 1)).toBe(false)
  })

  it('go on both after one was taken for dead', async () => {
    const shared = place()
    const slow = rival(shared)
    await slow.supervisor.start()
    await slow.supervisor.register('s', spec)
    const newest = await shared.claims.newest('s')
    await shared.claims.take('s', newest!.token + 1, elsewhere)
    // What it writes before it knows is refused (I15).
    const update = slow.supervisor.update('s', { output: 'of a supervisor that has lost' })
    await expect(update).rejects.toMatchObject({
      code: 'held',
      message: 'Another supervisor looks after s by now. Tell that one, or ask for the session again when it is gone.',
    })
    expect(slow.told).toEqual(['launched', 'snapshot-failed'])
    await shared.clock.advance(20_000)
    await eventually('its end', () => slow.told.includes('lost'))
    expect(slow.executor.running()).toBe(0)
    expect(slow.supervisor.snapshots()[0]?.state).toBe('stopped')
    await expect(slow.supervisor.register('s', spec)).rejects.toMatchObject({ code: 'held' })
  })
})

const claimStores: readonly (readonly [string, () => ClaimStore])[] = [
  ...places.map(([name, place]) => [name, () => place().claims] as const),
  ['memory', () => memoryClaims(() => 0)],
]

describe.each(claimStores)('claims in %s', (_name, make) => {
  it('give one number to two, or one that is not higher', async () => {
    const claims = make()
    const owners = Array.from({ length: 8 }, (_, index) => ({ ...elsewhere, instance: String(index) }))
    for (const token of [1, 2, 3]) {
      const won = await Promise.all(owners.map((owner) => claims.take('s', token, owner)))
      expect(won.filter(Boolean)).toHaveLength(1)
      const newest = await claims.newest('s')
      expect(newest).toMatchObject({ token, owner: owners[won.indexOf(true)] })
    }
    expect(await claims.take('s', 2, elsewhere)).toBe(false)
    expect(await claims.touch('s', 2)).toBe(false)
    expect(await claims.take('s', 4, null)).toBe(true)
    expect(await claims.newest('s')).toMatchObject({ token: 4, owner: null })
    expect(await claims.newest('other')).toBeUndefined()
  })
})

describe.each(places)('a claim in %s', (_name, place) => {
  it('is younger or older than its last sign of life, or a refused write does not say which has ended', async () => {
    const { claims, clock } = place()
    expect(await claims.take('s', 1, elsewhere)).toBe(true)
    await clock.advance(40_000)
    expect(await claims.newest('s')).toMatchObject({ token: 1, ageMs: 40_000 })
    expect(await claims.touch('s', 1)).toBe(true)
    await clock.advance(7_000)
    expect(await claims.newest('s')).toMatchObject({ token: 1, ageMs: 7_000 })
    if (!('write' in claims)) return
    const write = { sessionID: 's', owner: '@supervisor', key: 'k', value: '1' }
    await expect((claims as StateClaims).write({ ...write, token: 2 })).rejects.toMatchObject({
      code: 'lease_lost',
      message: expect.stringContaining('The claim 2 on session "s" has ended.') as string,
    })
  })
})

it('files beside claims count as claims, or a refused or former claim leaves its file', async () => {
  const folder = tempFolder()
  const claims = folderClaims(
    (id) => join(folder, id),
    () => 0,
  )
  expect(await claims.take('s', 3, elsewhere)).toBe(true)
  const place = join(folder, 's', 'claims')
  const beside = ['9.json.tmp', 'x9.json', 'json']
  for (const name of beside) writeFileSync(join(place, name), '{}')
  expect(await claims.take('s', 2, elsewhere)).toBe(false)
  expect(readdirSync(place).toSorted()).toEqual(['3.json', ...beside].toSorted())
  expect(await claims.newest('s')).toMatchObject({ token: 3, owner: elsewhere })
  expect(await claims.take('s', 4, null)).toBe(true)
  expect(readdirSync(place).toSorted()).toEqual(['4.json', ...beside].toSorted())
})

it('a damaged claim is taken for none, or holds a session for ever', async () => {
  const folder = tempFolder()
  const clock = new FakeClock()
  const place = { clock, options: { folder } } as Place
  const first = rival(place)
  await first.supervisor.register('s', spec)
  await first.supervisor.stop()
  const claims = join(folder, 's', 'claims')
  for (const name of readdirSync(claims)) writeFileSync(join(claims, name), '{"process":')
  await folderClaims(
    (id) => join(folder, id),
    () => clock.now(),
  ).touch('s', 2)
  const { supervisor } = rival(place)
  const message = expect.stringMatching(/^Somebody looks after s whose claim cannot be read: .* a minute/)
  await expect(supervisor.register('s', spec)).rejects.toMatchObject({ code: 'held', message })
  await clock.advance(60_000)
  await supervisor.register('s', spec)
})

it('where a session runs that another one looks after is forgotten when it is no longer to be read', async () => {
  const folder = tempFolder()
  const place = { clock: new FakeClock(), options: { folder } } as Place
  const [first, second] = [rival(place), rival(place)]
  await first.supervisor.start()
  await first.supervisor.register('s', spec)
  await second.supervisor.start()
  for (const entry of readdirSync(join(folder, 's'), { withFileTypes: true }))
    if (entry.isFile()) writeFileSync(join(folder, 's', entry.name), '{')
  expect(await second.supervisor.recover('s')).toMatchObject({ why: 'held' })
  expect(second.supervisor.snapshots()[0]?.address).toEqual(first.executor.programs[0]!.handle.address)
})

it('a file in the place of the folder is not named, or what to do', async () => {
  const folder = join(tempFolder(), 'file')
  writeFileSync(folder, '')
  const supervisor = createSessionSupervisor({ folder, executors: [] })
  const message = `Cannot read the folder of the supervisor: ${folder}. Check the path.`
  await expect(supervisor.start()).rejects.toMatchObject({ code: 'not_found', message })
})

describe('processes that supervise one session', () => {
  const script = join(import.meta.dirname, 'contender-process.ts')

  /** Starts a contender; `said` resolves with the first line that has the pattern. */
  function contender(folder: string): { child: ChildProcess; said: (pattern: RegExp) => Promise<RegExpExecArray> } {
    const child = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    return {
      child,
      async said(pattern) {
        await eventually(String(pattern), () => pattern.test(text))
        return pattern.exec(text)!
      },
    }
  }

  it('at the same instant launch it twice, or the losers are not told who has it', async () => {
    for (let round = 0; round < Math.ceil(scale); round += 1) {
      const folder = tempFolder()
      const contenders = Array.from({ length: 3 }, () => contender(folder))
      for (const { said } of contenders) await said(/ready/)
      for (const { child } of contenders) child.stdin!.write('go\n')
      const outcomes = await Promise.all(contenders.map(({ said }) => said(/(launched|held|adopted) (\d+)/)))
      const words = outcomes.map(([, word]) => word)
      expect(words.toSorted()).toEqual(['held', 'held', 'launched'])
      const winner = contenders[words.indexOf('launched')]!.child
      const pid = Number(outcomes[words.indexOf('launched')]![2])
      onTestFinished(() => void (runs(pid) && sendSignal(pid, 'SIGKILL')))
      const told = outcomes.filter(([, word]) => word === 'held').map(([, , who]) => Number(who))
      expect(told).toEqual([winner.pid, winner.pid])
      // The next one adopts what the winner has left.
      winner.kill('SIGKILL')
      await new Promise((resolve) => winner.once('exit', resolve))
      const next = contender(folder)
      expect((await next.said(/(launched|adopted) (\d+)/)).slice(1)).toEqual(['adopted', String(pid)])
    }
  })
})
