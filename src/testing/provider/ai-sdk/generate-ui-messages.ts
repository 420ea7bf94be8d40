import { createRandom, type Random } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'
import type { GenerateListOptions } from './generate-model-messages.ts'

const words = ['read', 'the file', 'tests pass 👍', 'größer', 'why?', 'line 1\nline 2']
const textPart = (text: string): JsonRecord => ({ type: 'text', text })
const stepStart: JsonRecord = { type: 'step-start' }

function userMessage(random: Random, id: string): JsonRecord {
  const extras: JsonRecord[] = [
    { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
    { type: 'file', mediaType: 'application/pdf', url: 'https://example.com/a.pdf', filename: 'a.pdf' },
    { type: 'data-location', data: { lat: 1 } },
    textPart(''),
  ]
  const parts = [textPart(random.pick(words)), ...(random.chance(0.4) ? [random.pick(extras)] : [])]
  return { id, role: 'user', parts }
}

/** A tool part in one of the states in which a finished chat may hold it. */
function toolPart(random: Random, toolCallId: string): JsonRecord {
  const head = random.chance(0.7)
    ? { type: `tool-${random.pick(['read_file', 'search'])}` }
    : { type: 'dynamic-tool', toolName: 'mcp.run' }
  const input = random.pick<unknown>([{}, { path: 'a' }, 'plain text of a custom tool'])
  const base = { ...head, toolCallId, input }
  const granted = { id: `approval-${toolCallId}`, approved: true }
  const outcomes: JsonRecord[] = [
    { ...base, state: 'output-available', output: random.pick<unknown>(['text', { rows: [1] }, null, '']) },
    { ...base, state: 'output-available', output: 'ok', approval: granted },
    { ...base, state: 'output-available', output: [1], preliminary: true },
    { ...base, state: 'output-error', errorText: 'no such file' },
    { ...head, toolCallId, state: 'output-error', rawInput: 'not json at all', errorText: 'bad input' },
    { ...base, state: 'output-denied', approval: { ...granted, approved: false, reason: 'no' } },
    { ...base, state: 'approval-responded', approval: { ...granted, approved: false } },
    { ...head, toolCallId, state: 'input-streaming', input: { pa: '' } },
    { ...base, state: 'input-available', providerExecuted: true },
    { ...base, state: 'output-available', output: { found: 1 }, providerExecuted: true },
  ]
  return random.pick(outcomes)
}

function assistantMessage(random: Random, id: string, nextId: () => string): JsonRecord {
  const parts: JsonRecord[] = []
  const others: JsonRecord[] = [
    { type: 'reasoning', text: 'Let me think.', providerMetadata: { anthropic: { signature: 'abc' } } },
    { type: 'source-url', sourceId: 's1', url: 'https://example.com' },
    { type: 'source-document', sourceId: 's2', mediaType: 'text/plain', title: 'T' },
    { type: 'data-progress', id: 'p', data: 3 },
    { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
    { type: 'custom', kind: 'openai.compaction' },
    { type: 'steering-message', id: 'm', parts: [textPart('Faster, please.')] },
  ]
  const steps = random.below(4)
  for (let step = 0; step < steps; step += 1) {
    parts.push({ ...stepStart })
    if (random.chance(0.4)) parts.push(random.pick(others))
    if (random.chance(0.6)) parts.push({ ...textPart(random.pick(words)), state: 'done' })
    const tools = random.below(3)
    for (let tool = 0; tool < tools; tool += 1) parts.push(toolPart(random, nextId()))
  }
  if (steps > 0 && random.chance(0.7)) parts.push(textPart(random.pick(words)))
  return { id, role: 'assistant', parts }
}

/** An approval request that the user passed over; the conversion omits it. */
function passedOver(random: Random, id: string, nextId: () => string): JsonRecord {
  const toolCallId = nextId()
  const waiting = {
    type: 'tool-search',
    toolCallId,
    state: 'approval-requested',
    input: {},
    approval: { id: toolCallId },
  }
  const message = assistantMessage(random, id, nextId)
  return { ...message, parts: [...(message['parts'] as JsonRecord[]), { ...stepStart }, waiting] }
}

/**
 * A healthy list of UIMessages of AI SDK 7: all part types, all states that a finished chat may hold, an approval that has
 * just been given.
 *
 * @example generateUiMessages({ seed: 3 })
 */
export function generateUiMessages({ seed, turns }: GenerateListOptions): JsonRecord[] {
  const random = createRandom(seed)
  let count = 0
  const nextId = (): string => `call_${(count += 1)}${random.hex(6)}`
  const list: JsonRecord[] = random.chance(0.2) ? [{ id: 'sys', role: 'system', parts: [textPart('Be brief.')] }] : []
  const length = turns ?? 2 + random.below(5)
  for (let turn = 0; turn < length; turn += 1) {
    list.push(userMessage(random, `u${turn}`))
    const speak = turn < length - 1 && random.chance(0.2) ? passedOver : assistantMessage
    list.push(speak(random, `a${turn}`, nextId))
  }
  if (random.chance(0.2)) {
    const id = nextId()
    const approved = { type: 'tool-search', toolCallId: id, state: 'approval-responded', input: {} }
    const parts = [{ ...stepStart }, { ...approved, approval: { id, approved: true } }]
    list.push(userMessage(random, 'u-end'), { id: 'a-end', role: 'assistant', parts })
  } else if (random.chance(0.4)) list.push(userMessage(random, 'u-end'))
  return list
}
