import { findLoneSurrogate } from '../shared/lone-surrogate.ts'
import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { partProblem } from './check-parts.ts'

const schemaRefusal = 'Invalid prompt: The messages do not match the ModelMessage[] schema.'

const partsOf = (message: JsonRecord): JsonRecord[] => asList(message['content']).filter(isRecord)
const ofType = (message: JsonRecord, type: string): JsonRecord[] =>
  partsOf(message).filter((part) => part['type'] === type)

function* shapeRefusals(messages: readonly unknown[]): Generator<string> {
  for (const [index, message] of messages.entries()) {
    if (!isRecord(message)) return yield `${schemaRefusal} messages.${index} is no object`
    const { role, content } = message
    if (!['system', 'user', 'assistant', 'tool'].includes(String(role)))
      return yield `Invalid message role: '${String(role)}'`
    if (typeof content === 'string') {
      if (role === 'tool') yield `${schemaRefusal} messages.${index}: tool messages hold parts`
      if (content === '') yield `messages.${index}: ${String(role)} messages must have content`
      continue
    }
    if (!Array.isArray(content) || role === 'system') return yield `${schemaRefusal} messages.${index}.content`
    for (const part of content) {
      const problem = partProblem(part, String(role))
      if (problem) return yield `${schemaRefusal} messages.${index}: ${problem}`
    }
    // The SDK omits empty texts and empty tool messages; providers refuse any other message without content.
    const says = content.some((part) => part.type !== 'text' || part.text !== '' || part.providerOptions !== undefined)
    if (!says && role !== 'tool') yield `messages.${index}: ${String(role)} messages must have content`
  }
}

/** Refusals of approvals in the last message, which `ai` carries out before it sends anything (collect-tool-approvals.ts). */
function* approvalRefusals(messages: readonly JsonRecord[], settled: Set<string>): Generator<string> {
  const requests = messages.flatMap((message) => ofType(message, 'tool-approval-request'))
  const calls = messages.flatMap((message) => ofType(message, 'tool-call'))
  for (const message of messages) {
    for (const response of ofType(message, 'tool-approval-response')) {
      if (message !== messages.at(-1) && response['providerExecuted'] !== true) continue
      const request = requests.find((other) => other['approvalId'] === response['approvalId'])
      if (!request)
        return yield `Tool approval response references unknown approvalId: "${asText(response['approvalId'])}".`
      if (!calls.some((call) => call['toolCallId'] === request['toolCallId']))
        return yield `Tool call "${asText(request['toolCallId'])}" not found for approval request.`
      settled.add(asText(request['toolCallId']))
    }
  }
}

const missing = (ids: Iterable<string>): string => `Tool results are missing for tool calls ${[...ids].join(', ')}.`

function* pairingRefusals(messages: readonly JsonRecord[], settled: ReadonlySet<string>): Generator<string> {
  const open = new Set<string>()
  let answered = new Set<string>()
  const served = new Set<string>()
  let before = ''
  for (const [index, message] of messages.entries()) {
    const role = asText(message['role'])
    if (role === 'assistant' && before !== 'assistant') {
      if (open.size > 0) return yield missing(open)
      answered = new Set()
    }
    if (role !== 'assistant' && role !== 'tool' && open.size > 0) return yield missing(open)
    if (role !== 'tool' && role !== 'assistant') answered = new Set()
    const called = new Set<string>()
    for (const part of partsOf(message)) {
      const id = asText(part['toolCallId'])
      if (part['type'] === 'tool-call') {
        if (called.has(id) || open.has(id)) return yield `messages.${index}: tool call ids must be unique: ${id}`
        called.add(id)
        if (part['providerExecuted'] === true) served.add(id)
        else open.add(id)
      } else if (part['type'] === 'tool-result' && role === 'assistant') {
        if (!served.delete(id)) return yield `messages.${index}: no provider-executed call for the result ${id}`
      } else if (part['type'] === 'tool-result') {
        if (answered.has(id)) return yield `messages.${index}: more than one result for ${id}`
        if (!open.delete(id)) return yield `messages.${index}: no tool call for the result ${id}`
        answered.add(id)
      }
    }
    before = role
  }
  for (const id of settled) open.delete(id)
  if (open.size > 0) yield missing(open)
}

function* refusals(messages: unknown): Generator<string> {
  if (!Array.isArray(messages) || messages.length === 0) return yield 'Invalid prompt: messages must not be empty'
  yield* shapeRefusals(messages)
  const settled = new Set<string>()
  yield* approvalRefusals(messages, settled)
  yield* pairingRefusals(messages, settled)
  if (findLoneSurrogate(JSON.stringify(messages)))
    yield 'The request body is not valid JSON: no low surrogate in string'
}

/**
 * Judges ModelMessages as `ai` and the providers behind it do: the first refusal, in the wording of `ai` where it has one,
 * or null. Shares no code with the linter (I3).
 *
 * @example judgeModelMessages([]) // 'Invalid prompt: messages must not be empty'
 */
export function judgeModelMessages(messages: unknown): string | null {
  for (const refusal of refusals(messages)) return refusal
  return null
}
