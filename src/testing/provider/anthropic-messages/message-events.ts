import type { ServerEvent } from '../shared/event-stream.ts'
import { halves } from '../shared/halves.ts'
import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import type { TestBlock } from './transcript.ts'

type Stage = { start: TestBlock; deltas: JsonRecord[] }

/** The start event and the deltas of each block type; blocks of other types arrive whole in their start event. */
const stages: Record<string, (block: TestBlock) => Stage> = {
  text: (block) => ({
    start: { ...block, text: '', citations: null },
    deltas: [
      ...asList(block['citations']).map((citation) => ({ type: 'citations_delta', citation })),
      ...halves(asText(block['text'])).map((text) => ({ type: 'text_delta', text })),
    ],
  }),
  thinking: (block) => ({
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...halves(asText(block['thinking'])).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: block['signature'] },
    ],
  }),
  tool_use: (block) => withInput(block),
  server_tool_use: (block) => withInput(block),
  mcp_tool_use: (block) => withInput(block),
  compaction: (block) => ({
    start: { ...block, content: null },
    deltas: [
      { type: 'compaction_delta', content: block['content'], encrypted_content: block['encrypted_content'] ?? null },
    ],
  }),
}

function withInput(block: TestBlock): Stage {
  const json = JSON.stringify(block['input'])
  const parts = json === '{}' ? [''] : ['', ...halves(json)]
  return {
    start: { ...block, input: {} },
    deltas: parts.map((part) => ({ type: 'input_json_delta', partial_json: part })),
  }
}

/** The events of one message in the API's order: start, ping, each block's start, deltas and stop, delta, stop. */
export function messageEvents(message: JsonRecord): ServerEvent[] {
  const blocks = asList(message['content']).filter(isRecord) as TestBlock[]
  const usage = isRecord(message['usage']) ? message['usage'] : {}
  const opened = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  return [
    { type: 'message_start', message: opened },
    { type: 'ping' },
    ...blocks.flatMap((block, index): ServerEvent[] => {
      const stage = stages[block.type]?.(block) ?? { start: block, deltas: [] }
      return [
        { type: 'content_block_start', index, content_block: stage.start },
        ...stage.deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]
    }),
    {
      type: 'message_delta',
      delta: { stop_reason: message['stop_reason'], stop_sequence: null, stop_details: null, container: null },
      usage: { output_tokens: usage['output_tokens'] ?? 1 },
    },
    { type: 'message_stop' },
  ]
}
