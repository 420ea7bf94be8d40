import type { Kit } from '../shared/kit.ts'
import { listKit } from '../shared/list-kit.ts'
import type { JsonRecord } from '../shared/records.ts'
import { generateLangchainMessages } from './generate-langchain-messages.ts'
import { judgeLangchainMessages } from './judge-langchain-messages.ts'
import { langchainCorruptions } from './langchain-corruptions.ts'

/** LangChain's messages as they are stored, for tests of all formats. They never go over a wire, so there is no emulator. */
export const langchainKit: Kit<'langchain', JsonRecord[]> = listKit(
  'langchain',
  generateLangchainMessages,
  langchainCorruptions,
  judgeLangchainMessages,
)
