import { describe, expect, test } from 'vitest'
import { createMemoryStore, type RecoveryReport, type SessionStore, type TurnState } from '../../src/index.ts'
import type { AdapterOptions } from '../../src/recovery/calls/call-options.ts'
import { CallGuard, type CallStart } from '../../src/recovery/calls/call-guard.ts'
import type { Accepted } from '../../src/recovery/calls/accepted.ts'
import type { GuardedCall } from '../../src/recovery/calls/guarded-call.ts'
import { lateCalls } from '../late-calls.ts'
import { assistant, call as asks, result, text, thinking, user } from '../strategies/anthropic.ts'

const refusal = (message: string): Error => Object.assign(new Error(`400 ${message}`), { status: 400 })
const stale = refusal(
  'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior`.',
)
const unsealed = refusal('messages.1.content.0: Invalid `signature` in `thinking` block')
const beta = 'thinking-binding-controls-2026-08-01'
const asking = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } }
const thoughtful = [user('a'), assistant(thinking(), text('b')), user('c')]
const open = [user('a'), assistant(asks('x')), user('b')]
const answer = assistant(text('d'))

const responses = (input: readonly unknown[], body: object = {}): CallStart<undefined> => ({
  format: 'openai-responses',
  body: { model: 'gpt-5', input, ...body },
  request: undefined,
})

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

interface Ground {
  readonly store: SessionStore
  readonly reports: RecoveryReport[]
  begin(messages: readonly unknown[], body?: object): Promise<GuardedCall>
}

function ground(options: Partial<AdapterOptions> = {}): Ground {
  const { store = createMemoryStore() } = options
  const reports: RecoveryReport[] = []
  const guard = new CallGuard({ session: 's', onRepair: (report) => void reports.push(report), ...options, store })
  const whole = {
    model: 'claude-opus-5',
    thinking: { type: 'adaptive' },
    max_tokens: 9,
    tools: [{ name: 'read_file', input_schema: { type: 'object' } }],
  }
  return {
    store,
    reports,
    begin: (messages, body = {}) =>
      guard.begin({ format: 'anthropic-messages', body: { ...whole, ...body, messages }, request: undefined }),
  }
}

const stored = async (store: SessionStore): Promise<unknown[]> =>
  ((await store.messages.load('s'))?.messages ?? []).map(({ raw }) => raw)

describe('what a repair asks of the provider', () => {
  test('is not asked by later calls, or takes the place of what earlier ones asked', async () => {
    const { begin, store } = ground()
    await store.messages.append('s', [{ raw: thoughtful[0] }], { expect: 0 })
    await store.messages.setStanding('s', { request: { context_management: { edits: [] } }, betas: ['former'] })
    const first = await begin(thoughtful)
    expect([first.betas, first.body['context_management']]).toEqual([['former'], { edits: [] }])
    expect(await first.refused(stale)).toBe(true)
    expect([first.betas, first.body['thinking']]).toEqual([['former', beta], asking])
    expect(first.body['context_management']).toEqual({ edits: [] })
    await first.accepted([answer])
    expect(await store.messages.standing('s')).toEqual({
      request: { context_management: { edits: [] }, thinking: asking },
      betas: ['former', beta],
    })
    const second = await begin([...thoughtful, answer, user('e')], {
      thinking: { type: 'adaptive', display: 'omitted' },
    })
    expect(second.body['thinking']).toEqual({ ...asking, display: 'omitted' })
    expect(second.betas).toEqual(['former', beta])
  })

  test('is asked where it cannot be answered, or although nobody has asked for it (I1)', async () => {
    const { begin, store } = ground()
    await store.messages.append('s', [{ raw: thoughtful[0] }], { expect: 0 })
    await store.messages.setStanding('s', { request: { thinking: asking }, betas: [beta] })
    const off = await begin(thoughtful.slice(0, 1), { thinking: { type: 'disabled' } })
    expect([off.changed, off.betas, off.body['thinking']]).toEqual([false, [], { type: 'disabled' }])
    const other = ground()
    const healthy = await other.begin(thoughtful)
    await healthy.accepted([answer])
    expect(await other.store.messages.standing('s')).toBeNull()
  })
})

