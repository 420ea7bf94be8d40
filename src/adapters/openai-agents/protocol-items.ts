import { listOf } from '../../json/list-of.ts'
import { isRecord } from '../../json/is-record.ts'

type Item = Readonly<Record<string, unknown>>

/** Types that the SDK's protocol calls otherwise than the Responses API. */
const wireTypes: Readonly<Record<string, string>> = {
  function_call_result: 'function_call_output',
  computer_call_result: 'computer_call_output',
}
const protocolTypes = Object.fromEntries(Object.entries(wireTypes).map(([protocol, wire]) => [wire, protocol]))

/** The Responses item that the SDK will make of each of its own; one that means the same needs no other shape. */
const wireItems = new WeakMap<object, unknown>()
const protocolItems = new WeakMap<object, unknown>()

/** The SDK's items as items of the Responses API. The same item always gives the same object. */
export function toResponses(items: readonly unknown[]): readonly unknown[] {
  return items.map((item) => {
    if (!isRecord(item)) return item
    const known = wireItems.get(item)
    if (known !== undefined) return known
    const wire = wireItem(item)
    wireItems.set(item, wire)
    protocolItems.set(wire, item)
    return wire
  })
}

/** The same for a model that sends no ids of items: what Chat Completions calls its answer stands there for each of its items. */
export function withoutItemIds(items: readonly unknown[]): readonly unknown[] {
  return toResponses(items).map((wire) => {
    if (!isRecord(wire) || !('id' in wire)) return wire
    const known = bareItems.get(wire)
    if (known !== undefined) return known
    const { id: _id, ...bare } = wire
    bareItems.set(wire, bare)
    protocolItems.set(bare, protocolItems.get(wire))
    return bare
  })
}

const bareItems = new WeakMap<object, object>()

/** Items of the Responses API as the SDK's: its own where they were not changed (I6). */
export function fromResponses(items: readonly unknown[]): readonly unknown[] {
  const names = new Map(items.filter(isRecord).map((item) => [item['call_id'], item['name']]))
  return items.map((item) => (isRecord(item) ? (protocolItems.get(item) ?? protocolItem(item, names)) : item))
}

function wireItem(item: Item): Record<string, unknown> {
  const { callId, providerData, ...fields } = item
  const type = typeof item['type'] === 'string' ? item['type'] : 'message'
  const wire: Record<string, unknown> = { ...fields, type: wireTypes[type] ?? type }
  if (callId !== undefined) wire['call_id'] = callId
  // The result's own name is the protocol's addition.
  if (type === 'function_call_result') {
    delete wire['name']
    wire['output'] = isRecord(item['output']) ? [partOf(item['output'])] : item['output']
  }
  if (type === 'reasoning') {
    const content = listOf(item['content'])
    delete wire['content']
    wire['summary'] = content.filter(isRecord).map(({ text }) => ({ type: 'summary_text', text }))
  }
  // Hosted calls (web search...) keep their wire type, and reasoning its sealed text, in what the provider added.
  return isRecord(providerData) ? { ...wire, ...providerData } : wire
}

const partTypes: Readonly<Record<string, string>> = { text: 'input_text', image: 'input_image', file: 'input_file' }

function partOf(part: Item): Item {
  const type = String(part['type'])
  return { ...part, type: partTypes[type] ?? type }
}

/** Only what a repair writes comes here: messages, calls and their results, reasoning without its seal. */
function protocolItem(item: Item, names: ReadonlyMap<unknown, unknown>): Record<string, unknown> {
  const { call_id: callId, summary, encrypted_content: sealed, ...fields } = item
  const type = String(item['type'] ?? 'message')
  const own: Record<string, unknown> = { ...fields, type: protocolTypes[type] ?? type }
  if (callId !== undefined) own['callId'] = callId
  if (type === 'function_call_output') {
    own['name'] = names.get(callId) ?? 'unknown'
    own['status'] = item['status'] ?? 'completed'
  }
  if (type === 'message' && item['role'] === 'assistant') {
    own['status'] = item['status'] ?? 'completed'
    // The Responses API takes text of the assistant as it is, the SDK only in a part.
    if (typeof item['content'] === 'string') own['content'] = [{ type: 'output_text', text: item['content'] }]
  }
  if (type === 'reasoning') {
    const texts = Array.isArray(summary) ? summary.filter(isRecord) : []
    own['content'] = texts.map(({ text }) => ({ type: 'input_text', text }))
    if (typeof sealed === 'string') own['providerData'] = { encrypted_content: sealed }
  }
  return own
}
