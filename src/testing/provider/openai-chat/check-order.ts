import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { readImageHeader } from '../shared/image-header.ts'
import type { Court } from './check-shape.ts'
import type { ChatRefusal } from './refusal.ts'

const roleOf = (message: JsonRecord | undefined): string => asText(message?.['role'])

function* checkFollowers(messages: readonly JsonRecord[], { law }: Court): Generator<ChatRefusal> {
  const { followers, last, prefill } = law
  for (const [index, message] of messages.entries()) {
    const before = roleOf(messages[index - 1])
    if (index > 0 && followers && !followers[before]?.includes(roleOf(message)))
      yield { message: `Unexpected role '${roleOf(message)}' after role '${before}'`, code: '3230' }
  }
  const final = messages.at(-1)
  if (last && final && !last.includes(roleOf(final)) && final[prefill] !== true)
    yield {
      message: `Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got ${roleOf(final)}`,
      code: '3230',
    }
}

/** The errors of chat templates: see provider-errors.md §1, rows "local" and "llama.cpp" of the corpus. */
function* checkTemplate(messages: readonly JsonRecord[], { law }: Court): Generator<ChatRefusal> {
  if (law.template === 'none') return
  const rest = messages.slice(roleOf(messages[0]) === 'system' ? 1 : 0)
  if (rest.some((message) => roleOf(message) === 'system'))
    yield { message: 'Jinja Exception: System message must be at the beginning.' }
  if (rest.length > 0 && roleOf(rest[0]) !== 'user')
    yield {
      message:
        'After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results',
    }
  for (const [index, message] of rest.entries()) {
    const before = roleOf(rest[index - 1])
    const role = roleOf(message)
    const repeats = index > 0 && role === before && role !== 'tool'
    if (repeats || (law.template === 'strict' && role === 'user' && before === 'tool'))
      yield { message: 'Conversation roles must alternate user/assistant/user/assistant/...' }
  }
}

function* checkReasoning(messages: readonly JsonRecord[], { vendor, law, body }: Court): Generator<ChatRefusal> {
  if (!law.reasoning(body)) return
  for (const [index, message] of messages.entries()) {
    if (roleOf(message) !== 'assistant' || asList(message['tool_calls']).length === 0) continue
    const text = message['reasoning_content']
    if (typeof text === 'string' && !(law.reasoningFilled && text === '')) continue
    yield {
      message:
        vendor === 'moonshot'
          ? `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`
          : 'The `reasoning_content` in the thinking mode must be passed back to the API.',
    }
  }
}

function* checkImages(messages: readonly JsonRecord[], { law }: Court): Generator<ChatRefusal> {
  let count = 0
  for (const [index, message] of messages.entries())
    for (const [at, part] of asList(message['content']).entries()) {
      if (!isRecord(part) || part['type'] !== 'image_url') continue
      count += 1
      const url = asText(isRecord(part['image_url']) ? part['image_url']['url'] : '')
      if (url === '')
        yield {
          message: `Invalid 'messages[${index}].content[${at}].image_url.url'. Expected a valid URL, but got a value with an invalid format.`,
        }
      const inline = /^data:([^;,]*);base64,(.*)$/s.exec(url)
      if (inline === null) continue
      const header = readImageHeader(Buffer.from(inline[2] ?? '', 'base64'))
      if (header === null || header.mediaType !== inline[1])
        yield {
          message:
            "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
          code: 'invalid_image_format',
        }
    }
  if (count > law.maxImages)
    yield { message: `Too many images provided. This model supports up to ${law.maxImages} images` }
}

/** Rules about a message's neighbours, the mode of the request, and all images together. */
export function* checkOrder(court: Court): Generator<ChatRefusal> {
  const messages = court.body['messages'] as JsonRecord[]
  yield* checkFollowers(messages, court)
  yield* checkTemplate(messages, court)
  if (court.law.oneSystem && messages.slice(1).some((message) => roleOf(message) === 'system'))
    yield { message: 'invalid params, chat content has invalid message role: system (2013)' }
  if (court.law.userDemanded && messages.every((message) => roleOf(message) !== 'user'))
    yield { message: 'Jinja Exception: No user query found in messages.' }
  yield* checkReasoning(messages, court)
  yield* checkImages(messages, court)
}
