import { expect, it } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }
const user = (content: unknown = 'a', more: object = {}): object => ({ role: 'user', content, ...more })
const assistant = (content: unknown, more: object = {}): object => ({ role: 'assistant', content, ...more })
const system = (content: string): object => ({ role: 'system', content })
const call = { id: 'a23456789', type: 'function', function: { name: 'f', arguments: '{}' } }
const asks = assistant(null, { tool_calls: [call] })
const answer = (content: unknown): object => ({ role: 'tool', tool_call_id: 'a23456789', content })
const thinks = assistant([
  { type: 'thinking', thinking: 'Hm.', signature: 's' },
  { type: 'text', text: 'b' },
])
const text = (said: string): object => ({ type: 'text', text: said })
const left = (reason: string): object =>
  text(`[session-recovery] An image (image/png) stood here. It was left out because it ${reason}.`)
const misplaced = left('may not stand here')
const behind = text('[session-recovery] The image of this result stands behind it.')
const unknown = { model: 'some-model', baseURL: 'https://api.example.com/v1' }
const minimax = { model: 'MiniMax-M2', baseURL: 'https://api.minimax.io/v1' }
const zhipu = { model: 'glm-4.6', baseURL: 'https://open.bigmodel.cn/api/paas/v4' }
const moonshot = { model: 'kimi-k2', baseURL: 'https://api.moonshot.ai/v1' }
const mistral = { model: 'mistral-large-2411', baseURL: 'https://api.mistral.ai/v1' }

function repaired(
  messages: readonly unknown[],
  { baseURL, model }: typeof unknown,
  said?: string,
): { readonly loss: string; readonly messages: readonly unknown[] } {
  const error = said === undefined ? undefined : Object.assign(new Error(said), { status: 400 })
  const result = repair(messages, { format: 'openai-chat', request: { model }, baseURL, allow: 'lossy', error })
  return { loss: result.loss, messages: result.messages }
}

it.each([
  ['zhipu', zhipu, '未正常接收到prompt参数。'],
  ['minimax', minimax, 'invalid params, chat content is empty (2013)'],
  ['an unknown server', unknown, 'message content is empty'],
])('a message of spaces stays when %s says that one is empty', (_, target, said) => {
  expect(repaired([user(), assistant(' '), user('c')], target, said).messages).toEqual([user(), user('c')])
})

it('blank text goes where a message is empty, too', () => {
  const list = [user(), assistant(''), user('c'), assistant(' '), user('d')]
  const { messages } = repaired(list, unknown, 'message content is empty')
  expect(messages).toEqual([user(), user('c'), assistant(' '), user('d')])
})

it('a list of empty texts stays where an empty text is refused', () => {
  const list = [user(), assistant([text('')]), user('c')]
  expect(repaired(list, moonshot)).toEqual({ loss: 'none', messages: [user(), user('c')] })
  const thinking = [user(), assistant([text('')], { reasoning_content: 'Hm.' }), user('c')]
  expect(repaired(thinking, moonshot)).toEqual({ loss: 'synthesised', messages: [user(), user('c')] })
  const spoken = [user(), assistant([text(''), text('b')]), user('c')]
  expect(repaired(spoken, moonshot).messages).toBe(spoken)
})

it.each([
  "<400> InternalError.Algo.InvalidParameter: Invalid value: 'thinking'. Supported values are: 'text'.",
  'Invalid request: unsupported content type: thinking',
  'unsupported content[].type',
  'messages 参数非法。请检查文档。',
])('thinking stays in a content: %s', (said) => {
  const list = [user(), thinks, user('c')]
  // Who does not say what is wrong may take no list.
  const plain = said.startsWith('messages') ? 'b' : [text('b')]
  expect(repaired(list, unknown, said).messages).toEqual([user(), assistant(plain), user('c')])
  expect(repaired(list, mistral, said).messages).toContain(thinks)
})

it.each(["messages.content.type 参数非法，取值范围 ['text']", 'Invalid request: unsupported content type: image_url'])(
  'a picture goes before those of tools stand where a user may show them, or none goes from there: %s',
  (said) => {
    const shown = user([text('a'), image])
    const list = [shown, asks, answer([text('b'), image])]
    const moved = [shown, asks, answer([text('b'), behind]), user([image])]
    expect(repaired(list, zhipu, said)).toEqual({ loss: 'none', messages: moved })
    const { loss, messages } = repaired(moved, zhipu, said)
    expect([loss, JSON.stringify(messages).includes('image_url')]).toEqual(['lossy', false])
    expect(repaired([shown], zhipu, said)).toEqual({ loss: 'lossy', messages: [user([text('a'), misplaced])] })
  },
)

