import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { type AgentMiddleware, createAgent, createMiddleware, type ReactAgent } from 'langchain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryStore, type RecoveryReport } from '../../../src/index.ts'
import { sessionRecovery } from '../../../src/langchain.ts'
import { createAnthropicEmulator } from '../../../src/testing.ts'

type Options = Parameters<typeof sessionRecovery>[0]

let emulator: ReturnType<typeof createAnthropicEmulator>
let anthropicApiUrl: string
let close: () => Promise<void>
let reports: RecoveryReport[]

beforeEach(async () => {
  emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  anthropicApiUrl = server.url
  close = () => server.close()
  reports = []
})

afterEach(() => close())

const read = tool(() => 'contents of a.txt', {
  name: 'read',
  description: 'Reads a file',
  schema: { type: 'object', properties: {} },
})
const thread = { configurable: { thread_id: 't1' } }

function agent(options: Options = {}, tools = [read], others: readonly AgentMiddleware[] = []): ReactAgent {
  const model = new ChatAnthropic({
    model: 'claude-opus-4-6',
    apiKey: 'test',
    anthropicApiUrl,
    maxRetries: 0,
    maxTokens: 100,
  })
  const recovery = sessionRecovery({
    store: createMemoryStore(),
    onRepair: (report) => reports.push(report),
    ...options,
  })
  return createAgent({
    model,
    tools,
    checkpointer: new MemorySaver(),
    middleware: [recovery, ...others],
  }) as unknown as ReactAgent
}

const call = { type: 'tool_call' as const, id: 'toolu_1', name: 'read', args: { path: 'a.txt' } }
const interrupted = (): BaseMessage[] => [
  new HumanMessage('Read a.txt'),
  new AIMessage({ content: '', tool_calls: [call] }),
  new HumanMessage('Are you still there?'),
]
/** What only Anthropic can tell: a signature that it has not made. */
const foreign = (): BaseMessage[] => [
  new HumanMessage('Hello'),
  new AIMessage({
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'bm90IG91cnM=' },
      { type: 'text', text: 'Hi.' },
    ],
  }),
  new HumanMessage('Go on.'),
]
const blankText = { type: 'text' as const, text: ' ' }
const signed = { type: 'thinking' as const, thinking: 'Hm.', signature: 'bm90IG91cnM=' }
/** What of an answer every model of Anthropic refuses, each behind a question and before another one. */
const claudeRefuses: [string, AIMessage][] = [
  ['blank text', new AIMessage({ content: [blankText, { type: 'text', text: 'Hi.' }] })],
  ['thinking that does not lead', new AIMessage({ content: [{ type: 'text', text: 'Hi.' }, signed] })],
  ['thinking without a signature', new AIMessage({ content: [{ type: 'thinking', thinking: 'Hm.' }, blankText] })],
  [
    'a cache mark on thinking',
    new AIMessage({
      content: [
        { ...signed, cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'Hi.' },
      ],
    }),
  ],
]
const textOf = (state: { messages: BaseMessage[] }): unknown => state.messages.at(-1)?.text
const statuses = (): number[] => emulator.requests.map(({ status }) => status)

test('a healthy thread is changed', async () => {
  emulator.respondWith({ toolUse: [{ name: 'read', input: { path: 'a.txt' } }] }, { text: 'It says a.' })
  const state = await agent().invoke({ messages: [new HumanMessage('Read a.txt')] }, thread)
  expect(textOf(state)).toBe('It says a.')
  expect(reports).toEqual([])
  expect(emulator.requests.map(({ status }) => status)).toEqual([200, 200])
})

test('a call whose input a stream has left in pieces is taken for one that has lost it', async () => {
  emulator.respondWith({ toolUse: [{ name: 'read', input: { path: 'a.txt' } }] }, { text: 'It says a.' })
  const streamed = await agent().stream(
    { messages: [new HumanMessage('Read a.txt')] },
    { ...thread, streamMode: 'messages' },
  )
  for await (const chunk of streamed) void chunk
  expect(reports).toEqual([])
  expect(JSON.stringify(emulator.requests[1]!.body)).toContain('"input":{"path":"a.txt"}')
})

test('messages that another middleware marks on their way to the model make the turns behind them be told as failed', async () => {
  const inputs = ['a', 'b', 'c'].map((path) => ({ toolUse: [{ name: 'read', input: { path } }] }))
  emulator.respondWith(...inputs, { text: 'It says a.' })
  const marking = createMiddleware({
    name: 'Marking',
    wrapModelCall: (request, handler) => {
      for (const { response_metadata: marks } of request.messages) marks['sent'] = Number(marks['sent'] ?? 0) + 1
      return handler(request)
    },
  })
  const store = createMemoryStore()
  const running = agent({ store, session: 's' }, [read], [marking])
  const { messages } = await running.invoke({ messages: [new HumanMessage('Read a.txt')] }, thread)
  expect(reports).toEqual([])
  expect((await store.messages.load('s'))?.messages).toHaveLength(messages.length)
})