describe('the history of a session', () => {
  test('is written behind another one, or again behind itself', async () => {
    const { begin, store } = ground()
    const write = async (messages: readonly unknown[]): Promise<void> => (await begin(messages)).accepted([answer])
    await write([user('a')])
    await write([user('a'), answer, user('b')])
    expect(await stored(store)).toEqual([user('a'), answer, user('b'), answer])
    await write([user('another')])
    expect(await stored(store)).toEqual([user('another'), answer])
    await write([user('another'), answer, user('c')])
    expect(await stored(store)).toEqual([user('another'), answer, user('c'), answer])
  })

  test('of which the server has the beginning loses what is added to it, or a result in it', async () => {
    const store = createMemoryStore()
    const guard = new CallGuard({ session: 's', store })
    const asked = { type: 'function_call', call_id: 'call_1', name: 'send', arguments: '{}' }
    const output = { type: 'function_call_output', call_id: 'call_1', output: 'It was sent.' }
    const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sent.' }] }
    const rounds = [
      [[{ role: 'user', content: 'Send it.' }], {}, [asked]],
      [[output], { previous_response_id: 'resp_1' }, [said]],
      [[], { previous_response_id: 'resp_2' }, []],
    ] as const
    for (const [input, body, answers] of rounds)
      await (await guard.begin(responses(input, body))).accepted(answers, { meta: { id: 'resp' } })
    expect(await stored(store)).toEqual([{ role: 'user', content: 'Send it.' }, asked, output, said])
    expect(await store.parts.list('s')).toMatchObject([{ status: 'completed', output: 'It was sent.', isError: false }])
    const { messages } = (await store.messages.load('s'))!
    const model = { model: 'gpt-5' }
    expect(messages.map(({ meta }) => [meta['answer'], meta['id'], meta['maker']])).toEqual([
      [undefined, expect.any(String), undefined],
      [true, 'resp', model],
      [undefined, expect.any(String), undefined],
      [true, 'resp', model],
    ])
  })

  test('holds no answer to a repaired call, or cannot be undone', async () => {
    const { begin, store, reports } = ground()
    const call = await begin(open)
    expect(call.changed).toBe(true)
    expect(reports).toMatchObject([{ outcome: 'recovered', rung: 'place', resumed: true, sessionID: 's' }])
    await call.accepted([answer])
    const repaired = await stored(store)
    expect(repaired).toHaveLength(4)
    expect(repaired.at(-1)).toEqual(answer)
    await store.undo('s')
    expect(await stored(store)).toEqual([...open, answer])
  })
})

const empty = refusal('messages: at least one message is required')

describe('a refused call', () => {
  test('of an empty list is sent again empty, or filled with what was never stored', async () => {
    const { begin, reports, store } = ground()
    const nothing = await begin([])
    expect(await nothing.refused(empty)).toBe(false)
    await nothing.ended(false)
    const parts = [{ callId: 'x', status: 'completed', output: 'It was sent.' }] as const
    await store.messages.append('s', [{ raw: user('a') }, { raw: assistant(asks('x')) }], { parts })
    const call = await begin([], { stop: ['x'] })
    expect(await call.refused(empty)).toBe(true)
    const whole = [user('a'), assistant(asks('x')), user(result('x', 'It was sent.'))]
    expect(call.body).toMatchObject({ model: 'claude-opus-5', stop: ['x'], messages: whole })
    expect(reports.filter(({ detected }) => detected).map(({ outcome }) => outcome)).toEqual([
      'unrepairable',
      'recovered',
    ])
    // With messages of its own the list is no part of a longer one.
    await call.released()
    const other = await begin([user('b')])
    expect(await other.refused(empty)).toBe(false)
    expect(other.changed).toBe(false)
    await other.released()
  })

  test('is repaired without end, by two at once, or never again', async () => {
    const store = createMemoryStore()
    const [one, other] = [ground({ store }), ground({ store })]
    const call = await one.begin(thoughtful)
    expect(await call.refused(unsealed)).toBe(true)
    const busy = await other.begin(thoughtful)
    expect(await busy.refused(unsealed)).toBe(false)
    const nothing = { faults: [], remaining: [], edits: [], loss: 'none', resumed: false }
    const detected = expect.objectContaining({ type: 'thinking_signature_invalid' }) as unknown
    expect(other.reports).toStrictEqual([{ ...nothing, outcome: 'busy', sessionID: 's', error: unsealed, detected }])
    expect(await call.refused(refusal('messages.0.content.0: Could not process image'))).toBe(false)
    expect(one.reports.map(({ outcome }) => outcome)).toEqual(['recovered', 'exhausted'])
    await call.ended(false)
    expect(await busy.refused(unsealed)).toBe(true)
    await busy.released()
  })

  test('is repaired although the error is none of the messages, or of the user', async () => {
    const { begin, reports } = ground()
    const call = await begin(thoughtful)
    for (const error of [
      new DOMException('Stopped.', 'AbortError'),
      Object.assign(new Error('Overloaded'), { status: 529 }),
    ])
      expect(await call.refused(error)).toBe(false)
    expect([reports, call.changed]).toEqual([[], false])
  })

  test('is told as repaired when it has failed for another reason', async () => {
    const { begin, reports } = ground()
    const call = await begin(thoughtful)
    call.failed(new Error('The socket hung up.'))
    call.failed(new DOMException('Stopped.', 'AbortError'))
    expect(reports.map(({ outcome, cause }) => [outcome, String(cause)])).toEqual([
      ['failed', 'Error: The socket hung up.'],
      ['user_abort', 'AbortError: Stopped.'],
    ])
  })
})

