import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import type { Court } from './check-shape.ts'
import type { ChatVendor } from './laws.ts'
import type { ChatRefusal } from './refusal.ts'

const isJsonObject = (text: string): boolean => {
  try {
    return isRecord(JSON.parse(text))
  } catch {
    return false
  }
}

const unreadable = 'Failed to parse tool call arguments as JSON: [json.exception.parse_error.101] parse error at line 1'

const badArguments: Partial<Record<ChatVendor, string>> = {
  minimax: 'invalid params, invalid function arguments json string (2013)',
  qwen: '<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be in JSON format.',
  'github-copilot': 'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
}

/** mistral-common, protocol/instruct/tool_calls.py: `validate_arguments`. */
const isWrittenOut = (input: unknown): boolean => input === null || isRecord(input)

const forbidden = (place: string): ChatRefusal => ({
  status: 422,
  message: JSON.stringify({
    detail: [
      {
        type: 'extra_forbidden',
        // `messages[2].tool_calls[0].name` as the vendor's path, with the role that the union resolved to.
        loc: ['body', ...place.split(/[[\].]+/).map((part) => (/^\d+$/.test(part) ? Number(part) : part))].toSpliced(
          3,
          0,
          'assistant',
        ),
        msg: 'Extra inputs are not permitted',
      },
    ],
  }),
})

function* checkCall(call: unknown, path: string, { vendor, law }: Court): Generator<ChatRefusal> {
  if (!isRecord(call))
    return yield {
      message: `Invalid type for '${path}': expected an object, but got a ${typeof call} instead.`,
      param: path,
    }
  const isCustom = call['type'] === 'custom'
  if (call['type'] === undefined && law.callType)
    return yield { message: `Missing required parameter: '${path}.type'.`, param: `${path}.type` }
  if (!isCustom && call['type'] !== undefined && call['type'] !== 'function')
    return yield {
      message: `Invalid value: '${String(call['type'])}'. Supported values are: 'function' and 'custom'.`,
      param: `${path}.type`,
    }
  const { id } = call
  if (typeof id !== 'string') return yield { message: `Missing required parameter: '${path}.id'.`, param: `${path}.id` }
  if (!law.idPattern.test(id)) {
    const long = id.length > 40
    yield vendor === 'mistral'
      ? { message: `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`, code: '3280' }
      : {
          message: `Invalid '${path}.id': string too ${long ? 'long' : 'short'}. Expected a string with ${long ? 'maximum length 40' : 'minimum length 1'}, but got a string with length ${id.length} instead.`,
          param: `${path}.id`,
        }
  }
  const inner = call[isCustom ? 'custom' : 'function']
  const kind = isCustom ? 'custom' : 'function'
  if (!isRecord(inner))
    return yield { message: `Missing required parameter: '${path}.${kind}'.`, param: `${path}.${kind}` }
  for (const stranger of Object.keys(call))
    if (law.callFields?.includes(stranger) === false) yield forbidden(`${path}.${stranger}`)
  const name = asText(inner['name'])
  if (law.checkedNames && name.length > 64)
    yield {
      message: `Invalid '${path}.${kind}.name': string too long. Expected a string with maximum length 64, but got a string with length ${name.length} instead.`,
    }
  if (!(law.checkedNames ? /^[a-zA-Z0-9_-]+$/ : /[^]/).test(name))
    yield {
      message: `Invalid '${path}.${kind}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      param: `${path}.${kind}.name`,
      code: 'invalid_value',
    }
  const field = isCustom ? 'input' : 'arguments'
  const input = inner[field]
  if (!isCustom && law.objectArguments && isWrittenOut(input)) return
  if (typeof input !== 'string')
    return yield input === undefined
      ? { message: `Missing required parameter: '${path}.${kind}.${field}'.` }
      : {
          message: `Invalid type for '${path}.${kind}.${field}': expected a string, but got ${isRecord(input) ? 'an object' : String(input)} instead.`,
        }
  if (!isCustom && law.jsonArguments && !isJsonObject(input)) yield { message: badArguments[vendor] ?? unreadable }
}

function* checkList(message: JsonRecord, index: number, court: Court): Generator<ChatRefusal> {
  const calls = message['tool_calls']
  const path = `messages[${index}].tool_calls`
  if (calls === undefined) return
  if (calls === null && !court.law.nullCalls) return
  if (!Array.isArray(calls))
    return yield {
      message: `Invalid type for '${path}': expected an array of objects, but got ${calls === null ? 'null' : `a ${typeof calls}`} instead.`,
      param: path,
      code: 'invalid_type',
    }
  if (calls.length === 0 && court.law.emptyCalls)
    yield {
      message: `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      param: path,
      code: 'empty_array',
    }
  if (calls.length > 128)
    yield {
      message: `Invalid '${path}': array too long. Expected an array with maximum length 128, but got an array with length ${calls.length} instead.`,
      param: path,
      code: 'array_above_max_length',
    }
  for (const [position, call] of calls.entries()) yield* checkCall(call, `${path}[${position}]`, court)
}

