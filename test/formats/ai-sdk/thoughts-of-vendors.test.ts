import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const asks = { role: 'user', content: [{ type: 'text', text: 'Look it up.' }] }
const thought = { type: 'reasoning', text: 'Hm.' }
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: {} }
const calls = { role: 'assistant', content: [call] }
const output = { type: 'text', value: 'Found.' }
const answers = { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'read', output }] }
const says = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }
const musing = { role: 'assistant', content: [thought] }

const deepseek = { provider: 'deepseek.chat', model: 'deepseek-reasoner' }
const openrouter = { provider: 'openrouter', model: 'some/model' }
const refusal = (message: string): object => ({ statusCode: 400, responseBody: JSON.stringify({ error: { message } }) })
const repaired = (list: readonly object[], request: Readonly<Record<string, unknown>>, message: string) =>
  repair(list, { format: 'ai-sdk', request, error: refusal(message) })

const noContent = 'Invalid assistant message: content or tool_calls must be set'

test.each<[string, readonly object[]]>([
  ['first', [musing, asks, says, asks]],
  ['in the middle', [asks, musing, asks, says, asks]],
  ['last', [asks, says, asks, musing]],
])('thoughts alone, which DeepSeek gets without content, are refused for ever: %s', (_where, list) => {
  const { loss, messages, ok } = repaired(list, deepseek, noContent)
  expect({ loss, ok }).toEqual({ loss: 'synthesised', ok: true })
  expect(messages).not.toContain(musing)
})

test('thoughts alone that OpenRouter names are refused for ever, or where it counts the messages otherwise', () => {
  const list = [asks, musing, asks, says, asks]
  const at = (index: number): string =>
    `Invalid type for 'messages[${index}].content': expected one of a string or array of objects, but got null instead.`
  expect(repaired(list, openrouter, at(1)).messages).toEqual([asks, asks, says, asks])
  // Each result is a message of its own there, and the instructions are one: what is named has no null in it.
  for (const index of [2, 3, 9])
    expect(repaired(list, openrouter, at(index)).messages).toEqual([asks, asks, says, asks])
  const last = [asks, says, asks, musing]
  expect(repaired(last, openrouter, at(5)).messages).not.toContain(musing)
  // Another message may be meant.
  const hollow = { role: 'assistant', content: '' }
  expect(repaired([asks, musing, asks, hollow, asks], openrouter, at(5)).messages).toContain(musing)
  expect(repaired(list, openrouter, at(3).replace('null', 'an integer')).messages).toContain(musing)
})

const demanded = 'The `reasoning_content` in the thinking mode must be passed back to the API.'

test('a call that another model made without thoughts ends a session with DeepSeek', () => {
  for (const list of [
    [asks, calls, answers],
    [asks, calls, answers, says, asks, calls, answers],
  ]) {
    const { loss, messages, ok } = repaired(list, deepseek, demanded)
    expect({ loss, ok }).toEqual({ loss: 'synthesised', ok: true })
    const written = (messages as readonly { readonly content: readonly object[] }[]).map(({ content }) => content)
    const told = { type: 'reasoning', text: expect.stringContaining('[session-recovery]') as string }
    const asked = written.filter((parts) => parts.includes(call))
    expect(asked).toEqual(asked.map(() => [told, call]))
  }
})

test('a call that has its thoughts gets others', () => {
  const list = [asks, { ...calls, content: [thought, call] }, answers]
  expect(repaired(list, deepseek, demanded).messages[1]).toBe(list[1])
})

test('thoughts without a seal are written for Claude, who takes none', () => {
  const request = {
    provider: 'anthropic.messages',
    model: 'claude-opus-4-6',
    thinking: { type: 'enabled', budget_tokens: 2000 },
  }
  const { messages } = repaired([asks, calls, answers], request, demanded)
  expect(JSON.stringify(messages)).not.toContain('reasoning')
})
