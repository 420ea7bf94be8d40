import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { checkFormat } from '../../src/hook/check-format.ts'
import { TranscriptError } from '../../src/transcript/transcript-error.ts'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryStore, createSessionRecoveryHook, type SessionStore } from '../../src/index.ts'

const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] }
const answer = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'A file.' }] }
const ask = { role: 'user', content: 'Read a.txt' }
const broken = [ask, call, { role: 'user', content: 'Continue' }]
const sound = [ask, call, answer]

async function storeOf(messages: readonly unknown[]): Promise<SessionStore> {
  const store = createMemoryStore()
  await store.messages.append(
    's1',
    messages.map((raw) => ({ raw })),
  )
  return store
}

async function textOf(store: SessionStore): Promise<string> {
  return JSON.stringify((await store.messages.load('s1'))!.messages.map(({ raw }) => raw))
}

const failed = (error: unknown) => ({ id: 'msg_1', role: 'assistant', sessionID: 's1', error })
const body = (message: string) => ({ error: { type: 'error', error: { type: 'invalid_request_error', message } } })
const strange = 'The flux of the dialogue is discontinuous.'

describe('a refusal that nothing explains', () => {
  test.each([
    ['by its status', { status: 400, ...body(strange) }],
    ['by a status of 422', { statusCode: 422, message: strange }],
    ['by the status of its cause', new Error('The model failed.', { cause: { status: 400, message: strange } })],
    ['by its text', new Error(`Error: 400 ${strange}`)],
  ])('%s is given up although the stored messages show the fault', async (_how, error) => {
    const store = await storeOf(broken)
    const report = await createSessionRecoveryHook({ store }).recover(failed(error))
    expect(report).toMatchObject({ outcome: 'recovered', error, detected: { type: 'tool_result_missing' } })
    expect(await textOf(store)).toContain('"tool_use_id":"toolu_1"')
  })

  test('of a session that the host does not know is told of as if it were known, or stops somebody', async () => {
    const [abort, resume] = [vi.fn<() => Promise<void>>(), vi.fn<() => Promise<void>>()]
    const hook = createSessionRecoveryHook({ load: async () => null, abort, resume })
    const error = { status: 400, message: strange }
    expect(await hook.recover(failed(error))).toMatchObject({ outcome: 'not_recoverable', detected: null, error })
    expect([abort, resume].map(({ mock }) => mock.calls)).toEqual([[], []])
  })

  test('stops the turn, or is recovered, although the stored messages are sound', async () => {
    const store = await storeOf(sound)
    const before = await textOf(store)
    const abort = vi.fn<(id: string) => Promise<void>>()
    const hook = createSessionRecoveryHook({ store, abort })
    expect(await hook.recover(failed({ status: 400, message: strange }))).toMatchObject({
      outcome: 'not_recoverable',
      detected: null,
    })
    expect(abort).not.toHaveBeenCalled()
    expect(await textOf(store)).toBe(before)
  })

  test.each([
    ['another status', { status: 500, message: strange }],
    ['a rate limit in words', { status: 400, message: 'Too many requests, rate limit reached' }],
    ['a parameter', { status: 400, ...body('tools.0.input_schema: Field required') }],
    ['a context that is too long', { status: 400, ...body('prompt is too long: 210000 tokens > 200000 maximum') }],
    ['a text without a status', new Error(strange)],
  ])('is seen in %s', async (_what, error) => {
    const store = await storeOf(broken)
    const before = await textOf(store)
    expect(await createSessionRecoveryHook({ store }).recover(failed(error))).toMatchObject({
      outcome: 'not_recoverable',
    })
    expect(await textOf(store)).toBe(before)
  })

  test('is repaired twice when it is told twice', async () => {
    const hook = createSessionRecoveryHook({ store: await storeOf(broken) })
    const error = { status: 400, message: strange }
    const ends = [await hook.recover(failed(error)), await hook.recover(failed(error))]
    expect(ends.map(({ outcome }) => outcome)).toEqual(['recovered', 'duplicate'])
  })

  test('is taken for another one that came with the same message', async () => {
    const hook = createSessionRecoveryHook({ store: await storeOf(broken) })
    const errors = [strange, 'The tide of the dialogue is low.'].map((message) => ({ status: 400, message }))
    const ends = [await hook.recover(failed(errors[0])), await hook.recover(failed(errors[1]))]
    expect(ends.map(({ outcome }) => outcome)).toEqual(['recovered', 'not_recoverable'])
  })

  test('throws when the host cannot load', async () => {
    const cause = new Error('no disk')
    const hook = createSessionRecoveryHook({ store: await storeOf(broken), load: () => Promise.reject(cause) })
    expect(await hook.recover(failed({ status: 400, message: strange }))).toMatchObject({ outcome: 'failed', cause })
  })
})

const chat = [
  { role: 'user', content: 'Read a.txt' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'A file.' },
  { role: 'user', content: 'Continue' },
]

describe('stored messages of another format than the hook was told', () => {
  const asked = new HumanMessage('Read a.txt')
  const called = new AIMessage({ content: '', tool_calls: [{ id: 'call_1', name: 'read', args: {} }] })
  const done = new ToolMessage({ content: 'A file.', tool_call_id: 'call_1' })
  const langchain = [asked, called, done].map((message) => message.toJSON())

  test.each([
    ['langchain', langchain, { status: 400, message: strange }],
    ['langchain', langchain, { status: 400, ...body('messages: at least one message is required') }],
    ['openai-chat', chat, { status: 400, ...body('messages.1.content: Field required') }],
  ] as const)('are rewritten: %s', async (format, messages, error) => {
    const store = await storeOf(messages)
    const before = await textOf(store)
    const report = await createSessionRecoveryHook({ store }).recover(failed(error))
    expect(report).toMatchObject({ outcome: 'failed', cause: { code: 'format_mismatch' } })
    expect(String(report.cause)).toContain(`format: '${format}'`)
    expect(await textOf(store)).toBe(before)
  })
})

test.for([
  [1, 1, 'format_mismatch'],
  [2, 2, 'format_mismatch'],
  [3, 2, 'format_mismatch'],
  [2, 3, null],
  [0, 3, null],
  [0, 0, null],
] as const)(
  '%i foreign messages beside %i plain ones: another format is read, or a plain history is refused',
  ([foreigners, plain, code]) => {
    const foreign = Array.from({ length: foreigners }, () => ({ role: 'tool', tool_call_id: 'call_1', content: 'x' }))
    const own = Array.from({ length: plain }, () => ({ role: 'user', content: 'a' }))
    let refusal: unknown = null
    try {
      checkFormat('anthropic-messages', [...foreign, ...own])
    } catch (error) {
      refusal = TranscriptError.isInstance(error) ? error.code : error
    }
    expect(refusal).toBe(code)
  },
)

test('one foreign message in a history of the right format keeps the whole from being repaired', () => {
  const plain = ['a', 'b', 'c'].map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
  const foreign = { role: 'tool', tool_call_id: 'call_1', content: 'x' }
  expect(() => checkFormat('anthropic-messages', [...plain, foreign])).not.toThrow()
  expect(() => checkFormat('anthropic-messages', [foreign, foreign, foreign])).toThrow(/openai-chat/)
  const own = [call, answer, call, answer]
  expect(() => checkFormat('anthropic-messages', [chat[1], foreign, ...own])).not.toThrow()
})
