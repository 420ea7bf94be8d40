import { beforeEach, describe, expect, test } from 'vitest'
import {
  createMemoryStore,
  createSessionRecoveryHook,
  type Lease,
  type RecoveryHost,
  type RecoveryOutcome,
  type SessionRecoveryOptions,
  type SessionStore,
  StoreError,
  type TurnState,
} from '../../src/index.ts'
import { lateCalls } from '../late-calls.ts'
import { ManualClock } from '../recovery/manual-clock.ts'

const missing = {
  status: 400,
  message: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.',
}
/** What only the error shows: the signature does not verify. */
const unverified = { status: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
const failed = (error: unknown = missing) => ({ id: 'msg_1', role: 'assistant', sessionID: 's1', error })

let store: SessionStore
let host: RecoveryHost
let clock: ManualClock

beforeEach(async () => {
  store = createMemoryStore()
  clock = new ManualClock()
  host = { store }
  await store.messages.append('s1', [
    { raw: { role: 'user', content: 'Read a.txt' } },
    { raw: { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] } },
    { raw: { role: 'user', content: 'Continue' } },
  ])
})

const never = (): Promise<never> => new Promise(() => undefined)
const raise = (): never => {
  throw new Error('thrown at once')
}
async function storedText(): Promise<string> {
  return JSON.stringify((await store.messages.load('s1'))!.messages.map(({ raw }) => raw))
}

describe.each(['abort', 'load', 'commit'] as const)('a host whose `%s` never answers', (method) => {
  test('keeps the session busy for ever', async () => {
    const before = await storedText()
    const stuck: RecoveryHost = { ...host, [method]: never }
    const hook = createSessionRecoveryHook(stuck, { clock })
    const report = await clock.runUntil(hook.recover(failed()))
    expect(report).toMatchObject({ outcome: 'failed', cause: { code: 'time_limit' }, error: missing })
    expect(await storedText()).toBe(before)
    delete stuck[method]
    expect(await hook.recover(failed())).toMatchObject({ outcome: 'recovered' })
  })

  test('keeps `dispose` from returning', async () => {
    const hook = createSessionRecoveryHook({ ...host, [method]: never }, { clock })
    const running = hook.recover(failed())
    await clock.runUntil(hook.dispose())
    expect(await clock.runUntil(running)).toMatchObject({ outcome: 'failed' })
  })
})

test('a resume that never ends takes the repair back, or holds up `dispose` as long as a turn may take', async () => {
  const hook = createSessionRecoveryHook({ ...host, resume: never }, { clock, resumeTimeoutMs: 10_000_000 })
  const running = hook.recover(failed())
  await clock.runUntil(hook.dispose())
  expect(clock.now()).toBeLessThan(100_000)
  expect(await clock.runUntil(running)).toMatchObject({
    outcome: 'recovered',
    resumed: false,
    cause: { code: 'time_limit' },
  })
})

test('an `abort` that nobody asked for is called', async () => {
  const hook = createSessionRecoveryHook({ ...host, abort: raise }, { experimental: { abortBeforeRepair: false } })
  expect(await hook.recover(failed())).toMatchObject({ outcome: 'recovered' })
})

test.each([
  ['`notify` throws at once', { notify: raise }, undefined, 'thrown at once'],
  ['`notify` rejects', { notify: () => Promise.reject(new Error('later')) }, undefined, 'later'],
  ['`notify` never answers', { notify: never }, undefined, '`notify`'],
  ['the completion callback throws at once', {}, raise, 'thrown at once'],
  ['the completion callback never answers', {}, never, 'completion callback'],
  ['both reject', { notify: () => Promise.reject(new Error('later')) }, raise, 'thrown at once'],
])('recover throws, does not end, or does not say why: %s', async (_why, methods, onComplete, words) => {
  const hook = createSessionRecoveryHook({ ...host, ...methods }, { clock })
  if (onComplete) hook.setOnRecoveryCompleteCallback(onComplete)
  const report = await clock.runUntil(hook.recover(failed()))
  expect(report.outcome).toBe('recovered')
  expect(String(report.cause)).toContain(words)
})

test('a person is not told how it ended, or is told twice', async () => {
  const told: string[] = []
  const hook = createSessionRecoveryHook({ ...host, notify: (report) => void told.push(report.outcome) })
  await hook.recover(failed())
  expect(told).toEqual(['recovered'])
})

