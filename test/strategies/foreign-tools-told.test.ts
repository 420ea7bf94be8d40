import { describe, expect, test } from 'vitest'
import { type FormatName, repair } from '../../src/index.ts'
import {
  toldResult,
  toldCall,
  asked,
  answered,
  converse,
  conversed,
  json,
  toolUse,
  toolResult,
  chatCalls,
  chatCall,
  chatResult,
  itemOutput,
  converseCall,
  langchainCall,
} from './foreign-words.ts'

/** What can stand nowhere as a call or a result. */
const told: Readonly<Record<string, readonly [FormatName, message: object, text: string]>> = {
  'a result without its call': ['openai-chat', { role: 'user', content: [toolResult] }, `${toldResult}from a file`],
  'a result of the Messages API without its call': [
    'openai-responses',
    { role: 'user', content: [toolResult] },
    `${toldResult}from a file`,
  ],
  'a result of Chat Completions without its call': ['anthropic-messages', chatResult, `${toldResult}from a file`],
  'an item without its call': [
    'anthropic-messages',
    { role: 'user', content: [itemOutput] },
    `${toldResult}from a file`,
  ],
  'a result without id and call': [
    'openai-responses',
    { role: 'function', name: 'f', content: 'from a file' },
    `${toldResult}from a file`,
  ],
  'a call in a message of the user': ['openai-chat', { role: 'user', content: [toolUse] }, `${toldCall}f (x)\n${json}`],
  'calls beside a message of the user': [
    'anthropic-messages',
    { role: 'user', content: 'a', tool_calls: chatCalls },
    `${toldCall}f (x)\n${json}`,
  ],
  'a call of the provider itself': [
    'openai-chat',
    { role: 'assistant', content: [{ ...toolUse, type: 'server_tool_use' }] },
    `${toldCall}f (x)\n${json}`,
  ],
}

describe.each(Object.entries(told))('%s', (_name, [format, message, text]) => {
  test.each([
    ['first', [message, answered, asked]],
    ['in the middle', [asked, answered, message, answered, asked]],
    ['last', [asked, answered, message]],
    ['twice', [asked, answered, message, answered, message]],
  ])('is lost, or told as the words of the user, %s', (_where, messages) => {
    const options = { format, allow: 'synthesised' } as const
    const repaired = repair(messages, options)
    expect([repaired.ok, repaired.loss]).toEqual([true, 'synthesised'])
    const told = messages.filter((given) => given === message).length
    expect(JSON.stringify(repaired.messages).split(JSON.stringify(text).slice(1, -1))).toHaveLength(told + 1)
    expect(repair(repaired.messages, options).messages).toBe(repaired.messages)
  })
})

test('a result that stands before its call is taken for its answer', () => {
  const list = [asked, answered, chatResult, { role: 'assistant', content: [toolUse] }, asked]
  const { messages } = repair(list, { format: 'anthropic-messages', allow: 'synthesised' })
  expect(JSON.stringify(messages)).toContain(JSON.stringify(`${toldResult}from a file`))
})

test.each<readonly [string, FormatName, readonly unknown[]]>([
  [
    'a field that Converse leaves out',
    'bedrock-converse',
    [converse, { ...conversed, tool_calls: chatCalls }, converse],
  ],
  [
    'a call of the time before tools',
    'openai-chat',
    [
      asked,
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: json } },
      { role: 'function', name: 'f', content: 'c' },
    ],
  ],
  [
    'a block that repeats a call',
    'langchain',
    [
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'c' }, converseCall], tool_calls: [langchainCall] },
      { role: 'tool', tool_call_id: 'x', content: 'c' },
    ],
  ],
  [
    'a call that a user has written as text',
    'anthropic-messages',
    [{ role: 'user', content: JSON.stringify(chatCall) }],
  ],
  [
    'a call that a user shows',
    'langchain',
    [{ role: 'user', content: [{ type: 'text', text: 'a' }, langchainCall] }, answered, asked],
  ],
  ['a null where calls may stand', 'bedrock-converse', [converse, { ...conversed, tool_calls: null }, converse]],
])('%s is taken for a call', (_name, format, messages) => {
  expect(repair(messages, { format, allow: 'lossy' }).messages).toBe(messages)
})

/** Rounds that are plainly right, whose messages are never read into views. */
const plain = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? asked : answered))

test('a result whose call stands in a round that was left out is told as text', () => {
  const pair = [{ role: 'assistant', content: [toolUse] }, { role: 'user', content: [toolResult] }, answered]
  const again = [answered, { ...chatResult, content: 'once more' }, answered]
  const list = [...plain, asked, ...pair, ...plain, asked, ...again, ...plain]
  const options = { format: 'anthropic-messages', allow: 'lossy' } as const
  expect(repair(list, options)).toEqual(repair(list, { ...options, rules: {} }))
})

test('what may not be told holds up the repair of what costs nothing', () => {
  const told = { role: 'user', content: [itemOutput] }
  const text = { type: 'text', text: 'c' }
  const last = { role: 'user', content: [text, { type: 'text', text: ' ' }] }
  const list = [asked, answered, told, answered, last]
  const { messages } = repair(list, { format: 'anthropic-messages', allow: 'none' })
  expect(messages).toEqual([asked, answered, told, answered, { role: 'user', content: [text] }])
})
