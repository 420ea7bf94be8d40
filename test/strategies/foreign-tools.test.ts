import { describe, expect, test } from 'vitest'
import { type FormatName, repair } from '../../src/index.ts'
import {
  toldResult,
  asked,
  answered,
  shown,
  spoken,
  converse,
  conversed,
  input,
  json,
  toolUse,
  toolResult,
  chatCalls,
  chatCall,
  chatResult,
  item,
  itemOutput,
  converseCall,
  converseResult,
  geminiCall,
  geminiResult,
  langchainCall,
} from './foreign-words.ts'

interface Row {
  readonly format: FormatName
  readonly foreign: readonly unknown[]
  readonly own: readonly unknown[]
}

/** A call and its result in a form that the format does not know, and in its own. */
const pairs: Readonly<Record<string, Row>> = {
  'Messages API in Chat Completions': {
    format: 'openai-chat',
    foreign: [
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'c' }, toolUse] },
      { role: 'user', content: [toolResult, { type: 'text', text: 'd' }] },
      answered,
    ],
    own: [
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'c' }], tool_calls: chatCalls },
      chatResult,
      { role: 'user', content: [{ type: 'text', text: 'd' }] },
      answered,
    ],
  },
  'Messages API in Converse': {
    format: 'bedrock-converse',
    foreign: [
      converse,
      { role: 'assistant', content: [{ text: 'c' }, toolUse] },
      { role: 'user', content: [toolResult] },
      conversed,
    ],
    own: [
      converse,
      { role: 'assistant', content: [{ text: 'c' }, converseCall] },
      { role: 'user', content: [converseResult] },
      conversed,
    ],
  },
  'Converse in the Messages API, beside a call of its own': {
    format: 'anthropic-messages',
    foreign: [
      asked,
      { role: 'assistant', content: [{ ...toolUse, id: 'y' }, converseCall] },
      { role: 'user', content: [{ ...toolResult, tool_use_id: 'y' }, converseResult] },
      answered,
    ],
    own: [
      asked,
      { role: 'assistant', content: [{ ...toolUse, id: 'y' }, toolUse] },
      { role: 'user', content: [toolResult, { ...toolResult, tool_use_id: 'y' }] },
      answered,
    ],
  },
  'Chat Completions in the Messages API': {
    format: 'anthropic-messages',
    foreign: [asked, { ...chatCall, content: 'c' }, chatResult, answered],
    own: [
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'c' }, toolUse] },
      { role: 'user', content: [toolResult] },
      answered,
    ],
  },
  'a call of Chat Completions, whose result is written anew already': {
    format: 'anthropic-messages',
    foreign: [asked, chatCall, { role: 'user', content: [toolResult] }, answered],
    own: [asked, { role: 'assistant', content: [toolUse] }, { role: 'user', content: [toolResult] }, answered],
  },
  'a result of Chat Completions, whose call is written anew already': {
    format: 'anthropic-messages',
    foreign: [asked, { role: 'assistant', content: [toolUse] }, chatResult, answered],
    own: [asked, { role: 'assistant', content: [toolUse] }, { role: 'user', content: [toolResult] }, answered],
  },
  'Chat Completions before tools in the Messages API': {
    format: 'anthropic-messages',
    foreign: [
      asked,
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: json } },
      { role: 'function', name: 'f', content: 'from a file' },
      answered,
    ],
    own: [
      asked,
      { role: 'assistant', content: [{ ...toolUse, id: 'call_f_1' }] },
      { role: 'user', content: [{ ...toolResult, tool_use_id: 'call_f_1' }] },
      answered,
    ],
  },
  'Chat Completions in Responses': {
    format: 'openai-responses',
    foreign: [asked, { ...chatCall, content: 'c' }, chatResult, answered],
    own: [asked, { role: 'assistant', content: 'c' }, item, itemOutput, answered],
  },
  'Chat Completions in Gemini, as one message': {
    format: 'gemini',
    foreign: [shown, { ...chatCall, content: 'c' }, chatResult, spoken],
    own: [
      shown,
      { role: 'model', parts: [{ text: 'c' }, geminiCall] },
      { role: 'user', parts: [geminiResult] },
      spoken,
    ],
  },
  'Responses in Chat Completions': {
    format: 'openai-chat',
    foreign: [asked, item, itemOutput, answered],
    own: [asked, chatCall, chatResult, answered],
  },
  'Gemini in Chat Completions': {
    format: 'openai-chat',
    foreign: [
      asked,
      { role: 'model', parts: [{ text: 'c' }, geminiCall] },
      { role: 'user', parts: [geminiResult] },
      answered,
    ],
    own: [asked, { role: 'assistant', content: 'c', tool_calls: chatCalls }, chatResult, answered],
  },
  'Chat Completions in the AI SDK': {
    format: 'ai-sdk',
    foreign: [
      asked,
      { role: 'assistant', content: chatCalls },
      { role: 'tool', tool_call_id: 'x', content: 'from a file' },
      answered,
    ],
    own: [
      asked,
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'x', toolName: 'f', input }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'x', toolName: 'f', output: { type: 'text', value: 'from a file' } },
        ],
      },
      answered,
    ],
  },
  'the AI SDK in LangChain': {
    format: 'langchain',
    foreign: [
      asked,
      { role: 'assistant', content: 'c', tool_calls: [langchainCall] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'x', toolName: 'f', output: { type: 'text', value: 'from a file' } },
        ],
      },
      answered,
    ],
    own: [
      asked,
      { role: 'assistant', content: 'c', tool_calls: [langchainCall] },
      { role: 'tool', content: 'from a file', tool_call_id: 'x', name: 'f', status: 'success' },
      answered,
    ],
  },
}

