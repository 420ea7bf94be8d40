import { textInputs } from '../formats/tool-inputs.ts'
import type { Rules } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block } from '../transcript/transcript.ts'
import { completeJson } from '../json/complete-json.ts'
import { parsedJson } from '../json/parsed-json.ts'
import { foreignCall } from '../transcript/foreign-tool.ts'

/** The field that keeps the raw text of an input that no parser can read. */
const rawField = 'raw_input'

export const toolCallInputInvalidMeta: FaultMeta = {
  title: 'tool call arguments that are not what the format demands',
  meaning: 'Call arguments are not the object / JSON string that the format demands (null, string, truncated JSON).',
  repair: 'Parse or complete what can be proven; else wrap the raw text and answer the call with an error result.',
  mayLose: 'Nothing: what cannot be completed is kept as raw text, and the call is answered with an error result.',
  says: 'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
  link: 'https://platform.openai.com/docs/guides/function-calling',
}

/**
 * Call arguments are not the object / JSON string that the format demands (null, string, truncated JSON).
 *
 * Repair: what can be parsed is parsed; what was cut off is completed as far as it is proven; anything else is kept whole in
 * an object that wraps it.
 */
export const toolCallInputInvalid: Strategy<'tool_call_input_invalid'> = defineStrategy({
  type: 'tool_call_input_invalid',

  visit: {
    tool_call(call, context) {
      if (!isRecord(call.payload)) reportInput(call, context)
    },
  },
})

/** Writes the input as the object that it means, or as `written` does. */
function reportInput(
  call: Block,
  { format, report }: LintContext,
  written: (input: Record<string, unknown>) => unknown = (input) => input,
): void {
  const { payload } = call
  // Under the name that another API has for it.
  const { input, loss } = readInput(payload ?? foreignCall(call.raw)?.payload)
  report({
    at: call,
    detail: { callId: call.callId ?? '', found: payload === null ? 'null' : typeof payload },
    loss,
    fix: (edit) => edit.replace(call, format.write.withInput(call, written(input))),
  })
}

/** The same where arguments may be, or have to be, text. */
export const textInputInvalid: Strategy<'tool_call_input_invalid'> = /* @__PURE__ */ extendStrategy(
  toolCallInputInvalid,
  {
    // A server that parses what others pass on as text, and one that gets the text of a framework as it is.
    learn: ({ rules: { plainInputs, toolInput } }) => ({
      rules: {
        toolInput: textInputs.has(toolInput) ? 'json-object-text' : plainInputs === true ? toolInput : 'object',
      },
    }),

    visit: {
      tool_call(call, context) {
        const { anyInput, freeInput } = call.shape
        const rule = freeInput ? 'any-text' : context.rules.toolInput
        if (anyInput || isLegal[rule](call.payload)) return
        reportInput(call, context, textInputs.has(rule) ? JSON.stringify : undefined)
      },
    },
  },
)

const isLegal: Readonly<Record<Rules['toolInput'], (payload: unknown) => boolean>> = {
  object: isRecord,
  'object-or-text': (payload) =>
    isRecord(payload) || (typeof payload === 'string' && payload !== '' && !/^\s*\{/.test(payload)),
  'json-object-text': (payload) => typeof payload === 'string' && isRecord(parsedJson(payload)),
  'any-text': (payload) => typeof payload === 'string',
  'text-or-object': (payload) => typeof payload === 'string' || payload === null || isRecord(payload),
}

function readInput(payload: unknown): { input: Record<string, unknown>; loss: 'none' | 'synthesised' } {
  if (payload === undefined || payload === null || payload === '') return { input: {}, loss: 'none' }
  if (isRecord(payload)) return { input: payload, loss: 'none' }
  if (typeof payload !== 'string') return { input: { [rawField]: payload }, loss: 'synthesised' }
  const parsed = parsedJson(payload)
  if (isRecord(parsed)) return { input: parsed, loss: 'none' }
  const completed = completeJson(payload)
  if (isRecord(completed)) return { input: completed, loss: 'synthesised' }
  return { input: { [rawField]: payload }, loss: 'synthesised' }
}
