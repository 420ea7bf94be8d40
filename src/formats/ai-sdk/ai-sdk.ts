import { isRecord } from '../../json/is-record.ts'
import type { Format, RequestBody } from '../format.ts'
import { modelMessagesForGemini } from './google-output.ts'
import { modelPartShapes } from './model-part-shapes.ts'
import { modelMessages } from './model-messages.ts'
import { providerApi } from '../provider-rules.ts'
import { modelMessagesOver } from './over-provider.ts'
import { uiMessagesAfter } from './refused-ui.ts'
import { asVersion, type SpecificationVersion } from './version-forms.ts'

/**
 * The AI SDK's own messages: ModelMessages (also language model prompts) and UIMessages. UIMessages are recognised by their `parts`, or,
 * when no message holds any content, by their ids.
 */
export const aiSdk: Format = {
  ...modelMessages,
  // The SDK's schemas accept a `URL` instance where a string is no URL.
  isRead: (value) => value instanceof URL,
  bind: (messages, request, said = '') =>
    (tellsShown(said) ?? isShown(request) ?? areShown(messages))
      ? uiMessagesAfter(said, request['specification'])
      : modelMessagesFor(request, said),
}

/** The middleware knows the version of `ai`; else the error of its prompt check tells it, which is the same in 6 and 7. */
function modelMessagesFor(request: RequestBody, said: string): Format {
  const api = providerApi(request)
  const packed = modelMessagesOver(api)
  const format = api === 'gemini' ? modelMessagesForGemini(packed, request, said) : packed
  const version = isVersion(request['specification']) ? request['specification'] : versionTold(said)
  return version === undefined ? format : asVersion(format, version, request['provider'])
}

function isVersion(value: unknown): value is SpecificationVersion {
  return value === 'v2' || value === 'v3' || value === 'v4'
}

function versionTold(said: string): SpecificationVersion | undefined {
  if (/\bmust be a ModelMessage\[\]/.test(said)) return 'v2'
  return /\bdo not match the ModelMessage\[\]/.test(said) ? 'v3' : undefined
}

/** Which kind of messages an error speaks of: false for the check of a prompt, true for UIMessages and their conversion. */
function tellsShown(said: string): boolean | undefined {
  if (/\bModelMessage\[\]|\bCoreMessage\[\]/.test(said)) return false
  return /\bUI ?messages?\b|\bmessages\[\d+\]\.parts\b|"path":\s*\[\s*\d+,\s*"(?:parts|id)"/i.test(said)
    ? true
    : undefined
}

/** What the caller said (`shown`): whether these are the UIMessages of a chat. */
function isShown({ shown }: RequestBody): boolean | undefined {
  return typeof shown === 'boolean' ? shown : undefined
}

/**
 * Only UIMessages have parts, and ids. A list that holds both kinds is of the kind of most of its messages; when they are equally many, of
 * the last one's kind, which the sending program wrote. Messages of other APIs do not count.
 */
function areShown(messages: readonly unknown[]): boolean {
  let shown = 0
  for (const raw of messages) if (hasParts(raw)) shown += 1
  if (shown === 0) return areIdentified(messages)
  if (shown === messages.length) return true
  const kinds = messages.filter((raw) => hasParts(raw) || (isRecord(raw) && isOfModel(raw)))
  return 2 * shown > kinds.length || (2 * shown === kinds.length && hasParts(kinds.at(-1)))
}

function areIdentified(messages: readonly unknown[]): boolean {
  let identified = false
  let filled = false
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const raw = messages[index]
    if (!isRecord(raw)) continue
    if (typeof raw['id'] === 'string') identified = true
    else if (isOfModel(raw)) return false
    filled ||= raw['content'] !== undefined
  }
  return identified && !filled
}

/** The first part decides: a later one may have lost its type, and looking at each took a third of a chat's screen. */
function hasParts(raw: unknown): boolean {
  return isRecord(raw) && Array.isArray(raw['parts']) && !isOfGemini(raw['parts'][0])
}

/** A part of Gemini has no type, but one of these members. */
function isOfGemini(part: unknown): boolean {
  return isRecord(part) && part['type'] === undefined && geminiMembers.some((member) => part[member] !== undefined)
}

const geminiMembers = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
] as const

function isOfModel({
  content,
  id,
  role,
  tool_call_id: answered,
  tool_calls: calls,
}: Readonly<Record<string, unknown>>): boolean {
  if (typeof role !== 'string' || typeof id === 'string' || calls !== undefined || answered !== undefined) return false
  if (!Array.isArray(content)) return typeof content === 'string' && role !== 'function'
  return content.every((part) => isRecord(part) && modelPartShapes.has(part['type'] as string))
}
