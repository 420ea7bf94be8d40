import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'
import { assistant, image, testOnAnthropic, text, user } from './anthropic.ts'

const dot = tinyPng().data

testOnAnthropic({
  type: 'content_block_invalid',
  finds: {
    'an unknown type': {
      broken: [user({ type: 'input_text', text: 'a' }), assistant(text('b'))],
      repaired: [user(text('a')), assistant(text('b'))],
      at: [0, 0],
      loss: 'synthesised',
    },
    'a string among blocks': {
      broken: [user(text('a'), 'plain'), assistant(text('b'))],
      repaired: [user(text('a'), text('plain')), assistant(text('b'))],
      at: [0, 1],
      loss: 'synthesised',
    },
    'content that is an object': {
      broken: [{ role: 'user', content: { type: 'text', text: 'a' } }, assistant(text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      at: [0],
      loss: 'synthesised',
    },
    'an image of the assistant': {
      broken: [user('a'), assistant(text('b'), image(dot)), user('c'), assistant(text('d'))],
      repaired: [user('a'), assistant(text('b')), user(image(dot), text('c')), assistant(text('d'))],
      at: [1, 1],
    },
  },
  nearMisses: { 'an image of the user': [user(image(dot), text('a'))] },
})
