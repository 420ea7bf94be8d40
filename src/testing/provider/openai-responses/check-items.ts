import { isRecord, type JsonRecord } from '../shared/records.ts'
import { type FieldType, type ItemRow, itemTable, itemTypes } from './item-table.ts'
import {
  invalidType,
  invalidValue,
  missingParameter,
  type ResponsesRefusal,
  tooLong,
  unknownParameter,
} from './refusal.ts'

const idLimit = 64
const nameLimit = 128

const holds: Record<FieldType, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  list: Array.isArray,
  object: isRecord,
  boolean: (value) => typeof value === 'boolean',
  any: (value) => value !== undefined,
  output: (value) => typeof value === 'string' || (Array.isArray(value) && value.every(isRecord)),
}

const expected: Record<FieldType, string> = {
  string: 'a string',
  list: 'an array',
  object: 'an object',
  boolean: 'a boolean',
  any: 'a value',
  output: 'one of an array of objects or string',
}

/** The shape of every item, in list order: type, unknown keys, required keys, ids, content parts. */
export function* checkItems(input: readonly unknown[]): Generator<ResponsesRefusal> {
  for (const [index, item] of input.entries()) {
    const path = `input[${index}]`
    if (!isRecord(item)) {
      yield invalidType(path, 'an input item', item)
      continue
    }
    if (typeof (item['type'] ?? '') !== 'string') yield invalidType(`${path}.type`, 'a string', item['type'])
    const type = typeOf(item)
    const row = itemTable[type]
    if (type === 'message') yield* checkMessage(item, path)
    else if (row) yield* checkItem(item, row, type, path)
    else yield invalidValue(item['type'] ?? '', itemTypes, path)
  }
}

/** The type of an item; messages and references may omit it. */
export function typeOf(item: JsonRecord): string {
  if (typeof item['type'] === 'string') return item['type']
  if ('role' in item || 'content' in item) return 'message'
  return typeof item['id'] === 'string' ? 'item_reference' : ''
}

function* checkItem(item: JsonRecord, row: ItemRow, type: string, path: string): Generator<ResponsesRefusal> {
  for (const field of Object.keys(item))
    if (!(field in row.required) && !row.optional.includes(field)) yield unknownParameter(`${path}.${field}`)
  for (const [field, fieldType] of Object.entries(row.required)) {
    const value = item[field]
    if (value === undefined || (value === null && field === 'id')) yield missingParameter(`${path}.${field}`)
    else if (!holds[fieldType](value)) yield invalidType(`${path}.${field}`, expected[fieldType], value)
  }
  yield* checkTokens(item, path)
  if (type !== 'item_reference' && type !== 'local_shell_call_output') yield* checkId(item, path, row.prefix)
  if (Array.isArray(item['output'])) yield* checkOutputParts(item, path)
  yield* checkStatus(item, type, path)
  const action = item['action']
  if (type === 'web_search_call' && isRecord(action) && !searchActions.includes(String(action['type'])))
    yield invalidValue(action['type'], searchActions, `${path}.action.type`)
}

const states = ['in_progress', 'completed', 'incomplete']
/** Items whose status the API checks, with its legal values; an output that the client writes may hold null. */
const stated: Readonly<Record<string, readonly unknown[]>> = {
  function_call: states,
  function_call_output: [...states, null],
  apply_patch_call: ['in_progress', 'completed'],
  apply_patch_call_output: ['completed', 'failed'],
}

/** github.com/davidmigloz/ai_clients_dart/issues/208 */
function* checkStatus({ status }: JsonRecord, type: string, path: string): Generator<ResponsesRefusal> {
  const known = stated[type]
  if (known === undefined || status === undefined || known.includes(status)) return
  const param = `${path}.status`
  if (typeof status === 'string') yield invalidValue(status, known.filter(Boolean) as string[], param)
  else yield invalidType(param, `one of ${states.map((state) => `'${state}'`).join(', ')}`, status)
}

const searchActions = ['search', 'open_page', 'find_in_page']

