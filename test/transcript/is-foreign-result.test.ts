import { expect, test } from 'vitest'
import { isForeignResult } from '../../src/transcript/is-foreign-result.ts'

test.each([
  [{ type: 'tool_result', tool_use_id: 'x', content: 'a' }, true],
  [{ type: 'tool-result', toolCallId: 'x', output: 'a' }, true],
  [{ type: 'function_call_output', call_id: 'x', output: 'a' }, true],
  [{ type: 'custom_tool_call_output', call_id: 'x', output: 'a' }, true],
  [{ toolResult: { toolUseId: 'x', content: [] } }, true],
  [{ functionResponse: { name: 'f', response: {} } }, true],
  [{ function_response: { name: 'f', response: {} } }, true],
  [{ tool_result: { tool_use_id: 'x' } }, true],
  [{ type: 'tool_use', id: 'x', name: 'f', input: {} }, false],
  [{ type: 'text', text: 'tool_result' }, false],
  [{ toolResult: 'a' }, false],
  ['tool_result', false],
  [null, false],
])('row %$: what a tool gave back is not told from what others say', (raw, isResult) => {
  expect(isForeignResult(raw)).toBe(isResult)
})
