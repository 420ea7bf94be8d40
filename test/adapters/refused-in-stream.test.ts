import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { type Model, type ModelRequest, OpenAIChatCompletionsModel, OpenAIResponsesModel } from '@openai/agents'
import { streamText, wrapLanguageModel } from 'ai'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { sessionRecovery as forAiSdk } from '../../src/ai-sdk.ts'
import { sessionRecovery as forAnthropic } from '../../src/anthropic.ts'
import { sessionRecovery as forGoogle } from '../../src/google.ts'
import type { RecoveryReport } from '../../src/index.ts'
import { recoveringModel as forLangchain } from '../../src/langchain.ts'
import { recoveringModel as forAgents } from '../../src/openai-agents.ts'
import { sessionRecovery as forOpenAI } from '../../src/openai.ts'
import * as wire from './refusals-that-say-200.ts'

interface Options {
  readonly onRepair: (report: RecoveryReport) => void
}
type Send = (input: unknown, init?: RequestInit) => Promise<Response>
type Stream = AsyncIterable<unknown>
/** Asks a real client for a stream. */
type Ask = (options: Options, fetch: Send) => Stream | Promise<Stream>

const apiKey = 'k'
const claude = 'claude-opus-4-6'
const thinking = [
  new HumanMessage('Think.'),
  new AIMessage({
    content: [
      { type: 'thinking', thinking: 'foreign', signature: 'FOREIGN' },
      { type: 'text', text: 'Yes.' },
    ],
  }),
  new HumanMessage('Go on.'),
]
const text = (content: string): { readonly role: 'user'; readonly content: string } => ({ role: 'user', content })
const two = [text('FIRST'), text('NEXT')]
const asOpenAI = (fetch: Send): OpenAI => new OpenAI({ apiKey, fetch, maxRetries: 0 })
const items = [
  text('Think.'),
  { type: 'reasoning', id: 'rs_1', content: [], providerData: { encrypted_content: 'FOREIGN' } },
  { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Yes.' }] },
  text('Go on.'),
]
const agentsRequest = (input: object): ModelRequest =>
  ({ input, modelSettings: { store: false }, tools: [], handoffs: [], outputType: 'text', tracing: false }) as never
const { messages } = wire.claude.body as { messages: Anthropic.MessageParam[] }

/** What the newest way of streaming asks a model of LangChain for. */
const asEvents = '_streamChatModelEvents'

const overMessages: Readonly<Record<string, Ask>> = {
  'the SDK of Anthropic': (options, fetch) =>
    new Anthropic({ apiKey, fetch, maxRetries: 0, middleware: [forAnthropic(options)] }).messages.stream({
      model: claude,
      max_tokens: 99,
      messages,
    }),
  'AI SDK': (options, fetch) => {
    const reasoning = { type: 'reasoning', text: 'foreign', providerOptions: { anthropic: { signature: 'FOREIGN' } } }
    const said = { role: 'assistant', content: [reasoning, { type: 'text', text: 'Yes.' }] } as const
    const model = wrapLanguageModel({
      model: createAnthropic({ apiKey, fetch })(claude),
      middleware: forAiSdk(options),
    })
    return streamText({ model, maxRetries: 0, messages: [text('Think.'), said as never, text('Go on.')] }).fullStream
  },
  LangChain: (options, fetch) =>
    forLangchain(new ChatAnthropic({ model: claude, apiKey, maxRetries: 0, clientOptions: { fetch } }), options).stream(
      thinking,
    ),
  'LangChain, event by event': (options, fetch) =>
    forLangchain(new ChatAnthropic({ model: claude, apiKey, maxRetries: 0, clientOptions: { fetch } }), options)[
      asEvents
    ](thinking, {} as never),
}

const overChat: Readonly<Record<string, Ask>> = {
  'the SDK of OpenAI': (options, fetch) =>
    new OpenAI({ apiKey, maxRetries: 0, ...forOpenAI({ ...options, fetch }) }).chat.completions.create({
      model: 'gpt-5',
      messages: two,
      stream: true,
    }),
  'AI SDK': (options, fetch) => {
    const middleware = forAiSdk({ ...options, dialect: 'openai' })
    const model = wrapLanguageModel({ model: createOpenAI({ apiKey, fetch }).chat('gpt-5'), middleware })
    return streamText({ model, maxRetries: 0, messages: two }).fullStream
  },
  LangChain: (options, fetch) =>
    forLangchain(new ChatOpenAI({ model: 'gpt-5', apiKey, maxRetries: 0, configuration: { fetch } }), options).stream(
      two,
    ),
  'OpenAI Agents': (options, fetch) =>
    forAgents(new OpenAIChatCompletionsModel(asOpenAI(fetch) as never, 'gpt-5') as Model, options).getStreamedResponse(
      agentsRequest(two),
    ),
}

const overResponses: Readonly<Record<string, Ask>> = {
  'the SDK of OpenAI': (options, fetch) =>
    new OpenAI({ apiKey, maxRetries: 0, ...forOpenAI({ ...options, fetch }) }).responses.create({
      ...(wire.responses.body as { model: string; input: OpenAI.Responses.ResponseInput }),
      stream: true,
    }),
  'OpenAI Agents': (options, fetch) =>
    forAgents(new OpenAIResponsesModel(asOpenAI(fetch) as never, 'gpt-5') as Model, options).getStreamedResponse(
      agentsRequest(items),
    ),
}

const overGemini: Readonly<Record<string, Ask>> = {
  'the SDK of Google': (options, fetch) =>
    new GoogleGenAI({
      apiKey,
      httpOptions: forGoogle({ ...options, fetch: fetch as never }),
    }).models.generateContentStream({ model: 'gemini-3-pro', ...(wire.gemini.body as { contents: [] }) }),
}

/** What stands in a request that is refused, the refusal behind the head of its stream, and a stream that answers. */
const apis = [
  { asks: overMessages, mark: /FOREIGN/, head: wire.begun, refusal: wire.refusing, answer: wire.messagesAnswer },
  { asks: overChat, mark: /"user".*"user"/, head: wire.roleOnly, refusal: wire.alternating, answer: wire.chatAnswer },
  { asks: overResponses, mark: /FOREIGN/, head: wire.created, refusal: wire.responsesFailed, answer: [] },
  { asks: overGemini, mark: /FOREIGN/, head: wire.silent, refusal: wire.forged, answer: [] },
] as const
const rows = apis.flatMap(({ asks, ...api }) => Object.entries(asks).map(([client, ask]) => ({ client, ask, ...api })))

test.each(rows)('%$: a refusal behind the head of a stream reaches who streams over $client', async (row) => {
  const { answer, ask, head, mark, refusal } = row
  const sent: string[] = []
  const reports: RecoveryReport[] = []
  const stream = await ask({ onRepair: (report) => void reports.push(report) }, async (_input, init) => {
    sent.push(String(init?.body))
    const events = mark.test(sent.at(-1)!) ? [head, refusal] : [head, ...answer]
    return new Response(events.map(wire.named).join(''), { headers: { 'content-type': wire.stream } })
  })
  for await (const part of stream) expect(JSON.stringify(part)).not.toContain('"type":"error"')
  expect(sent).toHaveLength(2)
  expect(reports.map(({ outcome }) => outcome)).toEqual(['recovered'])
})
