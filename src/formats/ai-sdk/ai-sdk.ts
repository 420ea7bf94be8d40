import { isRecord } from '../../json/is-record.ts'
import type { Format } from '../format.ts'
import { modelPartShapes } from './model-part-shapes.ts'
import { modelMessages } from './model-messages.ts'
import { uiMessages } from './ui-messages.ts'

/**
 * The AI SDK's own messages: ModelMessages, language model prompts, and UIMessages, which are told apart by their `parts`
 * and, where nothing holds any content, by their ids.
 */
export const aiSdk: Format = {
  ...modelMessages,
  bind: (messages) => (areShown(messages) ? uiMessages : modelMessages),
}

/**
 * Only messages that a chat shows have parts, and ids. Where both kinds stand in one list, the program that sends it wrote the last;
 * what other APIs write tells nothing.
 */
function areShown(messages: readonly unknown[]): boolean {
  let identified = false
  let filled = false
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const raw = messages[index]
    if (!isRecord(raw)) continue
    const { content, id, parts } = raw
    if (Array.isArray(parts) && !parts.some(isOfGemini)) return true
    if (typeof id === 'string') identified = true
    else if (isOfModel(raw)) return false
    filled ||= content !== undefined
  }
  return identified && !filled
}

/** Parts of Gemini have no type, but one of these members. */
function isOfGemini(part: unknown): boolean {
  return isRecord(part) && part['type'] === undefined && geminiMembers.some((member) => part[member] !== undefined)
}

const geminiMembers = ['text', 'functionCall', 'functionResponse'] as const

function isOfModel({
  content,
  role,
  tool_call_id: answered,
  tool_calls: calls,
}: Readonly<Record<string, unknown>>): boolean {
  if (typeof role !== 'string' || calls !== undefined || answered !== undefined) return false
  if (!Array.isArray(content)) return typeof content === 'string' && role !== 'function'
  return content.every((part) => isRecord(part) && modelPartShapes.has(part['type'] as string))
}
