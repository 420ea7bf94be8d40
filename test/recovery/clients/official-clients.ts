import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { sessionRecovery as onAnthropic } from '../../../src/anthropic.ts'
import { sessionRecovery as onBedrock } from '../../../src/bedrock.ts'
import { sessionRecovery as onGoogle } from '../../../src/google.ts'
import { sessionRecovery as onOpenAI } from '../../../src/openai.ts'
import {
  anthropicMessagesKit,
  bedrockConverseKit,
  geminiKit,
  type Kit,
  openaiChatKit,
  openaiResponsesKit,
} from '../../../src/testing.ts'
import { handlerTo } from '../../adapters/bedrock/handler-to.ts'
import type { RealClient } from './real-client.ts'

const byAnthropic: RealClient['send'] = (baseURL, { betas = [], messages, request }) => {
  const client = new Anthropic({
    apiKey: 'test',
    baseURL,
    maxRetries: 0,
    middleware: [onAnthropic({ allow: 'lossy' })],
  })
  const headers = betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {}
  return client.messages.create({ ...request, messages } as never, { headers })
}

const openAI = (url: string): OpenAI =>
  new OpenAI({
    apiKey: 'test',
    baseURL: `${url}/v1`,
    maxRetries: 0,
    ...onOpenAI({ allow: 'lossy', dialect: 'openai' }),
  })

const byBedrock: RealClient['send'] = (endpoint, { messages, request }) => {
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint,
    requestHandler: handlerTo(endpoint) as never,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  })
  client.middlewareStack.use(onBedrock({ allow: 'lossy' }))
  return client.send(new ConverseCommand({ ...request, messages } as never))
}

const byGoogle: RealClient['send'] = (baseUrl, { contents, model, request }) => {
  const { generationConfig = {}, ...rest } = request
  const ai = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl, ...onGoogle({ allow: 'lossy' }) } })
  return ai.models.generateContent({ model, contents, config: { ...rest, ...(generationConfig as object) } } as never)
}

export const officialClients: readonly RealClient[] = [
  { name: 'the client of Anthropic', kit: anthropicMessagesKit as Kit, send: byAnthropic },
  {
    name: 'the client of OpenAI Chat',
    kit: openaiChatKit as Kit,
    send: (url, { messages, request }) => openAI(url).chat.completions.create({ ...request, messages } as never),
    suits: ({ vendor }) => vendor === 'openai',
  },
  {
    name: 'the client of Bedrock',
    kit: bedrockConverseKit as Kit,
    send: byBedrock,
    // The API takes base64; the client takes bytes, and would encode a text once more.
    suits: ({ messages }) => !/"bytes":"/.test(JSON.stringify(messages)),
  },
  {
    name: 'the client of Google',
    kit: geminiKit as Kit,
    send: byGoogle,
    // The API takes a part for a list of one; the client does not.
    suits: ({ contents }) => contents.every((content) => Array.isArray((content as { parts?: unknown }).parts)),
    unsent: { 'parts-missing': 'Mixing Content and Parts is not supported' },
  },
  {
    name: 'the client of OpenAI Responses',
    kit: openaiResponsesKit as Kit,
    send: (url, { input, request }) => openAI(url).responses.create({ ...request, input } as never),
    // What a server has kept of earlier requests is not on this one.
    suits: (healthy) => openaiResponsesKit.judge({ ...healthy, held: nothingHeld } as never) === null,
  },
]

const nothingHeld = { items: {}, responses: {}, conversations: {} }
