import { isRecord } from '../../json/is-record.ts'
import type { Format } from '../format.ts'
import { modelMessages } from './model-messages.ts'
import { uiMessages } from './ui-messages.ts'

/**
 * The AI SDK's own messages: ModelMessages, language model prompts, and UIMessages, which are told apart by their `parts`.
 */
export const aiSdk: Format = {
  ...modelMessages,
  bind: (messages) =>
    messages.some((raw) => isRecord(raw) && Array.isArray(raw['parts'])) ? uiMessages : modelMessages,
}
