import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { type BaseMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { Agent, OpenAIResponsesModel, run, setTracingDisabled } from '@openai/agents'
import { generateText, isStepCount, jsonSchema, type LanguageModelMiddleware, tool, wrapLanguageModel } from 'ai'
import OpenAI from 'openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sessionRecovery as forAiSdk } from '../../src/ai-sdk.ts'
import { sessionRecovery as forAnthropic } from '../../src/anthropic.ts'
import { sessionRecovery as forGoogle } from '../../src/google.ts'
import { createMemoryStore, createSessionRecoveryHook, recoverInterrupted, type SessionStore } from '../../src/index.ts'
import { recoveringModel as forLangchain } from '../../src/langchain.ts'
import { sessionRecovery as forMastra } from '../../src/mastra.ts'
import { recoveringModel as forAgents } from '../../src/openai-agents.ts'
import { sessionRecovery as forOpenAI } from '../../src/openai.ts'
import { createProxy } from '../../src/proxy/create-proxy.ts'
import {
  createAnthropicEmulator,
  createGeminiEmulator,
  createResponsesEmulator,
  type ResponsesEmulator,
} from '../../src/testing.ts'

setTracingDisabled(true)

interface Options {
  readonly store: SessionStore
  readonly session: string
}
const emulators = {
  responses: createResponsesEmulator,
  messages: createAnthropicEmulator,
  gemini: createGeminiEmulator,
} as const

const apiKey = 'k'
const model = 'gpt-5'

function openaiOf(baseURL: string, options?: Options): OpenAI {
  return new OpenAI({ apiKey, baseURL, maxRetries: 0, ...(options && forOpenAI(options)) })
}
const aiModelOf = (url: string, options: Options): ReturnType<typeof wrapLanguageModel> =>
  wrapLanguageModel({
    model: createOpenAI({ apiKey, baseURL: `${url}/v1` }).responses(model),
    middleware: forAiSdk(options) as LanguageModelMiddleware,
  })
const instructed = { system: 'Be kind.', maxRetries: 0 }

async function inTwo(client: OpenAI): Promise<void> {
  const { id } = await client.responses.create({ model, input: 'One.' })
  await client.responses.create({ model, input: 'Two.', previous_response_id: id })
}

const clients: Readonly<Record<string, [keyof typeof emulators, (url: string, options: Options) => Promise<void>]>> = {
  'the SDK of OpenAI': ['responses', (url, options) => inTwo(openaiOf(`${url}/v1`, options))],
  'a conversation of the SDK of OpenAI': [
    'responses',
    async (url, options) => {
      const client = openaiOf(`${url}/v1`, options)
      const { id: conversation } = await client.conversations.create()
      await client.responses.create({ model, input: 'One.', conversation })
      await client.responses.create({ model, input: 'Two.', conversation })
    },
  ],
  'the proxy': [
    'responses',
    async (url, options) => {
      const proxy = await createProxy({ ...options, upstreams: { openai: url } })
      onTestFinished(() => proxy.close())
      await inTwo(openaiOf(`${proxy.url}/v1`))
    },
  ],
  'the SDK of Anthropic': [
    'messages',
    async (baseURL, options) => {
      const client = new Anthropic({ apiKey, baseURL, maxRetries: 0, middleware: [forAnthropic(options)] })
      const thread = client.beta.messages.thread({ model: 'claude-opus-4-6', max_tokens: 99 })
      await thread.send({ role: 'user', content: 'One.' })
      await thread.send({ role: 'user', content: 'Two.' })
    },
  ],
  'the SDK of Google behind a cache': [
    'gemini',
    async (baseUrl, options) => {
      const { models } = new GoogleGenAI({ apiKey, httpOptions: { baseUrl, ...forGoogle(options) } })
      const asked = { model: 'gemini-2.5-flash' }
      await models.generateContent({ ...asked, contents: 'One.' })
      const config = { cachedContent: 'cachedContents/1' }
      await models.generateContent({ ...asked, config, contents: 'Two.' })
    },
  ],
  'the AI SDK': [
    'responses',
    async (url, options) => {
      const asked = { model: aiModelOf(url, options), ...instructed }
      const first = await generateText({ ...asked, prompt: 'One.' })
      const providerOptions = { openai: { previousResponseId: first.response.id } }
      await generateText({ ...asked, prompt: 'Two.', providerOptions })
    },
  ],
  'a conversation of the AI SDK': [
    'responses',
    async (url, options) => {
      const { id: conversation } = await openaiOf(`${url}/v1`).conversations.create()
      const asked = { model: aiModelOf(url, options), ...instructed, providerOptions: { openai: { conversation } } }
      await generateText({ ...asked, prompt: 'One.' })
      await generateText({ ...asked, prompt: 'Two.' })
    },
  ],
  LangChain: [
    'responses',
    async (url, options) => {
      const configuration = { baseURL: `${url}/v1` }
      const bare = new ChatOpenAI({ model, apiKey, maxRetries: 0, useResponsesApi: true, configuration })
      const chain = forLangchain(bare, options)
      const said = (text: string): BaseMessage[] => [new SystemMessage('Be kind.'), new HumanMessage(text)]
      const first = await chain.invoke(said('One.'))
      await chain.invoke(said('Two.'), { previous_response_id: String(first.response_metadata['id']) })
    },
  ],
  'OpenAI Agents': [
    'responses',
    async (url, options) => {
      const bare = new OpenAIResponsesModel(openaiOf(`${url}/v1`) as never, model)
      const agent = new Agent({ name: 'a', model: forAgents(bare, options) })
      const { lastResponseId } = await run(agent, 'One.')
      await run(agent, 'Two.', { ...(lastResponseId && { previousResponseId: lastResponseId }) })
    },
  ],
}

const lookCall = { name: 'look', arguments: '{}' }
const answers = ['A1.', 'A2.', 'A3.', 'A4.'].map((text) => ({ text }))

/** What is used of the real thing; it is no dependency of this project. */
interface Mastra {
  readonly Agent: new (options: object) => {
    generate(prompt: string, options?: object): Promise<{ readonly response: { readonly id: string } }>
  }
}
const mastraName = '@mastra/core/agent'
const mastra = await import(mastraName).then(
  (loaded: Mastra) => loaded,
  () => null,
)

test.skipIf(mastra === null)(
  'with Mastra, what is new is stored in place of the conversation that it continues (skipped without @mastra/core)',
  async () => {
    const [, url] = await serve('responses')
    const store = createMemoryStore()
    const recovery = forMastra({ store, session: 's' })
    const agent = new mastra!.Agent({
      id: 'a',
      name: 'a',
      instructions: 'Help.',
      model: createOpenAI({ apiKey, baseURL: `${url}/v1` }).responses(model),
      inputProcessors: [recovery],
      errorProcessors: [recovery],
    })
    const { response } = await agent.generate('One.')
    await agent.generate('Two.', { providerOptions: { openai: { previousResponseId: response.id } } })
    // The answers come back with the next prompt, which here does not hold them.
    expect(await said(store)).toEqual(['Help.', 'One.', 'Two.'])
  },
)

async function serve(
  api: keyof typeof emulators,
  ...script: readonly object[]
): Promise<[ResponsesEmulator, url: string]> {
  const emulator = emulators[api]() as ResponsesEmulator
  emulator.respondWith(...(script.length > 0 ? script : answers))
  const server = await emulator.listen()
  onTestFinished(() => server.close())
  return [emulator, server.url]
}

/** What has been said in the stored conversation, in its order. */
async function said(store: SessionStore): Promise<string[]> {
  const stored = await store.messages.load('s')
  return (stored?.messages ?? []).flatMap(({ raw }) => /(?<=")[A-Z]\w+\.(?=")/.exec(JSON.stringify(raw))?.[0] ?? [])
}

test.each(Object.entries(clients))(
  'with %s, what is new is stored in place of the conversation that it continues',
  async (_what, [api, talk]) => {
    const [, url] = await serve(api)
    const store = createMemoryStore()
    await talk(url, { store, session: 's' })
    expect(await said(store)).toEqual(['One.', 'A1.', 'Two.', 'A2.'])
  },
)

describe('of a conversation that a provider holds', () => {
  test('a place that was gone back to holds both of what was said there', async () => {
    const [emulator, url] = await serve('responses')
    const store = createMemoryStore()
    const client = openaiOf(`${url}/v1`, { store, session: 's' })
    const first = await client.responses.create({ model, input: 'One.' })
    await client.responses.create({ model, input: 'Two.', previous_response_id: first.id })
    await client.responses.create({ model, input: 'Three.', previous_response_id: first.id })
    expect(await said(store)).toEqual(['One.', 'A1.', 'Three.', 'A3.'])
    emulator.loseState()
    await client.responses.create({ model, input: 'Four.', previous_response_id: first.id })
    expect(JSON.stringify(emulator.requests.at(-1)!.body)).toMatch(/One.*A1.*Four/)
    expect(JSON.stringify(emulator.requests.at(-1)!.body)).not.toContain('Three.')
  })

  test.each(['previousResponseId', 'conversation'] as const)(
    'a step of a loop that names %s is stored as often as it is sent',
    async (name) => {
      const [, url] = await serve('responses', { text: 'A1.' }, { text: 'Looking.', calls: [lookCall] })
      const store = createMemoryStore()
      const asked = { model: aiModelOf(url, { store, session: 's' }), ...instructed }
      const { id } = await openaiOf(`${url}/v1`).conversations.create()
      const options = { openai: { conversation: id } }
      const first = await generateText({
        ...asked,
        prompt: 'One.',
        ...(name === 'conversation' && { providerOptions: options }),
      })
      const providerOptions = name === 'conversation' ? options : { openai: { previousResponseId: first.response.id } }
      const look = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => 'Seen.' })
      const loop = { tools: { look }, stopWhen: isStepCount(2), providerOptions }
      await generateText({ ...asked, ...loop, prompt: 'Two.' })
      expect(await said(store)).toEqual(['One.', 'A1.', 'Two.', 'Looking.', 'Seen.', 'Done.'])
    },
  )

  test('what was never recorded is given up for the part that is', async () => {
    const [emulator, url] = await serve('responses')
    const store = createMemoryStore()
    const { id } = await openaiOf(`${url}/v1`).responses.create({ model, input: 'One.' })
    const client = openaiOf(`${url}/v1`, { store, session: 's' })
    const second = await client.responses.create({ model, input: 'Two.', previous_response_id: id })
    emulator.loseState()
    const third = client.responses.create({ model, input: 'Three.', previous_response_id: second.id })
    await expect(third).rejects.toThrow('not found')
  })

  test('a question is gone with the process that asked it', async () => {
    const [, url] = await serve('responses')
    const store = createMemoryStore()
    const options = { store, session: 's' }
    const { id } = await openaiOf(`${url}/v1`, options).responses.create({ model, input: 'One.' })
    const never = new Promise<Response>(() => undefined)
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const hangs = forOpenAI({
      ...options,
      fetch: () => {
        leave()
        return never
      },
    })
    const dying = new OpenAI({ apiKey, maxRetries: 0, ...hangs })
    void dying.responses.create({ model, input: 'Two.', previous_response_id: id }).catch(() => undefined)
    await left
    const lease = await store.leases.acquire('s', { owner: 'next', ttlMs: 9_999 })
    if (lease.held) return
    await recoverInterrupted(createSessionRecoveryHook({ store }), { store, lease })
    expect(await said(store)).toEqual(['One.', 'A1.', 'Two.'])
  })
})
