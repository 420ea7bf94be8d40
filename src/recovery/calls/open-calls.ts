import type { Format, RequestBody } from '../../formats/format.ts'
import { readBlocks } from '../../formats/read-blocks.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'

/**
 * Where a request names the one tool that must be called: then the call is the answer (structured output), and nobody runs it.
 * Gemini has a list of names there: with more than one of them the model chooses, and the calls are real.
 */
const choices: readonly (readonly string[])[] = [
  ['tool_choice', 'name'],
  ['tool_choice', 'function', 'name'],
  ['tool_choice', 'custom', 'name'],
  ['toolConfig', 'toolChoice', 'tool', 'name'],
  ['toolConfig', 'functionCallingConfig', 'allowedFunctionNames'],
]

/** Ids of the client's calls in an answer that still want a result; none when the call itself was what was asked for. */
export function openCalls(format: Format, request: RequestBody, answer: readonly unknown[]): readonly string[] {
  if (choices.some((path) => isOneName(valueAt(request, path)))) return []
  const open = new Set<string>()
  for (const { callId, kind, shape } of blocksOf(format, answer)) {
    if (callId === undefined || shape.server) continue
    if (kind === 'tool_call') open.add(callId)
    if (kind === 'tool_result') open.delete(callId)
  }
  return [...open]
}

/** Whether messages hold one of these calls, or its result. The newest are asked first: there it usually is. */
export function mentions(format: Format, messages: readonly unknown[], calls: ReadonlySet<string>): boolean {
  return messages
    .toReversed()
    .some((raw) => blocksOf(format, [raw]).some(({ callId }) => callId !== undefined && calls.has(callId)))
}

function blocksOf(format: Format, messages: readonly unknown[]): Block[] {
  const rules = format.rules({})
  return messages.flatMap((raw) => readBlocks(raw, format, rules))
}

function isOneName(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.length === 1)
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, field) => (isRecord(inner) ? inner[field] : undefined), value)
}
