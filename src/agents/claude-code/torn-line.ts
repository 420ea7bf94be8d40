import { saidParts, type DamageReader } from '../jsonl/readable-damage.ts'
import { conversationTypes, isClaudeRecord, messageOf } from './claude-record.ts'
import { lineUuid } from './line-uuid.ts'

const textBlocks: ReadonlySet<unknown> = new Set(['text'])

/** Fields that Claude Code writes behind the content of an answer, and needs when it resumes. */
const unfinished = {
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 0, output_tokens: 0 },
} as const

/**
 * Reads damaged lines. A line that was cut off inside its message has lost its `uuid` and its time, which come last: the id is
 * made from what is left, the time is that of the line before (I2).
 */
export function damageReader(timestamp: string | undefined): DamageReader {
  return {
    isRecord: isClaudeRecord,
    ofTorn(value) {
      const message = messageOf(value)
      if (!message) return undefined
      const { content, role } = message
      // An answer has its type behind its message; the role tells the same.
      const { type = role } = value
      if (typeof type !== 'string' || !conversationTypes.has(type) || !isClaudeRecord({ ...value, type }))
        return undefined
      const said = typeof content === 'string' && content.trim() !== '' ? content : saidParts(content, textBlocks)
      if (said.length === 0 || role !== type) return undefined
      return {
        ...value,
        type,
        message: { ...(role === 'assistant' && unfinished), ...message, content: said },
        uuid: value['uuid'] ?? lineUuid(['torn', value['parentUuid'], message]),
        ...(timestamp !== undefined && { timestamp: value['timestamp'] ?? timestamp }),
      }
    },
  }
}
