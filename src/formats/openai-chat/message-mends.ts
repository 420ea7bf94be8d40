import { isRecord } from '../../json/is-record.ts'
import { readOnce } from '../../json/read-once.ts'
import { ownValue } from '../../json/own-value.ts'
import type { Rules } from '../rules.ts'
import type { Message, Transcript } from '../../transcript/transcript.ts'
import { exactText, fields, label, mendedFields, type Mends, orElse, orNull, text } from '../mend.ts'
import { readableParts } from '../result-parts.ts'
import { resultParts } from './result-parts.ts'
import { thoughtText } from './thought-text.ts'

/** Fields beside the content that the API refuses with values of another type (`ChatCompletionMessageParam` of openai 7.55). */
const spoken: Mends = { name: exactText }
const unnamed = 'unknown_function'
/** A `function_call`, the predecessor of tool calls. */
const functionCall = fields({ name: (value) => label(value) || unnamed, arguments: orElse(text, '{}') })
const mendsOf: Readonly<Record<string, Mends>> = {
  user: spoken,
  system: spoken,
  developer: spoken,
  function: spoken,
  tool: { name: orNull(exactText) },
  assistant: { ...spoken, refusal: orNull(text), function_call: orNull(functionCall) },
}

const none = {}

/** Reasoning, where it must be a text; null means none. */
const thoughts: Mends = { reasoning_content: orNull(thoughtText) }

/** Parts whose text stands under their own type. */
const spokenTypes: ReadonlySet<unknown> = new Set(['text', 'refusal'])

/** The answer to a `function_call`; a message with a `tool_call_id` is a tool's, whatever its role. */
const answer: Mends = { ...spoken, content: output }

/** Fields of a message that have to change, with their new values. */
export function meantFields(
  { index, raw }: Message,
  transcript: Transcript,
  { contentLists, reasoningForm, refusedNull }: Rules,
): Readonly<Record<string, unknown>> {
  if (!isRecord(raw) || typeof raw['role'] !== 'string') return none
  const areRefused = contentLists === 'refused'
  const whole = areRefused ? joinedText(raw['content']) : undefined
  const isAnswer = raw['role'] === 'function' && !raw['tool_call_id']
  const mends = isAnswer ? answer : (ownValue(mendsOf, raw['role']) ?? none)
  const isLeft = (field: string): boolean => raw[field] === null && field === 'name' && refusedNull !== 'name'
  const mended = {
    ...mendedFields(mends, (field) => (isLeft(field) ? undefined : raw[field])),
    ...(whole !== undefined && { content: whole }),
    ...(areRefused || reasoningForm !== undefined ? mendedFields(thoughts, (field) => raw[field]) : none),
  }
  return isAnswer && !exactText(raw['name']) ? { ...mended, name: calledBefore(index, transcript) } : mended
}

/** The output of a function: text, or parts of text. */
function output(content: unknown): unknown {
  if (!Array.isArray(content)) return orNull(text)(content)
  return content.every(resultParts.isPart) ? content : (readableParts(content, resultParts) ?? JSON.stringify(content))
}

/** The text of a list that holds only text and refusals. */
function joinedText(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined
  const texts = content.map((part) =>
    isRecord(part) && spokenTypes.has(part['type']) ? part[String(part['type'])] : undefined,
  )
  return texts.every((text) => typeof text === 'string') ? texts.join('\n\n') : undefined
}

/** The function that an answer without a name belongs to: the one that was called last. */
function calledBefore(index: number, transcript: Transcript): string {
  return callersIn(transcript).get(index) ?? unnamed
}

/** The called function of each answer, by the answer's index. */
const callersIn = readOnce(({ messages }: Transcript): ReadonlyMap<number, string> => {
  const names = new Map<number, string>()
  let called = unnamed
  for (const { index, raw, role } of messages) {
    names.set(index, called)
    if (role !== 'assistant') continue
    const call = isRecord(raw) ? raw['function_call'] : undefined
    called = (isRecord(call) ? label(call['name']) : undefined) || unnamed
  }
  return names
})
