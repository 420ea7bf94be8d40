import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import { assistant, found, refusal, request, search, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'prefill_unsupported',
  finds: {
    'the assistant spoke last': {
      broken: [user('a'), assistant(text('I will'))],
      repaired: [
        user('a'),
        assistant(text('I will')),
        user(text('[session-recovery] The conversation was interrupted here. Continue from where it stopped.')),
      ],
      where: ['last'],
      tail: [],
      at: [1],
      loss: 'synthesised',
    },
    'the answer was written twice': {
      broken: [user('a'), assistant(text('b')), assistant(text('b'))],
      where: ['last'],
      tail: [],
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'an answer that was never written': [user('a'), { role: 'assistant', content: [] }],
    'a paused call of the provider': [user('a'), assistant(search('srvtoolu_1'))],
    'a paused result of the provider': [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'))],
  },
})

test.each([[[]], ['']])(
  'an answer %j that was never written stays at the end although it was refused there',
  (content) => {
    const messages = [user('a'), { role: 'assistant', content }]
    const error = refusal(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    )
    const { edits, loss } = repair(messages, { format: 'anthropic-messages', request, error, allow: 'synthesised' })
    expect([edits, loss]).toMatchObject([[{ op: 'remove', index: 1, because: ['prefill_unsupported'] }], 'none'])
  },
)
