import { describe, expect, test } from 'vitest'
import { type FormatName, repair } from '../../src/index.ts'

const label = '[session-recovery] The result of a tool call, written as another API does:\n'
const asked = { role: 'user', content: 'a' }
const answered = { role: 'assistant', content: 'b' }
const block = { type: 'tool_result', tool_use_id: 'x', content: 'from a file' }
const message = { role: 'tool', tool_call_id: 'x', content: 'from a file' }

/** A result in a form that its format does not know. */
const foreign: readonly (readonly [FormatName, result: object])[] = [
  ['openai-chat', { role: 'user', content: [block] }],
  ['openai-responses', { role: 'user', content: [block] }],
  ['openai-responses', message],
  ['anthropic-messages', message],
  [
    'anthropic-messages',
    { role: 'user', content: [{ type: 'function_call_output', call_id: 'x', output: 'from a file' }] },
  ],
]

describe.each(foreign)('%s: %j', (format, result) => {
  test.each([
    ['first', [result, answered, asked]],
    ['in the middle', [asked, answered, result, answered, asked]],
    ['last', [asked, answered, result]],
    ['twice', [asked, answered, result, answered, result]],
  ])('is told as the words of the user, %s', (_where, messages) => {
    const options = { format, allow: 'synthesised' } as const
    const repaired = repair(messages, options)
    expect([repaired.ok, repaired.loss]).toEqual([true, 'synthesised'])
    const text = JSON.stringify(repaired.messages)
    const told = messages.filter((given) => given === result).length
    expect(text.split(JSON.stringify(`${label}from a file`).slice(1, -1))).toHaveLength(told + 1)
    expect(text.split('from a file')).toHaveLength(told + 1)
    expect(repair(repaired.messages, options).messages).toBe(repaired.messages)
  })
})
