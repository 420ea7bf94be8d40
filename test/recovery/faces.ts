import type { LanguageModelV4Middleware, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { MockLanguageModelV4 } from 'ai/test'
import { sessionRecovery as aiSdk } from '../../src/ai-sdk.ts'
import { sessionRecovery as anthropic } from '../../src/anthropic.ts'
import { sessionRecovery as bedrock } from '../../src/bedrock.ts'
import { recoveringFetch } from '../../src/fetch.ts'
import type { FormatName } from '../../src/index.ts'
import { sessionRecovery as langchain } from '../../src/langchain.ts'
import { sessionRecovery as mastra } from '../../src/mastra.ts'
import type { AdapterOptions } from '../../src/recovery/calls/call-options.ts'

/** One message of a conversation, in words that every face can say. */
export type Said =
  | { readonly user: string }
  | { readonly assistant: string; readonly signature?: string }
  | { readonly call: string }
  | { readonly result: string; readonly of: string }
  | { readonly image: string }

/** What a provider does with a request: answers, refuses with a status, or breaks the connection. */
export type Answer =
  | { readonly text: string }
  | { readonly status: number; readonly message: string }
  | { readonly thrown: Error }
export type Provider = (sent: string) => Answer

/** Options that mean the same everywhere: no face has requests of its own kind in them. */
export type FaceOptions = Omit<AdapterOptions<never>, 'session'> & { readonly session?: string }

/** One adapter around a client that is nothing but the given provider. */
export interface Face {
  readonly name: string
  readonly format: FormatName
  /** Answers with the text, throws what the caller of this client would see: `status` stands on it. */
  open(options: FaceOptions, provider: Provider): (history: readonly Said[]) => Promise<string>
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function textOf(answer: Answer): string {
  if ('thrown' in answer) throw answer.thrown
  if ('text' in answer) return answer.text
  throw new Refused(answer.status, answer.message)
}

function responseOf(answer: Answer): Response {
  if ('thrown' in answer) throw answer.thrown
  const headers = { 'content-type': 'application/json' }
  if ('status' in answer) {
    const error = { type: 'error', error: { type: 'invalid_request_error', message: answer.message } }
    return new Response(JSON.stringify(error), { status: answer.status, headers })
  }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', stop_reason: 'end_turn' }
  return new Response(JSON.stringify({ ...message, content: [{ type: 'text', text: answer.text }] }), { headers })
}

async function readResponse(response: Response): Promise<string> {
  const body = (await response.json()) as { content?: [{ text: string }]; error?: { message: string } }
  if (response.ok) return body.content![0].text
  throw new Refused(response.status, body.error!.message)
}

const tools = [{ name: 'read', input_schema: { type: 'object' } }]
const anthropicBody = (history: readonly Said[]): Record<string, unknown> => ({
  model: 'claude-opus-4-6',
  max_tokens: 100,
  tools,
  messages: history.map((said) => {
    if ('user' in said) return { role: 'user', content: said.user }
    if ('call' in said)
      return { role: 'assistant', content: [{ type: 'tool_use', id: said.call, name: 'read', input: {} }] }
    if ('result' in said)
      return { role: 'user', content: [{ type: 'tool_result', tool_use_id: said.of, content: said.result }] }
    if ('image' in said) {
      const source = { type: 'base64', media_type: 'image/png', data: said.image }
      return {
        role: 'user',
        content: [
          { type: 'image', source },
          { type: 'text', text: 'Look.' },
        ],
      }
    }
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: said.signature }
    return {
      role: 'assistant',
      content: [...(said.signature ? [thinking] : []), { type: 'text', text: said.assistant }],
    }
  }),
})
const url = 'http://127.0.0.1:1/v1/messages'

const byAnthropic: Face = {
  name: 'anthropic',
  format: 'anthropic-messages',
  open(options, provider) {
    const middleware = anthropic(options)
    return async (history) => {
      const body = anthropicBody(history)
      const request = { method: 'POST', url, headers: new Headers(), body: JSON.stringify(body) }
      const next = async (sent: { body?: unknown }): Promise<Response> => responseOf(provider(String(sent.body)))
      const call = middleware as unknown as (...given: unknown[]) => Promise<Response>
      return readResponse(await call(request, next, { options: { body } }))
    }
  },
}

const byFetch: Face = {
  name: 'fetch',
  format: 'anthropic-messages',
  open(options, provider) {
    const send = recoveringFetch(options)(async (_input, init) => responseOf(provider(String(init?.body))))
    return async (history) =>
      readResponse(await send(url, { method: 'POST', body: JSON.stringify(anthropicBody(history)) }))
  },
}

const byBedrock: Face = {
  name: 'bedrock',
  format: 'bedrock-converse',
  open(options, provider) {
    type Handler = (given: { input: unknown }) => Promise<{ output: unknown }>
    type Middleware = (next: Handler, context: object) => Handler
    let middleware: Middleware | undefined
    const stack = { add: () => {}, addRelativeTo: (added: unknown) => void (middleware = added as Middleware) }
    bedrock(options).applyToStack(stack as never)
    const handler = middleware!(
      async ({ input }) => {
        const message = { role: 'assistant', content: [{ text: textOf(provider(JSON.stringify(input))) }] }
        return { output: { output: { message }, stopReason: 'end_turn' } }
      },
      { commandName: 'ConverseCommand' },
    )
    return async (history) => {
      const toolConfig = { tools: [{ toolSpec: { name: 'read', inputSchema: { json: {} } } }] }
      const { output } = await handler({ input: { modelId: 'claude', toolConfig, messages: history.map(converse) } })
      return (output as { output: { message: { content: [{ text: string }] } } }).output.message.content[0].text
    }
  },
}

function converse(said: Said): unknown {
  if ('user' in said) return { role: 'user', content: [{ text: said.user }] }
  if ('call' in said)
    return { role: 'assistant', content: [{ toolUse: { toolUseId: said.call, name: 'read', input: {} } }] }
  if ('result' in said)
    return { role: 'user', content: [{ toolResult: { toolUseId: said.of, content: [{ text: said.result }] } }] }
  if ('image' in said) return { role: 'user', content: [{ text: 'Look.' }] }
  const { assistant: text, signature } = said
  const thinking = { reasoningContent: { reasoningText: { text: 'Hm.', signature } } }
  return { role: 'assistant', content: [...(signature ? [thinking] : []), { text }] }
}

function prompt(said: Said): unknown {
  const named = { toolName: 'read' }
  if ('user' in said) return { role: 'user', content: [{ type: 'text', text: said.user }] }
  if ('call' in said)
    return { role: 'assistant', content: [{ type: 'tool-call', toolCallId: said.call, ...named, input: {} }] }
  if ('result' in said) {
    const output = { type: 'text', value: said.result }
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId: said.of, ...named, output }] }
  }
  if ('image' in said) return { role: 'user', content: [{ type: 'text', text: 'Look.' }] }
  const { assistant: text, signature } = said
  const reasoning = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature } } }
  return { role: 'assistant', content: [...(signature ? [reasoning] : []), { type: 'text', text }] }
}

