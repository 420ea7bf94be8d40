import { isRecord } from '../../json/is-record.ts'
import type { Format } from '../format.ts'
import { modelMessages } from './model-messages.ts'
import { uiMessages } from './ui-messages.ts'

/**
 * The AI SDK's own messages: ModelMessages, language model prompts, and UIMessages, which are told apart by their `parts`.
 */
export const aiSdk: Format = {
  ...modelMessages,
  bind: (messages) => (hasParts(messages) ? uiMessages : modelMessages),
}

function hasParts(messages: readonly unknown[]): boolean {
  for (let index = 0; index < messages.length; index += 1) {
    const raw = messages[index]
    if (isRecord(raw) && Array.isArray(raw['parts'])) return true
  }
  return false
}
