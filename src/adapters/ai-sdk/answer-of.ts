import type { LanguageModelV4Content } from '@ai-sdk/provider'

/** The content of an answer as the assistant message that the next prompt will hold; empty when there is nothing to keep. */
export function answerOf(content: readonly LanguageModelV4Content[]): readonly unknown[] {
  const parts = content.flatMap(partOf)
  return parts.length === 0 ? [] : [{ role: 'assistant', content: parts }]
}

function partOf(content: LanguageModelV4Content): unknown[] {
  const options = content.providerMetadata && { providerOptions: content.providerMetadata }
  switch (content.type) {
    case 'text':
    case 'reasoning':
      return [{ type: content.type, text: content.text, ...options }]
    case 'tool-call': {
      const { input, providerExecuted, toolCallId, toolName } = content
      const executed = providerExecuted && { providerExecuted }
      return [{ type: 'tool-call', toolCallId, toolName, input: parsed(input), ...executed, ...options }]
    }
    case 'tool-result': {
      const { isError, result, toolCallId, toolName } = content
      const output = { type: isError ? 'error-json' : 'json', value: result }
      return [{ type: 'tool-result', toolCallId, toolName, output, ...options }]
    }
    default:
      return []
  }
}

/** Models hand over the input of a call as JSON text. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    // Custom tools take plain text.
    return input
  }
}
