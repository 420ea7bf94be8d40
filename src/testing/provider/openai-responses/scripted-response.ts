import type { StreamDamage } from '../shared/event-stream.ts'
import { asList, type JsonRecord } from '../shared/records.ts'
import { encryptContent } from './encrypted-content.ts'
import type { TestItem } from './transcript.ts'

/** The model's answer: reasoning first, then text, calls and raw items; `stream` damages the delivery. */
export type SpokenResponse = {
  reasoning?: string
  text?: string
  calls?: readonly { name: string; arguments?: string; callId?: string }[]
  customCalls?: readonly { name: string; input: string; callId?: string }[]
  /** Items to send unchanged after the others. */
  items?: readonly TestItem[]
  /** Why the response is incomplete, for example `max_output_tokens`. */
  incomplete?: string
  stream?: StreamDamage
}

/** An error in place of the model's answer. */
export type ResponsesInjectedError = {
  error: {
    status: number
    message?: string
    code?: string
    param?: string
    headers?: Record<string, string>
    body?: unknown
  }
}

/** The next answer: the model's, an error of the API, or none at all. */
export type ScriptedResponse = SpokenResponse | ResponsesInjectedError | { hang: true }

export type OutputContext = { body: JsonRecord; secret: string; nextId: (prefix: string) => string }

/** The output items of a response. Encrypted content is included only on request, as by the API. */
export function outputItems(turn: SpokenResponse, { body, nextId, secret }: OutputContext): TestItem[] {
  const items: TestItem[] = []
  const isEncrypted = asList(body['include']).includes('reasoning.encrypted_content')
  if (turn.reasoning !== undefined)
    items.push({
      id: nextId('rs'),
      type: 'reasoning',
      summary: turn.reasoning === '' ? [] : [{ type: 'summary_text', text: turn.reasoning }],
      ...(isEncrypted && { encrypted_content: encryptContent(`${turn.reasoning} ${nextId('seal')}`, secret) }),
    })
  if (turn.text !== undefined)
    items.push({
      id: nextId('msg'),
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: turn.text, annotations: [], logprobs: [] }],
    })
  for (const call of turn.calls ?? [])
    items.push({
      id: nextId('fc'),
      type: 'function_call',
      status: 'completed',
      call_id: call.callId ?? nextId('call'),
      name: call.name,
      arguments: call.arguments ?? '{}',
    })
  for (const call of turn.customCalls ?? [])
    items.push({
      id: nextId('ctc'),
      type: 'custom_tool_call',
      status: 'completed',
      call_id: call.callId ?? nextId('call'),
      name: call.name,
      input: call.input,
    })
  return [...items, ...structuredClone(turn.items ?? [])]
}
