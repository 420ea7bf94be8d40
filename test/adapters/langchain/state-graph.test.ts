import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../../src/index.ts'
import { recoveringModel, repairState } from '../../../src/langchain.ts'
import { createAnthropicEmulator } from '../../../src/testing.ts'

let emulator: ReturnType<typeof createAnthropicEmulator>
let anthropicApiUrl: string
let close: () => Promise<void>
let reports: RecoveryReport[]
let store: SessionStore

beforeEach(async () => {
  emulator = createAnthropicEmulator()
  const server = await emulator.listen()
  anthropicApiUrl = server.url
  close = () => server.close()
  reports = []
  store = createMemoryStore()
})

afterEach(() => close())

const onRepair = (report: RecoveryReport): void => void reports.push(report)
const thread = { configurable: { thread_id: 't1' } }
const read = tool(() => 'contents of a.txt', {
  name: 'read',
  description: 'Reads a file',
  schema: { type: 'object', properties: {} },
})

function chat(fields: object = {}): ChatAnthropic {
  const known = { model: 'claude-opus-4-6', apiKey: 'test', anthropicApiUrl, maxRetries: 0, maxTokens: 100 }
  return recoveringModel(new ChatAnthropic({ ...known, ...fields }), { store, onRepair })
}

/** A graph of two nodes at most, as people write it: nothing of `createAgent` is in it. */
function graph(model = chat(), repairs = false) {
  const bound = model.bindTools([read])
  const call = async ({ messages }: { messages: BaseMessage[] }): Promise<{ messages: BaseMessage[] }> => ({
    messages: [await bound.invoke(messages)],
  })
  const nodes = new StateGraph(MessagesAnnotation)
    .addNode('repair', repairs ? repairState({ store, onRepair }) : () => ({}))
    .addNode('model', call)
  const edges = nodes.addEdge(START, 'repair').addEdge('repair', 'model').addEdge('model', END)
  return edges.compile({ checkpointer: new MemorySaver() })
}

const call = { type: 'tool_call' as const, id: 'toolu_1', name: 'read', args: { path: 'a.txt' } }
const interrupted = (): BaseMessage[] => [
  new HumanMessage('Read a.txt'),
  new AIMessage({ content: '', tool_calls: [call] }),
  new HumanMessage('Are you still there?'),
]
/** What only Anthropic can tell: a signature that it has not made. */
const foreign = (): BaseMessage[] => [
  new HumanMessage('Think.'),
  new AIMessage({
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'bm90IG91cnM=' },
      { type: 'text', text: 'I did.' },
    ],
  }),
  new HumanMessage('Go on.'),
]
const textOf = ({ messages }: { messages: BaseMessage[] }): unknown => messages.at(-1)?.text
const statuses = (): number[] => emulator.requests.map(({ status }) => status)

test('a healthy graph is changed', async () => {
  emulator.respondWith({ text: 'Hello.' })
  expect(textOf(await graph().invoke({ messages: [new HumanMessage('Hi')] }, thread))).toBe('Hello.')
  expect(await repairState()({ messages: [new HumanMessage('Hi')] })).toEqual({})
  expect(reports).toEqual([])
  expect(statuses()).toEqual([200])
})

test('a call without its result stops a graph of one’s own', async () => {
  emulator.respondWith({ text: 'Yes.' })
  expect(textOf(await graph().invoke({ messages: interrupted() }, thread))).toBe('Yes.')
  expect(statuses()).toEqual([200])
  expect(reports).toMatchObject([{ outcome: 'recovered', sessionID: 't1', faults: [{ type: 'tool_result_missing' }] }])
})

test('a refusal is thrown into a graph of one’s own', async () => {
  emulator.respondWith({ text: 'Going on.' })
  expect(textOf(await graph().invoke({ messages: foreign() }, thread))).toBe('Going on.')
  expect(statuses()).toEqual([400, 200])
  expect(reports).toMatchObject([{ outcome: 'recovered', detected: { type: 'thinking_signature_invalid' } }])
})

test.each(['messages', 'updates', 'values'] as const)('a refusal ends a graph that streams %s', async (streamMode) => {
  emulator.respondWith({ text: 'Streamed.' })
  const running = graph()
  for await (const _ of await running.stream({ messages: foreign() }, { ...thread, streamMode })) void _
  const { values } = await running.getState(thread)
  expect(textOf(values as { messages: BaseMessage[] })).toBe('Streamed.')
  expect(statuses()).toEqual([400, 200])
})

