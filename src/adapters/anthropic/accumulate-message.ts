import { isRecord } from '../../transcript/is-record.ts'

/** An assistant message as far as it has arrived. */
export interface AccumulatedMessage {
  readonly id: string | undefined
  readonly content: readonly unknown[]
  readonly transformations: readonly unknown[]
  /** `message_stop` has arrived: nothing of it is missing. */
  readonly complete: boolean
}

type Fields = Record<string, unknown>

/** Fields of a block that grow by deltas, by the type of the delta. */
const growing: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  compaction_delta: 'content',
}

/**
 * Builds the assistant message out of the events of a stream, as it must be sent back later. Unknown events and deltas are
 * passed over: a newer API may have them.
 */
export async function accumulateMessage(events: AsyncIterable<unknown>): Promise<AccumulatedMessage> {
  const blocks: Fields[] = []
  const inputs = new Map<number, string>()
  let message: Fields = {}
  let complete = false
  for await (const event of events) {
    if (!isRecord(event)) continue
    const index = typeof event['index'] === 'number' ? event['index'] : -1
    if (event['type'] === 'message_start' && isRecord(event['message'])) message = event['message']
    if (event['type'] === 'message_delta' && isRecord(event['delta'])) message = { ...message, ...event['delta'] }
    if (event['type'] === 'content_block_start' && isRecord(event['content_block']))
      blocks[index] = { ...event['content_block'] }
    if (event['type'] === 'content_block_delta' && isRecord(event['delta']))
      grow(blocks[index], event['delta'], index, inputs)
    if (event['type'] === 'message_stop') complete = true
  }
  for (const [index, json] of inputs) if (blocks[index]) blocks[index]['input'] = parseInput(json)
  const transformations = message['input_transformations']
  return {
    id: typeof message['id'] === 'string' ? message['id'] : undefined,
    content: blocks.filter(Boolean),
    transformations: Array.isArray(transformations) ? transformations : [],
    complete,
  }
}

function grow(block: Fields | undefined, delta: Fields, index: number, inputs: Map<number, string>): void {
  if (block === undefined) return
  const type = String(delta['type'])
  if (type === 'input_json_delta') inputs.set(index, (inputs.get(index) ?? '') + String(delta['partial_json'] ?? ''))
  if (type === 'citations_delta')
    block['citations'] = [...((block['citations'] as unknown[] | null) ?? []), delta['citation']]
  const field = growing[type]
  if (field !== undefined) block[field] = String(block[field] ?? '') + String(delta[field] ?? '')
}

/** The input of a tool call that has arrived in pieces; a cut one stays text, for the linter to complete. */
function parseInput(json: string): unknown {
  if (json === '') return {}
  try {
    return JSON.parse(json)
  } catch {
    // A stream that was cut in the middle of the input: `tool_call_input_invalid` knows what to do with the text.
    return json
  }
}
