import { assistant, text, user } from '../anthropic.ts'
import { hi } from './messages.ts'
import { claude, refused, responses, type Scenes } from './scene.ts'

const newer = { request: { model: 'claude-opus-5' } }
const summary = (extra: object = {}): object => ({
  type: 'compaction',
  content: 'So far.',
  signature: 'c2ln',
  ...extra,
})

/** Summaries of a compaction that are misplaced, doubled or without their signature. */
export const compactions: Scenes = {
  compaction_block_invalid: {
    'three triggers, and one among others': responses([
      { type: 'compaction_trigger' },
      { type: 'compaction_trigger' },
      hi,
      { type: 'compaction_trigger' },
    ]),
    'one of a system, signed and first': claude([{ role: 'system', content: [summary()] }, user('a')], newer),
    'one of a user, signed and not first': claude([user('a'), assistant(text('b')), user(summary(), text('c'))], newer),
    'an unsigned one and a signed one': claude(
      [
        assistant(summary({ signature: 'c2ln' }), text('a')),
        user('b'),
        assistant({ type: 'compaction', content: 'Old.' }, text('c')),
        user('d'),
      ],
      newer,
    ),
    'an error in words': claude([assistant(summary(), text('a')), user('b')], {
      ...newer,
      error: refused('compaction_content_mismatch: the compaction block was changed'),
    }),
    'two signed ones': claude(
      [assistant(summary(), text('a')), user('b'), assistant(summary({ content: 'More.' }), text('c')), user('d')],
      newer,
    ),
    'one that is not first': claude([user('a'), assistant(summary(), text('b')), user('c')], newer),
    'one behind another block': claude([assistant(text('a'), summary()), user('b')], newer),
    'one of a user, signed, and one that is not': claude(
      [
        user(summary(), text('a')),
        assistant(text('b')),
        user(text('c'), summary({ signature: undefined })),
        assistant(text('d')),
      ],
      newer,
    ),
    'an unsigned one in front of what a user says': claude(
      [user(summary({ signature: undefined }), text('a')), assistant(text('b'))],
      newer,
    ),
    'an empty one': claude([user('a'), assistant({ type: 'compaction', content: '' }, text('b')), user('c')], newer),
    'a sealed one with a summary beside it': claude(
      [
        user('a'),
        assistant({ type: 'compaction', content: null, encrypted_content: 'x', summary: 'So far.' }, text('b')),
        user('c'),
      ],
      newer,
    ),
    'an item without its seal, with a summary': responses([hi, { type: 'compaction', summary: 'So far.' }, hi]),
    'where they may stand anywhere': claude(
      [user('a'), assistant(summary(), text('b')), user(summary({ signature: undefined }))],
      { ...newer, rules: { compaction: 'anywhere' } },
    ),
    'a trigger that is not last, and two': responses([
      { type: 'compaction_trigger' },
      hi,
      { type: 'compaction_trigger' },
      hi,
    ]),
    'a trigger that is last': responses([hi, { type: 'compaction_trigger' }]),
    'an error about its signature': claude([assistant(summary(), text('a')), user('b')], {
      ...newer,
      error: { status: 400, errorCode: 'compaction_signature_invalid', message: '400 x' },
    }),
    'an error about one that says nothing': responses([hi, { type: 'compaction', encrypted_content: 'x' }, hi], {
      error: { status: 400, errorCode: 'compaction_signature_invalid', message: '400 x' },
    }),
    'an error that tells of two': claude(
      [user('a'), assistant({ type: 'compaction', content: 'So far.' }, text('b')), user('c')],
      {
        ...newer,
        error: refused('compaction_block_ambiguous: messages holds more than one compaction block'),
      },
    ),
  },
}
