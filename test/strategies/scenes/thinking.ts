import type { Block } from '../../../src/transcript/transcript.ts'
import { assistant, call, result, text, thinking, user } from '../anthropic.ts'
import { hi, item } from './messages.ts'
import { aiSdk, chat, claude, converse, refused, responses, type Scenes } from './scene.ts'

const asked = { request: { model: 'claude-sonnet-4-5', thinking: { type: 'enabled', budget_tokens: 2048 } } }

const overClaude = { provider: 'anthropic.messages', model: 'claude-sonnet-4-5' }
const sealed = { anthropic: { signature: 'c2ln' } }
const step = { type: 'step-start' }
const thought = { type: 'reasoning', text: 't', providerMetadata: sealed }
const sealedThought = { type: 'reasoning', text: 't', providerOptions: sealed }
const toolPart = (id: string): object => ({
  type: 'tool-f',
  toolCallId: id,
  state: 'output-available',
  input: {},
  output: 'o',
})

const redacted = { type: 'redacted_thinking', data: 'c2ln' }
const summary = { type: 'compaction', content: 'So far.', signature: 'c2ln' }

const empty = (extra: object = {}): object => ({ type: 'thinking', thinking: '', ...extra })

const spoke = (more: object): object => ({ role: 'assistant', content: null, ...more })
const toolCall = { id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }

const demanded =
  'messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.'

/** Evidence of the block that is given: the original of each that `isMeant` names. */
const originals = (isMeant: (block: Block) => boolean, original: unknown): { evidence: never } => ({
  evidence: {
    resultOf: () => undefined,
    originalOf: (block: Block) => (isMeant(block) ? original : undefined),
  } as never,
})

/** Thinking and its place. */
const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'b' }] }
const itemCall = (call_id: string): object => ({ type: 'function_call', call_id, name: 'f', arguments: '{}' })
const itemResult = (call_id: string): object => ({ type: 'function_call_output', call_id, output: 'ok' })

export const thinkings: Scenes = {
  thinking_block_order: {
    'an error about the place of what is not thinking': claude(
      [user('a'), assistant(text('b'), thinking()), user('c')],
      {
        rules: { thinkingLeads: false },
        error: refused('messages.1: The final block in an assistant message cannot be `thinking`.'),
      },
    ),
    'an error about a loop': claude([user('a'), assistant(text('b'), call('x')), user(result('x'))], {
      error: refused(demanded.replace('messages.3', 'messages.1')),
    }),
    'thinking turned off, but not in all fields': claude([user('a'), assistant(call('x')), user(result('x'))], {
      ...asked,
      rules: {
        thinkingDemanded: true,
        thinkingOff: { thinking: { type: 'enabled', budget_tokens: 2048 }, effort: 'none' },
      },
    }),
    'a loop of two steps that nobody has joined': claude(
      [
        user('a'),
        assistant(text('b')),
        user('c', 'd'),
        assistant(text('e'), call('x')),
        user(result('x')),
        assistant(thinking(), call('y')),
        user(result('y')),
      ],
      asked,
    ),
    'in the second message of a turn, after an error': claude(
      [user('a'), assistant(text('b')), assistant(thinking(), text('c')), user('d')],
      {
        error: refused(
          'messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking`. Found `text`.',
        ),
      },
    ),
    'in the second message of a turn': claude([
      user('a'),
      assistant(text('b')),
      assistant(thinking(), text('c')),
      user('d'),
    ]),
    'in the second message of a turn that a client joins': claude(
      [user('a'), assistant(text('b')), assistant(thinking(), text('c'), thinking()), user('d')],
      { rules: { turnsJoined: true } },
    ),
    'in steps of a chat: behind a call that is sent before, behind a text that is not': aiSdk(
      [
        { id: '1', role: 'user', parts: [text('a')] },
        { id: '2', role: 'assistant', parts: [step, text('b'), toolPart('x'), step, thought, text('c')] },
        { id: '3', role: 'user', parts: [text('d')] },
        { id: '4', role: 'assistant', parts: [toolPart('y'), step, text('e'), step, thought, text('f')] },
        { id: '5', role: 'user', parts: [text('g')] },
      ],
      { request: overClaude },
    ),
    'in a chat behind what a person said between': aiSdk(
      [
        { id: '1', role: 'user', parts: [text('a')] },
        {
          id: '2',
          role: 'assistant',
          parts: [text('b'), { type: 'steering-message', id: '3', parts: [text('c')] }, thought, text('d')],
        },
        { id: '4', role: 'user', parts: [text('e'), text('')] },
      ],
      { request: overClaude },
    ),
    'in two messages of a provider that joins them': aiSdk(
      [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
        { role: 'assistant', content: [sealedThought, text('c')] },
        { role: 'user', content: 'd' },
      ],
      { request: overClaude },
    ),
    'in both messages of a turn that a client joins': claude(
      [user('a'), assistant(thinking(), text('b')), assistant(thinking(), text('c')), user('d')],
      { rules: { turnsJoined: true } },
    ),
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
    'items of steps that call, with and without it': responses(
      [
        hi,
        said,
        itemCall('w'),
        itemCall('x'),
        itemResult('w'),
        itemResult('x'),
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }], content: null },
        itemCall('y'),
        itemResult('y'),
        { type: 'reasoning', id: 'rs_2', summary: [], content: [{ type: 'reasoning_text', text: 'Oh.' }] },
        itemCall('z'),
        itemResult('z'),
        { type: 'reasoning', id: 'rs_3', summary: [] },
        itemCall('a'),
        itemResult('a'),
        said,
        hi,
      ],
      { error: refused('The `reasoning_text` in the thinking mode must be passed back to the API.') },
    ),
    'a summary of parts, of which some say nothing': responses(
      [
        hi,
        {
          type: 'reasoning',
          id: 'rs_1',
          summary: ['', 'Hm.', '', 7, 'Oh.', ''].map((text) => ({ type: 'summary_text', text })),
        },
        itemCall('x'),
        itemResult('x'),
        hi,
      ],
      { error: refused('The `reasoning_text` in the thinking mode must be passed back to the API.') },
    ),
    'of a call whose turn is on record': responses([hi, itemCall('x'), itemResult('x')], {
      rules: { reasoningText: 'required' },
      ...originals((block) => block.callId === 'x', 'Of x.'),
    }),
    'of two calls and two other fields': chat(
      [
        hi,
        spoke({ reasoning: 'Hm.', reasoning_text: 'Oh.', tool_calls: [toolCall, { ...toolCall, id: 'y' }] }),
        { role: 'tool', tool_call_id: 'x', content: 'ok' },
        { role: 'tool', tool_call_id: 'y', content: 'ok' },
      ],
      {
        rules: { reasoningText: 'required' },
        ...originals((block) => block.callId === 'x', 'Of x.'),
      },
    ),
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
}
