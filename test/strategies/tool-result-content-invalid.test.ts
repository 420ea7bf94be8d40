import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'
import { assistant, call, refusal, result, testOnAnthropic, text, user } from './anthropic.ts'

const png = tinyPng().data
const advisor = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} }
const advice = (content: object): object => ({ type: 'advisor_tool_result', tool_use_id: 'srvtoolu_1', content })

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
    'no content': [user('a'), assistant(call('x')), user({ type: 'tool_result', tool_use_id: 'x' })],
    'a list of blocks': [user('a'), assistant(call('x')), user(result('x', [text('out')]))],
  },
})
