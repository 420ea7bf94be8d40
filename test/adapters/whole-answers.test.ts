import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI } from '@google/genai'
import { ChatAnthropic } from '@langchain/anthropic'
import { ChatOpenAI } from '@langchain/openai'
import {
  Agent,
  type Model,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
} from '@openai/agents'
import { generateText, wrapLanguageModel } from 'ai'
import { createAgent, MiddlewareError } from 'langchain'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionRecovery as forAiSdk } from '../../src/ai-sdk.ts'
import { sessionRecovery as forAnthropic } from '../../src/anthropic.ts'
import { sessionRecovery as forBedrock } from '../../src/bedrock.ts'
import { sessionRecovery as forGoogle } from '../../src/google.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../src/index.ts'
import { recoveringModel as forLangchain, sessionRecovery as forAgentsOfLangchain } from '../../src/langchain.ts'
import { recoveringModel as forAgents } from '../../src/openai-agents.ts'
import { sessionRecovery as forOpenAI } from '../../src/openai.ts'
import { createProxy } from '../../src/proxy/create-proxy.ts'
import { handlerTo } from './bedrock/handler-to.ts'
import { answers, serverOfAnswers } from './whole-answers.ts'

setTracingDisabled(true)

interface Options {
  readonly store: SessionStore
  readonly session: string
  readonly onRepair: (report: RecoveryReport) => void
}
/** Asks a real client for an answer, guarded where there are options. */
type Ask = (url: string, options: Options | undefined) => unknown

const apiKey = 'k'
const claude = 'claude-opus-4-6'
const messages = [{ role: 'user' as const, content: 'Hi' }]

const viaAiSdk =
  (make: (baseURL: string) => LanguageModelV4): Ask =>
  (url, options) => {
    const bare = make(`${url}/v1`)
    const model = options ? wrapLanguageModel({ model: bare, middleware: forAiSdk(options) }) : bare
    return generateText({ model, messages, maxRetries: 0 }).then(({ text }) => text)
  }
const viaAgents =
  (make: (client: never) => Model): Ask =>
  async (baseURL, options) => {
    const bare = make(new OpenAI({ apiKey, baseURL, maxRetries: 0 }) as never)
    const model = options ? forAgents(bare, options) : bare
    return (await run(new Agent({ name: 'a', model, modelSettings: { store: false } }), 'Hi')).finalOutput
  }
const chatAnthropic = (anthropicApiUrl: string): ChatAnthropic =>
  new ChatAnthropic({ model: claude, apiKey, anthropicApiUrl, maxRetries: 0 })
const chatOpenAI =
  (useResponsesApi: boolean) =>
  (baseURL: string): ChatOpenAI =>
    new ChatOpenAI({ model: 'gpt-5', apiKey, maxRetries: 0, useResponsesApi, configuration: { baseURL } })
const viaLangchain =
  (make: (url: string) => ChatAnthropic | ChatOpenAI): Ask =>
  (url, options) => {
    const model = make(url) as ChatOpenAI
    return (options ? forLangchain(model, options) : model).invoke(messages)
  }
const viaAgentOfLangchain =
  (make: (url: string) => ChatAnthropic | ChatOpenAI): Ask =>
  async (url, options) => {
    const middleware = options ? [forAgentsOfLangchain(options)] : []
    const agent = createAgent({ model: make(url), tools: [], middleware })
    return (await agent.invoke({ messages })).messages.at(-1)
  }
const anthropicOf = (baseURL: string, options: Options | undefined): Anthropic =>
  new Anthropic({ apiKey, baseURL, maxRetries: 0, ...(options && { middleware: [forAnthropic(options)] }) })
const asked = { model: claude, max_tokens: 99, messages }

