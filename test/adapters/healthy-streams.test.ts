import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { ChatAnthropic } from '@langchain/anthropic'
import type { BaseMessage } from '@langchain/core/messages'
import { tool as chainTool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import {
  Agent,
  type Model,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
  tool,
} from '@openai/agents'
import { jsonSchema, stepCountIs, streamText, tool as aiTool, wrapLanguageModel } from 'ai'
import { createAgent } from 'langchain'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { sessionRecovery as forAiSdk } from '../../src/ai-sdk.ts'
import { createMemoryStore, type RecoveryReport, type SessionStore } from '../../src/index.ts'
import { sessionRecovery as forLangchain } from '../../src/langchain.ts'
import { recoveringModel as forAgents } from '../../src/openai-agents.ts'
import { begun, messagesAnswer, named, stream } from './refusals-that-say-200.ts'

setTracingDisabled(true)

type Send = (input: unknown, init?: RequestInit) => Promise<Response>
interface Options {
  readonly store: SessionStore
  readonly session: string
  readonly onRepair: (report: RecoveryReport) => void
}
/** Runs a loop of one tool through a real client, guarded where there are options; resolves with what was said in the end. */
type Loop = (fetch: Send, options?: Options) => PromiseLike<unknown>

const apiKey = 'k'
const schema = { type: 'object' as const, properties: {} }

const overMessages: readonly (readonly object[])[] = [
  [
    begun,
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ],
  [{ ...begun, message: { ...(begun as { message: object }).message, id: 'msg_2' } }, ...messagesAnswer],
]

const chunk = (delta: object, finish: string | null = null, id = 'chatcmpl-1'): object => ({
  id,
  model: 'gpt-5',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const called = { index: 0, id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"a":1}' } }
const overChat: readonly (readonly object[])[] = [
  [chunk({ role: 'assistant', content: 'Let me.' }), chunk({ tool_calls: [called] }), chunk({}, 'tool_calls')],
  [chunk({ role: 'assistant', content: 'Done.' }, null, 'chatcmpl-2'), chunk({}, 'stop', 'chatcmpl-2')],
]

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
function overResponses(id: string, ...items: readonly { readonly id: string; readonly type: string }[]): object[] {
  const response = { id, status: 'completed', model: 'gpt-5', output: items, usage, created_at: 1 }
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...items.flatMap((item, index) => [
      { type: 'response.output_item.added', output_index: index, item },
      ...(item.type === 'message'
        ? [
            {
              type: 'response.output_text.delta',
              output_index: index,
              item_id: item.id,
              content_index: 0,
              delta: 'Done.',
            },
          ]
        : []),
      { type: 'response.output_item.done', output_index: index, item },
    ]),
    { type: 'response.completed', response },
  ]
}
const call = {
  id: 'fc_1',
  type: 'function_call',
  call_id: 'call_1',
  name: 'read',
  arguments: '{"a":1}',
  status: 'completed',
}
const thought = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'SEALED' }
const content = [{ type: 'output_text', text: 'Done.', annotations: [] }]
const said = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }
const responses = [overResponses('resp_1', thought, call), overResponses('resp_2', said)]

const viaAiSdk =
  (make: (fetch: Send) => LanguageModelV4): Loop =>
  (fetch, options) => {
    const model = options ? wrapLanguageModel({ model: make(fetch), middleware: forAiSdk(options) }) : make(fetch)
    const read = aiTool({ inputSchema: jsonSchema(schema), execute: async () => 'rows' })
    const openai = { store: false, include: ['reasoning.encrypted_content'] }
    return streamText({
      model,
      prompt: 'Read.',
      tools: { read },
      stopWhen: stepCountIs(3),
      providerOptions: { openai },
    }).text
  }

const viaAgents =
  (make: (client: never) => Model): Loop =>
  async (fetch, options) => {
    const inner = make(new OpenAI({ apiKey, fetch }) as never)
    const parameters = { ...schema, required: [], additionalProperties: true as const }
    const read = tool({ name: 'read', description: 'r', parameters, strict: false, execute: async () => 'rows' })
    const model = options ? forAgents(inner, options) : inner
    const running = await run(
      new Agent({ name: 'a', model, tools: [read], modelSettings: { store: false } }),
      'Read.',
      {
        stream: true,
      },
    )
    for await (const event of running) void event
    return running.finalOutput
  }

const viaLangchain =
  (make: (fetch: Send) => ChatAnthropic | ChatOpenAI): Loop =>
  async (fetch, options) => {
    const read = chainTool(() => 'rows', { name: 'read', description: 'r', schema })
    const agent = createAgent({
      model: make(fetch),
      tools: [read],
      middleware: options ? [forLangchain(options)] : [],
    })
    let last: BaseMessage | undefined
    const input = { messages: [{ role: 'user' as const, content: 'Read.' }] }
    for await (const [mode, state] of await agent.stream(input, { streamMode: ['messages', 'values'] }))
      if (mode === 'values') last = (state as { messages: BaseMessage[] }).messages.at(-1)
    return last?.text
  }

const viaChatOpenAI = (useResponsesApi: boolean): Loop =>
  viaLangchain((fetch) => {
    const asked = { model: 'gpt-5', apiKey, maxRetries: 0, useResponsesApi }
    return new ChatOpenAI({ ...asked, configuration: { fetch: fetch as never } })
  })

test.each<[string, readonly (readonly object[])[], Loop]>([
  [
    'LangChain over Messages',
    overMessages,
    viaLangchain((fetch) => {
      const asked = { model: 'claude-opus-4-6', apiKey, maxRetries: 0 }
      return new ChatAnthropic({ ...asked, clientOptions: { fetch: fetch as never } })
    }),
  ],
  ['LangChain over Chat Completions', overChat, viaChatOpenAI(false)],
  ['LangChain over Responses', responses, viaChatOpenAI(true)],
  ['AI SDK over Messages', overMessages, viaAiSdk((fetch) => createAnthropic({ apiKey, fetch })('claude-opus-4-6'))],
  ['AI SDK over Chat Completions', overChat, viaAiSdk((fetch) => createOpenAI({ apiKey, fetch }).chat('gpt-5'))],
  ['AI SDK over Responses', responses, viaAiSdk((fetch) => createOpenAI({ apiKey, fetch }).responses('gpt-5'))],
  [
    'OpenAI Agents over Responses',
    responses,
    viaAgents((client) => new OpenAIResponsesModel(client, 'gpt-5') as Model),
  ],
  [
    'OpenAI Agents over Chat Completions',
    overChat,
    viaAgents((client) => new OpenAIChatCompletionsModel(client, 'gpt-5') as Model),
  ],
])(
  'a healthy loop of tools that %s streams is told as repaired, or sent otherwise than without a guard',
  async (...row) => {
    const [, answers, loop] = row
    const reports: RecoveryReport[] = []
    const options = {
      store: createMemoryStore(),
      session: 's',
      onRepair: (report: RecoveryReport) => void reports.push(report),
    }
    const bodies: string[][] = []
    for (const guard of [undefined, options]) {
      const sent: string[] = []
      const fetch: Send = async (_input, init) => {
        const events = answers[sent.push(String(init?.body)) - 1]!
        return new Response(events.map(named).join(''), { headers: { 'content-type': stream } })
      }
      expect(await loop(fetch, guard)).toBe('Done.')
      bodies.push(sent)
    }
    expect(reports).toEqual([])
    expect(bodies[0]).toHaveLength(2)
    expect(bodies[1]).toEqual(bodies[0])
  },
)
