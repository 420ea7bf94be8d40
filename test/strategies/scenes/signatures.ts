import type { Block } from '../../../src/transcript/transcript.ts'
import { assistant, call, result, text, thinking, user } from '../anthropic.ts'
import { hi, item, part, reasons } from './messages.ts'
import { claude, gemini, refused, responses, type Scenes } from './scene.ts'

const bound = { request: { model: 'claude-opus-5-5', thinking: { type: 'adaptive' } } }

const bare = { type: 'thinking', thinking: 'Hm.' }
const asks = (name: string, extra: object = {}): object => ({ functionCall: { name, args: {} }, ...extra })
const answers = (name: string): object => ({ functionResponse: { name, response: { output: 'ok' } } })
const newest = { request: { model: 'gemini-3-pro' } }

const loop = [
  user('a'),
  assistant(thinking(), call('x')),
  user(result('x')),
  assistant(thinking('Oh.'), text('b')),
  user('c'),
]
const wrongSignature = refused('messages.1.content.0: Invalid `signature` in `thinking` block')
const stale = refused(
  'messages.3.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior`.',
)

const asksApproval = (id: string, name = 'f'): object =>
  item('mcp_approval_request', { id, server_label: 's', name, arguments: '{}' })

/** Evidence of the block that is given: the original of each that `isMeant` names. */
const originals = (isMeant: (block: Block) => boolean, original: unknown): { evidence: never } => ({
  evidence: {
    resultOf: () => undefined,
    originalOf: (block: Block) => (isMeant(block) ? original : undefined),
  } as never,
})