test('a broken thread is repaired on every turn, and not once', async () => {
  emulator.respondWith({ text: 'Yes.' }, { text: 'Still here.' })
  const running = agent()
  const first = await running.invoke({ messages: interrupted() }, thread)
  expect(textOf(first)).toBe('Yes.')
  expect(first.messages.map((message: BaseMessage) => message.getType())).toEqual([
    'human',
    'ai',
    'tool',
    'human',
    'ai',
  ])
  expect(ToolMessage.isInstance(first.messages[2])).toBe(true)
  const second = await running.invoke({ messages: [new HumanMessage('And now?')] }, thread)
  expect(textOf(second)).toBe('Still here.')
  expect(second.messages).toHaveLength(7)
  expect(reports).toMatchObject([{ outcome: 'recovered', sessionID: 't1', faults: [{ type: 'tool_result_missing' }] }])
})

test('a refusal that can be repaired ends the turn', async () => {
  emulator.respondWith({ text: 'Going on.' })
  const state = await agent().invoke({ messages: foreign() }, thread)
  expect(textOf(state)).toBe('Going on.')
  expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
  expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'thinking_signature_invalid' } }])
})

test('a refusal that can be repaired ends a stream', async () => {
  emulator.respondWith({ text: 'Streamed.' })
  let text = ''
  for await (const [chunk] of await agent().stream({ messages: foreign() }, { ...thread, streamMode: 'messages' }))
    text += (chunk as BaseMessage).text
  expect(text).toContain('Streamed.')
  expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
})

test.each(claudeRefuses)('%s is refused before it is repaired', async (_name, answer) => {
  emulator.respondWith({ text: 'Going on.' })
  const messages = [new HumanMessage('Hello'), answer, new HumanMessage('Go on.')]
  const before = structuredClone(answer.content)
  expect(textOf(await agent().invoke({ messages }, thread))).toBe('Going on.')
  expect(statuses().filter((status) => status !== 200).length).toBeLessThan(2)
  expect(reports[0]).toMatchObject({ outcome: 'recovered', detected: null })
  expect(answer.content).toEqual(before)
})

test.each([
  ['a name with dots', 'functions.read'],
  ['an id with colons', 'functions.read:0'],
])('%s is refused before it is repaired', async (_name, token) => {
  emulator.respondWith({ text: 'Yes.' })
  const odd = { ...call, name: token.replace(/:.*/, ''), id: token }
  const messages = [
    new HumanMessage('Read a.txt'),
    new AIMessage({
      content: [{ type: 'tool_use', id: odd.id, name: odd.name, input: odd.args }],
      tool_calls: [odd],
    }),
    new ToolMessage({ content: 'a', tool_call_id: odd.id }),
    new HumanMessage('And?'),
  ]
  expect(textOf(await agent().invoke({ messages }, thread))).toBe('Yes.')
  expect(statuses()).toEqual([200])
  expect(reports).toMatchObject([{ outcome: 'recovered', loss: 'none' }])
})

test('a call that stands twice in the content is sent twice', async () => {
  emulator.respondWith({ text: 'Yes.' })
  const block = { type: 'tool_use', id: call.id, name: call.name, input: call.args }
  const messages = [
    new HumanMessage('Read a.txt'),
    new AIMessage({ content: [block, { ...block }], tool_calls: [call, { ...call }] }),
    new ToolMessage({ content: 'a', tool_call_id: call.id }),
    new HumanMessage('And?'),
  ]
  expect(textOf(await agent().invoke({ messages }, thread))).toBe('Yes.')
  expect(statuses()).toEqual([200])
})

test('an error that is no fault of the messages is hidden, or tried again', async () => {
  emulator.respondWith({ error: { status: 400, message: 'max_tokens: Input should be greater than 0' } })
  await expect(agent().invoke({ messages: [new HumanMessage('Hi')] }, thread)).rejects.toThrow('max_tokens')
  expect(emulator.requests).toHaveLength(1)
})

test('a refusal that comes back is answered without end', async () => {
  const refusal = { error: { status: 400, message: 'messages.1.content.0: Invalid `signature` in `thinking` block' } }
  emulator.respondWith(refusal, refusal, refusal, refusal, refusal, refusal)
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'abc' }
  const messages = [
    new HumanMessage('Hi'),
    new AIMessage({ content: [thinking, { type: 'text', text: 'x' }] }),
    new HumanMessage('Go.'),
  ]
  await expect(agent().invoke({ messages }, thread)).rejects.toThrow('signature')
  expect(emulator.requests.length).toBeGreaterThan(1)
  expect(emulator.requests.length).toBeLessThan(6)
})

test('a thread with calls of tools that are gone is refused for ever', async () => {
  emulator.respondWith({ text: 'Yes.' })
  const state = await agent({}, []).invoke({ messages: interrupted() }, thread)
  expect(textOf(state)).toBe('Yes.')
  expect(emulator.requests[0]?.body['tools']).toMatchObject([{ name: 'read' }])
})

test('the mode observe changes the thread', async () => {
  emulator.respondWith({ text: 'x' })
  await agent({ mode: 'observe' })
    .invoke({ messages: interrupted() }, thread)
    .catch(() => null)
  expect(reports[0]).toMatchObject({ outcome: 'observed' })
  expect(emulator.requests[0]?.status).toBe(400)
})
