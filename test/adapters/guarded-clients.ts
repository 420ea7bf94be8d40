import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
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
import { generateText, type LanguageModel, streamText, wrapLanguageModel } from 'ai'
import { createAgent, type ReactAgent } from 'langchain'
import OpenAI from 'openai'
import { sessionRecovery as forAiSdk } from '../../src/ai-sdk.ts'
import { sessionRecovery as forAnthropic } from '../../src/anthropic.ts'
import { sessionRecovery as forBedrock } from '../../src/bedrock.ts'
import { sessionRecovery as forGoogle } from '../../src/google.ts'
import type { RecoveryReport, SessionStore } from '../../src/index.ts'
import { recoveringModel as forLangchain, sessionRecovery as forAgentsOfLangchain } from '../../src/langchain.ts'
import { sessionRecovery as forMastra } from '../../src/mastra.ts'
import { recoveringModel as forAgents } from '../../src/openai-agents.ts'
import { sessionRecovery as forOpenAI } from '../../src/openai.ts'
import { createProxy } from '../../src/proxy/create-proxy.ts'
import { handlerTo } from './bedrock/handler-to.ts'

setTracingDisabled(true)

export interface GuardOptions {
  readonly store: SessionStore
  readonly session: string
  readonly onRepair: (report: RecoveryReport) => void
}

export type Stream = AsyncIterable<unknown>

/** A real client, guarded where there are options, that asks a server of one API whether it is there. */
export interface GuardedClient {
  readonly client: string
  readonly api: string
  stream(url: string, options: GuardOptions | undefined): Stream | Promise<Stream>
  /** Whole; some only stream. */
  answer?(url: string, options: GuardOptions | undefined): unknown
}

type Ways = Pick<GuardedClient, 'stream' | 'answer'>

const apiKey = 'k'
const claude = 'claude-opus-4-6'
const messages = [{ role: 'user' as const, content: 'Hi' }]
const asked = { model: claude, max_tokens: 99, messages }

const anthropicOf = (baseURL: string, options: GuardOptions | undefined): Anthropic =>
  new Anthropic({ apiKey, baseURL, maxRetries: 0, ...(options && { middleware: [forAnthropic(options)] }) })

const openaiOf = (baseURL: string, options: GuardOptions | undefined): OpenAI =>
  new OpenAI({ apiKey, baseURL, maxRetries: 0, ...(options && forOpenAI(options)) })

const googleOf = (baseUrl: string, options: GuardOptions | undefined): GoogleGenAI['models'] =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl, ...(options && forGoogle(options)) } }).models

function bedrockOf(url: string, options: GuardOptions | undefined): BedrockRuntimeClient {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const requestHandler = handlerTo(url) as never
  const client = new BedrockRuntimeClient({ region: 'us-east-1', credentials, requestHandler, maxAttempts: 1 })
  if (options) client.middlewareStack.use(forBedrock(options))
  return client
}
const askedBedrock = { modelId: claude, messages: [{ role: 'user' as const, content: [{ text: 'Hi' }] }] }

async function* finalOf(stream: { finalMessage(): Promise<unknown> }): AsyncGenerator {
  yield await stream.finalMessage()
}

/** Asks through a proxy of its own, or without one. */
async function* throughProxy<Sent>(
  url: string,
  options: GuardOptions | undefined,
  ask: (client: Anthropic) => AsyncIterable<Sent>,
): AsyncGenerator<Sent> {
  if (!options) return yield* ask(anthropicOf(url, undefined))
  const proxy = await createProxy({ ...options, upstreams: { anthropic: url } })
  try {
    yield* ask(anthropicOf(proxy.url, undefined))
  } finally {
    await proxy.close()
  }
}
async function* streamed(client: Anthropic): AsyncGenerator {
  yield* await client.messages.create({ ...asked, stream: true })
}
async function* whole(client: Anthropic): AsyncGenerator {
  yield await client.messages.create(asked)
}

function viaAiSdk(make: (baseURL: string) => LanguageModelV4): Ways {
  const modelOf = (url: string, options: GuardOptions | undefined): LanguageModel => {
    const bare = make(`${url}/v1`)
    return options ? wrapLanguageModel({ model: bare, middleware: forAiSdk(options) }) : bare
  }
  return {
    stream: (...given) =>
      streamText({ model: modelOf(...given), messages, maxRetries: 0, onError: () => undefined }).fullStream,
    answer: async (...given) => (await generateText({ model: modelOf(...given), messages, maxRetries: 0 })).text,
  }
}

function viaAgents(make: (client: never) => unknown): Ways {
  const agentOf = (baseURL: string, options: GuardOptions | undefined): Agent => {
    const bare = make(new OpenAI({ apiKey, baseURL, maxRetries: 0 }) as never) as Model
    const model = options ? forAgents(bare, options) : bare
    return new Agent({ name: 'a', model, modelSettings: { store: false } })
  }
  return {
    stream: (...given) => run(agentOf(...given), 'Hi', { stream: true }),
    answer: async (...given) => (await run(agentOf(...given), 'Hi')).finalOutput,
  }
}

type ChainModel = ChatAnthropic | ChatOpenAI
const chatAnthropic = (anthropicApiUrl: string): ChainModel =>
  new ChatAnthropic({ model: claude, apiKey, anthropicApiUrl, maxRetries: 0 })
const chatOpenAI =
  (useResponsesApi: boolean) =>
  (baseURL: string): ChainModel =>
    new ChatOpenAI({ model: 'gpt-5', apiKey, maxRetries: 0, useResponsesApi, configuration: { baseURL } })