const byAiSdk: Face = {
  name: 'ai-sdk',
  format: 'ai-sdk',
  open(options, provider) {
    const middleware = aiSdk(options) as Required<LanguageModelV4Middleware>
    const generate = async ({ prompt: sent }: { prompt: unknown }): Promise<unknown> => ({
      content: [{ type: 'text', text: textOf(provider(JSON.stringify(sent))) }],
    })
    const model = new MockLanguageModelV4({ doGenerate: generate as never })
    return async (history) => {
      const params = { prompt: history.map(prompt) as LanguageModelV4Prompt }
      const doGenerate = async (): Promise<never> => generate(params) as Promise<never>
      const answer = await middleware.wrapGenerate({ doGenerate, doStream: doGenerate, params, model })
      return (answer.content[0] as { text: string }).text
    }
  },
}

function langchainMessage(said: Said): BaseMessage {
  if ('user' in said) return new HumanMessage(said.user)
  if ('call' in said)
    return new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', id: said.call, name: 'read', args: {} }] })
  if ('result' in said) return new ToolMessage({ content: said.result, tool_call_id: said.of, name: 'read' })
  if ('image' in said) return new HumanMessage('Look.')
  const { assistant: text, signature = '' } = said
  const thinking = { type: 'thinking', thinking: 'Hm.', signature }
  return new AIMessage({ content: [...(signature ? [thinking] : []), { type: 'text', text }] })
}

const byLangchain: Face = {
  name: 'langchain',
  format: 'langchain',
  open(options, provider) {
    const { wrapModelCall } = langchain(options)
    const handler = async ({ messages }: { messages: BaseMessage[] }): Promise<AIMessage> =>
      new AIMessage(textOf(provider(JSON.stringify(messages))))
    return async (history) => {
      const request = { messages: history.map(langchainMessage), tools: [], runtime: {} }
      const answer = await wrapModelCall!(request as never, handler as never)
      return (answer as AIMessage).text
    }
  },
}

const byMastra: Face = {
  name: 'mastra',
  format: 'ai-sdk',
  open(options, provider) {
    const processor = mastra(options)
    return async (history) => {
      const messageList = {}
      const model = { provider: 'anthropic', modelId: 'claude' }
      let first: { error: unknown } | undefined
      for (;;) {
        const state = {}
        const given = history.map(prompt)
        const changed = await processor.processLLMRequest({ prompt: given, model, messageList, state })
        try {
          const text = textOf(provider(JSON.stringify(changed?.prompt ?? given)))
          await processor.processLLMResponse({ chunks: [{ type: 'finish' }], fromCache: false, state })
          return text
        } catch (error) {
          first ??= { error }
          // The agent throws what its model threw last.
          if (!(await processor.processAPIError({ error, messageList })).retry) throw error
        }
      }
    }
  },
}

/** Every adapter that sends; those for `openai` and `@google/genai` are the one for `fetch`. */
export const faces: readonly Face[] = [byAnthropic, byFetch, byBedrock, byAiSdk, byLangchain, byMastra]
