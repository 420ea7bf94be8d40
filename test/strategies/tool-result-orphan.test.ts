import { describe, expect, test } from 'vitest'
import { repair, type RepairOptions } from '../../src/index.ts'
import { assistant, call, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_result_orphan',
  finds: {
    'its call was cut off': {
      broken: [user(result('x', 'the output')), assistant(text('b'))],
      repaired: [
        user(text('[session-recovery] The result of a tool call that is not in this conversation:\nthe output')),
        assistant(text('b')),
      ],
      at: [0, 0],
      loss: 'synthesised',
    },
    'it holds nothing': {
      broken: [user(result('x', ''), text('a')), assistant(text('b'))],
      repaired: [user(text('a')), assistant(text('b'))],
    },
  },
  nearMisses: {
    'an id that comes back in a later turn': [
      user('a'),
      assistant(call('x')),
      user(result('x')),
      assistant(call('x')),
      user(result('x')),
    ],
  },
})

/** A round whose call the message of the assistant hides, by format: what was meant, and the wrong forms of its container. */
interface HidingRound {
  readonly format: RepairOptions['format']
  readonly model: string
  readonly field: string
  readonly call: object
  readonly meant: object
  readonly result: object
  readonly said: (role: 'user' | 'assistant', words: string) => object
}

const plain = (role: string, content: string): object => ({ role, content })
const chatCall = { id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }
const sdkResult = { type: 'tool-result', toolCallId: 'x', toolName: 'f', output: { type: 'text', value: 'real' } }

const hiding: readonly HidingRound[] = [
  {
    format: 'openai-chat',
    model: 'gpt-5',
    field: 'tool_calls',
    call: chatCall,
    meant: { role: 'assistant', content: null, tool_calls: [chatCall] },
    result: { role: 'tool', tool_call_id: 'x', content: 'real' },
    said: plain,
  },
  {
    format: 'anthropic-messages',
    model: 'claude-sonnet-4-5',
    field: 'content',
    call: call('x'),
    meant: assistant(call('x')) as object,
    result: user(result('x', 'real')) as object,
    said: plain,
  },
  {
    format: 'langchain',
    model: 'gpt-5',
    field: 'tool_calls',
    call: { name: 'f', args: {}, id: 'x', type: 'tool_call' },
    meant: { type: 'ai', content: '', tool_calls: [{ name: 'f', args: {}, id: 'x', type: 'tool_call' }] },
    result: { type: 'tool', content: 'real', tool_call_id: 'x', name: 'f' },
    said: (role, content) => ({ type: role === 'user' ? 'human' : 'ai', content }),
  },
  {
    format: 'ai-sdk',
    model: 'gpt-5',
    field: 'content',
    call: { type: 'tool-call', toolCallId: 'x', toolName: 'f', input: {} },
    meant: { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'x', toolName: 'f', input: {} }] },
    result: { role: 'tool', content: [sdkResult] },
    said: plain,
  },
  {
    format: 'gemini',
    model: 'gemini-2.5-pro',
    field: 'parts',
    call: { functionCall: { name: 'f', args: {} } },
    meant: { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
    result: { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'real' } } }] },
    said: (role, words) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text: words }] }),
  },
  {
    format: 'bedrock-converse',
    model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    field: 'content',
    call: { toolUse: { toolUseId: 'x', name: 'f', input: {} } },
    meant: { role: 'assistant', content: [{ toolUse: { toolUseId: 'x', name: 'f', input: {} } }] },
    result: { role: 'user', content: [{ toolResult: { toolUseId: 'x', content: [{ text: 'real' }] } }] },
    said: (role, words) => ({ role, content: [{ text: words }] }),
  },
]

const wrongForms: Readonly<Record<string, (one: object) => unknown>> = {
  'a list as text': (one) => JSON.stringify([one]),
  'one call as text': (one) => JSON.stringify(one),
  'a call without its list': (one) => one,
  'a list of texts': (one) => [JSON.stringify(one)],
}

describe.for(hiding)('in $format', ({ call: one, field, format, meant, model, result: answer, said }) => {
  const rest = [said('assistant', 'b'), said('user', 'c')]
  const repaired = (list: readonly unknown[]): readonly unknown[] => {
    const { messages, ok } = repair(list, { format, request: { model } })
    expect(ok).toBe(true)
    expect(repair(messages, { format, request: { model } }).messages).toEqual(messages)
    return messages
  }

  test.for(Object.keys(wrongForms))('a real result goes when its call is written as %s', (form) => {
    const hidden = { ...meant, [field]: wrongForms[form]!(one) }
    const far = Array.from({ length: 40 }, (_, index) => [said('user', `${index}`), said('assistant', 'd')]).flat()
    const told = (message: object): unknown[] => [said('user', 'a'), message, answer, ...rest]
    // What the provider itself reads as a list of one is no fault.
    const right = format === 'gemini' && form === 'a call without its list' ? hidden : meant
    expect(repaired(told(hidden))).toEqual(told(right))
    expect(repaired([...far, ...told(hidden), said('assistant', 'd'), ...far])).toEqual([
      ...far,
      ...told(right),
      said('assistant', 'd'),
      ...far,
    ])
    expect(repaired([...told(hidden), said('assistant', 'd'), ...told(hidden)])).toEqual([
      ...told(right),
      said('assistant', 'd'),
      ...told(right),
    ])
  })

  test('words of a user become the call of a stray result', () => {
    const words = said('user', JSON.stringify([one]))
    expect(repaired([words, said('assistant', 'b'), said('user', 'c'), answer])[0]).toEqual(words)
  })
})

test.for([
  ['a text', JSON.stringify({ type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' })],
  ['a list of one', [{ type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' }]],
])('a real result goes when its item is %s', ([, hidden]) => {
  const output = { type: 'function_call_output', call_id: 'x', output: 'real' }
  const { messages } = repair([plain('user', 'a'), hidden, output, plain('user', 'b')], {
    format: 'openai-responses',
    request: { model: 'gpt-5' },
  })
  const meant = { type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' }
  expect(messages).toEqual([plain('user', 'a'), meant, output, plain('user', 'b')])
})

test.for([
  ['a text', (calls: readonly object[]) => JSON.stringify(calls)],
  ['a list', (calls: readonly object[]) => calls],
] as const)('real results go when the item of their calls is %s', ([, hide]) => {
  const named = (id: string): object => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
  const outputs = ['x', 'y'].map((id) => ({ type: 'function_call_output', call_id: id, output: `real ${id}` }))
  const calls = [named('x'), named('y')]
  const { loss, messages } = repair([plain('user', 'a'), hide(calls), ...outputs, plain('user', 'b')], {
    format: 'openai-responses',
    request: { model: 'gpt-5' },
  })
  expect(messages).toEqual([plain('user', 'a'), ...calls, ...outputs, plain('user', 'b')])
  expect(loss).toBe('none')
})

test('calls of which no result is left go with their text', () => {
  const { messages } = repair(
    [plain('user', 'a'), { role: 'assistant', content: null, tool_calls: { 0: chatCall } }, plain('user', 'b')],
    { format: 'openai-chat', request: { model: 'gpt-5' } },
  )
  expect(messages[1]).toEqual({ role: 'assistant', content: null, tool_calls: [chatCall] })
})
