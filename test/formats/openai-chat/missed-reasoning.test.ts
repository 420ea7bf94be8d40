import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const format = 'openai-chat'
const user = { role: 'user', content: 'a' }
const call = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
})
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'r' })
const says = { role: 'assistant', content: 'done' }
const missedAt = (index: number) => ({
  status: 400,
  error: {
    message: `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`,
    type: 'invalid_request_error',
  },
})
const reasoningOf = (messages: readonly unknown[]): unknown[] =>
  messages.map((message) => (message as { reasoning_content?: unknown }).reasoning_content)

describe('an error that names the message whose reasoning is missing', () => {
  test('takes the empty text that its own repair has written for one that the provider refuses', () => {
    const list = [user, call('c'), result('c'), says, user]
    const { edits, messages } = repair(list, { format, request: { model: 'some-model' }, error: missedAt(1) })
    expect(reasoningOf(messages)).toEqual([undefined, '', undefined, undefined, undefined])
    expect(edits).toHaveLength(1)
  })

  test('is read of another message once the repair has put one before it', () => {
    const list = [user, call('b'), says, call('c'), result('c'), user, says, user]
    const { messages } = repair(list, { format, request: { model: 'some-model' }, error: missedAt(3) })
    const spoken = messages.filter((message) => (message as { content: unknown }).content === 'done')
    expect(spoken).toEqual([says, says])
  })
})
