import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'
import { assistant, image, refusal, testOnAnthropic, text, user } from './anthropic.ts'

const dot = tinyPng().data

testOnAnthropic({
  type: 'media_invalid',
  finds: {
    'another type than it says': {
      broken: [user(image(dot, 'image/gif'), text('a')), assistant(text('b'))],
      repaired: [user(image(dot), text('a')), assistant(text('b'))],
      at: [0, 0],
    },
    'nothing is left of it': {
      broken: [user(image(''), text('a')), assistant(text('b'))],
      loss: 'synthesised',
      at: [0, 0],
    },
    'no image at all': {
      broken: [user(image('bm90IGFuIGltYWdl'), text('a')), assistant(text('b'))],
      options: { allow: 'lossy' },
      loss: 'lossy',
      at: [0, 0],
    },
    'cut off': {
      broken: [user(image('iVBORw0KGgo='), text('a')), assistant(text('b'))],
      options: { allow: 'lossy' },
      loss: 'lossy',
      at: [0, 0],
    },
    'only the provider can tell': {
      broken: [user(image(dot), text('a')), assistant(text('b'))],
      error: refusal('Could not process image'),
      options: { allow: 'lossy' },
      loss: 'lossy',
    },
  },
  nearMisses: {
    'an image by address': [user({ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } })],
  },
})
