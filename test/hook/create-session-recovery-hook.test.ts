import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createSessionRecoveryHook,
  OptionsError,
  type RecoveryHost,
  type ResumeConfig,
  type SessionStore,
} from '../../src/index.ts'
import { isUserAbort } from '../../src/recovery/calls/is-user-abort.ts'
import { findResumeConfig } from '../../src/hook/resume-config.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { broken, brokenSession, failed, missing, rateLimit, storedText } from './broken-session.ts'

let store: SessionStore
let resumed: ResumeConfig[]
let host: RecoveryHost

beforeEach(async () => {
  ;({ store, resumed, host } = await brokenSession())
})

describe('recovery', () => {
  test('a broken stored conversation stays broken', async () => {
    const hook = createSessionRecoveryHook(host)
    expect(await hook.handleSessionRecovery(failed(missing))).toBe(true)
    expect(await storedText(store)).toContain('"tool_use_id":"toolu_1"')
  })

  test('agent, model and tools of the resume come from a message that no person wrote', async () => {
    await createSessionRecoveryHook(host).handleSessionRecovery(failed(missing))
    expect(resumed).toEqual([{ sessionID: 's1', agent: 'build', model: { modelID: 'm' }, tools: { read: true } }])
  })

  test('the resume goes on as the first turn ran, and not as the newest one', async () => {
    const meta = { agent: 'plan', model: { modelID: 'newer' }, tools: { read: false } }
    await store.messages.append('s1', [{ raw: { role: 'assistant', content: 'Well.' } }])
    await store.messages.append('s1', [{ raw: { role: 'user', content: 'And now plan.' }, meta }])
    await createSessionRecoveryHook(host).handleSessionRecovery(failed(missing))
    expect(resumed).toEqual([{ sessionID: 's1', ...meta }])
  })

  test('a real output in the part store is passed over', async () => {
    await store.parts.record('s1', { callId: 'toolu_1', name: 'read', input: {}, status: 'running' })
    await store.parts.record('s1', { callId: 'toolu_1', status: 'completed', output: 'the real output' })
    const report = await createSessionRecoveryHook(host).recover(failed(missing))
    expect(report).toMatchObject({ outcome: 'recovered', loss: 'none', resumed: true })
    expect(await storedText(store)).toContain('the real output')
  })

  test('a repair cannot be undone to the former bytes', async () => {
    const before = await storedText(store)
    const { undoId } = await createSessionRecoveryHook(host).recover(failed(missing))
    await store.undo('s1', undoId)
    expect(await storedText(store)).toBe(before)
  })

  test('nobody is told how it ended', async () => {
    const told: unknown[] = []
    const completed: string[] = []
    const hook = createSessionRecoveryHook({ ...host, notify: async (report) => void told.push(report) })
    hook.setOnRecoveryCompleteCallback((id) => void completed.push(id))
    const report = await hook.recover(failed(missing))
    expect(told).toEqual([report])
    expect(completed).toEqual(['s1'])
  })

  test('observe writes or resumes', async () => {
    const before = await storedText(store)
    const report = await createSessionRecoveryHook(host, { mode: 'observe' }).recover(failed(missing))
    expect(report).toMatchObject({ outcome: 'observed', resumed: false })
    expect(report.edits).toHaveLength(1)
    expect(await storedText(store)).toBe(before)
    expect(resumed).toEqual([])
  })

  test('a lost server reference is not replayed', async () => {
    await store.messages.replace('s1', [{ raw: { role: 'user', content: 'Hi' } }], { expect: 1 })
    const lost = {
      status: 404,
      error: {
        type: 'error',
        error: { type: 'not_found_error', message: 'thread', details: { error_code: 'thread_not_found' } },
      },
    }
    const report = await createSessionRecoveryHook(host).recover(failed(lost))
    expect(report).toMatchObject({ outcome: 'recovered', resumed: true, edits: [] })
    expect(resumed).toMatchObject([{ replay: true }])
  })
})

