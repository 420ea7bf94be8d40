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
 * The AI SDK's own messages: ModelMessages, language model prompts, and UIMessages, which are told apart by their `parts`
 * and, where nothing holds any content, by their ids.
 */
export const aiSdk: Format = {
  ...modelMessages,
  // Its schemas take an address where a text is none.
  isRead: (value) => value instanceof URL,
  bind: (messages, request, said = '') =>
    (tellsShown(said) ?? isShown(request) ?? areShown(messages))
      ? uiMessagesAfter(said, request['specification'])
      : modelMessagesFor(request, said),
}

/** The version of `ai` is known to its middleware, and told by what its check of a prompt says: 6 and 7 say the same. */
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

/** Whom an error names that read the list: the check of a prompt, or that of UIMessages and what converts them. */
function tellsShown(said: string): boolean | undefined {
  if (/\bModelMessage\[\]|\bCoreMessage\[\]/.test(said)) return false
  return /\bUI ?messages?\b|\bmessages\[\d+\]\.parts\b|"path":\s*\[\s*\d+,\s*"(?:parts|id)"/i.test(said)
    ? true
    : undefined
}

/** Whether its caller says that a chat shows these messages (`shown`). */
function isShown({ shown }: RequestBody): boolean | undefined {
  return typeof shown === 'boolean' ? shown : undefined
}

/**
 * Only messages that a chat shows have parts, and ids. Where both kinds stand in one list, it was made of those that are more; of as many
 * the last, which the program that sends it wrote. What other APIs write tells nothing.
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

/** The first part tells: another may have lost its type, and to look at each was a third of what a chat costs its screen. */
function hasParts(raw: unknown): boolean {
  return isRecord(raw) && Array.isArray(raw['parts']) && !isOfGemini(raw['parts'][0])
}

/** Parts of Gemini have no type, but one of these members. */
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
