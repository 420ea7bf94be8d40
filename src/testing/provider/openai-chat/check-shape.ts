import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import type { ChatVendor, Law } from './laws.ts'
import type { ChatRefusal } from './refusal.ts'

export type Court = { vendor: ChatVendor; law: Law; body: JsonRecord }

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : typeof value

const at = (index: number, rest: string): string => `messages[${index}]${rest}`

function* checkRole(role: unknown, index: number, { vendor, law }: Court): Generator<ChatRefusal> {
  if (typeof role === 'string' && law.roles.includes(role)) return
  const param = at(index, '.role')
  if (role === undefined) return yield { message: `Missing required parameter: '${param}'.`, param }
  const quoted = law.roles.map((name) => `'${name}'`)
  const name = String(role)
  if (vendor === 'qwen')
    return yield { message: `${name} is not one of [${quoted.join(', ')}] - 'messages.['${index}].role'` }
  if (vendor === 'deepseek')
    return yield {
      message: `Failed to deserialize the JSON body into the target type: ${param}: unknown variant \`${name}\`, expected one of ${law.roles.map((known) => `\`${known}\``).join(', ')}`,
    }
  const choice = `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`
  yield { message: `Invalid value: '${name}'. Supported values are: ${choice}.`, param, code: 'invalid_value' }
}

function* checkFields(message: JsonRecord, index: number, { vendor, law }: Court): Generator<ChatRefusal> {
  const role = asText(message['role'])
  const allowed = law.fields?.[role]
  for (const field of Object.keys(message)) {
    if (message[field] === undefined) continue
    if (allowed && !allowed.includes(field))
      yield {
        status: 422,
        message: JSON.stringify({
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'messages', index, role, field],
              msg: 'Extra inputs are not permitted',
            },
          ],
        }),
      }
    if (!law.refused.includes(field)) continue
    const path = `messages.${index}`
    yield {
      message:
        vendor === 'cerebras'
          ? `${path}.${role}.${field}: property '${path}.${role}.${field}' is unsupported`
          : `'${path}' : for 'role:${role}' the following must be satisfied[('${path}' : property '${field}' is unsupported)]`,
    }
  }
}

/** github.com/langchain-ai/langchainjs/issues/6570 */
function* checkName({ name, role }: JsonRecord, index: number): Generator<ChatRefusal> {
  if (role !== 'function' || (typeof name === 'string' && name !== '')) return
  yield {
    message: "Missing parameter 'name': messages with role 'function' must have a 'name'.",
    param: `messages.[${index}].name`,
  }
}

const partFields: Readonly<Record<string, string>> = {
  text: 'text',
  image_url: 'image_url',
  input_audio: 'input_audio',
  file: 'file',
  refusal: 'refusal',
}

function* checkPart(part: unknown, path: string, role: string, { law }: Court): Generator<ChatRefusal> {
  if (!isRecord(part))
    return yield {
      message: `Invalid type for '${path}': expected an object, but got a ${typeName(part)} instead.`,
      param: path,
    }
  const { type } = part
  if (type === undefined) return yield { message: `Missing required parameter: '${path}.type'.`, param: `${path}.type` }
  const field = partFields[asText(type)]
  if (field === undefined)
    return yield {
      message: `Invalid value: '${String(type)}'. Supported values are: ${Object.keys(partFields)
        .map((name) => `'${name}'`)
        .join(', ')}.`,
      param: `${path}.type`,
      code: 'invalid_value',
    }
  const value = part[field]
  const isText = field === 'text' || field === 'refusal'
  if (isText ? typeof value !== 'string' : !isRecord(value))
    return yield { message: `Missing required parameter: '${path}.${field}'.`, param: `${path}.${field}` }
  const isMedia = !isText
  if (isMedia && role !== 'user' && !((role === 'tool' || role === 'function') && law.imagesInTool))
    yield {
      message: `Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
      param: path,
    }
  if (field === 'refusal' && role !== 'assistant')
    yield {
      message: `Invalid value: 'refusal'. Refusals are only allowed for messages with role 'assistant'.`,
      param: path,
    }
}

/** Whether the message carries something beside its content; a vendor that demands text counts neither refusal nor audio. */
const speaks = (message: JsonRecord, { law }: Court): boolean =>
  asList(message['tool_calls']).length > 0 ||
  isRecord(message['function_call']) ||
  (!law.silent.includes('assistant') &&
    (isRecord(message['audio']) || (typeof message['refusal'] === 'string' && message['refusal'] !== '')))

function emptiness(index: number, role: string, { vendor }: Court): string {
  const wordings: Partial<Record<ChatVendor, string>> = {
    moonshot: `Invalid request: the message at position ${index} with role '${role}' must not be empty`,
    xai: 'Invalid request content: Each message must have at least one content element.',
    zhipu: 'messages 参数非法。请检查文档。',
    minimax: 'invalid params, chat content is empty (2013)',
    deepseek: 'Invalid assistant message: content or tool_calls must be set',
    mistral: 'Assistant message must have either content or tool_calls.',
  }
  return wordings[vendor] ?? "Assistant message must contain either 'content' or 'tool_calls'!"
}

function* checkContent(message: JsonRecord, index: number, court: Court): Generator<ChatRefusal> {
  const { content } = message
  const role = asText(message['role'])
  const param = at(index, '.content')
  if (content === undefined || content === null) {
    if (role === 'assistant' ? speaks(message, court) : role === 'function' && content === null) return
    return yield {
      message: `Invalid value for 'content': expected a string, got null.`,
      param: `messages.[${index}].content`,
    }
  }
  if (typeof content === 'string') {
    if (content === '' && court.law.silent.includes(role) && !speaks(message, court))
      yield { message: emptiness(index, role, court) }
    return
  }
  if (!Array.isArray(content))
    return yield {
      message: `Invalid type for '${param}': expected one of a string or array of objects, but got ${/^[aeio]/.test(typeName(content)) ? 'an' : 'a'} ${typeName(content)} instead.`,
      param,
      code: 'invalid_type',
    }
  if (content.length === 0 && (court.law.emptyList || (court.law.silent.includes(role) && !speaks(message, court))))
    yield {
      message: `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      param,
      code: 'empty_array',
    }
  const isHollow = content.length > 0 && content.every((part) => isRecord(part) && part['text'] === '')
  if (isHollow && court.law.silent.includes(role) && !speaks(message, court))
    yield { message: emptiness(index, role, court) }
  for (const [part, value] of content.entries()) yield* checkPart(value, `${param}[${part}]`, role, court)
}

/** Roles, fields and contents of every message, in the order of provider-errors.md §4. */
export function* checkShape(court: Court): Generator<ChatRefusal> {
  const { messages } = court.body
  if (!Array.isArray(messages))
    return yield {
      message: `Invalid type for 'messages': expected an array of objects, but got ${typeName(messages)} instead.`,
    }
  if (messages.length === 0)
    return yield {
      message:
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      param: 'messages',
      code: 'empty_array',
    }
  for (const [index, message] of messages.entries())
    if (!isRecord(message))
      return yield {
        message: `Invalid type for 'messages[${index}]': expected an object, but got a ${typeName(message)} instead.`,
        param: `messages[${index}]`,
      }
  const records = messages as JsonRecord[]
  for (const [index, message] of records.entries()) yield* checkRole(message['role'], index, court)
  for (const [index, message] of records.entries()) yield* checkFields(message, index, court)
  for (const [index, message] of records.entries()) yield* checkName(message, index)
  for (const [index, message] of records.entries()) yield* checkContent(message, index, court)
}