test('an event that came while the session was busy is a duplicate for ever', async () => {
  const lease = await store.leases.acquire('s1', { owner: 'another process', ttlMs: 60_000 })
  const hook = createSessionRecoveryHook(host)
  expect(await hook.recover(failed())).toMatchObject({ outcome: 'busy' })
  await (lease as Lease).release()
  expect(await hook.recover(failed())).toMatchObject({ outcome: 'recovered' })
  expect(await hook.recover(failed())).toMatchObject({ outcome: 'duplicate' })
})

test('a lease that runs out during a long resume lets another process in', async () => {
  let end: () => void = () => undefined
  const resume = (): Promise<void> => new Promise((resolve) => (end = resolve))
  const leasing = createMemoryStore({ now: () => clock.now() })
  await leasing.messages.append('s1', (await store.messages.load('s1'))!.messages)
  const hook = createSessionRecoveryHook({ store: leasing, resume }, { clock, leaseMs: 3000 })
  const running = hook.recover(failed())
  const later = new Promise<void>((resolve) => void clock.after(60_000, resolve))
  await clock.runUntil(later)
  const rival = createSessionRecoveryHook({ store: leasing }, { clock, leaseMs: 3000 })
  expect(await rival.recover(failed())).toMatchObject({ outcome: 'busy' })
  end()
  expect(await running).toMatchObject({ outcome: 'recovered', resumed: true })
})

test('the turn of a resume begins without its lease, so that two processes run one conversation', async () => {
  const resumed: string[] = []
  let own: Lease | undefined
  const taken: SessionStore = {
    ...store,
    leases: {
      ...store.leases,
      async acquire(...given) {
        const lease = await store.leases.acquire(...given)
        if (!lease.held) own = lease
        return lease
      },
    },
    // Between the repair and the resume another process takes the session over.
    async transact(...given) {
      const done = await store.transact(...given)
      await own!.release()
      await store.leases.acquire('s1', { owner: 'another process', ttlMs: 60_000 })
      return done
    },
  }
  const hook = createSessionRecoveryHook({ store: taken, resume: async (id) => void resumed.push(id) })
  const report = await hook.recover(failed())
  expect(report).toMatchObject({ outcome: 'recovered', resumed: false, cause: { code: 'lease_lost' } })
  expect(resumed).toEqual([])
  expect(await store.turns.list('s1')).toEqual([])
})

test('a store that keeps no turn any more holds up the resume of what it has just repaired (I10)', async () => {
  for (const cause of [new StoreError({ code: 'locked', message: 'Others are faster.' }), new Error('gone')]) {
    const resumed: string[] = []
    const turns: SessionStore['turns'] = { ...store.turns, begin: () => Promise.reject(cause) }
    const hook = createSessionRecoveryHook({ store: { ...store, turns }, resume: async (id) => void resumed.push(id) })
    expect(await hook.recover(failed())).toMatchObject({ outcome: 'recovered', resumed: true })
    expect(resumed).toEqual(['s1'])
    await store.undo('s1')
  }
})

test.each([
  [{ experimental: 'yes' }, 'Invalid option experimental: a text. It takes an object.'],
  [{ experimental: { autoResume: 1 } }, 'Invalid option experimental.autoResume: 1. It takes true or false.'],
  [{ budget: 0 }, 'Invalid option budget: 0. It takes a whole number from 1 to 100.'],
  [{ budget: 101 }, 'Invalid option budget: 101. It takes a whole number from 1 to 100.'],
  [{ maxProcessingErrors: 0 }, 'Invalid option maxProcessingErrors: 0. It takes a whole number from 1.'],
])('an option that does not fit is taken, or refused without what it takes: %j', (options, words) => {
  expect(() => createSessionRecoveryHook(host, options as SessionRecoveryOptions)).toThrow(words)
})

test('what the error alone shows is not repaired', async () => {
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'bm90IG91cnM=' }
  const messages = [
    { role: 'user', content: 'Think.' },
    { role: 'assistant', content: [thinking, { type: 'text', text: 'I did.' }] },
    { role: 'user', content: 'Go on.' },
  ]
  await store.messages.append(
    's2',
    messages.map((raw) => ({ raw })),
  )
  const report = await createSessionRecoveryHook(host).recover({ ...failed(unverified), sessionID: 's2' })
  expect(report).toMatchObject({ outcome: 'recovered', loss: 'synthesised' })
  expect(JSON.stringify(await store.messages.load('s2'))).not.toContain('bm90IG91cnM=')
})

const bound = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: 'Hm.', signature: 'EqoBCkYIBRgCKkA' },
    { type: 'text', text: 'I did.' },
  ],
}
const request = { model: 'claude-opus-5-5', thinking: { type: 'adaptive' } }
const session = { format: 'anthropic-messages' as const, request, revision: 1 }

