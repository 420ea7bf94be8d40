import { holdsCalls, thoughtParts } from './build-contents.ts'
import { fieldOfPart, partsOf, toolCallsOf, type MessageRecord } from './gemini-record.ts'
import { isRecord } from '../../json/is-record.ts'

/** The contents of a record after the repair; `undefined` for a removed piece. */
export interface Pieces {
  readonly spoken: readonly unknown[] | undefined
  readonly answered: readonly unknown[] | undefined
}

const textOf = (part: unknown): string | undefined =>
  isRecord(part) && typeof part['text'] === 'string' && Object.keys(part).length === 1 ? part['text'] : undefined

/** The content in the way in which it was stored: a string stays one where it can. */
function contentLike(stored: unknown, parts: readonly unknown[]): unknown {
  if (Array.isArray(stored)) return parts
  if (parts.length === 0) return ''
  const text = parts.length === 1 ? textOf(parts[0]) : undefined
  return text ?? parts
}

/** States in which the CLI still waits for the end of a call; one that has a result is in none of them. */
const unsettled: ReadonlySet<unknown> = new Set(['validating', 'scheduled', 'awaiting_approval', 'executing'])

function settledStatus({ status }: Record<string, unknown>, parts: readonly unknown[]): { status?: string } {
  if (!unsettled.has(status)) return {}
  const failed = parts.some((part) => {
    const response = fieldOfPart(part, 'functionResponse')?.['response']
    return isRecord(response) && 'error' in response
  })
  return { status: failed ? 'error' : 'success' }
}

/** The calls with their results from `answered`; `undefined` when these do not fit into `toolCalls`. */
function withResults(
  calls: readonly Record<string, unknown>[],
  answered: readonly unknown[],
): Record<string, unknown>[] | undefined {
  const results = calls.map((): unknown[] => [])
  for (const part of answered) {
    const id = fieldOfPart(part, 'functionResponse')?.['id']
    const index = typeof id === 'string' ? calls.findIndex((call) => call['id'] === id) : -1
    if (index < 0) return undefined
    results[index]!.push(part)
  }
  return calls.map((call, index) => {
    const { result, ...rest } = call
    const parts = results[index]!
    if (parts.length === 0) return rest
    const isSame =
      Array.isArray(result) && result.length === parts.length && result.every((each, at) => each === parts[at])
    return isSame ? call : { ...rest, ...settledStatus(call, parts), result: parts }
  })
}

/** The calls that `spoken` keeps, in its words; `undefined` when `toolCalls` cannot say them. */
function keptCalls(
  calls: readonly Record<string, unknown>[],
  spoken: readonly unknown[],
): { parts: readonly unknown[]; calls: Record<string, unknown>[] } | undefined {
  const first = spoken.findIndex((part) => fieldOfPart(part, 'functionCall'))
  const parts = first < 0 ? spoken : spoken.slice(0, first)
  const kept: Record<string, unknown>[] = []
  for (const part of first < 0 ? [] : spoken.slice(first)) {
    const call = fieldOfPart(part, 'functionCall')
    const own = calls.find(({ id }) => typeof id === 'string' && id === call?.['id'])
    // A signature beside the call has no place in `toolCalls`.
    if (!call || !own || !isRecord(part) || Object.keys(part).length > 1 || kept.some(({ id }) => id === own['id']))
      return undefined
    const isSame = own['name'] === call['name'] && own['args'] === call['args']
    kept.push(isSame ? own : { ...own, name: call['name'], args: call['args'] })
  }
  return { parts, calls: kept }
}

/** The record with results alone changed. */
function answeredInPlace(value: MessageRecord, answered: readonly unknown[]): MessageRecord | undefined {
  const calls = withResults(toolCallsOf(value), answered)
  return calls && { ...value, toolCalls: calls }
}

/** The record with its results in `toolCalls`; undefined when that form cannot hold them. */
function inPlace(value: MessageRecord, { spoken, answered }: Pieces): MessageRecord | undefined {
  const { content } = value
  if (holdsCalls(value)) {
    const said = { ...value, content: [...thoughtParts(value), ...(spoken ?? [])] }
    return answeredInPlace(said, answered ?? [])
  }
  const kept = keptCalls(toolCallsOf(value), spoken ?? [])
  const calls = kept && withResults(kept.calls, answered ?? [])
  if (!kept || !calls) return undefined
  const isSame =
    kept.parts.length === partsOf(content).length && kept.parts.every((part, at) => part === partsOf(content)[at])
  return {
    ...value,
    ...(!isSame && { content: contentLike(content, kept.parts) }),
    ...('toolCalls' in value && { toolCalls: calls }),
  }
}

/**
 * Writes the pieces of a model's record back. Where `toolCalls` cannot hold them, the record takes the form in which the CLI
 * itself stores a resumed chat: calls in the content, results in a record of their own.
 *
 * @returns the record, and the one that goes behind it; none when nothing is left
 */
export function recordOfPieces(value: MessageRecord, pieces: Pieces): readonly MessageRecord[] {
  const { spoken, answered } = pieces
  if (value['type'] !== 'gemini')
    return spoken === undefined ? [] : [{ ...value, content: contentLike(value['content'], spoken) }]
  if (spoken === undefined && answered === undefined) return []
  const whole = spoken === undefined ? undefined : inPlace(value, pieces)
  if (whole) return [whole]
  const { toolCalls: _calls, ...rest } = value
  const { timestamp } = value
  return [
    ...(spoken === undefined ? [] : [{ ...rest, id: value.id, content: [...thoughtParts(value), ...spoken] }]),
    ...(answered === undefined ? [] : [{ id: `${value.id}_response`, timestamp, type: 'user', content: answered }]),
  ]
}
