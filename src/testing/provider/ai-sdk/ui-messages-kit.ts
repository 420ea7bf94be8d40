import type { Kit } from '../shared/kit.ts'
import { listKit } from '../shared/list-kit.ts'
import type { JsonRecord } from '../shared/records.ts'
import { generateUiMessages } from './generate-ui-messages.ts'
import { judgeUiMessages } from './judge-ui-messages.ts'
import { uiMessageCorruptions } from './ui-message-corruptions.ts'

/** `UIMessage`s: what chat applications store, in the same format. */
export const uiMessagesKit: Kit<'ai-sdk', JsonRecord[]> = listKit(
  'ai-sdk',
  generateUiMessages,
  uiMessageCorruptions,
  judgeUiMessages,
)