describe('a report', () => {
  test('says that what consent forbids was repaired', async () => {
    const { begin, reports } = ground({ allow: 'none' })
    expect((await begin(open)).changed).toBe(false)
    expect(reports.map(({ outcome }) => outcome)).toEqual(['unrepairable'])
  })

  test('does not pass on what the provider has changed', async () => {
    const { begin, reports } = ground()
    const call = await begin(thoughtful)
    await call.accepted([answer], { transformations: [{ type: 'dropped' }] })
    expect(reports).toMatchObject([{ outcome: 'observed', sessionID: 's', transformations: [{ type: 'dropped' }] }])
  })

  test('of a store that is gone comes twice in a call, or the call fails with it (I10)', async () => {
    const own = createMemoryStore()
    const gone = async (): Promise<never> => Promise.reject(new Error('The disk is full.'))
    const store = { ...own, messages: { ...own.messages, append: gone, replace: gone } }
    const { begin, reports } = ground({ store })
    const call = await begin([user('a'), assistant(asks('x')), user(result('x'))])
    await call.accepted([answer], { transformations: [] })
    expect(reports.map(({ outcome, cause }) => [outcome, String(cause)])).toEqual([
      ['failed', 'Error: The disk is full.'],
    ])
  })
})

describe('a conversation that nobody has named', () => {
  const named = (id: string): object => assistant(asks(id), text('d'))

  test.each([
    ['toolu_01A09q90qw90lq917835lq9', true],
    ['call_1', false],
  ])('is taken for another one, or not known again, by what its provider has said: %s', async (id, isKnown) => {
    const store = createMemoryStore()
    const guard = new CallGuard({ store })
    const start = (messages: readonly unknown[]): CallStart<undefined> => ({
      format: 'anthropic-messages',
      body: {
        model: 'claude-opus-5',
        max_tokens: 9,
        tools: [{ name: 'read_file' }],
        messages: structuredClone(messages),
      },
      request: undefined,
      isParsed: true,
    })
    const first = await guard.begin(start(thoughtful))
    expect(await first.refused(unsealed)).toBe(true)
    await first.ended(true)
    await first.accepted([named(id)])
    const later = [...thoughtful, named(id), user(result(id), text('And?'))]
    const second = await guard.begin(start(later))
    expect([second.changed, second.sessionID === first.sessionID]).toEqual([isKnown, true])
    // Another process finds the proof in the store, and no repair to lay.
    const elsewhere = await new CallGuard({ store }).begin(start(later))
    expect([elsewhere.changed, elsewhere.sessionID]).toEqual([false, first.sessionID])
  })

  test('is taken for another one that began with the same words, or for a new one', async () => {
    const store = createMemoryStore()
    const { begin } = ground({ store, session: () => undefined })
    const first = await begin([user('a')])
    await first.accepted([answer])
    // Asked again, or with the answer in a shape of the caller's own, it is the same.
    for (const messages of [[user('a')], [user('a'), assistant(text('D')), user('b')]])
      expect((await begin(messages)).sessionID).toBe(first.sessionID)
    const [one, other] = [await begin([user('a'), answer, user('b')]), await begin([user('a'), answer, user('c')])]
    expect([one.sessionID, other.sessionID]).toEqual([first.sessionID, first.sessionID])
    // The first of two that go on from one place has it; the other one gets a session of its own.
    await Promise.all([one.accepted([answer]), other.accepted([answer])])
    const sessions = await store.messages.list()
    const stored = await Promise.all(sessions.map(({ sessionID }) => store.messages.load(sessionID)))
    expect(stored.map((session) => session!.messages[2]!.raw).toSorted(byText)).toEqual([user('b'), user('c')])
    expect((await begin([user('a'), answer, user('b'), answer, user('d')])).sessionID).toBe(first.sessionID)
    expect(sessions.map(({ sessionID }) => sessionID)).not.toContain(
      (await begin([user('a'), answer, user('e')])).sessionID,
    )
  })
})