/** Signatures, originals, and what thinking is bound to. */
export const signatures: Scenes = {
  thinking_block_modified: {
    'an original that differs': claude(
      loop,
      originals((block) => block.text === 'Oh.', thinking('Ah.')),
    ),
    'an original that is the same': claude(
      loop,
      originals((block) => block.text === 'Oh.', thinking('Oh.')),
    ),
    'an error about the last turn': claude(loop.slice(0, 3), {
      error: refused(
        'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
      ),
    }),
    'an error that names no place': claude(loop, {
      error: refused('`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.'),
    }),
  },
  thinking_signature_invalid: {
    'the first of two': claude(loop, { error: wrongSignature }),
    'a place where none is': claude(loop, {
      error: refused('messages.0.content.0: Invalid `signature` in `thinking` block'),
    }),
    'all, for the last has failed': claude(loop, { rung: 'all', error: wrongSignature }),
    'a call where a stand-in is known': gemini(
      [part('user', { text: 'a' }), part('model', asks('f', { thoughtSignature: 'AAAA' })), part('user', answers('f'))],
      {
        ...newest,
        error: refused('Thought signature is not valid'),
      },
    ),
    'thinking where a stand-in is known': gemini(
      [
        part('user', { text: 'a' }),
        part('model', { text: 'Hm.', thought: true, thoughtSignature: 'AAAA' }, { text: 'b' }),
        part('user', { text: 'c' }),
      ],
      {
        ...newest,
        error: refused('Thought signature is not valid'),
      },
    ),
    'what is malformed': gemini([
      part('user', { text: 'a' }),
      part('model', asks('f', { thoughtSignature: 'no!' }), asks('g', { thoughtSignature: 'AA==' })),
      part('user', answers('f'), answers('g')),
    ]),
    'thinking of another provider': claude(loop, { rules: { foreignKinds: new Set(['thinking']) } }),
    'encrypted reasoning': responses(
      [
        hi,
        reasons({ id: 'rs_1', encrypted_content: 'x' }),
        item('message', {
          id: 'msg_1',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'b', annotations: [] }],
        }),
        hi,
      ],
      {
        error: refused('The encrypted content for item rs_1 could not be verified.'),
      },
    ),
    'encrypted reasoning of approvals: the first and the last, answered and open': responses(
      [
        reasons({ id: 'rs_1', encrypted_content: 'x' }),
        asksApproval('mcpr_1'),
        item('mcp_approval_response', { approval_request_id: 'mcpr_1', approve: true }),
        item('mcp_call', {
          id: 'mcp_1',
          server_label: 's',
          name: 'f',
          arguments: '{}',
          output: 'b',
          approval_request_id: 'mcpr_1',
        }),
        hi,
        asksApproval('mcpr_2'),
        item('mcp_approval_response', { approval_request_id: 'mcpr_2', approve: false }),
        hi,
        reasons({ id: 'rs_3', encrypted_content: 'x' }),
        asksApproval('mcpr_3'),
        hi,
      ],
      {
        error: refused('The encrypted content could not be verified.'),
      },
    ),
    'approvals of another provider, two of one id': responses(
      [
        reasons({ id: 'rs_1', encrypted_content: 'x' }),
        asksApproval('mcpr_1'),
        item('mcp_approval_response', { approval_request_id: 'mcpr_1', approve: true }),
        hi,
        reasons({ id: 'rs_2', encrypted_content: 'x' }),
        asksApproval('mcpr_1', 'g'),
        item('mcp_approval_response', { approval_request_id: 'mcpr_1', approve: false }),
        hi,
      ],
      { rules: { foreignKinds: new Set(['thinking']) } },
    ),
    'a summary that is nothing but encrypted': responses(
      [hi, item('compaction', { id: 'cmp_1', encrypted_content: 'x' }), hi],
      {
        error: refused('The encrypted content could not be verified.'),
      },
    ),
  },
  thinking_prefix_mismatch: {
    'two kept thoughts behind an edit, one before it, one of a later turn': claude(
      [
        user('a'),
        assistant(thinking('1'), text('b')),
        user('c'),
        assistant(thinking('2'), call('1'), call('2')),
        user(result('2'), result('1', 'b'), result('1', 'c')),
        assistant(thinking('3'), text('d')),
        user('e'),
        assistant(thinking('4'), text('f')),
        user('g'),
      ],
      { request: { model: 'claude-opus-5-5', thinking: { type: 'adaptive' } } },
    ),
    'an edit behind all thoughts': claude(
      [user('a'), assistant(thinking('1'), text('b')), user('c'), assistant(call('1')), user('d')],
      { request: { model: 'claude-opus-5-5', thinking: { type: 'adaptive' } } },
    ),
    'an edit where nobody can be asked': claude(
      [user('a'), assistant(call('1')), user('b'), assistant(thinking('2'), text('c')), user('d')],
      { request: { model: 'claude-opus-5-5', thinking: { type: 'adaptive' } }, rules: { dropStaleThinking: null } },
    ),
    'an edit, and consent to none of its price': claude(
      [user('a'), assistant(text(''), text('b')), user('c'), assistant(thinking('2'), text('d')), user('e')],
      { request: { model: 'claude-opus-5-5', thinking: { type: 'adaptive' } }, allow: 'none' },
    ),
    'it cannot be asked, and no place is named': claude(loop, {
      rules: { dropStaleThinking: null },
      error: refused(
        'Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior`.',
      ),
    }),
    'the provider can be asked to drop it': claude(loop, { ...bound, error: stale }),
    'it has been asked already': claude(loop, {
      request: {
        model: 'claude-opus-5',
        thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
      },
      error: stale,
    }),
    'it cannot be asked': claude(loop, {
      rules: { dropStaleThinking: null },
      error: stale,
    }),
    'it cannot be asked, and all has failed': claude(loop, {
      rules: { dropStaleThinking: null },
      rung: 'all',
      error: stale,
    }),
    'it is known to be stale': claude(loop, { ...bound, rules: { thinkingStale: true } }),
    'it is stale where nobody can be asked': claude(loop, { rules: { thinkingStale: true, dropStaleThinking: null } }),
    'bound thinking behind an edit': claude(
      [user('a'), assistant(call('x')), user('b'), assistant(thinking(), text('c')), user('d')],
      bound,
    ),
  },
  thinking_signature_missing: {
    'a prompt of several parts, and one that is empty': gemini(
      [
        part('user', { text: 'a' }),
        part('model', asks('f')),
        part('user', answers('f')),
        part('user', { text: 'b' }, { text: 'c' }),
        part('model', asks('g')),
        part('user', answers('g')),
        { role: 'user', parts: [] },
        part('model', asks('h')),
        part('user', answers('h')),
      ],
      newest,
    ),
    'the original is known': claude(
      [user('a'), assistant(bare, text('b')), user('c')],
      originals(({ kind }) => kind === 'thinking', thinking()),
    ),
    'it is not': claude([user('a'), assistant(bare, text('b')), user('c')]),
    'it is empty': claude([user('a'), assistant({ ...bare, signature: '' }, text('b')), user('c')]),
    'nobody asks': claude([user('a'), assistant(bare, text('b')), user('c')], { rules: { signatures: 'ignored' } }),
    'first calls behind the prompt': gemini(
      [
        part('user', { text: 'a' }),
        part('model', asks('f')),
        part('user', answers('f')),
        part('model', { text: 'b' }),
        part('user', { text: 'c' }),
        part('model', { text: 'd' }, asks('g'), asks('h')),
        part('user', answers('g'), answers('h')),
        part('model', asks('i', { thoughtSignature: 'AAAA' })),
        part('user', answers('i')),
        part('model', asks('j')),
        part('user', answers('j'), { text: 'e' }),
      ],
      newest,
    ),
    'a first call whose original is known': gemini(
      [part('user', { text: 'a' }), part('model', asks('f')), part('user', answers('f'))],
      {
        ...newest,
        ...originals(({ kind }) => kind === 'tool_call', asks('f', { thoughtSignature: 'BBBB' })),
      },
    ),
    'an error of a provider that ignored it': claude([user('a'), assistant(bare, text('b')), user('c')], {
      rules: { signatures: 'ignored' },
      error: refused('messages.1.content.0.thinking.signature: Field required'),
    }),
    'an error of a model whose name does not tell': gemini(
      [part('user', { text: 'a' }), part('model', asks('f')), part('user', answers('f'))],
      {
        request: { model: 'gemini-flash-latest' },
        error: refused(
          'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.',
        ),
      },
    ),
  },
}
