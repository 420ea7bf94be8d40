import { describe, expect, test, vi } from 'vitest'
import { createMemoryStore, type RecoveryReport } from '../../src/index.ts'
import type { AdapterOptions } from '../../src/recovery/call-options.ts'
import { CallGuard } from '../../src/recovery/call-guard.ts'
import type { GuardedCall } from '../../src/recovery/guarded-call.ts'
import { assistant, call as asks, refusal, result, system, text, thinking, user } from '../strategies/anthropic.ts'

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

const strange = refusal('The flux of the dialogue is discontinuous.')
const unsealed = refusal('messages.1.content.0: Invalid `signature` in `thinking` block')
const thoughtful = [user('a'), assistant(thinking(), text('b')), user('c')]
const unreadable = (): object =>
  Object.defineProperty({}, 'role', { enumerable: true, get: () => raise(new Error('Nobody can read it.')) })

function raise(error: Error): never {
  throw error
}

function scene(options: Partial<AdapterOptions> = {}) {
  const { store = createMemoryStore() } = options
  const reports: RecoveryReport[] = []
  const guard = new CallGuard({ session: 's', onRepair: (report) => void reports.push(report), ...options, store })
  const begin = (messages: readonly unknown[], model = 'claude-opus-4-1'): Promise<GuardedCall> =>
    guard.begin({ format: 'anthropic-messages', body: { model, max_tokens: 9, messages }, request: undefined })
  const turns = async (): Promise<unknown[]> => (await store.turns.list('s')).map(({ data, state }) => [state, data])
  return { begin, guard, reports, store, turns }
}