test.each(Object.entries(pairs))('%s: a pair does not become one of the format', (_name, { foreign, format, own }) => {
  const { loss, messages, ok } = repair(foreign, { format })
  expect({ loss, ok }).toEqual({ loss: 'none', ok: true })
  expect(messages).toEqual(own)
  expect(repair(messages, { format }).messages).toBe(messages)
})

test('a part of a UIMessage is no pair of ModelMessages', () => {
  const part = { type: 'tool-f', toolCallId: 'x', state: 'output-error', input, errorText: 'no such file' }
  const { messages } = repair([asked, { id: 'm', role: 'assistant', parts: [part] }, answered, asked], {
    format: 'ai-sdk',
  })
  expect(messages.slice(1, 3)).toEqual([
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'x', toolName: 'f', input }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'x', toolName: 'f', output: { type: 'error-text', value: 'no such file' } },
      ],
    },
  ])
})

test('a call and its result are no part of a UIMessage', () => {
  const ui = (role: string, part: object): object => ({ id: role, role, parts: [part] })
  const ask = ui('user', { type: 'text', text: 'a' })
  const list = [ask, { role: 'assistant', content: [toolUse] }, { role: 'user', content: [toolResult] }, ask]
  const { loss, messages } = repair(list, { format: 'ai-sdk' })
  expect(loss).toBe('none')
  expect(messages).toMatchObject([
    ask,
    {
      role: 'assistant',
      parts: [{ type: 'tool-f', toolCallId: 'x', state: 'output-available', input, output: 'from a file' }],
    },
    ask,
  ])
})

test('a part of a UIMessage takes another result than its own', () => {
  const ui = (role: string, part: object): object => ({ id: role, role, parts: [part] })
  const part = { type: 'tool-f', toolCallId: 'x', state: 'output-available', input, output: 'c' }
  const list = [
    ui('user', { type: 'text', text: 'a' }),
    ui('assistant', part),
    chatResult,
    ui('user', { type: 'text', text: 'b' }),
  ]
  const { messages } = repair(list, { format: 'ai-sdk', allow: 'synthesised' })
  expect(messages[1]).toBe(list[1])
  expect(JSON.stringify(messages)).toContain(JSON.stringify(`${toldResult}from a file`).slice(1, -1))
})

test('a part of a UIMessage stays without the result that another API has written', () => {
  const ui = (role: string, part: object): object => ({ id: role, role, parts: [part] })
  const part = { type: 'tool-f', toolCallId: 'x', state: 'input-available', input }
  const list = [
    ui('user', { type: 'text', text: 'a' }),
    ui('assistant', part),
    chatResult,
    ui('user', { type: 'text', text: 'b' }),
  ]
  const { loss, messages } = repair(list, { format: 'ai-sdk' })
  expect(loss).toBe('none')
  expect(messages).toEqual([
    list[0],
    ui('assistant', { ...part, state: 'output-available', output: 'from a file' }),
    list[3],
  ])
})

test('calls of the format go with those of another one, where the role is unknown', () => {
  const own = { ...chatCalls[0], id: 'y' }
  const list = [
    asked,
    { role: 'model', content: [toolUse], tool_calls: [own] },
    { ...chatResult, tool_call_id: 'y' },
    chatResult,
    answered,
  ]
  const { loss, messages } = repair(list, { format: 'openai-chat' })
  expect(loss).toBe('none')
  expect(messages[1]).toEqual({ role: 'assistant', content: null, tool_calls: [own, ...chatCalls] })
  expect(messages.slice(2)).toEqual(list.slice(2))
})

test('an error of a tool is none in the form of the format', () => {
  const failed = { role: 'user', content: [{ toolResult: { ...converseResult.toolResult, status: 'error' } }] }
  const { messages } = repair([asked, { role: 'assistant', content: [converseCall] }, failed, answered], {
    format: 'anthropic-messages',
  })
  expect(messages[2]).toEqual({ role: 'user', content: [{ ...toolResult, is_error: true }] })
})

describe('what an error names in LangChain', () => {
  const list = [
    asked,
    { role: 'assistant', content: [{ type: 'text', text: 'c' }, converseCall] },
    { role: 'user', content: [converseResult] },
    answered,
  ]

  test('is touched before it is refused', () => {
    expect(repair(list, { format: 'langchain' }).messages).toBe(list)
  })

  test('becomes a call without its result', () => {
    const text =
      "400 messages.1.content.1: Input tag 'toolUse' found using 'type' does not match any of the expected tags"
    const { messages } = repair(list, { format: 'langchain', error: Object.assign(new Error(text), { status: 400 }) })
    expect(messages).toEqual([
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'c' }], tool_calls: [langchainCall] },
      { role: 'tool', content: 'from a file', tool_call_id: 'x', name: 'f', status: 'success' },
      answered,
    ])
  })
})

test.each([
  [{ role: 'assistant' }, 'assistant'],
  [{ role: 'model' }, 'assistant'],
  [{ role: 'ai' }, 'assistant'],
  [{ type: 'ai' }, 'assistant'],
  [{ role: 'user' }, 'user'],
  [{ role: 'critic' }, 'user'],
  [{ type: 'human' }, 'user'],
  [{}, 'user'],
])('the call in a message of %j is a call of somebody else, or none of the model', (named, speaker) => {
  const message = { ...named, content: [{ type: 'text', text: 'c' }, toolUse] }
  const { messages } = repair([asked, message, { role: 'user', content: [toolResult] }], {
    format: 'openai-chat',
    allow: 'lossy',
  })
  expect(messages[1]).toMatchObject({ role: speaker })
  expect(JSON.stringify(messages).includes('"tool_call_id"')).toBe(speaker === 'assistant')
})