describe('what must not be recovered', () => {
  test.each([
    ['a rate limit', rateLimit, 'not_recoverable'],
    ['no error', undefined, 'not_recoverable'],
    ['an abort by a person', Object.assign(new Error('aborted'), { name: 'AbortError' }), 'user_abort'],
    ['an abort that a host reports', { name: 'MessageAbortedError', data: {} }, 'user_abort'],
    [
      'an abort behind a cause',
      new Error('failed', { cause: Object.assign(new Error('x'), { name: 'APIUserAbortError' }) }),
      'user_abort',
    ],
  ])('%s leads to a repair', async (_name, error, outcome) => {
    const before = await storedText(store)
    const load = vi.fn<() => Promise<null>>(async () => null)
    const report = await createSessionRecoveryHook({ ...host, load }).recover(failed(error))
    expect(report).toMatchObject({ outcome, detected: null })
    expect(report.error).toBe(error)
    expect(load).not.toHaveBeenCalled()
    expect(resumed).toEqual([])
    expect(await storedText(store)).toBe(before)
  })

  const named = ['AbortError', 'MessageAbortedError', 'APIUserAbortError', 'UserAbortError', 'AI_AbortError']
  class APIUserAbortError extends Error {}
  const wrapped = (depth: number): unknown => (depth === 0 ? { name: 'AbortError' } : { cause: wrapped(depth - 1) })
  const endless: { cause?: unknown } = {}
  endless.cause = endless

  test.each<[what: string, error: unknown, isAbort: boolean]>([
    ...named.map((name): [string, unknown, boolean] => [name, { name }, true]),
    ['the class of a client', new APIUserAbortError('x'), true],
    ['an error in an error', { error: { name: 'AbortError' } }, true],
    ['a cause before an error', { cause: { name: 'Error' }, error: { name: 'AbortError' } }, false],
    ['eight of them', wrapped(7), true],
    ['nine of them', wrapped(8), false],
    ['no end', endless, false],
    ['another name', { name: 'NotAbortError' }, false],
    ['words', 'AbortError', false],
    ['an object without a class', Object.create(null), false],
  ])('an abort by a person is not seen, or seen where none is: %s', (_, error, isAbort) => {
    expect(isUserAbort(error)).toBe(isAbort)
  })

  test('an unknown session reports success', async () => {
    const report = await createSessionRecoveryHook(host).recover({ ...failed(missing), sessionID: 'nobody' })
    expect(report).toMatchObject({ outcome: 'unrepairable', resumed: false })
  })
})

describe('what a dead process has left', () => {
  const options = async (more: { resume?: boolean; onSound?: () => Promise<void> } = {}) => {
    const lease = await store.leases.acquire('s1', { ttlMs: 60_000 })
    if (lease.held !== undefined) throw new Error('the session is held')
    return { lease, resume: true, onSound: async () => {}, ...more }
  }

  test('is said to be sound before it is repaired, is stopped, or is resumed before it is sound', async () => {
    const order: string[] = []
    const hook = createSessionRecoveryHook({
      ...host,
      abort: async () => void order.push('abort'),
      commit: async () => {
        await new Promise(setImmediate)
        order.push('commit')
      },
      resume: async () => void order.push('resume'),
    })
    const onSound = async (): Promise<void> => {
      order.push('sound')
      await new Promise(setImmediate)
      order.push('told')
    }
    const report = await hook.recoverStored('s1', 't1', await options({ onSound }))
    expect(report).toMatchObject({ outcome: 'recovered', resumed: true, detected: null })
    expect(order).toEqual(['commit', 'sound', 'told', 'resume'])
  })

  test('is written to although the hook only observes', async () => {
    const before = await storedText(store)
    let sound = 0
    const onSound = async (): Promise<void> => void (sound += 1)
    const hook = createSessionRecoveryHook(host, { mode: 'observe' })
    const report = await hook.recoverStored('s1', 't1', await options({ onSound }))
    expect(report).toMatchObject({ outcome: 'observed', resumed: false })
    expect([sound, resumed, await storedText(store)]).toEqual([0, [], before])
  })

  test('is repaired, or run, by whoever has lost the session since (I15)', async () => {
    const before = await storedText(store)
    const given = await options()
    await given.lease.release()
    const taken = await store.leases.acquire('s1', { owner: 'another process', ttlMs: 60_000 })
    const report = await createSessionRecoveryHook(host).recoverStored('s1', 't1', given)
    expect(taken.held).toBeUndefined()
    expect(report).toMatchObject({ outcome: 'failed', cause: { code: 'lease_lost' } })
    expect([await storedText(store), resumed, await store.turns.list('s1')]).toEqual([before, [], []])
  })

  test('goes on without what its turn is found by: the beginning of the repaired conversation', async () => {
    await createSessionRecoveryHook(host).recover(failed(missing))
    const { messages } = (await store.messages.load('s1'))!
    const prefixDigest = prefixDigests(messages.map(({ raw }) => raw)).at(-1)
    expect(await store.turns.list('s1')).toMatchObject([{ state: 'completed', provenance: { prefixDigest } }])
  })

  test('cannot be recovered again, as the hook still takes it for busy', async () => {
    const hook = createSessionRecoveryHook(host)
    const given = await options()
    const ends = [await hook.recoverStored('s1', 't1', given), await hook.recoverStored('s1', 't2', given)]
    expect(ends.map(({ outcome }) => outcome)).toEqual(['recovered', 'recovered'])
  })
})

