import { type Damage, damage, type PickOne } from './damage.ts'
import type { Random } from './random.ts'
import type { JsonRecord } from './records.ts'

/** A call and its output, in the form of no API. */
export type ToolPair = { id: string; name: string; input: unknown; output: string }

/** An API's form of a call and its result, as blocks of its messages. */
type Form = { call(pair: ToolPair): JsonRecord; result(pair: ToolPair): JsonRecord }

type Api = 'messages' | 'converse' | 'gemini' | 'responses' | 'aiSdk'

/** The forms of blocks by API, as an agent leaves them in its history when it changes its provider in mid-session. */
export const foreignBlocks: Readonly<Record<Api, Form>> = {
  messages: {
    call: ({ id, input, name }) => ({ type: 'tool_use', id, name, input }),
    result: ({ id, output }) => ({ type: 'tool_result', tool_use_id: id, content: output }),
  },
  converse: {
    call: ({ id, input, name }) => ({ toolUse: { toolUseId: id, name, input } }),
    result: ({ id, output }) => ({ toolResult: { toolUseId: id, content: [{ text: output }] } }),
  },
  gemini: {
    call: ({ id, input, name }) => ({ functionCall: { id, name, args: input } }),
    result: ({ id, name, output }) => ({ functionResponse: { id, name, response: { output } } }),
  },
  responses: {
    call: ({ id, input, name }) => ({ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) }),
    result: ({ id, output }) => ({ type: 'function_call_output', call_id: id, output }),
  },
  aiSdk: {
    call: ({ id, input, name }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input }),
    result: ({ id, name, output }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: name,
      output: { type: 'text', value: output },
    }),
  },
}

/** The form of Chat Completions, as whole messages. */
export const chatPair: Form = {
  call: ({ id, input, name }) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  }),
  result: ({ id, output }) => ({ role: 'tool', tool_call_id: id, content: output }),
}

/** A call in a transcript, with functions that replace it and its result; `result` is absent for an unanswered call. */
export type PairSite = {
  pair: Omit<ToolPair, 'output'>
  call(written: JsonRecord): void
  result?: ((written: JsonRecord) => void) | undefined
}

/** Damages that replace a call, or a call and its result, by blocks of another API. */
export function foreignPairs<Transcript>(
  names: readonly Api[],
  sitesOf: (copy: Transcript) => readonly PairSite[],
): readonly Damage<Transcript>[] {
  const write = (copy: Transcript, pick: PickOne, random: Random, isPair: boolean): boolean => {
    const site = pick(sitesOf(copy).filter(({ result }) => !isPair || result !== undefined))
    if (site === undefined) return false
    const form: Form = foreignBlocks[random.pick(names)]
    const pair = { ...site.pair, output: 'what the tool said' }
    site.call(form.call(pair))
    if (isPair) site.result!(form.result(pair))
    return true
  }
  return [
    damage<Transcript>('call-of-another-api', 'content_block_invalid', (copy, pick, random) =>
      write(copy, pick, random, false),
    ),
    damage<Transcript>('pair-of-another-api', 'content_block_invalid', (copy, pick, random) =>
      write(copy, pick, random, true),
    ),
  ]
}

/** The input in arguments that are written as text; some models write none. */
export function inputIn(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return {}
  }
}
