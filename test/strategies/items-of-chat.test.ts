import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'

const call = (id: string): object => ({ type: 'function_call', call_id: id, name: 'look', arguments: '{}' })
const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: `Seen by ${id}.` })
const ask = { role: 'user', content: 'Look.' }
const late = [ask, call('a'), call('b'), output('a'), ask, output('b'), ask]
const errorOf = (message: string): object => ({ status: 400, error: { message } })

const sentences = [
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: b",
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
  "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
]

// A gateway speaks the Responses API to its clients and Chat Completions to its provider.
test.each(sentences)('an error of Chat Completions about items leaves a late result where it is: %s', (sentence) => {
  expect(repair(late, { format: 'openai-responses' }).messages).toBe(late)
  const { loss, messages } = repair(late, { format: 'openai-responses', error: errorOf(sentence) })
  expect(loss).toBe('none')
  expect(messages.slice(0, 3)).toEqual(late.slice(0, 3))
  expect(messages.slice(3, 5)).toEqual(expect.arrayContaining([output('a'), output('b')]))
  expect(messages.slice(5)).toEqual([ask, ask])
})

test('the same words take the calls of a conversation that its server has lost for kept', () => {
  const { messages } = repair([output('a'), ask], {
    format: 'openai-responses',
    request: { previous_response_id: 'resp_1' },
    error: errorOf(sentences[2]!),
  })
  expect(messages).toMatchObject([{ role: 'user' }, ask])
  expect(JSON.stringify(messages)).toContain('Seen by a.')
})