async function boundHost(): Promise<RecoveryHost> {
  const list = [
    ...(await store.messages.load('s1'))!.messages.map(({ raw }) => raw),
    bound,
    { role: 'user', content: 'On.' },
  ]
  const added = list.slice(3).map((raw) => ({ raw }))
  const revision = await store.messages.append('s1', added)
  return { store, load: async () => ({ ...session, revision, messages: list }) }
}

/** It keeps no standing request. */
const unkept = (): SessionStore => ({
  ...store,
  messages: { ...store.messages, setStanding: () => Promise.reject(new Error('full')) },
})

describe('a repair that needs something of every later request', () => {
  test('forgets the field or the beta value, or writes it without its lease', async () => {
    const resumed: unknown[] = []
    const tokens: unknown[] = []
    const given = await boundHost()
    const hook = createSessionRecoveryHook({
      ...given,
      store: {
        ...store,
        transact: (id, edits, options) => {
          tokens.push(options.lease?.token)
          return store.transact(id, edits, options)
        },
        messages: {
          ...store.messages,
          setStanding: (id, standing, options) => {
            tokens.push(options?.lease?.token)
            return store.messages.setStanding(id, standing, options)
          },
        },
      },
      resume: async (_id, config) => void resumed.push(config),
    })
    const report = await hook.recover(failed())
    expect(report.betas).toEqual(['thinking-binding-controls-2026-08-01'])
    const kept = await store.messages.standing('s1')
    expect(kept).toMatchObject({
      betas: report.betas,
      request: { thinking: { block_binding: { prefix_mismatch_behavior: 'drop_block' } } },
    })
    expect(resumed).toMatchObject([{ betas: report.betas, request: report.request }])
    expect(tokens).toEqual([1, 1])
  })

  test('stays half done when that cannot be kept', async () => {
    const given = await boundHost()
    const before = await storedText()
    const report = await createSessionRecoveryHook({ ...given, store: unkept() }).recover(failed())
    expect(report).toMatchObject({ outcome: 'failed', cause: { message: 'full' } })
    expect(await storedText()).toBe(before)
  })
})

describe('a host that answers late', () => {
  const resume = async (): Promise<void> => undefined
  const rows: readonly [
    what: string,
    methods: () => Promise<Partial<RecoveryHost>>,
    outcome: RecoveryOutcome,
    turns: TurnState[],
    error?: unknown,
  ][] = [
    ['a repair', async () => ({}), 'recovered', []],
    ['a repair and a resume', async () => ({ resume, notify: resume, abort: resume }), 'recovered', ['completed']],
    ['a resume that fails', async () => ({ resume: async () => raise() }), 'recovered', ['interrupted']],
    ['a load that fails', async () => ({ load: async () => raise() }), 'failed', []],
    [
      'a commit of its own',
      async () => ({ load: (await boundHost()).load!, commit: async () => 'x' }),
      'recovered',
      [],
    ],
    ['a standing request', boundHost, 'recovered', []],
    ['a standing request that cannot be kept', async () => ({ ...(await boundHost()), store: unkept() }), 'failed', []],
    [
      'a refusal that nothing explains',
      async () => ({}),
      'recovered',
      [],
      { status: 400, message: 'Invalid request.' },
    ],
    ['nothing that is to be recovered', async () => ({}), 'not_recoverable', [], null],
  ]

  test.each(rows)('is not waited for: %s', async (_what, methods, outcome, turns, error = missing) => {
    const { late, overlaps, underWay } = lateCalls<RecoveryHost>({ store, ...(await methods()) }, { opens: 'acquire' })
    const hook = createSessionRecoveryHook(late)
    const completed: number[] = []
    hook.setOnRecoveryCompleteCallback(() => void completed.push(underWay()))
    const report = await hook.recover(failed(error))
    // Who works on the turn of a resume is told while the host resumes.
    const together = turns.length > 0 ? ['resume'] : []
    expect([report.outcome, underWay(), overlaps]).toEqual([outcome, 0, together])
    expect(completed).toEqual(outcome === 'not_recoverable' ? [] : [0])
    expect((await store.turns.list('s1')).map(({ state }) => state)).toEqual(turns)
    expect(await store.leases.holder('s1')).toBeNull()
    expect('cause' in report).toBe(outcome === 'failed' || turns.includes('interrupted'))
    const again = createSessionRecoveryHook(late)
    const running = again.recover(failed(error))
    await again.dispose()
    expect(error === null ? 0 : underWay()).toBe(0)
    await running
  })
})
