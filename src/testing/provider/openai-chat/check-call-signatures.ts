import { isGenuine, mintSignature } from '../gemini/signatures.ts'
import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import type { Court } from './check-shape.ts'
import type { ChatRefusal } from './refusal.ts'

const inside = (value: unknown, field: string): unknown => (isRecord(value) ? value[field] : undefined)

/** The signature of a call, at the place where Google's compatible API writes and expects it. */
export const callSignature = (call: unknown): string =>
  asText(inside(inside(inside(call, 'extra_content'), 'google'), 'thought_signature'))

/** The call with a signature, as that API returns it. */
export const signedCall = (call: JsonRecord, model: string, salt: string): JsonRecord => ({
  ...call,
  extra_content: { google: { thought_signature: mintSignature(model, salt) } },
})

/**
 * As in Gemini's own API (`gemini/check-signatures.ts`): the first call of every step of the running turn must be signed, and every
 * signature that is present must be genuine.
 */
export function* checkCallSignatures({ body, law }: Court): Generator<ChatRefusal> {
  if (!law.signed) return
  const messages = body['messages'] as JsonRecord[]
  const start = messages.findLastIndex(({ role }) => role === 'user')
  for (const [index, { tool_calls: calls }] of messages.entries()) {
    const [first] = asList(calls)
    if (index > start && first !== undefined && callSignature(first) === '')
      yield {
        message:
          'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, ' +
          'and missing thought_signature may lead to degraded model performance. Additional data, function call ' +
          `\`default_api:${asText(inside(inside(first, 'function'), 'name'))}\` , position ${index + 1}. Please refer to ` +
          'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
      }
    for (const signature of asList(calls).map(callSignature))
      if (signature !== '' && !isGenuine(signature, asText(body['model'])))
        yield { message: 'Corrupted thought signature.' }
  }
}
