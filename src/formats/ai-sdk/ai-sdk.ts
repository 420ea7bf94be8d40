import { isRecord } from '../../json/is-record.ts'
import type { Format } from '../format.ts'
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

/** Only messages that a chat shows have parts, and ids. */
function areShown(messages: readonly unknown[]): boolean {
  let identified = false
  let filled = false
  for (let index = 0; index < messages.length; index += 1) {
    const raw = messages[index]
    if (!isRecord(raw)) continue
    if (Array.isArray(raw['parts'])) return true
    // Who holds content is known by its parts alone.
    if (filled) continue
    identified ||= typeof raw['id'] === 'string'
    filled = raw['content'] !== undefined
  }
  return identified && !filled
}
