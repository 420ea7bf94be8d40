import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { assistant, refusal, testOnAnthropic, text, thinking, user } from './anthropic.ts'

const summary = { type: 'compaction', content: 'So far.', signature: 'c2ln' }
const hollow = { ...summary, content: null }

testOnAnthropic({
  type: 'compaction_block_invalid',
  finds: {
    'behind other messages': { broken: [user('a'), assistant(summary, text('b'))], where: ['last'] },
    empty: {
      broken: [user('a'), assistant({ type: 'compaction', content: '' }, text('b'))],
      repaired: [user('a'), assistant(text('b'))],
      at: [1, 0],
      loss: 'synthesised',
    },
    'signed, but of nothing, before one that says something': {
      broken: [assistant(hollow, summary, text('b')), user('a')],
      where: ['first'],
      at: [0, 0],
      loss: 'synthesised',
    },
    'signed, but of nothing, twice behind one that says something': {
      broken: [
        assistant(summary, text('b')),
        user('a'),
        assistant(hollow, text('c')),
        user('d'),
        assistant(hollow, text('e')),
      ],
      repaired: [assistant(summary, text('b')), user('a'), assistant(text('c')), user('d'), assistant(text('e'))],
      where: ['first'],
      at: [2, 0],
      loss: 'synthesised',
    },
    'signed, but of nothing, behind what a user says': {
      broken: [user('a'), assistant(text('b')), user(hollow, text('c'))],
      repaired: [user('a'), assistant(text('b')), user(text('c'))],
      at: [2, 0],
      loss: 'synthesised',
    },
    'unsigned, in a turn of the user': {
      broken: [user('a'), user({ type: 'compaction', content: 'So far.' }, text('b')), user('c')],
      repaired: [user('a'), assistant({ type: 'compaction', content: 'So far.' }), user(text('b')), user('c')],
      at: [1, 0],
      loss: 'none',
    },
    'unsigned, behind what the user says': {
      broken: [user('a'), user(text('b'), { type: 'compaction', content: 'So far.' }), user('c')],
      repaired: [user('a'), user(text('b')), assistant({ type: 'compaction', content: 'So far.' }), user('c')],
      at: [1, 1],
      loss: 'none',
    },
    'unsigned, refused where it stands': {
      broken: [user('a'), assistant({ type: 'compaction', content: 'So far.' }, text('b')), user('c')],
      error: refusal('`compaction` block must be sent first, in place of the messages it summarizes'),
      repaired: [user('a'), assistant(text('So far.'), text('b')), user('c')],
      loss: 'synthesised',
    },
    'unsigned and sealed, refused where it stands': {
      broken: [
        user('a'),
        assistant({ type: 'compaction', content: null, encrypted_content: 'x' }, text('b')),
        user('c'),
      ],
      error: refusal('`compaction` block must be sent first, in place of the messages it summarizes'),
      repaired: [user('a'), assistant(text('b')), user('c')],
      loss: 'synthesised',
    },
    'of another account, before thinking that verifies': {
      broken: [assistant(summary), user('a'), assistant(thinking(), text('b')), user('c')],
      error: refusal('messages.0.content.0: Invalid `signature` in `compaction` block'),
      repaired: [
        user(text('[session-recovery] The beginning of this conversation is not available.')),
        assistant(text('So far.')),
        user('a'),
        assistant(thinking(), text('b')),
        user('c'),
      ],
      where: ['first'],
      loss: 'synthesised',
    },
    edited: {
      broken: [assistant(summary), user('a'), assistant(text('b'))],
      error: Object.assign(refusal('`content` of the `compaction` block differs from what was returned'), {
        error: {
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: '`content` of the `compaction` block differs from what was returned',
            details: { error_code: 'compaction_content_mismatch' },
          },
        },
      }),
      where: ['first'],
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'it opens the conversation': [assistant(summary), user('a')],
    'signed, of nothing, and alone where it belongs': [assistant(hollow), user('a')],
    'unsigned, behind what it sums up': [
      user('a'),
      assistant({ type: 'compaction', content: 'So far.' }, text('b')),
      user('c'),
    ],
  },
})

test.each([
  ['null', { content: null }],
  ['empty', { content: '' }],
  ['gone', {}],
  ['null, and signed behind what a user says', { content: null, signature: 'c2ln' }],
])('what a compaction says beside a content that is %s is lost', (_, content) => {
  const broken = [user('a'), assistant({ type: 'compaction', ...content, summary: 'So far.' }, text('b')), user('c')]
  const { loss, messages } = repair(broken, { format: 'anthropic-messages', request: { model: 'claude-opus-5' } })
  expect([loss, messages]).toEqual(['synthesised', [user('a'), assistant(text('So far.'), text('b')), user('c')]])
})

test('a sealed summary is given up for the words beside it', () => {
  const sealed = { type: 'compaction', content: null, encrypted_content: 'x' }
  const list = [user('a'), assistant({ ...sealed, summary: 'So far.' }, text('b')), user('c')]
  const { messages } = repair(list, { format: 'anthropic-messages', request: { model: 'claude-opus-5' } })
  expect(messages[1]).toEqual(assistant(sealed, text('b')))
})
