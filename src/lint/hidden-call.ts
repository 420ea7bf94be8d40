import type { Format } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import type { LintContext } from './lint-context.ts'
import { parsedContainer } from '../json/parsed-container.ts'
import { readOnce } from '../json/read-once.ts'
import { fieldOfMessage } from '../formats/field-of-message.ts'

/** A message whose container of calls cannot be read as it is, and what it was meant to be: where calls are messages, one for each. */
export interface HiddenCall {
  readonly message: Message
  readonly meant: readonly unknown[]
  readonly calls: readonly Block[]
}

/**
 * The message right before a stray result that hides its call: a list that was written as text, a call without its list. The
 * result proves what was meant, so nothing that a user wrote is taken for a call.
 */
export function hiddenCallOf(result: Block, context: LintContext): HiddenCall | undefined {
  return hiddenIn(context).findLast(
    ({ calls, message }) =>
      message.index < result.message.index &&
      message.turnIndex >= result.message.turnIndex - 1 &&
      calls.some((call) => isCallOf(call, result)),
  )
}

/** Whether the list of calls of a message holds some that cannot be read as they are: it only seems to say nothing. */
export function hidesCalls({ raw }: Message, format: Format): boolean {
  const { callsField: field } = format
  if (field === undefined || !isRecord(raw)) return false
  return readCalls(fieldOfMessage(raw, field, format)) !== undefined
}

/** What a container of calls holds that was written as text or as an object by index, or is a single call without its list; undefined when it is none of these. */
export function readCalls(value: unknown): readonly unknown[] | undefined {
  if (isRecord(value)) return /^[0-9,]+$/.test(Object.keys(value).join()) ? recordsOf(Object.values(value)) : [value]
  const list = typeof value === 'string' ? parsedContainer(value) : value
  if (isRecord(list)) return [list]
  if (!Array.isArray(list) || list.length === 0) return undefined
  const calls = list.map((call: unknown) => (typeof call === 'string' ? parsedContainer(call) : call))
  return list !== value || calls.some((call, index) => call !== list[index]) ? recordsOf(calls) : undefined
}

function recordsOf(calls: readonly unknown[]): readonly unknown[] | undefined {
  return calls.every(isRecord) ? calls : undefined
}

function isCallOf(call: Block, result: Block): boolean {
  if (result.callId) return call.callId === result.callId
  return !call.callId && result.name !== undefined && call.name === result.name
}

const hiddenIn = readOnce(({ format, rules, transcript }: LintContext) =>
  transcript.messages.flatMap((message) => unhidden(message, format, rules)),
)

function unhidden(message: Message, format: Format, rules: Rules): readonly HiddenCall[] {
  const { index, raw, role } = message
  if (role !== 'assistant' && role !== 'unknown') return []
  return meantBy(message, format).flatMap((meant) => {
    const blocks = meant.flatMap((one) => format.read(one, index, rules).blocks)
    const calls = blocks.filter(({ kind }) => kind === 'tool_call')
    const isReadable = blocks.every(({ kind }) => kind !== 'unknown')
    return isReadable && meant[0] !== raw ? [{ message, meant, calls }] : []
  })
}

/** What the message may have been before it was written wrongly. */
function meantBy({ blocks, raw }: Message, format: Format): readonly (readonly unknown[])[] {
  const { contentField, write } = format
  if (!isRecord(raw)) return [Array.isArray(raw) ? raw : (readCalls(raw) ?? [])]
  const inFields = [callsField, contentField].flatMap((field) => {
    const calls = readCalls(fieldOfMessage(raw, field, format))
    return calls === undefined ? [] : [[write.withField(raw, field, calls)]]
  })
  const texts = blocks.filter(({ field, index, kind }) => kind === 'text' && field === contentField && index >= 0)
  const inTexts = texts.flatMap(({ index, text }) => {
    const calls = readCalls(text)
    const list = fieldOfMessage(raw, contentField, format)
    return calls === undefined || !Array.isArray(list)
      ? []
      : [[write.withField(raw, contentField, list.toSpliced(index, 1, ...calls))]]
  })
  return [...inFields, ...inTexts]
}

/** The list of calls that Chat Completions has beside the content, and frameworks that follow it. */
const callsField = 'tool_calls'