function viaLangchain(make: (url: string) => ChainModel): Ways {
  const modelOf = (url: string, options: GuardOptions | undefined): ChatOpenAI => {
    const model = make(url) as ChatOpenAI
    return options ? forLangchain(model, options) : model
  }
  return {
    stream: (...given) => modelOf(...given).stream(messages),
    answer: (...given) => modelOf(...given).invoke(messages),
  }
}

function viaAgentOfLangchain(make: (url: string) => ChainModel): Ways {
  const agentOf = (url: string, options: GuardOptions | undefined): ReactAgent => {
    const middleware = options ? [forAgentsOfLangchain(options)] : []
    return createAgent({ model: make(url), tools: [], middleware }) as unknown as ReactAgent
  }
  return {
    stream: async (...given) =>
      (await agentOf(...given).stream({ messages }, { streamMode: 'messages' })) as unknown as Stream,
    answer: async (...given) => (await agentOf(...given).invoke({ messages })).messages.at(-1),
  }
}

/** What is used of the real thing; it is no dependency of this project. */
interface Mastra {
  readonly Agent: new (options: object) => {
    stream(messages: unknown, options: object): Promise<{ fullStream: AsyncIterable<MastraPart> }>
  }
}
interface MastraPart {
  readonly type: string
  readonly payload?: { text?: string; error?: Error; stepResult?: { reason?: string } }
}
const mastraName = '@mastra/core/agent'
const mastra = await import(mastraName).then(
  (loaded: Mastra) => loaded,
  () => null,
)

function viaMastra({ Agent: MastraAgent }: Mastra, make: (baseURL: string) => LanguageModelV4): Ways {
  return {
    async *stream(url, options): AsyncGenerator {
      const recovery = options && forMastra(options)
      const more = recovery && { inputProcessors: [recovery], errorProcessors: [recovery], maxProcessorRetries: 3 }
      const agent = new MastraAgent({ id: 'a', name: 'a', instructions: 'Help.', model: make(`${url}/v1`), ...more })
      // Of an answer that just stops it would ask for more. Everything else in its parts is made anew for every call.
      for await (const { payload = {}, type } of (await agent.stream('Hi', { maxSteps: 1 })).fullStream)
        yield [type, payload.text, payload.error?.message, payload.stepResult?.reason]
    },
  }
}

/** By the API that they speak. */
const aiSdkModels: Readonly<Record<string, (baseURL: string) => LanguageModelV4>> = {
  messages: (baseURL) => createAnthropic({ apiKey, baseURL })(claude),
  chat: (baseURL) => createOpenAI({ apiKey, baseURL }).chat('gpt-5'),
  responses: (baseURL) => createOpenAI({ apiKey, baseURL }).responses('gpt-5'),
}

const toGemini = { model: 'gemini-3-pro', contents: 'Hi' }
const toChat = { model: 'gpt-5', messages }
const toResponses = { model: 'gpt-5', input: 'Hi' }

export const guardedClients: readonly GuardedClient[] = [
  {
    client: 'the SDK of Anthropic',
    api: 'messages',
    stream: (...given) => anthropicOf(...given).messages.create({ ...asked, stream: true }),
    answer: (...given) => anthropicOf(...given).messages.create(asked),
  },
  {
    client: 'a helper of the SDK of Anthropic',
    api: 'messages',
    stream: (...given) => finalOf(anthropicOf(...given).messages.stream(asked)),
  },
  {
    client: 'the proxy',
    api: 'messages',
    stream: (...given) => throughProxy(...given, streamed),
    answer: async (...given) => {
      for await (const answer of throughProxy(...given, whole)) return answer
      return undefined
    },
  },
  {
    client: 'the SDK of OpenAI',
    api: 'chat',
    stream: (...given) => openaiOf(...given).chat.completions.create({ ...toChat, stream: true }),
    answer: (...given) => openaiOf(...given).chat.completions.create(toChat),
  },
  {
    client: 'the SDK of OpenAI',
    api: 'responses',
    stream: (...given) => openaiOf(...given).responses.create({ ...toResponses, stream: true }),
    answer: (...given) => openaiOf(...given).responses.create(toResponses),
  },
  {
    client: 'the SDK of Google',
    api: 'gemini',
    stream: (...given) => googleOf(...given).generateContentStream(toGemini),
    answer: (...given) => googleOf(...given).generateContent(toGemini),
  },
  {
    client: 'the SDK of AWS',
    api: 'converse',
    stream: async (...given) => (await bedrockOf(...given).send(new ConverseStreamCommand(askedBedrock))).stream!,
    answer: async (...given) => (await bedrockOf(...given).send(new ConverseCommand(askedBedrock))).output,
  },
  ...Object.entries(aiSdkModels).flatMap(([api, make]): GuardedClient[] => [
    { client: 'AI SDK', api, ...viaAiSdk(make) },
    ...(mastra === null ? [] : [{ client: 'Mastra', api, ...viaMastra(mastra, make) }]),
  ]),
  { client: 'LangChain', api: 'messages', ...viaLangchain(chatAnthropic) },
  { client: 'LangChain', api: 'chat', ...viaLangchain(chatOpenAI(false)) },
  { client: 'LangChain', api: 'responses', ...viaLangchain(chatOpenAI(true)) },
  { client: 'an agent of LangChain', api: 'messages', ...viaAgentOfLangchain(chatAnthropic) },
  { client: 'an agent of LangChain', api: 'chat', ...viaAgentOfLangchain(chatOpenAI(false)) },
  { client: 'an agent of LangChain', api: 'responses', ...viaAgentOfLangchain(chatOpenAI(true)) },
  { client: 'OpenAI Agents', api: 'chat', ...viaAgents((client) => new OpenAIChatCompletionsModel(client, 'gpt-5')) },
  {
    client: 'OpenAI Agents',
    api: 'responses',
    ...viaAgents((client) => new OpenAIResponsesModel(client, 'gpt-5')),
  },
]
