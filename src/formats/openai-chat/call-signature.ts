import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { stringOf } from '../../json/string-of.ts'
import { withField } from '../../json/with-field.ts'
import type { Block } from '../../transcript/transcript.ts'

/**
 * Where Gemini's signature of a call may stand: in the extension of its own compatible API (ai.google.dev/gemini-api/docs/openai), or in
 * LiteLLM's field. New signatures are written in the first.
 */
const places = [
  ['extra_content', 'google', 'thought_signature'],
  ['provider_specific_fields', 'thought_signature'],
] as const

/** The signature of a call for the provider behind the API. */
export function signatureOf(call: unknown): string | undefined {
  return places.map((place) => stringOf(at(call, place))).find((signature) => signature)
}

/** The call with another signature; undefined removes it. */
export function withSignatureOf(call: unknown, signature: string | undefined): unknown {
  return withValue(call, places.find((place) => at(call, place)) ?? places[0], signature)
}

/** The list in which OpenRouter keeps signatures: beside the message's reasoning, by the id of the call. */
const list = 'reasoning_details'
const sealed = 'reasoning.encrypted'

export function signatureBeside(call: unknown, message: unknown): string | undefined {
  const [id, details] = [at(call, ['id']), at(message, [list])]
  if (!Array.isArray(details) || typeof id !== 'string') return undefined
  return stringOf(
    at(
      details.find((detail) => at(detail, ['id']) === id && at(detail, ['type']) === sealed),
      ['data'],
    ),
  )
}

/** The entry that signs a call; calls that share an id take theirs in order. */
export function sealBeside(call: Block): Block | undefined {
  const { callId, message } = call
  const isOfCall = ({ field, raw }: Block): boolean =>
    field === list && at(raw, ['type']) === sealed && at(raw, ['id']) === callId
  const calls = message.blocks.filter((block) => block.kind === 'tool_call' && block.callId === callId)
  return callId ? message.blocks.filter(isOfCall)[calls.indexOf(call)] : undefined
}

/** The list with the signature of a call added, marked as Gemini's format. */
export function signedBeside({ callId, message }: Block, data: string): readonly [field: string, value: unknown] {
  const details = listOf(at(message.raw, [list]))
  const signed = { type: sealed, data, id: callId, format: 'google-gemini-v1', index: 0 }
  return [list, [...details, signed]]
}

function at(value: unknown, place: readonly string[]): unknown {
  return place.reduce((held, field) => (isRecord(held) ? held[field] : undefined), value)
}

/** An object that becomes empty is removed with its field. */
function withValue(value: unknown, [field, ...rest]: readonly string[], held: unknown): unknown {
  if (field === undefined) return held
  const fields = isRecord(value) ? value : {}
  const changed = withField(fields, field, withValue(fields[field], rest, held))
  return Object.keys(changed as object).length === 0 ? undefined : changed
}