describe('a store that answers late', () => {
  const toolResult = user(result('x'))
  const known = 'resp_0a1b2c3d4e5f60718293a4b5c6d7e8f9'
  const lost = Object.assign(new Error(`400 Previous response with id '${known}' not found.`), {
    status: 400,
    error: { code: 'previous_response_not_found', param: 'previous_response_id' },
  })
  const asked = { role: 'user', content: 'Count.' }
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'One.' }] }
  const messages = (list: readonly unknown[]): CallStart<undefined> => ({
    format: 'anthropic-messages',
    body: {
      model: 'claude-opus-5',
      thinking: { type: 'adaptive' },
      max_tokens: 9,
      tools: [{ name: 'read_file', input_schema: { type: 'object' } }],
      messages: list,
    },
    request: undefined,
  })
  interface Round {
    readonly start: CallStart<undefined>
    readonly refusals?: readonly unknown[]
    readonly answer?: readonly unknown[]
    readonly extra?: Accepted
    /** How the turn of the call ends in the store; none: it has none. */
    readonly state?: TurnState
  }
  const rows: readonly [what: string, session: string | undefined, rounds: readonly Round[], together?: string[]][] = [
    ['a call', 's', [{ start: messages([user('a')]), answer: [answer], state: 'completed' }]],
    ['a repair before it is sent', 's', [{ start: messages(open), answer: [answer], state: 'completed' }]],
    [
      'a refusal that asks for something of every request',
      's',
      [
        { start: messages(thoughtful), refusals: [stale], answer: [answer], state: 'completed' },
        { start: messages([...thoughtful, answer, user('e')]), answer: [answer], state: 'completed' },
      ],
    ],
    ['a cut answer', 's', [{ start: messages([user('a')]), extra: { partial: [answer] }, state: 'interrupted' }]],
    [
      'an answer that asks for a tool',
      's',
      [
        { start: messages([user('a')]), answer: [assistant(asks('x'))], state: 'assistant_started' },
        { start: messages([user('a'), assistant(asks('x')), toolResult]), answer: [answer], state: 'completed' },
      ],
      // Who works on the second turn is told while the first one ends.
      ['advance'],
    ],
    [
      'a conversation without a name',
      undefined,
      [
        { start: messages([user('a')]), answer: [answer] },
        { start: messages([user('a'), answer, ...open]), answer: [answer] },
        { start: messages([user('a'), answer, ...open, answer, user('b')]), answer: [answer] },
      ],
    ],
    [
      'a conversation that the server has lost',
      undefined,
      [
        { start: responses([asked]), answer: [said], extra: { responseID: known } },
        { start: responses([asked], { previous_response_id: known }), refusals: [lost], answer: [said] },
      ],
    ],
  ]

  test.each(rows)('is not waited for: %s', async (_what, session, rounds, together = []) => {
    const own = createMemoryStore()
    const { late, overlaps, underWay } = lateCalls(own, { opens: 'acquire' })
    const reports: RecoveryReport[] = []
    const guard = new CallGuard({
      store: late,
      onRepair: (report) => void reports.push(report),
      ...(session !== undefined && { session }),
    })
    const idle = (step: string): void => expect([step, underWay()]).toEqual([step, 0])
    for (const [index, { answer = [], extra, refusals = [], start, state }] of rounds.entries()) {
      const turns = async (): Promise<(string | undefined)[]> =>
        (await own.turns.list('s')).map((turn) => turn.state).slice(index)
      const call = await guard.begin(start)
      idle('begin')
      await call.leaving()
      expect(await turns()).toHaveLength(state === undefined ? 0 : 1)
      while (underWay() > 0) await new Promise(setImmediate)
      for (const refusal of refusals) {
        expect(await call.refused(refusal)).toBe(true)
        idle('refused')
      }
      await call.ended(true)
      idle('ended')
      await call.accepted(answer, extra)
      idle('accepted')
      expect(await turns()).toEqual(state === undefined ? [] : [state])
      expect(await own.leases.holder(call.sessionID)).toBeNull()
    }
    expect(overlaps).toEqual(together)
    expect(reports.filter((report) => report.outcome !== 'recovered' || 'cause' in report)).toEqual([])
  })
})
