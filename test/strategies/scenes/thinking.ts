import type { Block } from '../../../src/transcript/transcript.ts'
import { assistant, call, result, text, thinking, user } from '../anthropic.ts'
import { chat, claude, converse, gemini, refused, responses, type Scenes } from './scene.ts'

const asked = { request: { model: 'claude-sonnet-4-5', thinking: { type: 'enabled', budget_tokens: 2048 } } }
const bound = { request: { model: 'claude-opus-5', thinking: { type: 'adaptive' } } }
const redacted = { type: 'redacted_thinking', data: 'c2ln' }
const summary = { type: 'compaction', content: 'So far.', signature: 'c2ln' }
const bare = { type: 'thinking', thinking: 'Hm.' }
const empty = (extra: object = {}): object => ({ type: 'thinking', thinking: '', ...extra })
const part = (role: string, ...parts: object[]): object => ({ role, parts })
const asks = (name: string, extra: object = {}): object => ({ functionCall: { name, args: {} }, ...extra })
const answers = (name: string): object => ({ functionResponse: { name, response: { output: 'ok' } } })
const newest = { request: { model: 'gemini-3-pro' } }
const item = (type: string, more: object): object => ({ type, ...more })
const reasons = (more: object): object => item('reasoning', { summary: [], ...more })
const hi = { role: 'user', content: 'Hi' }
const spoke = (more: object): object => ({ role: 'assistant', content: null, ...more })
const toolCall = { id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }
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
const demanded =
  'messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.'

/** Evidence of the block that is given: the original of each that `isMeant` names. */
const originals = (isMeant: (block: Block) => boolean, original: unknown): { evidence: never } => ({
  evidence: {
    resultOf: () => undefined,
    originalOf: (block: Block) => (isMeant(block) ? original : undefined),
  } as never,
})

