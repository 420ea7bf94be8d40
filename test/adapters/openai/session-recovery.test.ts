import OpenAI from 'openai'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { sessionRecovery } from '../../../src/openai.ts'
import { createOpenAIChatEmulator, createResponsesEmulator } from '../../../src/testing.ts'

let store: SessionStore
let reports: RecoveryReport[]

beforeEach(() => {
  store = createMemoryStore()
  reports = []
})

type Options = Parameters<typeof sessionRecovery>[0]

async function clientOf(
  emulator: { listen: () => Promise<{ url: string; close: () => Promise<void> }> },
  options: Options = {},
): Promise<OpenAI> {
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  const recovery = sessionRecovery({ store, onRepair: (report) => reports.push(report), ...options })
  return new OpenAI({ apiKey: 'test', baseURL: `${server.url}/v1`, maxRetries: 0, ...recovery })
}

const model = 'gpt-5'
const chatTools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'read', parameters: {} } }]
const interruptedChat: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Read a.txt' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read', arguments: '{}' } }],
  },
  { role: 'user', content: 'Are you still there?' },
]
const tools: OpenAI.Responses.Tool[] = [{ type: 'function', name: 'read', parameters: {}, strict: false }]
const interruptedInput: OpenAI.Responses.ResponseInput = [
  { role: 'user', content: 'Read a.txt' },
  { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{}' },
  { role: 'user', content: 'Are you still there?' },
]

test('a broken chat reaches the provider as it is', async () => {
  const emulator = createOpenAIChatEmulator()
  const client = await clientOf(emulator, { dialect: 'openai' })
  const completion = await client.chat.completions.create({ model, tools: chatTools, messages: interruptedChat })
  expect(completion.choices[0]!.message.content).toBe('Done.')
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
})

test('a broken chat is not repaired before its first chunk, or its stream is not recorded', async () => {
  const emulator = createOpenAIChatEmulator()
  emulator.respondWith({ toolCalls: [{ name: 'read', arguments: { path: 'b' } }] })
  const client = await clientOf(emulator, { dialect: 'openai', session: 's' })
  const body = { model, tools: chatTools, messages: interruptedChat }
  const stream = client.chat.completions.stream(body)
  const { message } = (await stream.finalChatCompletion()).choices[0]!
  const call = message.tool_calls![0]!
  const stored = (await store.messages.load('s'))!.messages.map(({ raw }) => raw)
  expect(stored).toHaveLength(5)
  expect(stored[4]).toMatchObject({ role: 'assistant', tool_calls: [{ id: call.id, function: { name: 'read' } }] })
  expect(await store.parts.get('s', call.id)).toMatchObject({ status: 'pending', name: 'read' })
})

test('the turns of a chat become several sessions because the answer comes back in another shape', async () => {
  const emulator = createOpenAIChatEmulator()
  const client = await clientOf(emulator, { dialect: 'openai' })
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hi' }]
  const first = await client.chat.completions.create({ model, messages })
  messages.push(first.choices[0]!.message, { role: 'user', content: 'Bye' })
  await client.chat.completions.create({ model, messages })
  expect(await store.messages.list()).toMatchObject([{ messageCount: 4 }])
})

test('the dialect that base URL, model or option tell is not asked', async () => {
  const vendor = 'mistral' as const
  const emulator = createOpenAIChatEmulator({ vendor })
  const client = await clientOf(emulator, { dialect: vendor })
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'user', content: 'Read a.txt' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'call_of_another_vendor', type: 'function', function: { name: 'read', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_of_another_vendor', content: 'A' },
  ]
  await client.chat.completions.create({ model: 'mistral-large-latest', tools: chatTools, messages })
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(JSON.stringify(emulator.requests[0]!.body)).not.toContain('call_of_another_vendor')
})

test('a broken input reaches the Responses API as it is', async () => {
  const emulator = createResponsesEmulator()
  const client = await clientOf(emulator)
  const response = await client.responses.create({ model, tools, input: interruptedInput })
  expect(response.status).toBe('completed')
  expect(emulator.requests.map(({ status }) => status)).toEqual([200])
  expect(reports).toMatchObject([{ outcome: 'recovered', faults: [{ type: 'tool_result_missing' }] }])
})

test('a broken input is not repaired before its first event, or its stream is not recorded', async () => {
  const emulator = createResponsesEmulator()
  const client = await clientOf(emulator, { session: 's' })
  const stream = client.responses.stream({ model, tools, input: interruptedInput })
  const response = await stream.finalResponse()
  const stored = (await store.messages.load('s'))!.messages.map(({ raw }) => raw)
  expect(stored).toHaveLength(interruptedInput.length + 1 + response.output.length)
})

test('a response that the server has lost is not replayed from the store', async () => {
  const emulator = createResponsesEmulator()
  const client = await clientOf(emulator)
  const first = await client.responses.create({ model, input: 'Count.' })
  emulator.loseState()
  const second = await client.responses.create({ model, input: 'Go on.', previous_response_id: first.id })
  expect(second.status).toBe('completed')
  expect(JSON.stringify(emulator.requests.at(-1)!.body)).toContain('Count.')
})
