import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI } from '@google/genai'
import { ChatOpenAI } from '@langchain/openai'
import { Agent, type Model, OpenAIResponsesModel, run, setTracingDisabled } from '@openai/agents'
import { generateText, wrapLanguageModel } from 'ai'
import { getEventListeners } from 'node:events'
import { Readable } from 'node:stream'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { sessionRecovery as aiSdk } from '../../src/ai-sdk.ts'
import { sessionRecovery as anthropic } from '../../src/anthropic.ts'
import { sessionRecovery as bedrock } from '../../src/bedrock.ts'
import { type FetchOptions, recoveringFetch } from '../../src/fetch.ts'
import { sessionRecovery as google } from '../../src/google.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../src/index.ts'
import { recoveringModel as langchain } from '../../src/langchain.ts'
import { recoveringModel as agents } from '../../src/openai-agents.ts'
import { sessionRecovery as openai } from '../../src/openai.ts'

setTracingDisabled(true)

/** A store in memory that does what it is asked at a place like `turns.begin` only behind something else. */
function storeBehind(place: string, before: () => Promise<unknown>): SessionStore {
  const store = createMemoryStore()
  const [part, method] = place.split('.') as [keyof SessionStore, string]
  const inner = store[part] as unknown as Record<string, (...given: unknown[]) => unknown>
  const late = async (...given: unknown[]): Promise<unknown> => {
    await before()
    return inner[method]!(...given)
  }
  const slow = new Proxy(inner, { get: (_, name) => (name === method ? late : Reflect.get(inner, name, inner)) })
  return { ...store, [part]: slow }
}

const never = (): Promise<never> => new Promise(() => undefined)

interface Shared extends Pick<FetchOptions, 'store' | 'onRepair' | 'timeoutMs'> {
  readonly session: string
}
type Send = (input: unknown, init?: RequestInit) => Promise<Response>
type Ask = (options: Shared, signal: AbortSignal, fetch: Send) => PromiseLike<unknown>

const apiKey = 'k'
const messages = ['Hi', 'Go on.'].map((content) => ({ role: 'user' as const, content }))
const claude = 'claude-opus-4-6'
const alternating =
  'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row'

const adapters: Readonly<Record<string, Ask>> = {
  fetch: (options, signal, fetch) =>
    recoveringFetch(options)(fetch)('https://api.anthropic.com/v1/messages', {
      method: 'POST',
      body: JSON.stringify({ model: claude, messages }),
      signal,
    }),
  anthropic: (options, signal, fetch) =>
    new Anthropic({ apiKey, fetch, middleware: [anthropic(options)] }).messages.create(
      { model: claude, max_tokens: 9, messages },
      { signal },
    ),
  openai: (options, signal, fetch) =>
    new OpenAI({ apiKey, ...openai({ ...options, fetch }) }).chat.completions.create(
      { model: 'gpt-5', messages },
      { signal },
    ),
  'ai-sdk': (options, abortSignal, fetch) => {
    const model = wrapLanguageModel({
      model: createOpenAI({ apiKey, fetch }).chat('gpt-5'),
      middleware: aiSdk(options),
    })
    return generateText({ model, messages, abortSignal })
  },
  langchain: (options, signal, fetch) =>
    langchain(new ChatOpenAI({ model: 'gpt-5', apiKey, configuration: { fetch } }), options).invoke(messages, {
      signal,
    }),
  google: (options, abortSignal, fetch) =>
    new GoogleGenAI({ apiKey, httpOptions: google({ ...options, fetch: fetch as never }) }).models.generateContent({
      model: 'gemini-3-pro',
      contents: 'Hi',
      config: { abortSignal },
    }),
  bedrock: (options, abortSignal, fetch) => {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
    const requestHandler = handlerOf(fetch) as never
    const client = new BedrockRuntimeClient({ region: 'us-east-1', credentials, requestHandler, maxAttempts: 1 })
    client.middlewareStack.use(bedrock(options))
    const asked = { modelId: 'amazon.nova-pro-v1:0', messages: [{ role: 'user' as const, content: [{ text: 'Hi' }] }] }
    return client.send(new ConverseCommand(asked), { abortSignal })
  },
  'openai-agents': (options, signal, fetch) => {
    const model = new OpenAIResponsesModel(new OpenAI({ apiKey, fetch }) as never, 'gpt-5')
    return run(new Agent({ name: 'a', model: agents(model as Model, options) }), messages, { signal })
  },
}

/** As the SDK's own handler does, which speaks nothing but HTTP/2. */
const handlerOf = (fetch: Send): object => ({
  metadata: { handlerProtocol: 'http/1.1' },
  handle: async (_request: unknown, { abortSignal: signal }: { abortSignal?: AbortSignal }) => {
    const answer = await fetch(url, { ...(signal && { signal }) })
    const headers = { 'content-type': 'application/json', 'x-amzn-errortype': 'ValidationException' }
    const body = Readable.from([Buffer.from(JSON.stringify({ message: alternating }))])
    return { response: { statusCode: answer.status, headers, body } }
  },
})

