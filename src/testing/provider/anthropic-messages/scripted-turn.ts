import type { JsonRecord } from '../shared/records.ts'
import type { StreamDamage } from '../shared/event-stream.ts'
import { mintThinking } from './draft.ts'
import { type JudgedModel, judgedModel } from './models.ts'
import { thinkingMode } from './check-thinking.ts'
import type { TestBlock, TestMessage } from './transcript.ts'

/** Values of `stop_reason` in the Messages API. */
export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'max_tokens'
  | 'stop_sequence'
  | 'pause_turn'
  | 'refusal'
  | 'compaction'

/** The model's answer: thinking first, then text, tool calls and raw blocks; `stream` damages the delivery. */
export type SpokenTurn = {
  thinking?: string
  redactedThinking?: boolean
  text?: string
  toolUse?: readonly { name: string; input?: JsonRecord; id?: string }[]
  /** Blocks to send unchanged after the others (server tools, MCP, fallback...). */
  blocks?: readonly TestBlock[]
  stopReason?: StopReason
  stream?: StreamDamage
}

/** An error in place of the model's answer. */
export type InjectedError = {
  error: {
    status: number
    message?: string
    type?: string
    errorCode?: string
    headers?: Record<string, string>
    body?: unknown
  }
}

/** The next answer: the model's, an error of the API, or none at all. */
export type ScriptedTurn = SpokenTurn | InjectedError | { hang: true }

export type ReplyContext = { body: JsonRecord; model: JudgedModel; secret: string; nextId: (prefix: string) => string }

/** Writes the content blocks of a reply and signs its thinking for exactly this conversation. */
export function replyBlocks(turn: SpokenTurn, { body, secret, nextId }: ReplyContext): TestBlock[] {
  const blocks: TestBlock[] = []
  const name = String(body['model'])
  const isThinking = thinkingMode(body, judgedModel(name)) !== 'disabled'
  const mint = (kind: 'thinking' | 'redacted', content: string): string => {
    const earlier = body['messages'] as TestMessage[]
    const messages = [...earlier, { role: 'assistant' as const, content: blocks }]
    return mintThinking({ request: body, messages }, name, { kind, content }, secret)
  }
  if (isThinking && turn.thinking !== undefined)
    blocks.push({ type: 'thinking', thinking: turn.thinking, signature: mint('thinking', turn.thinking) })
  if (isThinking && turn.redactedThinking)
    blocks.push({ type: 'redacted_thinking', data: mint('redacted', nextId('data')) })
  if (turn.text !== undefined) blocks.push({ type: 'text', text: turn.text, citations: null })
  for (const call of turn.toolUse ?? [])
    blocks.push({
      type: 'tool_use',
      id: call.id ?? nextId('toolu'),
      name: call.name,
      input: call.input ?? {},
      caller: { type: 'direct' },
    })
  return [...blocks, ...structuredClone(turn.blocks ?? [])]
}

export function stopReasonOf(turn: SpokenTurn, blocks: readonly TestBlock[]): StopReason {
  if (turn.stopReason) return turn.stopReason
  const last = blocks.at(-1)?.type
  return last === 'tool_use' ? 'tool_use' : last === 'server_tool_use' ? 'pause_turn' : 'end_turn'
}