describe('callbacks and failures (I10)', () => {
  test('a host that keeps the conversation nowhere is told to be repaired, or not what it lacks', async () => {
    const load: RecoveryHost['load'] = async () => ({
      format: 'anthropic-messages',
      messages: broken.map(({ raw }) => raw),
    })
    const report = await createSessionRecoveryHook({ load }).recover(failed(missing))
    expect(report).toMatchObject({ outcome: 'failed', resumed: false })
    expect(String(report.cause)).toMatch(/neither `commit` nor `store`/)
    // Without its revision nobody can tell whether the store's own list is the one that was repaired.
    const unread = await createSessionRecoveryHook({ store, load }).recover(failed(missing))
    expect(unread).toMatchObject({ outcome: 'failed', cause: { code: 'stale_revision' } })
    expect(await storedText(store)).not.toContain('tool_result')
  })

  test('a host that keeps its conversation itself is not resumed, for want of a turn', async () => {
    const kept: unknown[] = []
    const report = await createSessionRecoveryHook({
      load: async () => ({ format: 'anthropic-messages', messages: broken.map(({ raw }) => raw) }),
      commit: async (_id, { messages }) => void kept.push(...messages),
      resume: async (sessionID) => void kept.push(sessionID),
    }).recover(failed(missing))
    expect(report).toMatchObject({ outcome: 'recovered', resumed: true })
    expect([JSON.stringify(kept).includes('"tool_use_id":"toolu_1"'), kept.at(-1)]).toEqual([true, 's1'])
  })

  test("a repair is kept without why and at what loss, or without the host's own id for undo", async () => {
    const metas: unknown[] = []
    const transact: SessionStore['transact'] = (id, edits, given) => {
      metas.push(given.meta)
      return store.transact(id, edits, given)
    }
    await createSessionRecoveryHook({ ...host, store: { ...store, transact } }).recover(failed(missing))
    expect(metas).toEqual([{ because: ['tool_result_missing'], loss: 'synthesised' }])
    await store.undo('s1')
    const own = createSessionRecoveryHook({ ...host, commit: async () => 'own undo' })
    expect(await own.recover(failed(missing))).toMatchObject({ outcome: 'recovered', undoId: 'own undo' })
  })

  test.each<[what: string, own: (kept: SessionStore) => Partial<RecoveryHost>]>([
    ['the host', () => ({ commit: async () => null as never })],
    [
      'the store',
      (kept) => ({
        store: { ...kept, transact: async (...given) => ({ ...(await kept.transact(...given)), undoId: null }) },
      }),
    ],
  ])('a repair that %s cannot undo has an id for it', async (_, own) => {
    const report = await createSessionRecoveryHook({ ...host, ...own(store) }).recover(failed(missing))
    expect(report.outcome).toBe('recovered')
    expect(report).not.toHaveProperty('undoId')
  })

  test('what breaks when it is told hides what broke before', async () => {
    const cause = new Error('no disk')
    const notify = (): Promise<never> => Promise.reject(new Error('toast'))
    const hook = createSessionRecoveryHook({ ...host, load: () => Promise.reject(cause), notify })
    expect(await hook.recover(failed(missing))).toMatchObject({ outcome: 'failed', cause })
  })

  test('the abort callback runs after the abort, or completion is not told', async () => {
    const order: string[] = []
    const hook = createSessionRecoveryHook({ ...host, abort: async () => void order.push('abort') })
    hook.setOnAbortCallback(() => void order.push('onAbort'))
    hook.setOnRecoveryCompleteCallback(() => void order.push('complete'))
    await hook.recover(failed(missing))
    expect(order).toEqual(['onAbort', 'abort', 'complete'])
  })

  test.each(['abort', 'load', 'commit'] as const)(
    'a host whose %s throws makes the hook throw, or leaves half a repair',
    async (method) => {
      const before = await storedText(store)
      const cause = new Error(`${method} broke`)
      const complete = vi.fn<(id: string) => void>()
      const hook = createSessionRecoveryHook({ ...host, [method]: () => Promise.reject(cause) })
      hook.setOnRecoveryCompleteCallback(complete)
      const report = await hook.recover(failed(missing))
      expect(report).toMatchObject({ outcome: 'failed', cause, error: missing })
      expect(complete).toHaveBeenCalledOnce()
      expect(await storedText(store)).toBe(before)
      expect((await store.leases.acquire('s1', { ttlMs: 1000 })).held).toBeUndefined()
    },
  )

  test('a resume that throws takes the committed repair back', async () => {
    const cause = new Error('no')
    const report = await createSessionRecoveryHook({ ...host, resume: () => Promise.reject(cause) }).recover(
      failed(missing),
    )
    expect(report).toMatchObject({ outcome: 'recovered', resumed: false, cause })
    expect(await storedText(store)).toContain('tool_result')
    expect(await store.turns.list('s1')).toMatchObject([{ state: 'interrupted', data: { failed: true } }])
  })

  test('a callback that throws makes the hook throw', async () => {
    const hook = createSessionRecoveryHook({ ...host, notify: () => Promise.reject(new Error('toast')) })
    hook.setOnRecoveryCompleteCallback(() => Promise.reject(new Error('callback')))
    expect(await hook.recover(failed(missing))).toMatchObject({ outcome: 'recovered' })
  })

  test('a conversation that changes meanwhile is overwritten', async () => {
    let raced = false
    const hook = createSessionRecoveryHook({
      ...host,
      store: {
        ...store,
        transact: async (id, edits, options) => {
          if (!raced) await store.messages.append('s1', [{ raw: { role: 'user', content: 'one more' } }])
          raced = true
          return store.transact(id, edits, options)
        },
      } as SessionStore,
    })
    expect(await hook.recover(failed(missing))).toMatchObject({ outcome: 'recovered' })
    expect(await storedText(store)).toContain('one more')
  })

  test('a disposed hook repairs', async () => {
    const hook = createSessionRecoveryHook(host)
    await hook.dispose()
    expect(await hook.recover(failed(missing))).toMatchObject({
      outcome: 'failed',
      cause: { message: expect.stringContaining('disposed') as string },
    })
  })

  test.each([[{ mode: 'fix' }], [{ budget: 0 }], [{ unknown: 1 }]])('the options %j are taken', (options) => {
    expect(() => createSessionRecoveryHook(host, options as never)).toThrow(OptionsError)
  })
})

test.each([
  [[], {}],
  [[{}, { info: { role: 'assistant', agent: 'a', model: 'm', tools: {} } }], {}],
  [[{ info: { role: 'user', agent: 'a' } }, { info: { role: 'assistant', agent: 'b' } }], { agent: 'a' }],
  [[{ info: { role: 'user', model: 'm' } }, { info: { role: 'user', synthetic: true, agent: 'b' } }], { model: 'm' }],
  [[{ info: { role: 'user', agent: 'a' } }, { info: { role: 'user', tools: {}, synthetic: false } }], { tools: {} }],
])('row %$: a resume runs with what nobody asked for, or with a field that is undefined', (messages, config) => {
  expect(findResumeConfig('s1', messages)).toStrictEqual({ sessionID: 's1', ...config })
})
