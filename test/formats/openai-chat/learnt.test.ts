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
  const again = repair(repaired, { ...options, error: { status: 400, error: { message } } })
  // Who says so again, though all is in turn, counts calls and results.
  const countsCalls = message.includes('user/assistant') && JSON.stringify(repaired).includes('tool_calls')
  const settled = JSON.stringify(again.messages).includes('tool_calls') ? again.messages : repaired
  expect(settled).toBe(countsCalls ? repaired : again.messages)
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

describe('content that must be a text', () => {
  const listed = (role: string, ...texts: string[]): ChatMessage => ({
    role,
    content: texts.map((text) => ({ type: 'text', text })),
    ...(role === 'tool' && { tool_call_id: 'c1' }),
  })
  const wordings = (at: number): string[] => [
    `Failed to deserialize the JSON body into the target type: messages[${at}]: invalid type: sequence, expected a string at line 1 column 824`,
    `Invalid type for 'messages[${at}].content': expected a string, but got an array instead.`,
    `'messages.${at}' : for 'role:tool' the following must be satisfied[('messages.${at}.content' : value must be a string)]`,
  ]
  const refused: [string, number, ChatMessage[], ChatMessage[]][] = [
    ['the first message', 0, [listed('user', 'a', 'b'), assistant('c')], [user('a\n\nb'), assistant('c')]],
    [
      'a result in the middle',
      2,
      [user('a'), calls('c1'), listed('tool', 'of c1'), user('b')],
      [user('a'), calls('c1'), result('c1'), user('b')],
    ],
    ['the last message', 2, [user('a'), assistant('b'), listed('user', 'c')], [user('a'), assistant('b'), user('c')]],
    [
      'two of them',
      0,
      [listed('user', 'a'), assistant('b'), listed('user', 'c')],
      [user('a'), assistant('b'), user('c')],
    ],
  ]

  test.each(
    refused.flatMap(([which, at, broken, fixed]) => wordings(at).map((w) => [which, w, broken, fixed] as const)),
  )('stays a list in %s: %s', (_which, wording, broken, fixed) => {
    expect(learn(broken, wording)).toEqual(fixed)
  })

  test('a picture in the named message stays, or goes without being told', () => {
    const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'See.' }, picture] }, assistant('b')]
    const error = { status: 400, error: { message: wordings(0)[0] } }
    const options = { format: 'openai-chat', request, error } as const
    expect(repair(messages, options).messages).toBe(messages)
    const { loss, messages: repaired } = repair(messages, { ...options, allow: 'lossy' })
    expect(loss).toBe('lossy')
    expect(JSON.stringify(repaired)).toContain('See.')
    expect(typeof (repaired[0] as ChatMessage).content).toBe('string')
  })

  test('a string that another field misses joins lists', () => {
    const messages = [listed('user', 'a', 'b'), calls('c1'), result('c1'), user('b')]
    const message = "Invalid type for 'messages[1].tool_calls[0].id': expected a string, but got an array instead."
    expect(
      repair(messages, { format: 'openai-chat', request, error: { status: 400, error: { message } } }).messages[0],
    ).toBe(messages[0])
  })
})

describe('a field that is refused right in a message', () => {
  const noted = { ...user('a'), id: 'm1' }
  const refusal = (at: number): string => `Unknown parameter: 'messages[${at}].id'.`
  const rounds: [string, number, ChatMessage[], ChatMessage[]][] = [
    ['the first', 0, [noted, calls('c1'), result('c1')], [user('a'), calls('c1'), result('c1')]],
    [
      'the middle',
      3,
      [user('b'), calls('c1'), result('c1'), noted, assistant('c')],
      [user('b'), calls('c1'), result('c1'), user('a'), assistant('c')],
    ],
    ['the last', 3, [user('b'), calls('c1'), result('c1'), noted], [user('b'), calls('c1'), result('c1'), user('a')]],
    ['two', 0, [noted, { ...calls('c1'), id: 'm2' }, result('c1')], [user('a'), calls('c1'), result('c1')]],
  ]

  test.each(rounds)('is taken from calls as well, or stays: %s', (_which, at, broken, fixed) => {
    expect(learn(broken, refusal(at))).toEqual(fixed)
  })

  test('is left in calls where the error names it there', () => {
    const list = [user('a'), { ...calls('c1'), tool_calls: [{ ...call('c1'), index: 0 }] }, result('c1')]
    const [, asked] = learn(list, "Unknown parameter: 'messages[1].tool_calls[0].index'.")
    expect(asked).toEqual(calls('c1'))
  })
})