/** Where a call asks the store, and whether it has been refused by then. */
const places = [
  ['messages.standing', false],
  ['turns.begin', false],
  ['leases.acquire', true],
  ['attempts.take', true],
  ['parts.list', true],
] as const

// Where the store never answers, each of them waits a moment for it: not one behind the other.
test.concurrent.each(
  Object.entries(adapters).flatMap(([name, ask]) => places.map((place) => [name, ...place, ask] as const)),
)(
  'a call over %s that is given up waits for a store that does not answer to %s, or is told as a failure',
  async (_name, place, isRefused, ask) => {
    const reports: RecoveryReport[] = []
    const giving = new AbortController()
    const asked: string[] = []
    const store = storeBehind(place, () => {
      asked.push(place)
      setImmediate(() => giving.abort())
      return never()
    })
    const fetch: Send = async (_input, init) => {
      init?.signal?.throwIfAborted()
      asked.push('provider')
      const error = { type: 'invalid_request_error', message: alternating }
      return Response.json({ type: 'error', error }, { status: 400 })
    }
    const onRepair = (report: RecoveryReport): void => void reports.push(report)
    const options = { store, session: 's', timeoutMs: 3_600_000, onRepair }
    await expect(ask(options, giving.signal, fetch)).rejects.toThrow(/abort/i)
    expect(asked).toEqual(isRefused ? ['provider', place] : [place])
    expect(giving.signal.aborted).toBe(true)
    expect(reports.map(({ outcome }) => outcome)).toEqual(isRefused ? ['user_abort'] : [])
    expect(getEventListeners(giving.signal, 'abort')).toEqual([])
  },
)

const url = 'https://api.anthropic.com/v1/messages'
const asking = (signal: AbortSignal, asked: readonly object[] = messages): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ model: claude, messages: asked }),
  signal,
})

test.concurrent.each(['messages.append', 'turns.advance', 'attempts.clear'])(
  'who gives up a stream waits for a store that does not answer to %s',
  async (place) => {
    const giving = new AbortController()
    const reports: RecoveryReport[] = []
    const onRepair = (report: RecoveryReport): void => void reports.push(report)
    const store = storeBehind(place, never)
    const send = recoveringFetch({ store, session: 's', timeoutMs: 3_600_000, onRepair })(async (_input, init) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.from('data: {"type":"content_block_start"}\n\n'))
          init!.signal!.addEventListener('abort', () => controller.error(init!.signal!.reason))
          setImmediate(() => giving.abort())
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    })
    const read = send(url, asking(giving.signal)).then((response) => response.text())
    await expect(read).rejects.toThrow(/abort/i)
    expect(reports).toEqual([])
  },
)

test('who gives up a call waits for the turn before it, or the turn after it does not', async () => {
  const recorded = Promise.withResolvers<void>()
  const store = storeBehind('messages.append', () => recorded.promise)
  const sent: number[] = []
  const send = recoveringFetch({ store, timeoutMs: 3_600_000 })(async (_input, init) => {
    init?.signal?.throwIfAborted()
    sent.push(sent.length)
    return Response.json({ content: [{ type: 'text', text: 'Yes.' }], role: 'assistant', stop_reason: 'end_turn' })
  })
  const [first, second] = [new AbortController(), new AbortController()]
  const begun = send(url, asking(first.signal))
  await expect.poll(() => sent).toEqual([0])
  first.abort()
  await begun
  const waiting = send(url, asking(second.signal))
  const third = send(url, asking(new AbortController().signal))
  second.abort()
  await expect(waiting).rejects.toThrow(/abort/i)
  expect(sent).toEqual([0])
  recorded.resolve()
  await third
  expect(sent).toEqual([0, 1])
})

/** Gives up a call while the store is asked for something, which then does it all the same. */
async function givenUpAt(place: string, answer: () => Response): Promise<SessionStore> {
  const giving = new AbortController()
  const answered = Promise.withResolvers<void>()
  const store = storeBehind(place, () => {
    giving.abort()
    return answered.promise
  })
  const send = recoveringFetch({ store, session: 's' })(async (_input, init) => {
    init?.signal?.throwIfAborted()
    return answer()
  })
  await expect(send(url, asking(giving.signal))).rejects.toThrow(/abort/i)
  answered.resolve()
  return store
}

test('a turn that is given up while it begins is left open', async () => {
  const store = await givenUpAt('turns.begin', () => Response.json({}))
  await expect.poll(async () => (await store.turns.list('s')).map(({ state }) => state)).toEqual(['interrupted'])
})

test('a recovery that is given up while it waits for its session keeps it', async () => {
  const refuse = (): Response => Response.json({ error: { message: alternating } }, { status: 400 })
  const store = await givenUpAt('leases.acquire', refuse)
  await expect
    .poll(async () => (await store.leases.acquire('s', { owner: 'another', ttlMs: 1_000 })).held)
    .toBeUndefined()
})
