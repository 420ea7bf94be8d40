import type { StreamDamage } from '../shared/event-stream.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import type { Law } from './laws.ts'

/** The model's answer: reasoning (where the vendor returns it), text, tool calls; `stream` damages the delivery. */
export type ChatSpokenTurn = {
  reasoning?: string
  text?: string
  refusal?: string
  toolCalls?: readonly { name: string; arguments?: JsonRecord | string; id?: string }[]
  finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  stream?: StreamDamage
}

/** An error in place of the model's answer. */
export type ChatInjectedError = {
  error: {
    status: number
    message?: string
    param?: string
    code?: string
    headers?: Record<string, string>
    body?: unknown
  }
}

/** The next answer: the model's, an error of the API, or none at all. */
export type ChatScriptedTurn = ChatSpokenTurn | ChatInjectedError | { hang: true }

/** A scripted turn, or a function that makes it of the request's body. */
export type ChatScriptEntry = ChatScriptedTurn | ((body: JsonRecord) => ChatScriptedTurn)

/** The assistant message of a turn, as the vendor returns it. */
export function chatReply(turn: ChatSpokenTurn, law: Law, nextId: () => string): JsonRecord {
  const calls = (turn.toolCalls ?? []).map((call) => ({
    id: call.id ?? nextId(),
    type: 'function',
    function: {
      name: call.name,
      arguments: isRecord(call.arguments) ? JSON.stringify(call.arguments) : (call.arguments ?? '{}'),
    },
  }))
  const returnsReasoning = law.fields === null && law.refused.length === 0
  return {
    role: 'assistant',
    content: turn.text ?? (calls.length > 0 || turn.refusal !== undefined ? null : ''),
    ...(turn.reasoning !== undefined && returnsReasoning && { reasoning_content: turn.reasoning }),
    ...(law.fields === null && { refusal: turn.refusal ?? null }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

export function finishReasonOf(turn: ChatSpokenTurn): string {
  return turn.finishReason ?? ((turn.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop')
}
