import { isEqual } from '../../json/is-equal.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { fieldOf } from './message-fields.ts'

/**
 * The calls of Gemini in the content that no entry of `tool_calls` repeats, by their places: @langchain/google-genai sends the entries
 * alone. A part has no id; each entry is repeated by one that asks the same, by one of its name, or by any.
 */
export function loneParts(message: unknown): ReadonlySet<number> {
  const parts = [...listOf(fieldOf(message, 'content')).entries()].filter(([, block]) => askedByPart(block))
  const alone = new Map(parts)
  for (const entry of listOf(fieldOf(message, 'tool_calls'))) {
    const { args, name } = isRecord(entry) ? entry : {}
    const named = [...alone].filter(([, part]) => askedByPart(part)?.['name'] === name)
    const repeats = named.find(([, part]) => isEqual(askedByPart(part)?.['args'], args)) ?? named[0] ?? [...alone][0]
    if (repeats) alone.delete(repeats[0])
  }
  return new Set(alone.keys())
}

/** What a part of Gemini's asks for; undefined for any other block. */
export function askedByPart(block: unknown): Readonly<Record<string, unknown>> | undefined {
  const asked = isRecord(block) && block['type'] === 'functionCall' ? block['functionCall'] : undefined
  return isRecord(asked) ? asked : undefined
}
