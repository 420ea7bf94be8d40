import { describe, expect, test } from 'vitest'
import { type FormatName, repair } from '../../src/index.ts'
import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'

const dot = tinyPng().data
const url = `data:image/png;base64,${dot}`

type Fields = Readonly<Record<string, unknown>>

/** A conversation of one format: what opens it, a round whose tool shows a picture, and what goes on. */
interface Shape {
  readonly format: FormatName
  readonly request: Fields
  readonly opening: Fields
  /** What the picture is known by; default: its bytes. */
  readonly mark?: string
  round(id: string): readonly Fields[]
}

const call = (id: string): Fields => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })
const parts = [
  { type: 'text', text: 'seen' },
  { type: 'image_url', image_url: { url } },
]
const aiSdk = (request: Fields, item: Fields): Shape => ({
  format: 'ai-sdk',
  request,
  opening: { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
  round: (toolCallId) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: 'look', input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId,
          toolName: 'look',
          output: { type: 'content', value: [{ type: 'text', text: 'seen' }, item] },
        },
      ],
    },
  ],
})

const shapes: Record<string, Shape> = {
  'Chat Completions': {
    format: 'openai-chat',
    request: { model: 'acme-1' },
    opening: { role: 'user', content: 'Look.' },
    round: (id) => [
      { role: 'assistant', content: null, tool_calls: [call(id)] },
      { role: 'tool', tool_call_id: id, content: parts },
    ],
  },
  Responses: {
    format: 'openai-responses',
    request: { model: 'acme-1' },
    opening: { role: 'user', content: 'Look.' },
    round: (id) => [
      { type: 'function_call', call_id: id, name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: id, output: [{ type: 'input_image', image_url: url }] },
    ],
  },
  Messages: {
    format: 'anthropic-messages',
    request: { model: 'acme-1' },
    opening: { role: 'user', content: 'Look.' },
    round: (id) => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'look', input: {} }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: id,
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: dot } }],
          },
        ],
      },
    ],
  },
  'Gemini, a picture with a name': {
    format: 'gemini',
    request: { model: 'gemini-2.5-flash' },
    opening: { role: 'user', parts: [{ text: 'Look.' }] },
    round: (id) => [
      { role: 'model', parts: [{ functionCall: { name: id, args: {} } }] },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              name: id,
              response: { result: 'seen' },
              parts: [{ inlineData: { mimeType: 'image/png', displayName: 'a.png', data: dot } }],
            },
          },
        ],
      },
    ],
  },
  LangChain: {
    format: 'langchain',
    request: { provider: 'openrouter', model: 'acme-1' },
    opening: { role: 'user', content: 'Look.' },
    round: (id) => [
      { role: 'assistant', content: '', tool_calls: [{ id, name: 'look', args: {}, type: 'tool_call' }] },
      { role: 'tool', tool_call_id: id, content: parts },
    ],
  },
  'AI SDK 7': aiSdk(
    { provider: 'openrouter', model: 'acme-1', specification: 'v4' },
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: dot } },
  ),
  'AI SDK 6': aiSdk(
    { provider: 'google.generative-ai', model: 'gemini-2.5-flash', specification: 'v3' },
    { type: 'image-data', mediaType: 'image/png', data: dot },
  ),
  'AI SDK 6, an address': {
    ...aiSdk(
      { provider: 'google.generative-ai', model: 'gemini-2.5-flash', specification: 'v3' },
      { type: 'image-url', url: 'https://a.example/a.png' },
    ),
    mark: 'https://a.example/a.png',
  },
  'AI SDK 5': aiSdk({}, { type: 'media', mediaType: 'image/png', data: dot }),
}

/** Sentences that say it of results; the first two are Gemini's and OpenAI's. */
const sentences = [
  'Unable to submit request because `function_response.parts` is not supported for this model.',
  "Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
  'Tool message content only supports text content',
  'This model does not support images in tool results',
  'tool_result content only supports text blocks for this model',
  "Invalid value: 'image_url'. Supported values are: 'text'.",
]

/** The results in a list, in whatever format, as text. */
function resultsIn(messages: readonly unknown[]): string {
  const found: unknown[] = []
  JSON.stringify(messages, (key, value: unknown) => {
    const { role, type } = (value ?? {}) as Fields
    const isResult =
      /^(?:tool_result|function_call_output)$/.test(String(type)) || role === 'tool' || key === 'functionResponse'
    if (isResult) found.push(value)
    return value
  })
  expect(found.length).toBeGreaterThan(0)
  return JSON.stringify(found)
}

describe.each(Object.entries(shapes))('%s', (_, { format, mark = dot, opening, request, round }) => {
  const [first, last] = [round('call_00001'), round('call_00002')]
  const lists = {
    first: [opening, ...first, opening],
    last: [opening, ...last],
    both: [opening, ...first, opening, ...last],
  }

  test.each(
    sentences.flatMap((sentence) => Object.entries(lists).map(([place, list]) => [sentence, place, list] as const)),
  )('a picture that only a result may not hold is given up, or stays there: %s (%s)', (sentence, _place, list) => {
    const error = { status: 400, error: { message: sentence } }
    const { changed, loss, messages } = repair(list, { format, request, error })
    expect({ changed, loss }).toEqual({ changed: true, loss: 'none' })
    const pictures = list.length > 5 ? 2 : 1
    expect(JSON.stringify(messages).split(mark)).toHaveLength(pictures + 1)
    expect(resultsIn(messages)).not.toContain(mark)
    expect(repair(messages, { format, request, error }).messages).toBe(messages)
  })
})
