import { describe, expect, test, vi } from 'vitest'
import { createMemoryStore, type RecoveryReport } from '../../src/index.ts'
import { CallGuard } from '../../src/recovery/calls/call-guard.ts'
import type { GuardedCall } from '../../src/recovery/calls/guarded-call.ts'
import { assistant, call as asks, refusal, result, text, thinking, user } from '../strategies/anthropic.ts'
import { guardedScene, strange } from './guarded-scene.ts'

const called = (id: string): readonly object[] => [
  { role: 'user', content: 'Read.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: 'ok' },
]
const baseURL = 'https://api.mistral.ai/v1'

// Mistral alone takes no other ids than those of nine letters and digits.
test.each([
  ['nobody', undefined, undefined, false],
  ['the option', 'mistral', undefined, true],
  ['the client', undefined, { baseURL }, true],
  ['the option, against the client', 'openai', { baseURL }, false],
  ['the client, by its name', undefined, { dialect: 'mistral' }, true],
] as const)(
  'the dialect that %s tells is not the one that a call is checked by',
  async (_who, dialect, target, isChanged) => {
    const guard = new CallGuard(dialect === undefined ? {} : { dialect })
    const body = { model: 'm', messages: called('call_12') }
    const call = await guard.begin({ format: 'openai-chat', body, request: undefined, ...(target && { target }) })
    expect([call.changed, call.body === body]).toEqual([isChanged, !isChanged])
  },
)

test('a conversation that is new costs a look into the store for what it cannot hold', async () => {
  const store = createMemoryStore()
  const load = vi.spyOn(store.messages, 'load')
  const guard = new CallGuard({ store })
  await guard.begin({ format: 'openai-chat', body: { model: 'm', messages: called('call_12') }, request: undefined })
  expect(load).not.toHaveBeenCalled()
})

test('the report of a store that is gone does not say of which session, or what was lost', async () => {
  const store = createMemoryStore()
  await store.close()
  const reports: RecoveryReport[] = []
  const guard = new CallGuard({ session: 's', store, onRepair: (report) => void reports.push(report) })
  const messages = called('call_12')
  const call = await guard.begin({ format: 'openai-chat', body: { model: 'm', messages }, request: undefined })
  await call.leaving()
  await call.ended(true)
  await call.accepted([{ role: 'assistant', content: 'Done.' }])
  expect(reports).toMatchObject([{ outcome: 'failed', sessionID: 's', cause: { code: 'closed' } }])
})

test('one write that is never answered makes every later call of its session wait, and none is recorded', async () => {
  const store = createMemoryStore()
  vi.spyOn(store.messages, 'append').mockReturnValueOnce(new Promise(() => {}))
  const reports: RecoveryReport[] = []
  const guard = new CallGuard({ session: 's', store, timeoutMs: 100, onRepair: (report) => void reports.push(report) })
  const messages: object[] = []
  for (const content of ['One', 'Two']) {
    messages.push({ role: 'user', content })
    const call = await guard.begin({ format: 'openai-chat', body: { model: 'm', messages }, request: undefined })
    const answer = { role: 'assistant', content: `${content}.` }
    await call.accepted([answer])
    messages.push(answer)
  }
  expect(reports).toMatchObject([{ outcome: 'failed', sessionID: 's', cause: { code: 'time_limit' } }])
  expect((await store.messages.load('s'))!.messages.map(({ raw }) => raw)).toEqual(messages)
})

/** The first piece of the answer comes, and what is written of it gets its time. */
async function hear(piece: string, call: GuardedCall): Promise<void> {
  const settle = async (): Promise<void> => {
    for (let left = 10; left > 0; left -= 1) await new Promise(setImmediate)
  }
  await settle()
  call.heard(1, () => [piece])
  await settle()
}

const unsealed = refusal('messages.1.content.0: Invalid `signature` in `thinking` block')
const thoughtful = [user('a'), assistant(thinking(), text('b')), user('c')]
const unreadable = (): object =>
  Object.defineProperty({}, 'role', { enumerable: true, get: () => raise(new Error('Nobody can read it.')) })

function raise(error: Error): never {
  throw error
}

describe('a call', () => {
  test.each([
    ['claude-opus-5-5', true],
    ['claude-3-haiku-20240307', false],
  ])('of %s is checked by what another model takes', async (model, isRefused) => {
    const { begin } = guardedScene({ allow: 'none', allowAfterRefusal: 'synthesised' })
    const prefilled = [user('a'), assistant(text('b'))]
    const call = await begin(prefilled, model)
    expect(call.changed).toBe(false)
    expect(await call.refused(strange)).toBe(isRefused)
    await call.released()
    expect((await guardedScene().begin(prefilled, model)).changed).toBe(isRefused)
  })

  test('of Mistral that ends with the assistant is looked into as if it were another, after a refusal', async () => {
    const guard = new CallGuard({ dialect: 'mistral', allow: 'none', allowAfterRefusal: 'synthesised' })
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ]
    const call = await guard.begin({ format: 'openai-chat', body: { model: 'm', messages }, request: undefined })
    expect([call.changed, await call.refused(strange), call.messages.length]).toEqual([false, true, 3])
    await call.released()
  })

  test('that is repaired twice is recorded with the reasons of one repair alone', async () => {
    const { begin, store } = guardedScene()
    const transact = vi.spyOn(store, 'transact')
    const call = await begin([user('a'), assistant(thinking(), asks('x')), user('b')])
    expect([call.changed, await call.refused(unsealed)]).toEqual([true, true])
    await call.accepted([assistant(text('c'))])
    await call.released()
    const [[, edits] = []] = transact.mock.calls
    expect([...new Set(edits?.flatMap(({ because }) => because))].toSorted()).toEqual([
      'thinking_signature_invalid',
      'tool_result_missing',
    ])
  })

  test('that was repaired is repaired again where many follow that need nothing', async () => {
    const { begin, reports } = guardedScene()
    const sent: object[] = [user('a'), assistant(asks('x')), user('b')]
    for (let turn = 0; turn < 25; turn += 1) {
      const call = await begin(sent)
      const answer = assistant(text(`Answer ${turn}.`))
      await call.accepted([answer])
      await call.released()
      sent.push(answer, user(`Question ${turn}.`))
    }
    expect(reports.filter(({ edits }) => edits.length > 0)).toHaveLength(1)
  })

  test('leaves before the turn is over whose tools it answers', async () => {
    const { begin, store } = guardedScene()
    const ended: string[] = []
    const { advance } = store.turns
    store.turns.advance = async (...given) => {
      await new Promise(setImmediate)
      ended.push(given[2])
      return advance(...given)
    }
    const asked = await begin([user('a')])
    await asked.leaving()
    await asked.ended(true)
    await asked.accepted([assistant(asks('x'))])
    const answered = await begin([user('a'), assistant(asks('x')), user(result('x'))])
    ended.length = 0
    await answered.leaving()
    expect(ended).toContain('completed')
  })

  test('that nobody can read is held back, or does not say so', async () => {
    const { begin, reports } = guardedScene()
    const call = await begin([unreadable()])
    expect([call.changed, await call.refused(strange)]).toEqual([false, false])
    expect(reports).toMatchObject([
      { outcome: 'failed', sessionID: 's', cause: { message: expect.any(String) as string } },
    ])
  })

  test('whose answer nobody can read fails, keeps its turn open, or says so twice (I10)', async () => {
    const { begin, reports, store } = guardedScene()
    const call = await begin([user('a')])
    await call.leaving()
    await call.ended(true)
    await call.accepted([unreadable()])
    expect(reports).toMatchObject([{ outcome: 'failed', sessionID: 's' }])
    expect((await store.turns.list('s')).map(({ state }) => state)).toEqual(['assistant_started'])
  })

  test('is not repaired, or without a word, where what is recorded of it cannot be read', async () => {
    const own = createMemoryStore()
    const cause = new Error('no disk')
    const { begin, reports } = guardedScene({
      store: { ...own, parts: { ...own.parts, list: () => Promise.reject(cause) } },
    })
    const call = await begin([user('a'), assistant(asks('x')), user('b')])
    expect(call.changed).toBe(true)
    expect(reports).toMatchObject([
      { outcome: 'failed', sessionID: 's', cause },
      { outcome: 'recovered', rung: 'place' },
    ])
  })

  test('that is given up does not say what it was, or keeps its session', async () => {
    const { begin, reports, store, turns } = guardedScene()
    const call = await begin(thoughtful)
    await call.leaving()
    expect(await call.refused(unsealed)).toBe(true)
    const last = refusal('messages.0.content.0: Could not process image')
    expect(await call.refused(last)).toBe(false)
    expect(reports.at(-1)).toMatchObject({ outcome: 'exhausted', sessionID: 's', error: last })
    const reset = new Error('read ECONNRESET')
    call.failed(reset)
    expect(reports.at(-1)).toMatchObject({ outcome: 'failed', sessionID: 's', error: reset, cause: reset })
    await call.ended(false)
    expect([await turns(), await store.leases.holder('s')]).toMatchObject([[['interrupted', { failed: true }]], null])
    // Who asks once more has the session to itself again.
    await call.refused(unsealed)
    const holder = await store.leases.holder('s')
    await call.released()
    expect([holder === null, await store.leases.holder('s')]).toEqual([false, null])
  })

  test('of a session that nobody has named leaves a turn that nobody can take up', async () => {
    const store = createMemoryStore()
    const guard = new CallGuard({ store })
    const body = { model: 'm', max_tokens: 9, messages: [user('a')] }
    const call = await guard.begin({ format: 'anthropic-messages', body, request: undefined })
    await call.leaving()
    await call.ended(true)
    await call.accepted([assistant(asks('x'))])
    expect(await store.turns.pending()).toEqual([])
    expect(await store.turns.list(call.sessionID)).toEqual([])
    expect((await store.messages.load(call.sessionID))?.messages).toHaveLength(2)
  })

  test('that asks for tools keeps a part of its answer beside the whole', async () => {
    const { begin, turns } = guardedScene()
    const call = await begin([user('a')])
    await call.leaving()
    await hear('a', call)
    await call.ended(true)
    await call.accepted([assistant(asks('x'))])
    expect(await turns()).toMatchObject([['assistant_started', { partial: null, calls: ['x'] }]])
  })

  test.each([
    [{ model: 'm' }, undefined, { model: 'm' }],
    [{ model: 'm', provider: 'p' }, { model: 'other' }, { model: 'other', provider: 'p' }],
    [{ model: 7, provider: null }, { account: 'a' }, { account: 'a' }],
  ])('of %j whose client tells %j is stamped with another maker', async (fields, maker, provenance) => {
    const { guard, store } = guardedScene()
    const body = { ...fields, messages: [user('a')] }
    const start = { format: 'anthropic-messages', body, request: undefined } as const
    const call = await guard.begin({ ...start, ...(maker && { maker }) })
    await call.leaving()
    expect((await store.turns.list('s')).map((turn) => turn.provenance)).toEqual([
      { ...provenance, prefixDigest: expect.any(String) as string },
    ])
  })

  test('tells of a store that breaks while it is on its way with each thing that is not written, or asks it again', async () => {
    const { begin, reports, store } = guardedScene()
    const call = await begin([user('a')])
    await call.leaving()
    const cause = new Error('no disk')
    const append = vi.spyOn(store.messages, 'append').mockRejectedValue(cause)
    vi.spyOn(store.turns, 'advance').mockRejectedValue(cause)
    await call.ended(true)
    await call.accepted([assistant(text('b'))])
    await call.accepted([assistant(text('c'))])
    expect(reports).toMatchObject([{ outcome: 'failed', sessionID: 's', cause }])
    expect(append).not.toHaveBeenCalled()
  })

  test('whose answer is cut keeps nothing of it', async () => {
    const { begin, turns } = guardedScene()
    const call = await begin([user('a')])
    await call.leaving()
    await hear('a', call)
    expect(await turns()).toMatchObject([['assistant_started', { partial: ['a'] }]])
    await call.ended(true)
    await call.accepted([], { partial: ['a', 'b'] })
    expect(await turns()).toMatchObject([['interrupted', { partial: ['a', 'b'] }]])
  })
})

describe('a call that is only observed', () => {
  test('is changed, or told of twice', async () => {
    const { begin, reports } = guardedScene({ mode: 'observe' })
    const call = await begin([user('a'), assistant(asks('x')), user('b')])
    expect(await call.refused(unsealed)).toBe(false)
    expect(call.changed).toBe(false)
    expect(reports).toMatchObject([{ outcome: 'observed', rung: 'place' }])
  })

  test('is not told of when only the error shows the fault', async () => {
    const { begin, reports } = guardedScene({ mode: 'observe' })
    const call = await begin(thoughtful)
    expect(await call.refused(unsealed)).toBe(false)
    expect([reports.map(({ outcome }) => outcome), call.changed]).toEqual([['observed'], false])
  })
})
