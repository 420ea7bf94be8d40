import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'
import { assistant, image, refusal, testOnAnthropic, text, user } from './anthropic.ts'

const dot = tinyPng().data

testOnAnthropic({
  type: 'media_unsupported',
  finds: {
    'a model that does not see': {
      broken: [user(image(dot), text('a')), assistant(text('b'))],
      error: refusal('messages.0.content.0: this model does not support image input'),
      options: { allow: 'lossy' },
      loss: 'lossy',
    },
  },
  nearMisses: { 'a model that sees': [user(image(dot))] },
})

const scanned = { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } }
const written = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Hello.' } }

test.each([
  ['This model does not support PDF input', [written]],
  ['document blocks are not supported by this model', [text('Hello.')]],
])('pictures go as well where documents alone are refused: %s', (sentence, left) => {
  const list = [user(image(dot), written, scanned, text('a')), assistant(text('b')), user('c')]
  const error = refusal(sentence)
  const { loss, messages } = repair(list, { format: 'anthropic-messages', error, allow: 'lossy' })
  expect(loss).toBe('lossy')
  expect(messages[0]).toMatchObject({ content: [image(dot), ...left, { type: 'text' }, text('a')] })
})
