import { describe, expect, test } from 'vitest'
import { isMended } from '../../src/detection/talk/is-mended.ts'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'

/** What programs tell when they have mended a history. */
const told = `tool_use toolu_01X has no matching tool_result; inserted placeholder
tool_use toolu_01X has no tool_result, adding a synthetic one
message 3 has empty content, filled with a placeholder
duplicate tool call id call_1 renamed to call_1_2
history ends with an assistant message, appended a user message
orphaned tool result call_9 converted to text
tool message without preceding tool_calls skipped
lone surrogate in message 9 replaced by U+FFFD
thinking blocks of another model removed (3)
reasoning item rs_1 without its following item removed
previous_response_id resp_1 not found, replaying full history
fixed 2 messages with missing tool_call_id
closed 1 dangling tool call (call_9)
healing history: tool_use toolu_9 without tool_result at message 12`.split('\n')

/** How their logs show it. */
const logs: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'with a time': (text) => `2026-05-02T08:00:11Z INFO  session: ${text}`,
  'of a program': (text) => `[session-repair] ${text}`,
  'as a record': (text) => JSON.stringify({ level: 'warn', message: text }),
  'in fields': (text) => `time=2026-05-02T08:00:11Z level=WARN msg="${text}" session=s1`,
  'as a sentence': (text) => `${text[0]?.toUpperCase()}${text.slice(1)}.`,
}

describe('what a program has mended', () => {
  test.each(Object.entries(logs))('is taken for a refusal: %s', (_, log) => {
    expect(told.filter((text) => detectErrorType(log(text)) !== null)).toEqual([])
    expect(told.filter((text) => !isMended(log(text)))).toEqual([])
  })

  test.each([
    ['tool_result_orphan', 'No tool call found for function call output with call_id call_Ab12.'],
    ['thinking_block_modified', 'thinking blocks in the latest assistant message cannot be modified or removed'],
    ['unknown_field', 'messages.0.foo: Extra inputs are not permitted and must be removed'],
    ['tool_result_orphan', 'Error: No tool call found for function call output with call_id call_1, turn skipped'],
    ['tool_result_orphan', '{"level":"error","message":"No tool call found for function call output, turn skipped"}'],
  ] as const)('hides a refusal: %s: %s', (type, text) => {
    expect(detectErrorType(text)).toBe(type)
  })
})
