import { answeredParts } from './build-contents.ts'
import { fieldOfPart, partsOf } from './gemini-record.ts'
import type { ChatMessage } from './chat.ts'

/** Results as comparable texts; `undefined` for any other part. */
function resultKeys(parts: readonly unknown[]): (string | undefined)[] {
  return parts.map((part) => {
    const response = fieldOfPart(part, 'functionResponse')
    return response && JSON.stringify([response['id'], response['name'], response['response']])
  })
}

const hasId = (part: unknown): boolean => typeof fieldOfPart(part, 'functionResponse')?.['id'] === 'string'

/**
 * Records of the user that hold nothing but results which are there already, equal to the letter. Gemini CLI writes each
 * result twice, into `toolCalls` and as a line of its own, and sends both when the chat is resumed: the API refuses that
 * (gemini-cli #16437, #21830). Results that differ are the engine's business.
 */
export function findStoredTwice(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const found: ChatMessage[] = []
  let given = new Set<string | undefined>()
  for (const message of messages) {
    const { type } = message.value
    if (type === 'gemini') given = new Set(resultKeys(answeredParts(message.value)))
    // Notices between do not separate a call from its results; whatever is sent does.
    if (type !== 'user') continue
    const parts = partsOf(message.value['content'])
    const keys = resultKeys(parts)
    if (keys.length > 0 && keys.every((key) => key !== undefined && given.has(key))) {
      found.push(message)
      continue
    }
    if (keys.includes(undefined)) given = new Set()
    // Without an id two equal results may belong to two calls.
    for (const [index, key] of keys.entries()) if (hasId(parts[index])) given.add(key)
  }
  return found
}