test('a refusal ends the stream of a model', async () => {
  emulator.respondWith({ text: 'Streamed.' })
  let text = ''
  for await (const chunk of await chat().stream(foreign())) text += chunk.text
  expect(text).toBe('Streamed.')
  expect(statuses()).toEqual([400, 200])
  expect((await store.messages.list()).length).toBe(1)
})

test('a refusal ends the events of a model', async () => {
  emulator.respondWith({ text: 'Streamed.' })
  let text = ''
  for await (const event of chat().streamEvents(foreign(), { version: 'v3' as never })) text += JSON.stringify(event)
  expect(text).toContain('Streamed.')
  expect(statuses()).toEqual([400, 200])
})

test('a model that answers in chunks is guarded twice', async () => {
  emulator.respondWith({ text: 'Fine.' })
  const answer = await chat({ streaming: true }).invoke(foreign())
  expect(answer.text).toBe('Fine.')
  expect(reports).toHaveLength(1)
})

test('the node leaves the thread broken for the next turn, or changes it when it is healthy', async () => {
  emulator.respondWith({ text: 'Yes.' }, { text: 'Still here.' })
  const running = graph(chat(), true)
  const first = await running.invoke({ messages: interrupted() }, thread)
  expect(first.messages.map((message) => message.getType())).toEqual(['human', 'ai', 'tool', 'human', 'ai'])
  expect(ToolMessage.isInstance(first.messages[2])).toBe(true)
  const second = await running.invoke({ messages: [new HumanMessage('And now?')] }, thread)
  expect(textOf(second)).toBe('Still here.')
  expect(reports).toHaveLength(1)
})

test('an error that is no fault of the messages is hidden, or tried again', async () => {
  emulator.respondWith({ error: { status: 400, message: 'max_tokens: Input should be greater than 0' } })
  await expect(graph().invoke({ messages: [new HumanMessage('Hi')] }, thread)).rejects.toThrow('max_tokens')
  expect(statuses()).toHaveLength(1)
})

test('a loop of tools that has lost its thinking is sent with thinking on', async () => {
  emulator.respondWith({ text: 'It says a.' })
  const thinking = { type: 'enabled' as const, budget_tokens: 1024 }
  const model = chat({ model: 'claude-sonnet-4-5', thinking, maxTokens: 4000 })
  const loop = [...interrupted().slice(0, 2), new ToolMessage({ content: 'a', tool_call_id: 'toolu_1' })]
  expect(textOf(await graph(model).invoke({ messages: loop }, thread))).toBe('It says a.')
  expect(emulator.requests.map(({ body }) => body['thinking'])).toEqual([{ type: 'disabled' }])
  expect(model.thinking).toEqual(thinking)
})

test('the model that was given is guarded, too', async () => {
  const plain = new ChatAnthropic({ model: 'claude-opus-4-6', apiKey: 'test', anthropicApiUrl, maxRetries: 0 })
  const guarded = recoveringModel(plain, { store })
  expect(guarded).toBeInstanceOf(ChatAnthropic)
  await expect(plain.invoke(foreign())).rejects.toThrow('signature')
})

test('an option that does not exist is taken', () => {
  expect(() => recoveringModel(new ChatAnthropic({ apiKey: 'test' }), { alow: 'lossy' } as never)).toThrow(/alow/)
})

test('a stream that its caller leaves goes on behind its back', async () => {
  let isOver = false
  class Endless extends ChatAnthropic {
    override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
      try {
        for (;;) yield new ChatGenerationChunk({ text: 'a', message: new AIMessageChunk('a') })
      } finally {
        isOver = true
      }
    }
  }
  const endless: ChatAnthropic = new Endless({ apiKey: 'test' })
  const model = recoveringModel(endless, { store, session: 's' })
  const chunks = '_streamResponseChunks'
  let heard = 0
  for await (const { text } of model[chunks]([new HumanMessage('Hi')], {})) {
    expect([text, isOver]).toEqual(['a', false])
    if ((heard += 1) === 2) break
  }
  expect([heard, isOver]).toEqual([2, true])
  const [turn] = await store.turns.list('s')
  expect(turn).toMatchObject({ state: 'interrupted', data: { partial: [expect.anything()] } })
})
