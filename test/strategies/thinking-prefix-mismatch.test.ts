import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import { assistant, refusal, testOnAnthropic, text, thinking, user } from './anthropic.ts'

/** Three turns, of which the first have thought. */
const bound = (...thoughts: readonly object[]): object[] =>
  ['a', 'b', 'c'].flatMap((said, turn) => [user(said), assistant(...thoughts.slice(turn, turn + 1), text(said))])

testOnAnthropic({
  type: 'thinking_prefix_mismatch',
  request: { model: 'claude-opus-5-5' },
  finds: {
    'the provider can be asked to drop it': {
      broken: [user('a'), assistant(thinking(), text('b'))],
      repaired: [user('a'), assistant(thinking(), text('b'))],
      error: refusal(
        'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
      ),
      loss: 'synthesised',
    },
    'thinking is off, so that it cannot be asked': {
      broken: [user('a'), assistant(thinking(), text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      options: { request: { model: 'claude-opus-5-5', thinking: { type: 'disabled' } } },
      error: refusal(
        'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
      ),
      loss: 'synthesised',
    },
  },
  nearMisses: { 'an untouched history': [user('a'), assistant(thinking(), text('b')), user('c')] },
})

test.each([
  ['lost its content', { role: 'user', content: null }],
  ['is blank', user(text(' '))],
  ['holds half a character', user(text('cut \ud83d'))],
])('a message before bound thinking that %s is repaired without the consequence (I11)', (_title, message) => {
  const said = [user('a'), assistant(text('b')), message, assistant(thinking(), text('c')), user('d')]
  const { betas, request } = repair(said, { format: 'anthropic-messages', request: { model: 'claude-opus-5-5' } })
  expect(JSON.stringify(request)).toContain('drop_block')
  expect(betas).toEqual(['thinking-binding-controls-2026-08-01'])
})

test.each(['request', 'stored'] as const)(
  'thinking that cannot be dropped by the provider goes in part of what failed, or before it, from a %s',
  (purpose) => {
    const error = refusal(
      'messages.3.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
    )
    const request = { model: 'claude-opus-5-5', thinking: { type: 'disabled' } }
    const { messages } = repair([...bound(thinking('1'), thinking('2'), thinking('3')), user('d')], {
      format: 'anthropic-messages',
      allow: 'synthesised',
      error,
      purpose,
      request,
    })
    expect(messages).toEqual([...bound(thinking('1')), user('d')])
  },
)
