import { answersJson } from '../json/answers-json.ts'
import { TranscriptError } from './transcript-error.ts'

/**
 * The list as a client sends it: documents of a database and classes of a program answer `toJSON` with what they say, and whoever
 * reads their fields reads what nobody sends (I4). The same list where none does.
 *
 * @throws {TranscriptError} `unreadable_message` when a `toJSON` throws, or gives nothing
 * @example
 * asSent([{ _doc: {}, toJSON: () => ({ role: 'user', content: 'hi' }) }]) // [{ role: 'user', content: 'hi' }]
 */
export function asSent(messages: readonly unknown[]): readonly unknown[] {
  return messages.some(answersJson) ? messages.map(sent) : messages
}

function sent(raw: unknown, index: number): unknown {
  if (!answersJson(raw)) return raw
  try {
    return JSON.parse(JSON.stringify(raw)) as unknown
  } catch (cause) {
    throw new TranscriptError(
      'unreadable_message',
      `messages[${index}] cannot be read: its toJSON threw, or gave nothing.`,
      cause,
    )
  }
}
