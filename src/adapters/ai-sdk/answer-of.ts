import type { LanguageModelV4Content } from '@ai-sdk/provider'
import { encodeBytes } from './encode-bytes.ts'

/** The content of an answer as the assistant message that the next prompt will hold; empty when there is nothing to keep. */
export function answerOf(content: readonly LanguageModelV4Content[]): readonly unknown[] {
  const parts = content.flatMap(partOf)
  return parts.length === 0 ? [] : [{ role: 'assistant', content: parts }]
}

function partOf(content: LanguageModelV4Content): unknown[] {
  const options = content.providerMetadata && { providerOptions: content.providerMetadata }
  switch (content.type) {
    case 'text':
      // `ai` keeps a blank text only for the provider options on it.
      return content.text === '' && !options ? [] : [{ type: 'text', text: content.text, ...options }]
    case 'reasoning':
      return [{ type: 'reasoning', text: content.text, ...options }]
    case 'file':
    case 'reasoning-file': {
      const { data, mediaType, type } = content
      return [{ type, data: encodeBytes(data), mediaType, ...options }]
    }
    case 'custom':
      return [{ type: 'custom', kind: content.kind, ...options }]
    case 'tool-call': {
      const { input, providerExecuted, toolCallId, toolName } = content
      const executed = providerExecuted && { providerExecuted }
      return [{ type: 'tool-call', toolCallId, toolName, input: parsed(input), ...executed, ...options }]
    }
    case 'tool-result': {
      const { isError, preliminary, result, toolCallId, toolName } = content
      if (preliminary) return []
      const output = outputOf(result, isError)
      return [{ type: 'tool-result', toolCallId, toolName, output, ...options }]
    }
    // Sources and approval requests are for the caller only: no later prompt holds them.
    default:
      return []
  }
}

function outputOf(value: unknown, isError: boolean | undefined): object {
  if (isError) return { type: 'error-json', value }
  return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value }
}

/** The input of a call, which models write as JSON text. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    // The input of a custom tool is plain text.
    return input
  }
}
