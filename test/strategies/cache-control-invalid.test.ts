import { assistant, testOnAnthropic, text, thinking, user } from './anthropic.ts'

const mark = { cache_control: { type: 'ephemeral' } }

testOnAnthropic({
  type: 'cache_control_invalid',
  finds: {
    'too many marks': {
      broken: [user(...Array.from({ length: 5 }, () => ({ ...text('a'), ...mark }))), assistant(text('b'))],
      at: [0, 0],
    },
    'on thinking': {
      broken: [user('a'), assistant({ ...thinking(), ...mark }, text('b'))],
      repaired: [user('a'), assistant(thinking(), text('b'))],
      at: [1, 0],
    },
    'a long one behind a short one': {
      broken: [
        user({ ...text('a'), ...mark }, { ...text('b'), cache_control: { type: 'ephemeral', ttl: '1h' } }),
        assistant(text('c')),
      ],
      at: [0, 0],
    },
  },
  nearMisses: { 'four marks': [user(...Array.from({ length: 4 }, () => ({ ...text('a'), ...mark })))] },
})