/** All call ids of an assistant message, duplicates included. */
const idsOf = (message: JsonRecord | undefined): string[] =>
  message?.['role'] === 'assistant'
    ? asList(message['tool_calls']).map((call) => asText(isRecord(call) ? call['id'] : ''))
    : []

const missing = (court: Court, ids: readonly string[]): string => {
  const rule =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
  if (court.vendor === 'mistral') return 'Not the same number of function calls and responses'
  if (court.vendor === 'deepseek') return `${rule} (insufficient tool messages following tool_calls message)`
  return `${rule} The following tool_call_ids did not have response messages: ${ids.join(', ')}`
}

const orphan = ({ vendor }: Court, id: string, index: number): ChatRefusal => {
  if (vendor === 'moonshot') return { message: `tool_call_id ${id} is not found` }
  if (vendor === 'minimax') return { message: `invalid params, tool result's tool id(${id}) not found (2013)` }
  if (vendor === 'mistral') return { message: 'Unexpected role RoleEnum.tool' }
  return {
    message:
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    param: `messages.[${index}].role`,
  }
}

/** Calls, and the tool messages that must stand directly behind them. */
export function* checkCalls(court: Court): Generator<ChatRefusal> {
  const messages = court.body['messages'] as JsonRecord[]
  for (const [index, message] of messages.entries())
    if (message['role'] === 'assistant') yield* checkList(message, index, court)
  const seen = new Set<string>()
  let open: string[] = []
  let answered: string[] = []
  for (const [index, message] of [...messages, undefined].entries()) {
    if (message?.['role'] === 'tool') {
      const id = message['tool_call_id']
      if (typeof id !== 'string')
        return yield { message: `Missing required parameter: 'messages[${index}].tool_call_id'.` }
      if (open.includes(id)) {
        open.splice(open.indexOf(id), 1)
        answered.push(id)
      } else if (answered.includes(id)) {
        if (court.law.oneResult)
          yield {
            message: `Duplicate value for 'tool_call_id' of '${id}' in message[${index}].`,
            param: `messages.[${index}].tool_call_id`,
          }
      } else yield orphan(court, id, index)
      continue
    }
    if (open.length > 0)
      yield { message: missing(court, open), param: 'messages', ...(court.vendor === 'mistral' && { code: '3230' }) }
    open = idsOf(message)
    answered = []
    if (court.law.idsOnce && new Set(open).size < open.length)
      yield { message: `Duplicate tool call id in messages[${index}].tool_calls` }
    if (!court.law.uniqueIds) continue
    if (open.some((id) => seen.has(id))) yield { message: 'messages 参数非法。请检查文档。', code: '1214' }
    for (const id of open) seen.add(id)
  }
}
