import type { Kit } from '../shared/kit.ts'
import { listKit } from '../shared/list-kit.ts'
import type { JsonRecord } from '../shared/records.ts'
import { generateModelMessages } from './generate-model-messages.ts'
import { judgeModelMessages } from './judge-model-messages.ts'
import { modelMessageCorruptions } from './model-message-corruptions.ts'

/** `ModelMessage`s: the input of `generateText` and `streamText`. */
export const aiSdkKit: Kit<'ai-sdk', JsonRecord[]> = listKit(
  'ai-sdk',
  generateModelMessages,
  modelMessageCorruptions,
  judgeModelMessages,
)
