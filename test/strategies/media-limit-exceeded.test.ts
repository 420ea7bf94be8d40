import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'
import { assistant, image, testOnAnthropic, text, user } from './anthropic.ts'

const dot = tinyPng().data
const wide = tinyPng(8001, 1).data

testOnAnthropic({
  type: 'media_limit_exceeded',
  finds: {
    'too many': {
      broken: [user(...Array.from({ length: 601 }, () => image(dot)), text('a')), assistant(text('b'))],
      options: { allow: 'lossy' },
      loss: 'lossy',
      at: [0, 0],
    },
    'too many for a context of 200,000 tokens': {
      broken: [
        user(...Array.from({ length: 101 }, () => image(dot)), text('a')),
        assistant(text('b')),
        user(text('c')),
      ],
      options: { allow: 'lossy', request: { model: 'claude-sonnet-4-5' } },
      loss: 'lossy',
      at: [0, 0],
    },
    'too wide': {
      broken: [user(image(wide), text('a')), assistant(text('b'))],
      options: { allow: 'lossy' },
      loss: 'lossy',
      at: [0, 0],
    },
  },
  nearMisses: { 'as many as are allowed': [user(...Array.from({ length: 600 }, () => image(dot)))] },
})
