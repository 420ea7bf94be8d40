import { assistant, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'role_order',
  finds: {
    'the assistant opens': {
      broken: [assistant(text('Hello.'))],
      repaired: [
        user(text('[session-recovery] The beginning of this conversation is not available.')),
        assistant(text('Hello.')),
      ],
      where: ['first'],
      at: [0],
      loss: 'synthesised',
    },
  },
  nearMisses: { 'a summary opens': [assistant({ type: 'compaction', content: 'So far.' }, text('Hello.')), user('a')] },
})
