import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { createAgent, type ReactAgent } from 'langchain'
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

function agent(options: Options = {}, tools = [read]): ReactAgent {
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
    middleware: [recovery],
  }) as unknown as ReactAgent
}

const call = { type: 'tool_call' as const, id: 'toolu_1', name: 'read', args: { path: 'a.txt' } }
const interrupted = (): BaseMessage[] => [
  new HumanMessage('Read a.txt'),
  new AIMessage({ content: '', tool_calls: [call] }),
  new HumanMessage('Are you still there?'),
]
const textOf = (state: { messages: BaseMessage[] }): unknown => state.messages.at(-1)?.text

test('a healthy thread is changed', async () => {
  emulator.respondWith({ toolUse: [{ name: 'read', input: { path: 'a.txt' } }] }, { text: 'It says a.' })
  const state = await agent().invoke({ messages: [new HumanMessage('Read a.txt')] }, thread)
  expect(textOf(state)).toBe('It says a.')
  expect(reports).toEqual([])
  expect(emulator.requests.map(({ status }) => status)).toEqual([200, 200])
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
  const blank = [
    new HumanMessage('Hello'),
    new AIMessage({
      content: [
        { type: 'text', text: ' ' },
        { type: 'text', text: 'Hi.' },
      ],
    }),
    new HumanMessage('Go on.'),
  ]
  emulator.respondWith({ text: 'Going on.' })
  const state = await agent().invoke({ messages: blank }, thread)
  expect(textOf(state)).toBe('Going on.')
  expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
  expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'blank_text' } }])
})

test('a refusal that can be repaired ends a stream', async () => {
  const blank = [
    new HumanMessage('Hello'),
    new AIMessage({
      content: [
        { type: 'text', text: ' ' },
        { type: 'text', text: 'Hi.' },
      ],
    }),
    new HumanMessage('Go on.'),
  ]
  emulator.respondWith({ text: 'Streamed.' })
  let text = ''
  for await (const [chunk] of await agent().stream({ messages: blank }, { ...thread, streamMode: 'messages' }))
    text += (chunk as BaseMessage).text
  expect(text).toContain('Streamed.')
  expect(emulator.requests.map(({ status }) => status)).toEqual([400, 200])
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
  expect(emulator.requests[1]?.body['tools']).toMatchObject([{ name: 'read' }])
})

test('the mode observe changes the thread', async () => {
  emulator.respondWith({ text: 'x' })
  await agent({ mode: 'observe' })
    .invoke({ messages: interrupted() }, thread)
    .catch(() => null)
  expect(reports[0]).toMatchObject({ outcome: 'observed' })
  expect(emulator.requests[0]?.status).toBe(400)
})
