import type { Kit } from '../shared/kit.ts'
import { listKit } from '../shared/list-kit.ts'
import type { JsonRecord } from '../shared/records.ts'
import { generateLangchainMessages } from './generate-langchain-messages.ts'
import { judgeLangchainMessages } from './judge-langchain-messages.ts'
import { langchainCorruptions } from './langchain-corruptions.ts'

/** LangChain's messages as they are stored, for tests that go over all formats. It has no wire, and so no emulator. */
export const langchainKit: Kit<'langchain', JsonRecord[]> = listKit(
  'langchain',
  generateLangchainMessages,
  langchainCorruptions,
  judgeLangchainMessages,
)
