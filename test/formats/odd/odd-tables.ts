import type { FormatName } from '../../../src/formats/format-name.ts'
import { anthropicRequest, anthropicRows } from './anthropic-messages.ts'
import { converseRows } from './bedrock-converse.ts'
import { aiSdkRows, langchainRows } from './frameworks.ts'
import { geminiRows } from './gemini.ts'
import type { OddRow } from './odd-row.ts'
import { chatRows } from './openai-chat.ts'
import { responsesRows } from './openai-responses.ts'

/** The odd conversations of a format. */
export interface OddTable {
  readonly format: FormatName
  readonly rows: readonly OddRow[]
  /** The rest of the request, where a row has none of its own. */
  readonly request: Readonly<Record<string, unknown>>
  /** What a transcript of the kit has beside its list and its request. */
  readonly beside: Readonly<Record<string, unknown>>
}

export const oddTables: readonly OddTable[] = [
  { format: 'gemini', rows: geminiRows, request: {}, beside: { model: 'gemini-2.5-flash' } },
  { format: 'bedrock-converse', rows: converseRows, request: {}, beside: {} },
  { format: 'anthropic-messages', rows: anthropicRows, request: anthropicRequest, beside: { betas: [] } },
  { format: 'openai-chat', rows: chatRows, request: { model: 'gpt-5.2' }, beside: { vendor: 'openai' } },
  {
    format: 'openai-responses',
    rows: responsesRows,
    request: { model: 'gpt-5.2' },
    beside: { held: { items: {}, responses: {}, conversations: {} } },
  },
  { format: 'ai-sdk', rows: aiSdkRows, request: {}, beside: {} },
  { format: 'langchain', rows: langchainRows, request: {}, beside: {} },
]
