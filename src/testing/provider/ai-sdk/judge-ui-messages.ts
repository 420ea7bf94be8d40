import { findLoneSurrogate } from '../shared/lone-surrogate.ts'
import { asList, isRecord, type JsonRecord } from '../shared/records.ts'

type Check = (value: unknown) => boolean
const text: Check = (value) => typeof value === 'string'
const absent: Check = (value) => value === undefined
const isUrl: Check = (value) => typeof value === 'string' && URL.canParse(value)

const staticParts: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  text: { text },
  reasoning: { text },
  custom: { kind: text },
  'source-url': { sourceId: text, url: text },
  'source-document': { sourceId: text, mediaType: text, title: text },
  file: { mediaType: text, url: isUrl },
  'reasoning-file': { mediaType: text, url: isUrl },
  'steering-message': { id: text, parts: Array.isArray },
  'step-start': {},
}

const approval = (approved: boolean | undefined): Check => {
  return (value) => isRecord(value) && text(value['id']) && value['approved'] === approved
}
const granted: Check = (value) => value === undefined || approval(true)(value)

const states: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'input-streaming': { output: absent, errorText: absent, approval: absent },
  'input-available': { output: absent, errorText: absent, approval: absent },
  'approval-requested': { output: absent, errorText: absent, approval: approval(undefined) },
  'approval-responded': {
    output: absent,
    errorText: absent,
    approval: (value) => approval(true)(value) || approval(false)(value),
  },
  'output-available': { errorText: absent, approval: granted },
  'output-error': { output: absent, errorText: text, approval: granted },
  'output-denied': { output: absent, errorText: absent, approval: approval(false) },
}

const isTool = (part: JsonRecord): boolean =>
  part['type'] === 'dynamic-tool' || (text(part['type']) && String(part['type']).startsWith('tool-'))

const input: Check = (value) =>
  isRecord(value) || (text(value) && value !== '' && !String(value).trimStart().startsWith('{'))

function failing(fields: Readonly<Record<string, Check>>, part: JsonRecord): string | undefined {
  return Object.keys(fields).find((field) => !fields[field]!(part[field]))
}

function partProblem(part: unknown, isAssistant: boolean): string | null {
  if (!isRecord(part)) return 'a part is no object'
  const type = String(part['type'])
  if (isTool(part)) {
    const fields = states[String(part['state'])]
    if (!fields) return `${type} has no state ${String(part['state'])}`
    const named = type === 'dynamic-tool' ? part['toolName'] : type.slice(5)
    if (!text(part['toolCallId']) || part['toolCallId'] === '') return `${type}.toolCallId is invalid`
    if (!text(named) || named === '') return 'a tool part without a name'
    const bad = failing(fields, part)
    if (bad) return `${type}.${bad} is invalid in state ${String(part['state'])}`
    const sent = part['state'] === 'output-error' ? (part['input'] ?? part['rawInput']) : part['input']
    return isAssistant && part['state'] !== 'input-streaming' && !input(sent) ? `${type}.input is no object` : null
  }
  if (type.startsWith('data-')) return null
  const fields = staticParts[type]
  if (!fields) return `Invalid UI message part type ${type}`
  const bad = failing(fields, part)
  return bad ? `${type}.${bad} is invalid` : null
}

/** Whether the call stays open: the conversion makes no result of it and does not omit it, and `ai` does not run it first. */
function isOpen(part: JsonRecord, after: readonly JsonRecord[], isLast: boolean, usersFollow: boolean): boolean {
  if (part['providerExecuted'] === true) return false
  switch (part['state']) {
    case 'input-available':
      return true
    case 'approval-requested':
      return !usersFollow
    case 'approval-responded': {
      const given = isRecord(part['approval']) && part['approval']['approved'] === true
      return given && (!isLast || after.some((other) => other['type'] === 'step-start'))
    }
    default:
      return false
  }
}

const sentTypes = new Set(['custom', 'text', 'reasoning', 'reasoning-file', 'file', 'steering-message'])

/** Whether the conversion makes no message: nothing of the answer has arrived, or only parts for display. */
function isNeverSent({ parts, role }: JsonRecord): boolean {
  const sent = (part: JsonRecord): boolean =>
    isTool(part) ? part['state'] !== 'input-streaming' : sentTypes.has(String(part['type']))
  return role === 'assistant' && !asList(parts).filter(isRecord).some(sent)
}

function* refusals(messages: unknown): Generator<string> {
  if (!Array.isArray(messages) || messages.length === 0) return yield 'Messages array must not be empty'
  for (const [index, message] of messages.entries()) {
    if (!isRecord(message)) return yield `messages[${index}] is no object`
    const { role, parts } = message
    if (!['system', 'user', 'assistant'].includes(String(role))) return yield `Unsupported role: ${String(role)}`
    if (!Array.isArray(parts)) return yield `messages[${index}].parts must be an array`
    for (const part of parts) {
      const problem = partProblem(part, role === 'assistant')
      if (problem) return yield `Type validation failed: messages[${index}].parts: ${problem}`
    }
    const says = parts.some((part) => part.type !== 'text' || part.text !== '')
    if (!says && role !== 'assistant') return yield 'Message must contain at least one part'
    if (role !== 'assistant') continue
    const usersFollow = messages.slice(index + 1).some((later) => isRecord(later) && later['role'] === 'user')
    const ids = new Set<unknown>()
    for (const [at, part] of asList(parts).filter(isRecord).entries()) {
      if (!isTool(part) || part['state'] === 'input-streaming') continue
      if (ids.has(part['toolCallId'])) return yield `tool call ids must be unique: ${String(part['toolCallId'])}`
      ids.add(part['toolCallId'])
      const after = parts.slice(at + 1) as JsonRecord[]
      if (isOpen(part, after, index === messages.length - 1, usersFollow))
        return yield `Tool result is missing for tool call ${String(part['toolCallId'])}.`
    }
  }
  if (messages.every(isNeverSent)) yield 'Invalid prompt: messages must not be empty'
  if (findLoneSurrogate(JSON.stringify(messages)))
    yield 'The request body is not valid JSON: no low surrogate in string'
}

/**
 * Judges UIMessages as `validateUIMessages`, `convertToModelMessages` and the call behind them do: the first refusal, or
 * null. Shares no code with the linter (I3).
 *
 * @example judgeUiMessages([]) // 'Messages array must not be empty'
 */
export function judgeUiMessages(messages: unknown): string | null {
  for (const refusal of refusals(messages)) return refusal
  return null
}
