import { beforeEach, describe, expect, test } from 'vitest'
import { createSessionRecoveryHook, type RecoveryHost, type ResumeConfig, type SessionStore } from '../../src/index.ts'
import { broken, brokenSession, failed, missing, rateLimit, storedText } from './broken-session.ts'

let store: SessionStore
let resumed: ResumeConfig[]
let host: RecoveryHost

beforeEach(async () => {
  ;({ store, resumed, host } = await brokenSession())
})

describe('loops (I9)', () => {
  test('the same event twice repairs twice', async () => {
    const hook = createSessionRecoveryHook(host)
    const outcomes = [await hook.recover(failed(missing)), await hook.recover(failed(missing))].map(
      (report) => report.outcome,
    )
    expect(outcomes).toEqual(['recovered', 'duplicate'])
  })

  test('two recoveries of one session run at once', async () => {
    const hook = createSessionRecoveryHook(host)
    const reports = await Promise.all([hook.recover(failed(missing, 'a')), hook.recover(failed(missing, 'b'))])
    expect(reports.map((report) => report.outcome).sort()).toEqual(['busy', 'recovered'])
  })

  test('what a dead process has left is recovered twice at once, or cannot be undone', async () => {
    const before = await storedText(store)
    const hook = createSessionRecoveryHook(host)
    const lease = await store.leases.acquire('s1', { ttlMs: 60_000 })
    if (lease.held !== undefined) throw new Error('the session is held')
    let sound = 0
    const options = { lease, resume: false, onSound: async () => void (sound += 1) }
    const [first, second] = await Promise.all([1, 2].map(() => hook.recoverStored('s1', 't1', options)))
    expect([first!.outcome, second!.outcome, sound, resumed]).toEqual(['recovered', 'busy', 1, []])
    await store.undo('s1', first!.undoId)
    expect(first!.undoId).toBe('u2')
    expect(await storedText(store)).toBe(before)
    await hook.dispose()
    expect(await hook.recoverStored('s1', 't1', options)).toMatchObject({ outcome: 'failed' })
  })

  test('a recovery runs while another process holds the lease', async () => {
    await store.leases.acquire('s1', { owner: 'another process', ttlMs: 60_000 })
    expect(await createSessionRecoveryHook(host).recover(failed(missing))).toMatchObject({ outcome: 'busy' })
  })

  test('a fault that comes back for ever is tried for ever', async () => {
    const hook = createSessionRecoveryHook({
      ...host,
      load: async () => ({ format: 'anthropic-messages', messages: broken.map(({ raw }) => raw), revision: 1 }),
      commit: async () => {},
    })
    const outcomes: string[] = []
    for (let turn = 0; turn < 6; turn += 1) outcomes.push((await hook.recover(failed(missing, `msg_${turn}`))).outcome)
    expect(outcomes).toEqual(['recovered', 'recovered', 'recovered', 'exhausted', 'exhausted', 'exhausted'])
  })

  test('another process tries the rungs again that the store has counted', async () => {
    const looping = {
      ...host,
      load: async () => ({ format: 'anthropic-messages' as const, messages: broken.map(({ raw }) => raw) }),
      commit: async () => {},
    }
    for (let turn = 0; turn < 3; turn += 1)
      await createSessionRecoveryHook(looping).recover(failed(missing, `msg_${turn}`))
    expect(await createSessionRecoveryHook(looping).recover(failed(missing, 'msg_9'))).toMatchObject({
      outcome: 'exhausted',
    })
  })

  test('a healthy turn does not give the budget back', async () => {
    const hook = createSessionRecoveryHook(host, { budget: 1 })
    await hook.recover(failed(missing, 'a'))
    await hook.handleSessionRecovery({ role: 'assistant', sessionID: 's1' })
    await store.undo('s1')
    expect(await hook.recover(failed(missing, 'b'))).toMatchObject({ outcome: 'recovered' })
  })

  test.each([{ role: 'user', sessionID: 's1' }, { role: 'assistant' }, { sessionID: 's1' }])(
    'what is no healthy turn of the session gives the budget back: %j',
    async (info) => {
      const hook = createSessionRecoveryHook(host, { budget: 1 })
      await hook.recover(failed(missing, 'a'))
      expect(await hook.recover(info)).toMatchObject({ outcome: 'not_recoverable', detected: null })
      await store.undo('s1')
      expect(await hook.recover(failed(missing, 'b'))).toMatchObject({ outcome: 'exhausted' })
    },
  )

  test('an event without an id is a duplicate of another one', async () => {
    const hook = createSessionRecoveryHook(host)
    const { id: _, ...unnamed } = failed(missing)
    const ends = [await hook.recover(unnamed), await hook.recover(unnamed)].map(({ outcome }) => outcome)
    expect(ends).toEqual(['recovered', 'unrepairable'])
  })

  test('more events are remembered than the options say, or fewer', async () => {
    const hook = createSessionRecoveryHook(host, { maxProcessingErrors: 2 })
    const ends: string[] = []
    for (const id of ['a', 'b', 'a', 'c', 'b', 'a']) ends.push((await hook.recover(failed(missing, id))).outcome)
    expect(ends).toEqual(['recovered', 'unrepairable', 'duplicate', 'unrepairable', 'duplicate', 'exhausted'])
  })

  test.each([
    ['a fault', missing, true],
    ['a rate limit', rateLimit, false],
    [
      'an abort whose words tell of a fault',
      Object.assign(new Error(missing.error.error.message), { name: 'AbortError' }),
      false,
    ],
    ['a refusal without a reason', { status: 400, message: 'The flux is discontinuous.' }, false],
  ])('%s is told to be otherwise before anything is recovered', (_, error, isRecoverable) => {
    expect(createSessionRecoveryHook(host).isRecoverableError(error)).toBe(isRecoverable)
  })
})
