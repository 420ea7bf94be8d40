import { asText } from '../shared/records.ts'
import { type JudgedContent, partsWith } from './judged-contents.ts'
import type { GeminiRefusal } from './refusal.ts'
import { isGenuine, modelGeneration } from './signatures.ts'

/**
 * Gemini 3 demands a signature on the first call of every step of the current turn, which starts at the last user content without a
 * response; every signature that is present must be genuine.
 */
export function* checkSignatures(contents: readonly JudgedContent[], model: string): Generator<GeminiRefusal> {
  if (modelGeneration(model) < 3) return
  const start = contents.findLastIndex(
    (content) => content.role !== 'model' && partsWith(content, 'functionResponse').length === 0,
  )
  for (const content of contents.slice(start + 1)) {
    const [first] = partsWith(content, 'functionCall')
    if (!first || asText(first.value['thoughtSignature']) !== '') continue
    const name = asText((first.value['functionCall'] as { name?: unknown }).name)
    yield {
      message:
        'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, ' +
        'and missing thought_signature may lead to degraded model performance. Additional data, function call ' +
        `\`default_api:${name}\` , position ${content.index + 1}. Please refer to ` +
        'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
    }
  }
  for (const { parts } of contents) {
    for (const { value } of parts) {
      const signature = asText(value['thoughtSignature'])
      if (signature !== '' && !isGenuine(signature, model)) yield { message: 'Corrupted thought signature.' }
    }
  }
}
