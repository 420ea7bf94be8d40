import { HumanMessage, AIMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tapResponse } from '../../src/adapters/wire/tap-response.ts'
import { sessionRecovery as forAiSdk } from '../../src/ai-sdk.ts'
import { sessionRecovery as forAnthropic } from '../../src/anthropic.ts'
import { recoveringFetch } from '../../src/fetch.ts'
import { createMemoryStore, type SessionStore } from '../../src/index.ts'
import { recoveringModel, sessionRecovery as forLangchain } from '../../src/langchain.ts'
import { sessionRecovery as forMastra } from '../../src/mastra.ts'
import { recoveringModel as forAgents } from '../../src/openai-agents.ts'

/** What each adapter is asked through, to the end of its answer: with a client that does no more than answer. */
type Ask = (options: { readonly store: SessionStore; readonly session: () => string }) => Promise<unknown>

async function all(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const part of stream) void part
}

async function first(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const part of stream) return void part
}

function streamOf<Part>(parts: readonly Part[]): ReadableStream<Part> {
  const left = [...parts]
  return new ReadableStream({
    pull: (controller) => (left.length > 0 ? controller.enqueue(left.shift()!) : controller.close()),
  })
}

const url = 'https://api.anthropic.com/v1/messages'
const body = { model: 'claude-opus-4-8', max_tokens: 9, messages: [{ role: 'user', content: 'a' }] }
const answer = { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'b' }] }
const events = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'b' } },
  { type: 'message_stop' },
]
const whole = (): Response => Response.json(answer)
const streamed = (): Response => {
  const chunks = events.map((event) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`))
  return new Response(streamOf(chunks), { headers: { 'content-type': 'text/event-stream' } })
}
const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }

const model = { modelId: 'm', provider: 'p' }
const prompt = [{ role: 'user', content: [{ type: 'text', text: 'a' }] }]
const parts = [{ type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: 'b' }, { type: 'finish' }]
const items = [
  { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'b' }] },
]
const agentsModel = {
  getResponse: async () => ({ output: items, responseId: 'r', usage: {} }),
  async *getStreamedResponse() {
    yield { type: 'output_text_delta', delta: 'b' }
    yield { type: 'response_done', response: { id: 'r', output: items, usage: {} } }
  },
} as unknown as Parameters<typeof forAgents>[0]
const asked = { input: 'a', modelSettings: {}, tools: [], handoffs: [], outputType: 'text', tracing: false } as never

const asks: Readonly<Record<string, Ask>> = {
  fetch: (options) => recoveringFetch(options)(async () => whole())(url, init),
  'a stream of fetch': async (options) => (await recoveringFetch(options)(async () => streamed())(url, init)).text(),
  'the SDK of Anthropic': (options) =>
    forAnthropic(options)({ url, ...init } as never, async () => whole(), { options: { body } } as never),
  'a stream of the SDK of Anthropic': async (options) =>
    (
      await forAnthropic(options)({ url, ...init } as never, async () => streamed(), { options: { body } } as never)
    ).text(),
  'the AI SDK': async (options) =>
    forAiSdk(options).wrapGenerate!({
      doGenerate: async () => ({ content: [{ type: 'text', text: 'b' }] }),
      model,
      params: { prompt },
    } as never),
  'a stream of the AI SDK': async (options) => {
    const doStream = async (): Promise<object> => ({ stream: streamOf(parts) })
    await all((await forAiSdk(options).wrapStream!({ doStream, model, params: { prompt } } as never)).stream)
  },
  Mastra: async (options) => {
    const recovery = forMastra(options)
    const state = {}
    await recovery.processLLMRequest({ prompt, model, messageList: {}, state })
    await recovery.processLLMResponse({ chunks: [{ type: 'finish' }], fromCache: false, state })
  },
  'a model of LangChain': (options) =>
    recoveringModel(new FakeListChatModel({ responses: ['b'] }), options).invoke('a'),
  'a stream of LangChain': async (options) =>
    all(await recoveringModel(new FakeListChatModel({ responses: ['b'] }), options).stream('a')),
  'an agent of LangChain': async (options) =>
    forLangchain(options).wrapModelCall!(
      { messages: [new HumanMessage('a')], model: {}, tools: [] } as never,
      async () => new AIMessage('b'),
    ),
  'a model of OpenAI Agents': (options) => forAgents(agentsModel, options).getResponse(asked),
  'a stream of OpenAI Agents': (options) => all(forAgents(agentsModel, options).getStreamedResponse(asked)),
}

/** Streams that their caller leaves after the first part. */
const leaves: Readonly<Record<string, Ask>> = {
  'a stream of fetch': async (options) =>
    first((await recoveringFetch(options)(async () => streamed())(url, init)).body!),
  'a stream of the AI SDK': async (options) => {
    const doStream = async (): Promise<object> => ({ stream: streamOf(parts) })
    await first((await forAiSdk(options).wrapStream!({ doStream, model, params: { prompt } } as never)).stream)
  },
  'a stream of LangChain': async (options) =>
    first(await recoveringModel(new FakeListChatModel({ responses: ['bc'] }), options).stream('a')),
  'a stream of OpenAI Agents': (options) => first(forAgents(agentsModel, options).getStreamedResponse(asked)),
}

/** A store that takes its time, and what it holds in the end. */
function slowStore(): { readonly memory: SessionStore; readonly store: SessionStore } {
  const memory = createMemoryStore()
  const append: SessionStore['messages']['append'] = async (...given) => {
    await wait(5)
    return memory.messages.append(...given)
  }
  const begin: SessionStore['turns']['begin'] = async (...given) => {
    await wait(5)
    return memory.turns.begin(...given)
  }
  const advance: SessionStore['turns']['advance'] = async (...given) => {
    await wait(5)
    return memory.turns.advance(...given)
  }
  const store = { ...memory, messages: { ...memory.messages, append }, turns: { ...memory.turns, begin, advance } }
  return { memory, store }
}

test.each([
  ...Object.entries(asks).map(([name, ask]) => [name, 'completed', ask] as const),
  ...Object.entries(leaves).map(([name, ask]) => [name, 'interrupted', ask] as const),
])('the caller of %s learns of its end before it is recorded: %s (I8)', async (_name, state, ask) => {
  const { memory, store } = slowStore()
  await ask({ store, session: () => 's' })
  expect((await memory.turns.list('s')).map((turn) => turn.state)).toEqual([state])
  expect((await memory.messages.load('s'))?.messages.length).toBeGreaterThan(0)
})

test('a prompt of Mastra leaves before its turn is durable (I8)', async () => {
  const { memory, store } = slowStore()
  await forMastra({ store, session: () => 's' }).processLLMRequest({ prompt, model, messageList: {}, state: {} })
  expect((await memory.turns.list('s')).map((turn) => turn.state)).toEqual(['submitted'])
})

test.each(['whole', 'close', 'error', 'cancel'])(
  'the end of a response is passed on before it is recorded: %s',
  async (how) => {
    const order: string[] = []
    const tap = {
      push: () => undefined,
      async end() {
        await wait(5)
        order.push('recorded')
      },
    }
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (how === 'error') controller.error(new Error('reset'))
        else if (how === 'close') controller.close()
        else return new Promise(() => undefined)
      },
      async cancel() {
        await wait(5)
        order.push('stopped')
      },
    })
    const given = how === 'whole' ? whole() : new Response(source, streamed())
    const { body: tapped } = await tapResponse(given, tap)
    const reader = tapped!.getReader()
    await (how === 'cancel' ? reader.cancel() : reader.read()).catch(() => undefined)
    order.push('told')
    expect(order).toEqual(how === 'cancel' ? ['stopped', 'recorded', 'told'] : ['recorded', 'told'])
  },
)
