import { type Damage, damage, type PickOne } from './damage.ts'
import type { Random } from './random.ts'
import type { JsonRecord } from './records.ts'

/** A call and what it gave back, in the words of no API. */
export type ToolPair = { id: string; name: string; input: unknown; output: string }

/** How an API writes both, as blocks of its messages. */
type Form = { call(pair: ToolPair): JsonRecord; result(pair: ToolPair): JsonRecord }

type Api = 'messages' | 'converse' | 'gemini' | 'responses' | 'aiSdk'

/** The forms of blocks, by their API: what an agent leaves in its history that changes its provider in mid-session. */
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

/** The same as messages of Chat Completions. */
export const chatPair: Form = {
  call: ({ id, input, name }) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  }),
  result: ({ id, output }) => ({ role: 'tool', tool_call_id: id, content: output }),
}

/** A call in a transcript, and how it and its result are written over; `result` is absent where nothing answers it. */
export type PairSite = {
  pair: Omit<ToolPair, 'output'>
  call(written: JsonRecord): void
  result?: ((written: JsonRecord) => void) | undefined
}

/** A call, and a call with its result, as blocks of another API in their places. */
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

/** The input that arguments mean, where they are written as a text; some models write none. */
export function inputIn(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return {}
  }
}