it.each([
  "'messages.2' : for 'role:tool' the following must be satisfied[('messages.2.content' : value must be a string) OR ('messages.2.content.1.type' : value is not one of the allowed values ['text'])]",
  JSON.stringify({
    detail: [
      {
        loc: ['body', 'messages', 2, 'tool', 'content', 'list[union]', 1],
        msg: "Input tag 'image_url' found using 'type' does not match any of the expected tags: 'text'",
      },
    ],
  }),
])('a picture of a tool stays where its message may not hold one, or is given up: %s', (said) => {
  const { messages } = repaired([user(), asks, answer([text('b'), image])], unknown, said)
  expect(messages).toEqual([user(), asks, answer([text('b'), behind]), user([image])])
})

it('a refused type of file lets a picture stay where its message may not hold one', () => {
  const openai = { model: 'gpt-5', baseURL: 'https://api.openai.com/v1' }
  const csv = { type: 'file', file: { filename: 'a.csv', file_data: 'data:text/csv;base64,YSxiCg==' } }
  const list = [user([text('a'), csv]), asks, answer([text('b'), image])]
  const { messages } = repaired(list, openai, "'file part media type text/csv' functionality not supported.")
  const [, ...behind] = repaired(list, openai).messages
  expect(behind).toHaveLength(3)
  expect(messages).toEqual([
    user([text('a'), text(expect.stringContaining('"a.csv" (text/csv) stood here') as string)]),
    ...behind,
  ])
})

it.each([
  ["Unknown parameter: 'messages[0].id'."],
  ["'messages.0' : for 'role:user' the following must be satisfied[('messages.0' : property 'id' is unsupported)]"],
  ["messages.0.user.id: property 'messages.0.user.id' is unsupported"],
])('fields that nobody knows cost a request each, or a call its id: %s', (said) => {
  const list = [user('a', { id: 'm1', timestamp: 5, name: 'max' }), asks, answer('b')]
  expect(repaired(list, unknown, said).messages).toEqual([user('a', { name: 'max' }), asks, answer('b')])
})

it('a field that some vendor knows goes with one that nobody does', () => {
  const list = [user('a', { id: 'm1' }), assistant('b', { reasoning_content: 'Hm.' }), user('c')]
  const { messages } = repaired(list, unknown, "Unknown parameter: 'messages[0].id'.")
  expect(messages).toEqual([user(), list[1], user('c')])
})

const functions = [
  user(),
  assistant(null, { function_call: { name: 'f', arguments: '{"x":1}' } }),
  { role: 'function', name: 'f', content: 'b' },
  assistant('c'),
  user('d'),
]
const tools = [
  user(),
  assistant(null, {
    tool_calls: [{ id: 'call_f_1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
  }),
  { role: 'tool', tool_call_id: 'call_f_1', content: 'b' },
  assistant('c'),
  user('d'),
]

it('what a function gave back becomes the words of the user where there are no functions', () => {
  expect(repaired(functions, moonshot)).toEqual({ loss: 'none', messages: tools })
  expect(repaired(functions, unknown).messages).toBe(functions)
})

it.each([
  "Input should be 'system', 'user', 'assistant' or 'tool', field: 'messages[2].role', value: 'function'",
  '[{"path":["messages",2,"role"],"message":"Invalid option: expected one of \\"system\\"|\\"developer\\"|\\"user\\"|\\"assistant\\"|\\"tool\\""}]',
  "Unsupported value: 'messages[2].role' does not support 'function' with this model.",
])('an error that names or lists roles teaches none: %s', (said) => {
  expect(repaired(functions, unknown, said)).toEqual({ loss: 'none', messages: tools })
})

it('the result of a call that a function names is told instead of moved', () => {
  const list = [user(), asks, { role: 'function', name: 'f', content: 'b' }, assistant('c'), user('d')]
  expect(repaired(list, moonshot).messages).toEqual([
    user(),
    asks,
    { role: 'tool', name: 'f', content: 'b', tool_call_id: 'a23456789' },
    assistant('c'),
    user('d'),
  ])
})

it('a provider that takes one system message gets two', () => {
  const rules = [system('A'), system('B'), user('c'), user('d')]
  expect(repaired(rules, minimax)).toEqual({ loss: 'none', messages: [system('A\n\nB'), user('c'), user('d')] })
  expect(repaired(rules, unknown).messages).toBe(rules)
})

it('instructions stay the last message when an error wants a user', () => {
  const list = [user(), system('c')]
  const { loss, messages } = repaired(list, mistral, 'Expected last role User or Tool for serving but got system')
  expect(loss).toBe('synthesised')
  expect(messages.slice(0, 2)).toEqual(list)
  expect(messages[2]).toMatchObject({ role: 'user' })
  expect(repaired(list, mistral).messages).toBe(list)
})

it('bytes in place of an address are given up', () => {
  const bare = user([text('a'), { type: 'image_url', image_url: { url: png } }])
  const said =
    "Invalid 'messages[0].content[1].image_url.url'. Expected a valid URL, but got a value with an invalid format."
  expect(repaired([bare], unknown, said)).toEqual({ loss: 'none', messages: [user([text('a'), image])] })
  const path = user([text('a'), { type: 'image_url', image_url: { url: '/tmp/a.png' } }])
  expect(repaired([path], unknown, 'Invalid url format: /tmp/a.png').loss).toBe('lossy')
})
