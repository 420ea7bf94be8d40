import { beforeEach, describe, expect, test } from 'vitest'
import {
  createMemoryStore,
  createSessionRecoveryHook,
  recoverInterrupted,
  type SessionStore,
  type Turn,
} from '../../src/index.ts'
import type { Lease } from '../../src/storage/lease.ts'
import { CallGuard } from '../../src/recovery/calls/call-guard.ts'
import { CallTurn } from '../../src/recovery/calls/call-turn.ts'
import { systemClock } from '../../src/recovery/clock.ts'
import { type Answer, faces, type Said } from './faces.ts'

let store: SessionStore
beforeEach(() => {
  store = createMemoryStore()
})

const ok: Answer = { text: 'Fine.' }
const refusal: Answer = { status: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' }
const foreign: Said[] = [{ user: 'Think.' }, { assistant: 'I did.', signature: 'bm90IG91cnM=' }, { user: 'Go on.' }]

describe.each(faces)('$name', ({ open }) => {
  test('sends a request before its turn is durable, or leaves the turn open', async () => {
    const seen: Promise<Turn[]>[] = []
    const ask = open({ store, session: 's' }, () => {
      seen.push(store.turns.pending('s'))
      return ok
    })
    await ask([{ user: 'Hi' }])
    expect(await seen[0]).toMatchObject([{ state: 'worker_started', data: { worker: { pid: process.pid } } }])
    expect(await store.turns.list('s')).toMatchObject([{ state: 'completed' }])
  })

  test('takes a repaired call for two turns', async () => {
    let calls = 0
    const ask = open({ store, session: 's' }, () => ((calls += 1) === 1 ? refusal : ok))
    await ask(foreign)
    expect(await store.turns.list('s')).toMatchObject([{ state: 'completed' }])
  })

  test.each([
    ['a refusal', refusal],
    ['a rate limit', { status: 429, message: 'This request would exceed your rate limit' }],
    ['a reset', { thrown: new Error('read ECONNRESET') }],
  ] as const)('leaves a turn open that ended with %s', async (_what, answer) => {
    await open({ store, session: 's' }, () => answer)(foreign).catch(() => undefined)
    expect(await store.turns.list('s')).toMatchObject([{ state: 'interrupted' }])
  })
})

/** Mastra hands no answers over, LangChain its own classes: there the question stays in the turn. */
const exact = faces.filter(({ name }) => name !== 'mastra' && name !== 'langchain')

test.each(exact)('$name loses the question of a call whose process has died', async ({ format, open }) => {
  const ask = open({ store, session: 's' }, () => ok)
  await ask([{ user: 'Hi' }])
  let isSent = false
  const dead = new Proxy(store, {
    get: (target, name) =>
      name === 'turns'
        ? { ...target.turns, advance: () => Promise.reject(new Error('dead')) }
        : Reflect.get(target, name),
  })
  const dying = open({ store: dead, session: 's' }, () => {
    isSent = true
    throw new Error('dead')
  })
  const history: Said[] = [{ user: 'Hi' }, { assistant: 'Fine.' }, { user: 'The question.' }]
  await dying(history).catch(() => undefined)
  expect(isSent).toBe(true)
  const [report] = await recoverInterrupted(createSessionRecoveryHook({ store }, { format }), { store })
  expect(report).toMatchObject({ outcome: 'handed_back' })
  const stored = (await store.messages.load('s'))!.messages.map(({ raw }) => raw)
  expect(JSON.stringify(stored.at(-1))).toContain('The question.')
})

describe('the turn of a call', () => {
  const broken: unknown[] = []
  beforeEach(() => void broken.splice(0))
  const turnIn = (own: SessionStore, lease?: Lease): CallTurn =>
    new CallTurn(() => ({
      store: own,
      lease,
      sessionID: 's',
      provenance: {},
      timeLimit: { clock: systemClock, ms: 60_000 },
      onBroken: (cause) => void broken.push(cause),
    }))
  /** Nobody puts an answer together that is not written. */
  const unasked = (): never => expect.unreachable('The answer is asked for.')
  const states = async (): Promise<unknown[]> => (await store.turns.list('s')).map(({ data, state }) => [state, data])

  test('begins twice, or although none is to be kept', async () => {
    const turn = turnIn(store)
    await Promise.all([turn.begin(), turn.begin()])
    await turn.begin()
    await turn.complete()
    await turn.begin()
    await turn.advance('interrupted')
    expect([await states(), broken]).toMatchObject([[['completed', null]], []])
    const none = new CallTurn(() => null)
    await none.begin()
    none.heard(1, unasked)
    await none.complete()
    expect(await store.turns.list('s')).toHaveLength(1)
  })

  test('begins under a lease that is lost, or ends before it has begun', async () => {
    const taken = await store.leases.acquire('s', { owner: 'a', ttlMs: 60_000 })
    if (taken.held) throw new Error('The session is held.')
    await turnIn(store, taken).begin()
    expect([await states(), broken]).toMatchObject([[['worker_started', {}]], []])
    await taken.release()
    await turnIn(store, taken).begin()
    expect([(await states()).length, broken]).toMatchObject([1, [{ code: 'lease_lost' }]])
    const turn = turnIn(store)
    const begun = turn.begin()
    await turn.advance('interrupted')
    await begun
    expect([(await states()).length, broken.length]).toEqual([2, 1])
  })

  test('does not say which tools its call may use, or what was asked', async () => {
    const content = [{ role: 'user', content: 'a' }]
    const guard = new CallGuard({ session: 's', store })
    const body = { model: 'claude-opus-5', max_tokens: 9, messages: content, tools: [{ name: 'read_file' }] }
    const call = await guard.begin({ format: 'anthropic-messages', body, request: undefined })
    await call.leaving()
    expect(await store.turns.list('s')).toMatchObject([{ tools: ['read_file'], input: content[0] }])
    await call.released()
  })

  test('has two ends, or a state after its end', async () => {
    const turn = turnIn(store)
    await turn.advance('completed')
    await turn.begin()
    await turn.advance('interrupted', { failed: true })
    for (const late of [turn.complete(), turn.waitFor(['a']), turn.advance('assistant_started')]) await late
    turn.heard(1, unasked)
    expect(await states()).toMatchObject([['interrupted', { failed: true }]])
    expect(broken).toEqual([])
  })

  test('tells what has arrived with every word, or nothing of what came while it was written', async () => {
    const told: unknown[] = []
    const advance: SessionStore['turns']['advance'] = async (id, turnID, state, data) => {
      await new Promise(setImmediate)
      if (state === 'assistant_started') told.push((data as { partial: unknown }).partial)
      return store.turns.advance(id, turnID, state, data)
    }
    const turn = turnIn({ ...store, turns: { ...store.turns, advance } })
    const settle = async (): Promise<void> => {
      for (let left = 10; left > 0; left -= 1) await new Promise(setImmediate)
    }
    turn.heard(1, unasked)
    await turn.begin()
    await settle()
    turn.heard(1, () => [])
    for (const size of [100, 101, 124, 125, 160]) turn.heard(size, () => [size])
    // What came while the first was written is told behind it, as far as it is worth it.
    await settle()
    for (const size of [199, 200]) {
      turn.heard(size, () => [size])
      await settle()
    }
    await turn.complete()
    expect(told).toEqual([[100], [160], [200]])
  })

  test('asks a store again that did not answer, or does not say so (I10)', async () => {
    const cause = new Error('no disk')
    let asked = 0
    const advance = (): Promise<never> => ((asked += 1), Promise.reject(cause))
    const turn = turnIn({ ...store, turns: { ...store.turns, advance } })
    await turn.begin()
    for (let left = 10; left > 0; left -= 1) await new Promise(setImmediate)
    await turn.complete()
    expect([asked, broken]).toEqual([1, [cause]])
  })
})