describe('a call', () => {
  test.each([
    ['claude-opus-5-5', true],
    ['claude-3-haiku-20240307', false],
  ])('of %s is checked by what another model takes', async (model, isRefused) => {
    const { begin } = scene({ allow: 'none', allowAfterRefusal: 'synthesised' })
    const prefilled = [user('a'), assistant(text('b'))]
    const call = await begin(prefilled, model)
    expect(call.changed).toBe(false)
    expect(await call.refused(strange)).toBe(isRefused)
    await call.released()
    expect((await scene().begin(prefilled, model)).changed).toBe(isRefused)
  })

  test('that continues what the server holds is checked as if it were whole', async () => {
    const { guard, reports } = scene()
    const input = [
      { type: 'function_call_output', call_id: 'call_1', output: 'ok' },
      { type: 'function_call', call_id: 'call_2', name: 'f', arguments: '{}' },
      { role: 'user', content: 'And?' },
    ]
    const body = { model: 'gpt-5', input, previous_response_id: 'resp_1' }
    const call = await guard.begin({ format: 'openai-responses', body, request: undefined })
    expect([call.body, await call.refused(strange), reports]).toEqual([body, false, []])
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

  test('that continues what the server holds gets all that is stored for another fault, or nothing for nothing', async () => {
    const { guard, store } = scene()
    const asked = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' }
    const prompt = { role: 'user', content: 'And?' }
    const begin = (...input: readonly object[]): Promise<GuardedCall> => {
      const body = { model: 'gpt-5', input, previous_response_id: 'resp_1' }
      return guard.begin({ format: 'openai-responses', body, request: undefined })
    }
    const gone = Object.assign(refusal("Previous response with id 'resp_1' not found."), {
      error: { code: 'previous_response_not_found', param: 'previous_response_id' },
    })
    const unknown = await begin(prompt)
    expect([await unknown.refused(gone), unknown.changed]).toEqual([false, false])
    await unknown.released()
    await store.messages.append('s', [{ raw: prompt }])
    const open = await begin(asked, prompt)
    expect(await open.refused(refusal('No tool output found for function call call_1.'))).toBe(true)
    expect([open.messages.length, open.body['previous_response_id']]).toEqual([3, 'resp_1'])
    await open.released()
    const lost = await begin(asked, prompt)
    expect(await lost.refused(gone)).toBe(true)
    expect([lost.messages.length, lost.body['previous_response_id']]).toEqual([4, undefined])
    await lost.released()
  })

  test('that continues what the server holds is refused once for each call that its last answer made', async () => {
    const { guard, store } = scene()
    const made = (type: string, call_id: string): { raw: object } => ({
      raw: { type, call_id, name: 'f', [type === 'function_call' ? 'arguments' : 'input']: '{}' },
    })
    const given = (call_id: string): { raw: object } => ({
      raw: { type: 'function_call_output', call_id, output: 'ok' },
    })
    const answers = [
      made('function_call', 'call_1'),
      made('custom_tool_call', 'call_2'),
      made('function_call', 'call_3'),
    ]
    const before = [made('function_call', 'call_0'), made('function_call', 'call_9'), given('call_0')]
    const approval = {
      raw: { type: 'mcp_approval_request', id: 'mcpr_1', name: 'f', server_label: 's', arguments: '{}' },
    }
    await store.messages.append('s', [
      ...before,
      ...answers,
      made('function_call', 'call_4'),
      approval,
      given('call_4'),
    ])
    await store.parts.record('s', { callId: 'call_2', name: 'f', input: '{}', status: 'completed', output: 'recorded' })
    const prompt = { role: 'user', content: 'And?' }
    const inList = { type: 'function_call_output', call_id: 'call_3', output: 'here' }
    const body = { model: 'gpt-5', input: [inList, prompt], previous_response_id: 'resp_1' }
    const call = await guard.begin({ format: 'openai-responses', body, request: undefined })
    expect(await call.refused(refusal('No tool output found for function call call_1.'))).toBe(true)
    expect(call.messages).toEqual([
      { type: 'function_call_output', call_id: 'call_1', output: expect.stringContaining('session-recovery') },
      { type: 'custom_tool_call_output', call_id: 'call_2', output: 'recorded' },
      inList,
      prompt,
    ])
    await call.released()
  })

  test.each([
    ['anthropic-messages', { max_tokens: 9 }, 'messages: at least one message is required', {}],
    ['anthropic-messages', { thread: { type: 'create' } }, 'messages: at least one message is required', {}],
    [
      'anthropic-messages',
      { thread: { type: 'continue', previous_message_id: 'msg_1' } },
      'messages: at least one message is required',
      { thread: { type: 'create' } },
    ],
    ['openai-chat', {}, "[] is too short - 'messages'", {}],
  ] as const)(
    'of %s with %j and an empty list fails, or names a conversation that the server never had',
    async (format, more, says, sent) => {
      const { guard, store } = scene()
      await store.messages.append('s', [{ raw: user('a') }])
      const body = { model: 'm', ...more, messages: [] }
      const call = await guard.begin({ format, body, request: undefined })
      expect([await call.refused(refusal(says)), call.body]).toEqual([
        true,
        { ...body, ...sent, messages: [user('a')] },
      ])
      await call.released()
    },
  )

  test('whose stored conversation is sent lacks what its repair moves into the request', async () => {
    const { begin, store } = scene()
    await store.messages.append('s', [{ raw: system('Be kind.') }, { raw: user('a') }])
    const call = await begin([])
    expect(await call.refused(refusal('messages: at least one message is required'))).toBe(true)
    expect([call.messages, JSON.stringify(call.body['system'])]).toEqual([[user('a')], expect.stringContaining('kind')])
    await call.released()
  })

  test('that is repaired twice is recorded with the reasons of one repair alone', async () => {
    const { begin, store } = scene()
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

  test('leaves before the turn is over whose tools it answers', async () => {
    const { begin, store } = scene()
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
    const { begin, reports } = scene()
    const call = await begin([unreadable()])
    expect([call.changed, await call.refused(strange)]).toEqual([false, false])
    expect(reports).toMatchObject([
      { outcome: 'failed', sessionID: 's', cause: { message: expect.any(String) as string } },
    ])
  })

  test('whose answer nobody can read fails, keeps its turn open, or says so twice (I10)', async () => {
    const { begin, reports, store } = scene()
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
    const { begin, reports } = scene({ store: { ...own, parts: { ...own.parts, list: () => Promise.reject(cause) } } })
    const call = await begin([user('a'), assistant(asks('x')), user('b')])
    expect(call.changed).toBe(true)
    expect(reports).toMatchObject([
      { outcome: 'failed', sessionID: 's', cause },
      { outcome: 'recovered', rung: 'place' },
    ])
  })

  test('that is given up does not say what it was, or keeps its session', async () => {
    const { begin, reports, store, turns } = scene()
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
    const { begin, turns } = scene()
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
    const { guard, store } = scene()
    const body = { ...fields, messages: [user('a')] }
    const start = { format: 'anthropic-messages', body, request: undefined } as const
    const call = await guard.begin({ ...start, ...(maker && { maker }) })
    await call.leaving()
    expect((await store.turns.list('s')).map((turn) => turn.provenance)).toEqual([
      { ...provenance, prefixDigest: expect.any(String) as string },
    ])
  })

  test('tells of a store that breaks while it is on its way with each thing that is not written, or asks it again', async () => {
    const { begin, reports, store } = scene()
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
    const { begin, turns } = scene()
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
    const { begin, reports } = scene({ mode: 'observe' })
    const call = await begin([user('a'), assistant(asks('x')), user('b')])
    expect(await call.refused(unsealed)).toBe(false)
    expect(call.changed).toBe(false)
    expect(reports).toMatchObject([{ outcome: 'observed', rung: 'place' }])
  })

  test('is not told of when only the error shows the fault', async () => {
    const { begin, reports } = scene({ mode: 'observe' })
    const call = await begin(thoughtful)
    expect(await call.refused(unsealed)).toBe(false)
    expect([reports.map(({ outcome }) => outcome), call.changed]).toEqual([['observed'], false])
  })
})