const clients: readonly (readonly [client: string, api: string, ask: Ask])[] = [
  ['the SDK of Anthropic', 'messages', (url, options) => anthropicOf(url, options).messages.create(asked)],
  [
    'the proxy',
    'messages',
    async function through(url, options) {
      if (!options) return anthropicOf(url, undefined).messages.create(asked)
      const proxy = await createProxy({ ...options, upstreams: { anthropic: url } })
      try {
        return await anthropicOf(proxy.url, undefined).messages.create(asked)
      } finally {
        await proxy.close()
      }
    },
  ],
  [
    'the SDK of OpenAI',
    'chat',
    (baseURL, options) =>
      new OpenAI({ apiKey, baseURL, maxRetries: 0, ...(options && forOpenAI(options)) }).chat.completions.create({
        model: 'gpt-5',
        messages,
      }),
  ],
  [
    'the SDK of OpenAI',
    'responses',
    (baseURL, options) =>
      new OpenAI({ apiKey, baseURL, maxRetries: 0, ...(options && forOpenAI(options)) }).responses.create({
        model: 'gpt-5',
        input: 'Hi',
      }),
  ],
  [
    'the SDK of Google',
    'gemini',
    (baseUrl, options) =>
      new GoogleGenAI({
        apiKey,
        httpOptions: { baseUrl, ...(options && forGoogle(options)) },
      }).models.generateContent({ model: 'gemini-3-pro', contents: 'Hi' }),
  ],
  [
    'the SDK of AWS',
    'converse',
    async (url, options) => {
      const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
      const requestHandler = handlerTo(url) as never
      const client = new BedrockRuntimeClient({ region: 'us-east-1', credentials, requestHandler, maxAttempts: 1 })
      if (options) client.middlewareStack.use(forBedrock(options))
      const given = [{ role: 'user' as const, content: [{ text: 'Hi' }] }]
      return (await client.send(new ConverseCommand({ modelId: claude, messages: given }))).output
    },
  ],
  ['AI SDK', 'messages', viaAiSdk((baseURL) => createAnthropic({ apiKey, baseURL })(claude))],
  ['AI SDK', 'chat', viaAiSdk((baseURL) => createOpenAI({ apiKey, baseURL }).chat('gpt-5'))],
  ['AI SDK', 'responses', viaAiSdk((baseURL) => createOpenAI({ apiKey, baseURL }).responses('gpt-5'))],
  ['LangChain', 'messages', viaLangchain(chatAnthropic)],
  ['LangChain', 'chat', viaLangchain(chatOpenAI(false))],
  ['LangChain', 'responses', viaLangchain(chatOpenAI(true))],
  ['an agent of LangChain', 'messages', viaAgentOfLangchain(chatAnthropic)],
  ['an agent of LangChain', 'chat', viaAgentOfLangchain(chatOpenAI(false))],
  ['an agent of LangChain', 'responses', viaAgentOfLangchain(chatOpenAI(true))],
  ['OpenAI Agents', 'chat', viaAgents((client) => new OpenAIChatCompletionsModel(client, 'gpt-5') as Model)],
  ['OpenAI Agents', 'responses', viaAgents((client) => new OpenAIResponsesModel(client, 'gpt-5') as Model)],
]

let server: { readonly url: string; close(): Promise<void> }
beforeAll(async () => {
  server = await serverOfAnswers()
})
afterAll(() => server.close())

/** Ids and times that are made anew for every call. */
const passing =
  /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|"(?:date|retry|x-[a-z-]+)":"[^"]*"|127\.0\.0\.1:\d+|"id":"aitxt-\w+"|"langgraph_step":\d|"\w*(?:[tT]ime|Ms|PerSecond|tokens)\w*":[\d.]+/g
const plain = (value: unknown): string => String(JSON.stringify(value, errorsToo)).replace(passing, '…')
const errorsToo = (_key: string, value: unknown): unknown => (value instanceof Error ? told(value) : value)
/** What a client throws, down to what caused it. */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  // LangChain does so with all that a middleware passes on: the error itself is the cause.
  if (MiddlewareError.isInstance(error)) return told(error.cause)
  const { cause, name, message } = error
  return { class: error.constructor.name, name, message, ...(cause !== undefined && { cause: told(cause) }) }
}

/** What a client gives or throws. */
async function outcomeOf(open: () => unknown): Promise<readonly string[]> {
  try {
    return ['gives', plain(await open())]
  } catch (error) {
    return ['throws', plain(error)]
  }
}

const rows = clients
  .flatMap(([client, api, ask]) => answers.map((answer) => ({ client, api, answer, ask })))
  // A proxy has a connection of its own to break: it says 502.
  .filter(({ answer, client }) => client !== 'the proxy' || answer !== 'no answer')

test.each(rows)('$client over $api gives something else than without a guard: $answer', async (row) => {
  const { answer, api, ask } = row
  const url = `${server.url}/${api}/${encodeURIComponent(answer)}`
  const reports: RecoveryReport[] = []
  const options = {
    store: createMemoryStore(),
    session: 's',
    onRepair: (report: RecoveryReport) => void reports.push(report),
  }
  const bare = await outcomeOf(() => ask(url, undefined))
  expect(await outcomeOf(() => ask(url, options))).toEqual(bare)
  expect(reports.map(({ outcome }) => outcome)).toEqual([])
})
