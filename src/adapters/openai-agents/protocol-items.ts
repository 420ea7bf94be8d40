import { isRecord } from '../../json/is-record.ts'
import { ownValue } from '../../json/own-value.ts'
import {
  addedFields,
  caller,
  content,
  type Conversion,
  operation,
  output,
  screenshot,
  shellAction,
  shellOutput,
  snakeCased,
  summary,
} from './protocol-parts.ts'

type Item = Readonly<Record<string, unknown>>

/** A field of the SDK's protocol, its name on the wire, and how its value is converted. */
type Field = readonly [own: string, wire: string, conversion?: Conversion]

interface Shape {
  /** The type in the Responses API, when the protocol names it differently. */
  readonly wire: string | undefined
  readonly fields: readonly Field[]
  /** All wire names of the fields, `type` included. */
  readonly names: ReadonlySet<string>
}

/** A shape; a string stands for a field with the same name and value on both sides. */
function shape(fields: readonly (string | Field)[], wire?: string): Shape {
  const whole = fields.map((field): Field => (typeof field === 'string' ? [field, field] : field))
  return { wire, fields: whole, names: new Set(['type', ...whole.map(([, name]) => name)]) }
}

const callId: Field = ['callId', 'call_id']
const call: readonly (string | Field)[] = ['id', callId, 'status', ['caller', 'caller', caller]]

/** The fields that the SDK sends of each of its items; all others of the Responses API stand in `providerData`. */
const shapes: Readonly<Record<string, Shape>> = {
  message: shape(['id', 'role', ['content', 'content', content], 'status', 'phase']),
  function_call: shape([...call, 'name', 'namespace', 'arguments']),
  function_call_result: shape([...call, ['output', 'output', output]], 'function_call_output'),
  reasoning: shape(['id', ['content', 'summary', summary]]),
  program: shape(['id', callId, 'code', 'fingerprint']),
  program_output: shape(['id', callId, ['output', 'result'], 'status']),
  tool_search_call: shape(['id', callId, 'call_id', 'status', 'arguments', 'execution']),
  tool_search_output: shape(['id', callId, 'call_id', 'status', 'tools', 'execution']),
  computer_call: shape(['id', callId, 'status', 'action', 'actions']),
  computer_call_result: shape(['id', callId, ['output', 'output', screenshot]], 'computer_call_output'),
  shell_call: shape([...call, ['action', 'action', shellAction]]),
  shell_call_output: shape([...call, ['maxOutputLength', 'max_output_length'], ['output', 'output', shellOutput]]),
  apply_patch_call: shape([...call, ['operation', 'operation', operation]]),
  apply_patch_call_output: shape([...call, 'output']),
  compaction: shape(['id', 'encrypted_content']),
}
const ownTypes = new Map(Object.entries(shapes).map(([own, { wire = own }]) => [wire, own]))

/** Provider tools: the SDK has one item type for all their calls, and keeps the original in `providerData`. */
const hosted: ReadonlySet<string> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'mcp_call',
])

/** The id that the SDK gives to items without one, and does not send. */
const noId = 'FAKE_ID'

/** The Responses item that the SDK will make of each of its items; an item that is already in that form needs no other. */
const wireItems = new WeakMap<object, unknown>()
const protocolItems = new WeakMap<object, unknown>()

/** The SDK's items as Responses items. The same item always gives the same object. */
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

/** As {@link toResponses}, without item ids: with Chat Completions every item of an answer has the id of the whole answer. */
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

/** Responses items as the SDK's items: the original objects where they are unchanged (I6). */
export function fromResponses(items: readonly unknown[]): readonly unknown[] {
  const names = new Map(items.filter(isRecord).map((item) => [item['call_id'], item['name']]))
  return items.map((item) => (isRecord(item) ? (protocolItems.get(item) ?? protocolItem(item, names)) : item))
}

function wireItem(item: Item): Record<string, unknown> {
  const { id, providerData } = item
  const type = typeof item['type'] === 'string' ? item['type'] : 'message'
  if (type === 'hosted_tool_call' || type === 'unknown') return providersItem(item)
  const known = ownValue(shapes, type)
  // The SDK itself refuses types that it does not know.
  if (known === undefined) return { ...item, type }
  const wire: Record<string, unknown> = { type: known.wire ?? type }
  for (const [own, name, conversion] of known.fields) {
    const value = item[own]
    if (value !== undefined) wire[name] = conversion ? conversion.to(value) : value
  }
  if (id === noId) delete wire['id']
  return { ...wire, ...addedFields(providerData, known.names) }
}

/** An item whose content stands in `providerData` alone. */
function providersItem({ id, name, providerData, status }: Item): Record<string, unknown> {
  const added = isRecord(providerData) ? (snakeCased(providerData) as Item) : {}
  const type = String(added['type'] ?? name)
  // Older versions wrote the type without `_call`.
  const called = hosted.has(`${type}_call`) ? `${type}_call` : type
  const own = { ...(id !== undefined && { id }), ...(status !== undefined && { status }) }
  // An MCP item keeps its own id, and has a status only when the server gave one.
  if (type.startsWith('mcp_')) return { ...(id !== undefined && { id }), ...added, type }
  return { ...added, type: called, ...own }
}

/** The SDK's item for one that a repair has written or changed. */
function protocolItem(item: Item, names: ReadonlyMap<unknown, unknown>): Record<string, unknown> {
  const type = String(item['type'] ?? 'message')
  const ownType = ownTypes.get(type)
  const { id, status } = item
  const known = { ...(id !== undefined && { id }), ...(status !== undefined && { status }) }
  if (hosted.has(type)) return { type: 'hosted_tool_call', name: type, ...known, providerData: item }
  if (ownType === undefined) return { type: 'unknown', ...(id !== undefined && { id }), providerData: item }
  const { fields, names: written } = shapes[ownType]!
  const own: Record<string, unknown> = { type: ownType }
  for (const [ownName, name, conversion] of fields) {
    const value = item[name]
    if (value !== undefined && own[ownName] === undefined) own[ownName] = conversion ? conversion.from(value) : value
  }
  const added = addedFields(item, written)
  if (Object.keys(added).length > 0) own['providerData'] = added
  return { ...own, ...demanded(ownType, item, names) }
}

/** Fields that the protocol demands, and the Responses API does not. */
function demanded(type: string, item: Item, names: ReadonlyMap<unknown, unknown>): Item {
  const { content: said, call_id: id, role, status = 'completed' } = item
  if (type === 'function_call_result') return { name: names.get(id) ?? 'unknown', status }
  if (type === 'reasoning') return { content: summary.from(item['summary']) }
  if (type !== 'message' || role !== 'assistant') return {}
  // The Responses API accepts assistant text as a string, the SDK only in a part.
  return { status, ...(typeof said === 'string' && { content: [{ type: 'output_text', text: said }] }) }
}