function* checkTokens(item: JsonRecord, path: string): Generator<ResponsesRefusal> {
  for (const field of ['call_id', 'approval_request_id']) {
    const value = item[field]
    if (typeof value !== 'string') continue
    if (value === '')
      yield {
        message: `Invalid '${path}.${field}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
        param: `${path}.${field}`,
        code: 'empty_string',
      }
    if (value.length > idLimit) yield tooLong(`${path}.${field}`, idLimit, value.length)
  }
  const { name } = item
  if (typeof name !== 'string' || item['type'] === 'mcp_call' || item['type'] === 'mcp_approval_request') return
  if (name.length > nameLimit) yield tooLong(`${path}.name`, nameLimit, name.length)
  if (!/^[a-zA-Z0-9_-]+$/.test(name))
    yield {
      message: `Invalid '${path}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      param: `${path}.name`,
      code: 'invalid_value',
    }
}

function* checkId(item: JsonRecord, path: string, prefix: string | undefined): Generator<ResponsesRefusal> {
  const { id } = item
  if (id === undefined || id === null) return
  const param = `${path}.id`
  if (typeof id !== 'string') return yield invalidType(param, 'an item ID', id)
  if (id.length > idLimit) yield tooLong(param, idLimit, id.length)
  if (!/^[A-Za-z0-9_-]+$/.test(id))
    yield {
      message: `Invalid '${param}': '${id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.`,
      param,
      code: 'invalid_value',
    }
  if (prefix !== undefined && !id.startsWith(prefix))
    yield {
      message: `Invalid '${param}': '${id}'. Expected an ID that begins with '${prefix}'.`,
      param,
      code: 'invalid_value',
    }
}

const roles = ['assistant', 'system', 'developer', 'user']
const everyPart = [
  'input_text',
  'input_image',
  'input_audio',
  'output_text',
  'refusal',
  'input_file',
  'computer_screenshot',
  'summary_text',
  'encrypted_content',
]
const spokenParts = ['output_text', 'refusal']
const heardParts = [
  'input_text',
  'input_image',
  'input_audio',
  'input_file',
  'computer_screenshot',
  'summary_text',
  'encrypted_content',
]
const messageFields = ['type', 'role', 'content', 'id', 'status', 'phase']

function* checkMessage(item: JsonRecord, path: string): Generator<ResponsesRefusal> {
  for (const field of Object.keys(item)) if (!messageFields.includes(field)) yield unknownParameter(`${path}.${field}`)
  const { content, role } = item
  if (role === undefined) yield missingParameter(`${path}.role`)
  else if (!roles.includes(String(role))) yield invalidValue(role, roles, path)
  yield* checkId(item, path, 'msg')
  if (content === undefined) yield missingParameter(`${path}.content`)
  else if (Array.isArray(content)) yield* checkParts(content, role === 'assistant', `${path}.content`)
  else if (typeof content !== 'string') yield invalidType(`${path}.content`, expected.output, content)
}

function* checkParts(parts: readonly unknown[], isAssistant: boolean, path: string): Generator<ResponsesRefusal> {
  for (const [index, part] of parts.entries()) {
    const place = `${path}[${index}]`
    if (!isRecord(part)) {
      yield invalidType(place, 'an object', part)
      continue
    }
    const type = String(part['type'] ?? '')
    if (part['type'] === undefined) yield missingParameter(`${place}.type`)
    else if (!everyPart.includes(type)) yield invalidValue(type, everyPart, place)
    else if (isAssistant && heardParts.slice(0, 5).includes(type)) yield invalidValue(type, spokenParts, place)
    else if (!isAssistant && spokenParts.includes(type)) yield invalidValue(type, heardParts, place)
    yield* checkPart(part, type, place)
  }
}

const partFields: Record<string, readonly string[]> = {
  input_text: ['text', 'prompt_cache_breakpoint'],
  output_text: ['text', 'annotations', 'logprobs'],
  refusal: ['refusal'],
  input_image: ['detail', 'file_id', 'image_url', 'prompt_cache_breakpoint'],
  input_file: ['detail', 'file_data', 'file_id', 'file_url', 'filename', 'prompt_cache_breakpoint'],
}

function* checkPart(part: JsonRecord, type: string, path: string): Generator<ResponsesRefusal> {
  const known = partFields[type]
  if (known)
    for (const field of Object.keys(part))
      if (field !== 'type' && !known.includes(field)) yield unknownParameter(`${path}.${field}`)
  // Reported for answers of a gateway that were sent back unchanged, with null.
  const { logprobs } = part
  if (type === 'output_text' && logprobs !== undefined && !Array.isArray(logprobs))
    yield invalidType(`${path}.logprobs`, 'an array of unknown values', logprobs)
  const isPointed = ['image_url', 'file_id'].some((field) => typeof part[field] === 'string' && part[field] !== '')
  if (type === 'input_image' && !isPointed)
    yield {
      message: `Invalid '${path}.image_url'. Expected a valid URL, but got a value with an invalid format.`,
      param: path,
    }
  const needed = type === 'refusal' ? 'refusal' : type.endsWith('_text') ? 'text' : undefined
  if (needed === undefined) return
  if (part[needed] === undefined) yield missingParameter(`${path}.${needed}`)
  else if (typeof part[needed] !== 'string') yield invalidType(`${path}.${needed}`, 'a string', part[needed])
}

function* checkOutputParts(item: JsonRecord, path: string): Generator<ResponsesRefusal> {
  if (item['type'] === 'function_call_output' || item['type'] === 'custom_tool_call_output')
    yield* checkParts(item['output'] as unknown[], false, `${path}.output`)
}