/** Thinking, its signatures and its place. */
export const thinkings: Scenes = {
  thinking_block_order: {
    'behind a text, two of them, and one that is redacted': claude([
      user('a'),
      assistant(text('b'), thinking(), redacted),
      user('c'),
    ]),
    'between, behind and alone': claude([
      user('a'),
      assistant(thinking(), text('b'), thinking(), call('x')),
      user(result('x')),
      assistant(thinking()),
    ]),
    'of a user': claude([user(text('a'), thinking()), assistant(text('b'))]),
    'behind a summary': claude([assistant(summary, thinking(), text('a')), user('b')]),
    'where it need not lead': claude([user('a'), assistant(text('b'), thinking()), user('c')], {
      rules: { thinkingLeads: false },
    }),
    'a running loop without it': claude([user('a'), assistant(call('x')), user(result('x'))], asked),
    'a running loop without it, thinking turned off': claude([user('a'), assistant(call('x')), user(result('x'))], {
      request: { model: 'claude-sonnet-4-5', thinking: { type: 'disabled' } },
      rules: { thinkingDemanded: true },
    }),
    'a running loop without it that cannot be turned off': claude(
      [user('a'), assistant(call('x')), user(result('x'))],
      {
        rules: { thinkingDemanded: true, thinkingOff: null },
      },
    ),
    'a loop that is over': claude(
      [user('a'), assistant(call('x')), user(result('x')), assistant(text('b')), user('c')],
      asked,
    ),
    'a loop that a person has joined with a word beside a result': claude(
      [
        user('a'),
        assistant(call('x')),
        user(result('x'), text('b')),
        assistant(thinking(), call('y')),
        user(result('y')),
      ],
      asked,
    ),
    'a loop that begins with a block that nobody can read': claude(
      [user('a'), assistant({ type: 'odd' }, call('x')), user(result('x'))],
      asked,
    ),
    'no loop': claude([user('a')], asked),
    'a step behind the first': claude(
      [user('a'), assistant(thinking(), call('x')), user(result('x')), assistant(call('y')), user(result('y'))],
      asked,
    ),
    'an error about a step behind the first': claude(
      [user('a'), assistant(thinking(), call('x')), user(result('x')), assistant(call('y')), user(result('y'))],
      { ...asked, error: refused(demanded) },
    ),
    'an error about a text that cannot be turned off': claude(
      [user('a'), assistant(text('b'), call('x')), user(result('x'))],
      {
        rules: { thinkingOff: null },
        error: refused(demanded),
      },
    ),
    'an error about thinking in its place': claude([user('a'), assistant(thinking(), text('b')), user('c')], {
      error: refused('messages.1: The final block in an assistant message cannot be `thinking`.'),
    }),
  },
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
    'a summary that is nothing but encrypted': responses(
      [hi, item('compaction', { id: 'cmp_1', encrypted_content: 'x' }), hi],
      {
        error: refused('The encrypted content could not be verified.'),
      },
    ),
  },
  thinking_prefix_mismatch: {
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
  thinking_block_empty: {
    'with a signature': claude([user('a'), assistant(empty({ signature: 'c2ln' }), text('b')), user('c')]),
    'without one': claude([user('a'), assistant(empty(), text('b')), user('c')]),
    'without a text, signed': claude([
      user('a'),
      assistant({ type: 'thinking', signature: 'c2ln' }, text('b')),
      user('c'),
    ]),
    'redacted, of nothing': claude([
      user('a'),
      assistant({ type: 'redacted_thinking', data: '' }, text('b')),
      user('c'),
    ]),
    'where nobody asks for signatures': claude([user('a'), assistant(empty(), text('b')), user('c')], {
      rules: { signatures: 'ignored' },
    }),
    'where signed ones may not be empty either': claude(
      [user('a'), assistant(empty({ signature: 'c2ln' }), text('b')), user('c')],
      {
        rules: { signedThinkingMayBeEmpty: false },
      },
    ),
    'where neither is asked for nor allowed': claude([user('a'), assistant(empty(), text('b')), user('c')], {
      rules: { signatures: 'ignored', signedThinkingMayBeEmpty: false },
    }),
    'an error of the provider': claude([user('a'), assistant(empty({ signature: 'c2ln' }), text('b')), user('c')], {
      error: refused('messages.1.content.0.thinking: each thinking block must contain thinking'),
    }),
    'reasoning in another form': responses([
      hi,
      item('reasoning', { id: 'rs_1', content: [{ type: 'reasoning_text', text: 'Hm.' }] }),
      item('message', {
        id: 'msg_1',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'b', annotations: [] }],
      }),
      hi,
    ]),
  },
  thinking_disabled_violation: {
    'in the final turn': claude(
      [user('a'), assistant(thinking(), text('b')), user('c'), assistant(thinking(), text('d'))],
      {
        request: { model: 'claude-sonnet-4-5', thinking: { type: 'disabled' } },
      },
    ),
    'in the final turn of a loop': claude([user('a'), assistant(thinking(), call('x')), user(result('x'))], {
      request: { model: 'claude-sonnet-4-5', thinking: { type: 'disabled' } },
    }),
    anywhere: converse(
      [
        { role: 'user', content: [{ text: 'a' }] },
        { role: 'assistant', content: [{ reasoningContent: { reasoningText: { text: 'Hm.' } } }, { text: 'b' }] },
        { role: 'user', content: [{ text: 'c' }] },
      ],
      { request: { model: 'meta.llama3-1-70b-instruct-v1:0' } },
    ),
    'an error of a provider that allowed it': claude(
      [user('a'), assistant(thinking(), text('b')), user('c'), assistant(thinking(), text('d'))],
      {
        error: refused(
          'messages.3.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.',
        ),
      },
    ),
    'an error of one that refused it in the final turn': claude(
      [user('a'), assistant(thinking(), text('b')), user('c')],
      {
        request: { model: 'claude-sonnet-4-5', thinking: { type: 'disabled' } },
        error: refused(
          'When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.',
        ),
      },
    ),
  },
  reasoning_content_missing: {
    'beside calls, beside words, and of a user': chat(
      [
        hi,
        spoke({ tool_calls: [toolCall] }),
        { role: 'tool', tool_call_id: 'x', content: 'ok' },
        { role: 'assistant', content: 'b' },
        hi,
      ],
      { rules: { reasoningText: 'required' } },
    ),
    'it is there, and empty': chat(
      [
        hi,
        spoke({ reasoning_content: 'Hm.', tool_calls: [toolCall] }),
        { role: 'tool', tool_call_id: 'x', content: 'ok' },
        spoke({ reasoning_content: '', tool_calls: [{ ...toolCall, id: 'y' }] }),
        { role: 'tool', tool_call_id: 'y', content: 'ok' },
      ],
      { rules: { reasoningText: 'required' } },
    ),
    'another vendor holds it': chat(
      [hi, spoke({ reasoning: 'Hm.', tool_calls: [toolCall] }), { role: 'tool', tool_call_id: 'x', content: 'ok' }],
      {
        rules: { reasoningText: 'required' },
      },
    ),
    'the original is known': chat(
      [hi, spoke({ tool_calls: [toolCall] }), { role: 'tool', tool_call_id: 'x', content: 'ok' }],
      {
        rules: { reasoningText: 'required' },
        ...originals(() => true, 'Hm.'),
      },
    ),
    'where there is no such field': claude([user('a'), assistant(call('x')), user(result('x'))], {
      rules: { reasoningText: 'required' },
    }),
    'an error of the provider': chat(
      [hi, spoke({ tool_calls: [toolCall] }), { role: 'tool', tool_call_id: 'x', content: 'ok' }],
      {
        error: refused('The `reasoning_content` in the thinking mode must be passed back to the API.'),
      },
    ),
  },
  search_result_invalid: {
    'a search with titles, a citation and words': claude(
      [
        user('a'),
        assistant(
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: [{ type: 'web_search_result', title: 'T', url: 'https://a.example', encrypted_content: 'x' }],
          },
          {
            type: 'text',
            text: 'b',
            citations: [
              {
                type: 'web_search_result_location',
                url: 'https://a.example',
                title: 'T',
                encrypted_index: 'x',
                cited_text: 'T',
              },
            ],
          },
          text('c'),
        ),
        user('d'),
      ],
      { rung: 'all', error: refused('messages.1.content.1: Invalid `encrypted_content` in `search_result` block') },
    ),
    'a search of a user': claude(
      [
        user({ type: 'search_result', source: 's', title: 'T', content: [text('found')] }, text('a')),
        assistant(text('b')),
        user('c'),
      ],
      {
        rung: 'all',
        error: refused('messages.0.content.0: Invalid `encrypted_content` in `search_result` block'),
      },
    ),
  },
}
