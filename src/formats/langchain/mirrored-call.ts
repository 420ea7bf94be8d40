import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import type { Block } from '../../transcript/transcript.ts'
import { fieldOf } from './message-fields.ts'
import { callIdOf } from './call-id-of.ts'

/**
 * A block of content that repeats an entry of `tool_calls` and has lost its name or its input, with those of the entry:
 * @langchain/anthropic sends the block, not the entry. Undefined where nothing is lost, or the entry has it neither.
 */
export function mirroredCall({ field, kind, message, raw }: Block): unknown {
  if (kind !== 'other' || field !== 'content' || !isRecord(raw) || raw['type'] !== 'tool_use') return undefined
  const { input, name } = raw
  // The package replaces a text, which a stream may leave behind, with the entry's own input.
  if (typeof name === 'string' && name !== '' && (isRecord(input) || typeof input === 'string')) return undefined
  const id = callIdOf(raw)
  const entry = listOf(fieldOf(message.raw, 'tool_calls')).find((call) => isRecord(call) && callIdOf(call) === id)
  if (!isRecord(entry) || typeof entry['name'] !== 'string' || entry['name'] === '' || !isRecord(entry['args']))
    return undefined
  return { ...raw, name: entry['name'], input: entry['args'] }
}
