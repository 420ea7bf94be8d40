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
