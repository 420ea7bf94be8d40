import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'
import { assistant, call, image, refusal, result, testOnAnthropic, text, user } from './anthropic.ts'

const png = tinyPng().data
const advisor = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} }
const advice = (content: object): object => ({ type: 'advisor_tool_result', tool_use_id: 'srvtoolu_1', content })
const fetched = { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_fetch', input: {} }
const page = (source: object | null): object => ({
  type: 'web_fetch_tool_result',
  tool_use_id: 'srvtoolu_2',
  content:
    source === null
      ? { type: 'web_fetch_tool_result_error', error_code: 'unavailable' }
      : { type: 'web_fetch_result', url: 'https://a.example/', content: { type: 'document', source } },
})

testOnAnthropic({
  type: 'tool_result_content_invalid',
  finds: {
    'an object': {
      broken: [user('a'), assistant(call('x')), user(result('x', { text: 'out' })), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x')), user(result('x', 'out')), assistant(text('b'))],
      at: [2, 0],
    },
    'a number': {
      broken: [user('a'), assistant(call('x')), user(result('x', 42)), assistant(text('b'))],
      repaired: [user('a'), assistant(call('x')), user(result('x', '42')), assistant(text('b'))],
    },
    'parts of a server of tools': {
      broken: [
        user('a'),
        assistant(call('x')),
        user(
          result('x', [
            { ...text('out'), annotations: { audience: ['user'] } },
            { type: 'image', data: png, mimeType: 'image/png' },
            { type: 'resource', resource: { uri: 'file:///a' } },
            'bare',
            null,
          ]),
        ),
        assistant(text('b')),
      ],
      repaired: [
        user('a'),
        assistant(call('x')),
        user(
          result('x', [
            text('out'),
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
            text('{"type":"resource","resource":{"uri":"file:///a"}}'),
            text('bare'),
          ]),
        ),
        assistant(text('b')),
      ],
      at: [2, 0],
    },
    'an error that says nothing': {
      broken: [user('a'), assistant(call('x')), user(result('x', '', { is_error: true })), assistant(text('b'))],
      repaired: [
        user('a'),
        assistant(call('x')),
        user(result('x', '[session-recovery] This tool call returned no output.', { is_error: true })),
        assistant(text('b')),
      ],
      at: [2, 0],
      loss: 'synthesised',
    },
    'errors that hold a picture, one of them nothing else': {
      broken: [
        user('a'),
        assistant(call('x'), call('y')),
        user(
          result('x', [text('It failed.'), image(png)], { is_error: true }),
          result('y', [image(png)], { is_error: true }),
        ),
        assistant(text('b')),
      ],
      repaired: [
        user('a'),
        assistant(call('x'), call('y')),
        user(
          result('x', [text('It failed.')], { is_error: true }),
          result('y', '[session-recovery] What this tool call returned stands behind it.', { is_error: true }),
          image(png),
          image(png),
        ),
        assistant(text('b')),
      ],
      at: [2, 0],
    },
    'sealed content that the provider cannot open': {
      broken: [
        user('a'),
        assistant(advisor, advice({ type: 'advisor_redacted_result', encrypted_content: 'x' }), text('b')),
      ],
      repaired: [
        user('a'),
        assistant(advisor, advice({ type: 'advisor_tool_result_error', error_code: 'unavailable' }), text('b')),
      ],
      error: refusal('Advisor tool result content could not be processed'),
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'an error in words, and what succeeded without any': [
      user('a'),
      assistant(call('x'), call('y')),
      user(result('x', [text('out')], { is_error: true }), result('y', '', { is_error: false })),
    ],
    'no content': [user('a'), assistant(call('x')), user({ type: 'tool_result', tool_use_id: 'x' })],
    'a list of blocks': [user('a'), assistant(call('x')), user(result('x', [text('out')]))],
  },
})

test('what the provider names within the result of its own tool stays in it, or its text is lost', () => {
  const messages = [
    user('a'),
    assistant(fetched, page({ type: 'text', media_type: 'text/plain', data: 'the page' }), text('b')),
    user('c'),
  ]
  const path = 'messages.1.content.1.web_fetch_tool_result.content.web_fetch_result.content.source.text.media_type'
  const error = refusal(`${path}: Input should be 'text/plain'`)
  expect(repair(messages, { format: 'anthropic-messages', error })).toMatchObject({
    loss: 'synthesised',
    messages: [user('a'), assistant(fetched, page(null), text('the page'), text('b')), user('c')],
  })
})
