import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'
import { type ChatMessage, judgeOpenAIChatRequest } from '../../../src/testing.ts'

const request = { model: 'my-model' }
const call = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
const calls = (...ids: string[]): ChatMessage => ({ role: 'assistant', content: null, tool_calls: ids.map(call) })
const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: `of ${id}` })
const user = (content: string): ChatMessage => ({ role: 'user', content })
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content })
const system = (content: string): ChatMessage => ({ role: 'system', content })

function learn(messages: ChatMessage[], message: string): unknown[] {
  const options = { format: 'openai-chat', request, allow: 'synthesised' } as const
  expect(repair(messages, options).messages).toBe(messages)
  const { messages: repaired } = repair(messages, { ...options, error: { status: 400, error: { message } } })
  expect(repair(repaired, { ...options, error: { status: 400, error: { message } } }).messages).toBe(repaired)
  return [...repaired]
}

describe('alternation that a server of no known name demands', () => {
  const wordings = [
    'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
    'Conversation roles must alternate user/assistant/user/assistant/...',
    'roles must alternate user/assistant/user/assistant/...',
    'After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results',
  ]
  const refused: [string, ChatMessage[]][] = [
    ['an assistant who comes first after the system', [system('s'), assistant('Hello.'), user('b')]],
    ['an assistant who comes first', [assistant('Hello.'), user('b')]],
    ['two users in a row', [system('s'), user('a'), user('b'), assistant('c'), user('d')]],
    ['a user behind a result', [user('a'), calls('c1'), result('c1'), user('b'), assistant('c'), user('d')]],
    ['a system message inside', [system('s'), user('a'), assistant('b'), system('t'), user('c')]],
    ['both ends', [system('s'), assistant('Hello.'), user('a'), calls('c1'), result('c1'), user('b'), user('c')]],
  ]

  test.each(wordings.flatMap((wording) => refused.map((row) => [...row, wording] as const)))(
    'is not kept with %s',
    (_, messages, wording) => {
      const repaired = learn(messages, wording)
      // A server with the template, whose models are nobody's in particular.
      const judgement = judgeOpenAIChatRequest({ ...request, messages: repaired }, 'vllm')
      expect('wording' in judgement ? judgement.wording : 200).toBe(200)
      const texts = messages.map(({ content }) => content).filter((text) => typeof text === 'string')
      for (const text of texts) expect(JSON.stringify(repaired)).toContain(text)
    },
  )

  test('of neighbours only moves the first assistant', () => {
    const wording =
      'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row'
    const messages = [assistant('Hello.'), user('a'), user('b')]
    expect(learn(messages, wording)).toEqual([messages[0], expect.objectContaining({ role: 'user' })])
  })
})

describe('ids of nine characters that a server of no known name demands', () => {
  const wordings = [
    'Tool call id was call_49c89af0 but must be a-z, A-Z, 0-9, with a length of 9.',
    'HTTP 500: Tool call id was call_49c89af0 but must be a-z, A-Z, 0-9,\nwith a length of 9',
    'Tool call IDs should be alphanumeric strings with length 9!',
  ]

  test.each(wordings)('are not given to both halves of every pair: %s', (wording) => {
    const messages = [
      user('a'),
      calls('call_49c89af0', 'abcdefgh9', 'abc'),
      result('call_49c89af0'),
      result('abcdefgh9'),
      result('abc'),
      assistant('b'),
      user('c'),
      calls('call_last_one'),
      result('call_last_one'),
    ]
    const repaired = learn(messages, wording) as { tool_calls?: { id: string }[]; tool_call_id?: string }[]
    const asked = repaired.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
    expect(asked.filter((id) => /^[a-zA-Z0-9]{9}$/.test(id))).toHaveLength(4)
    expect(asked[1]).toBe('abcdefgh9')
    expect(repaired.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual(asked)
    // What was legal keeps its identity (I6).
    expect(repaired[3]).toBe(messages[3])
  })
})
