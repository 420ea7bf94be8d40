import { describe, expect, test } from 'vitest'
import { isElsewhere } from '../../src/detection/shapes/is-elsewhere.ts'
import { isRefusal } from '../../src/detection/shapes/is-refusal.ts'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'

const refusal = (config: object, message = 'messages must not be empty'): Error =>
  Object.assign(new Error('Request failed with status code 400'), {
    config,
    response: { status: 400, data: { error: { message } } },
  })

const others: readonly [string, unknown][] = [
  ['a tracker', refusal({ url: 'https://api.github.com/repos/a/b/issues' })],
  ['a path below a base', refusal({ baseURL: 'https://api.github.com', url: '/repos/a/b/issues' })],
  ['a mailbox', refusal({ url: 'https://gmail.googleapis.com/gmail/v1/users/me/messages/send' })],
  ['a channel', refusal({ url: 'https://discord.com/api/v10/channels/1/messages' })],
  ['files of a provider', refusal({ url: 'https://api.openai.com/v1/files' })],
  ['vectors of a provider', refusal({ url: 'http://localhost:4000/v1/embeddings' })],
  ['the request of a cause', new Error('no', { cause: refusal({ url: 'https://api.notion.com/v1/pages' }) })],
  [
    'a service of AWS',
    Object.assign(new Error('messages must not be empty'), {
      name: 'InvalidParameterException',
      $metadata: { httpStatusCode: 400 },
    }),
  ],
  ['a printed request', '[POST] "https://api.linear.app/graphql": 400 messages must not be empty'],
  [
    'an address that a request failed for',
    'Request failed for https://api.notion.com/v1/pages: 400 messages must not be empty',
  ],
  ['a message that prints one', new Error('POST https://api.notion.com/v1/pages: 422 messages must not be empty')],
]

const conversations: readonly [string, unknown][] = [
  ['the chat completions of anybody', refusal({ url: 'https://api.example.com/v1/chat/completions' })],
  ['a relative path', refusal({ baseURL: 'https://gateway.example.com/v1', url: '/chat/completions' })],
  ['messages below a version', refusal({ url: 'https://relay.example.com/v1/messages?beta=true' })],
  ['any path of a neighbour', refusal({ url: 'http://gateway:8080/ask' })],
  ['any path of this machine', refusal({ url: 'http://localhost:8080/ask' })],
  ['any path of a provider', refusal({ url: 'https://api.mistral.ai/v2/ask' })],
  [
    'a link to documents',
    { status: 400, url: 'https://docs.example.com/errors', message: 'messages must not be empty' },
  ],
  [
    'the models of AWS',
    Object.assign(new Error('messages must not be empty'), {
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    }),
  ],
  ['no address', refusal({})],
]

/** What was refused because of an address in it, or beside the answer of whoever has that address. */
const named: readonly [string, string][] = [
  ['media_invalid', '400 Error while downloading image for https://cdn.example.com/cat.png'],
  ['media_invalid', '400 Failed to download image for https://cdn.example.com/cat.png: 403 Forbidden'],
  [
    'media_invalid',
    '{"type":"error","error":{"type":"invalid_request_error","message":"messages.0.content.1.image.source.url: Could not fetch image for https://cdn.example.com/cat.png"}}',
  ],
  ['empty_content_message', '400 all messages must have non-empty content. Docs for https://support.example.com/x'],
  [
    'conversation_empty',
    'HTTP 400 for https://gw.example.com/bot/ask: {"error":{"message":"messages must not be empty"}}',
  ],
  ['empty_content_message', 'HTTP 400 for https://gw.example.com/bot/ask: messages[0].content must not be empty'],
]

describe('the address of a request', () => {
  test.each(others)('is taken for that of a provider: %s', (_, error) => {
    expect([isElsewhere(error), isRefusal(error), detectErrorType(error)]).toEqual([true, false, null])
  })

  test.each(conversations)('hides a fault: %s', (_, error) => {
    expect([isElsewhere(error), detectErrorType(error)]).toEqual([false, 'conversation_empty'])
  })

  test.each(named)('is taken for one that the error names: %s', (type, error) => {
    expect([isElsewhere(error), detectErrorType(error)]).toEqual([false, type])
  })

  test('hides a sentence that only a provider says, when a relay has a path of its own', () => {
    const sentence = 'messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.'
    expect(detectErrorType(refusal({ url: 'https://relay.example.com/ask' }, sentence))).toBe('tool_result_missing')
  })

  test('makes an error that cannot be read throw', () => {
    const hostile = new Proxy(new Error('no'), {
      get: () => {
        throw new Error('hostile')
      },
    })
    expect(isElsewhere(hostile)).toBe(false)
  })
})
