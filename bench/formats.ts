import {
  generateConverseTranscript,
  generateGeminiTranscript,
  generateLangchainMessages,
  generateModelMessages,
  generateOpenAIChatTranscript,
  generateResponsesTranscript,
} from '../src/testing.ts'
import type { FormatName } from '../src/formats/format-name.ts'

/** Healthy conversations of one format, made by its test kit. */
export interface FormatSample {
  readonly format: FormatName
  readonly conversations: readonly { readonly messages: unknown; readonly request: Readonly<Record<string, unknown>> }[]
}

type Body = Readonly<Record<string, unknown>>

const kits: readonly (readonly [FormatName, (options: { seed: number }) => unknown, list: string | null])[] = [
  ['openai-chat', generateOpenAIChatTranscript, 'messages'],
  ['openai-responses', generateResponsesTranscript, 'input'],
  ['gemini', generateGeminiTranscript, 'contents'],
  ['bedrock-converse', generateConverseTranscript, 'messages'],
  ['ai-sdk', generateModelMessages, null],
  ['langchain', generateLangchainMessages, null],
]

/** Two hundred conversations per format; short ones, so that what a call costs at least counts too. */
export function formatSamples(): FormatSample[] {
  return kits.map(([format, generate, list]) => ({
    format,
    conversations: Array.from({ length: 200 }, (_, seed) => {
      const made = generate({ seed: seed + 1 })
      if (list === null) return { messages: made, request: {} }
      return { messages: (made as Body)[list], request: (made as Body)['request'] as Body }
    }),
  }))
}
