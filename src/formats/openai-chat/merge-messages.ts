import type { Message } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'

type Fields = Record<string, unknown>

/** One message with the content of all of them and the other fields of the first. */
export function mergeMessages(messages: readonly Message[]): unknown {
  const all = messages.map((message) => message.raw as Fields)
  let merged: unknown = withField(all[0], 'content', mergedContent(all))
  for (const field of ['reasoning_content', 'reasoning']) {
    const texts = all.map((raw) => raw[field]).filter((text) => typeof text === 'string' && text !== '')
    if (texts.length > 0) merged = withField(merged, field, texts.join('\n\n'))
  }
  for (const field of ['tool_calls', 'reasoning_details', 'thinking_blocks']) {
    const lists = all.flatMap((raw) => (Array.isArray(raw[field]) ? (raw[field] as unknown[]) : []))
    if (lists.length > 0) merged = withField(merged, field, lists)
  }
  for (const field of ['refusal', 'audio', 'function_call']) {
    const last = all.findLast((raw) => raw[field] !== undefined && raw[field] !== null)
    if (last !== undefined) merged = withField(merged, field, last[field])
  }
  return merged
}

/** Strings are joined into one string; with a list of parts among them, all become parts. */
function mergedContent(all: readonly Fields[]): unknown {
  const contents = all.map((raw) => raw['content']).filter((content) => content !== undefined && content !== null)
  const spoken = contents.filter((content) => content !== '')
  if (spoken.every((content) => typeof content === 'string'))
    return spoken.length === 0 && contents.length === 0 ? null : spoken.join('\n\n')
  return spoken.flatMap((content) => (Array.isArray(content) ? content : [{ type: 'text', text: content }]))
}
