import { lengthLimits } from '../detection/shapes/error-extras.ts'
import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolCallsMalformed: Reports = {
  extras: { limits: lengthLimits },
  fields: [
    ...fields('tool_calls', 'required null empty long list type invalid'),
    ...fields('tool_calls.type tool_calls.function tool_calls.#', 'required null value type unsupported invalid'),
  ],
  sentences: says(
    'message call shape',
    'message unsupported call call',
    'onlyIn call',
    'empty call',
    'call empty/shape',
    'call needs empty',
    'assistant empty call',
    'onlyIn single call',
    'onlyIn call/assistant blockType',
    'onlyIn assistant call blockType',
    'single call assistant',
    'call unsupported/invalid/unmatched blockType',
    'call blockType unsupported/invalid',
    'call large item',
  ),
  things: ['call'],
  wordings: [
    // github.com/ZyphrZero/kiro.rs/issues/27, and a block of a gateway
    wording('any', /invalid (?:or unsupported |server ?_?)?tool_? ?use (?:format|block)/),
    // llama.cpp
    wording('local', /(?:missing|unsupported) tool call (?:type|function|name)|tool call kind is/),
    wording(
      'any',
      /too many (?:parallel )?tool[_ ]?calls (?:in|per) (?:.{0,5}(?:message|turn|request|assistant)|a single message)|only have 1 tool call/,
    ),
    // github.com/vllm-project/vllm/pull/34438
    wording('vllm', /validating messages tool_calls raised an error/),
  ],
}
