import { describe, expect, test } from 'vitest'
import { createRandom, generateAnthropicTranscript, judgeAnthropicRequest } from '../../src/testing.ts'
import { mintThinking } from '../../src/testing/provider/anthropic-messages/draft.ts'

const tools = [{ name: 'f', input_schema: { type: 'object' } }]
const user = (content: unknown): object => ({ role: 'user', content })
const assistant = (...content: unknown[]): object => ({ role: 'assistant', content })
const system = (content: unknown): object => ({ role: 'system', content })
const call = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} })
const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })
const text = (value: string): object => ({ type: 'text', text: value })
const search = (id: string): object => ({ type: 'server_tool_use', id, name: 'web_search', input: {} })

const byCode = { ...call('t1'), caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' } }
const direct = { ...call('t2'), caller: { type: 'direct' } }

const answer = (messages: unknown, rest: object = {}, headers: Record<string, string> = {}): string => {
  const judgement = judgeAnthropicRequest(
    { model: 'claude-sonnet-5', max_tokens: 16, tools, messages, ...rest },
    headers,
  )
  return 'body' in judgement ? judgement.body.error.message : '200'
}

const form = 'the directive-only form (content: [] with output_config) is accepted at any position'
const systemOrder = `role 'system' must precede an 'assistant' message or end the array; ${form}`
const blank = 'messages: text content blocks must contain non-whitespace text'

/** Recorded answers: code-index 61369042860 (probes of 2026-08-31), the corpus, and the documentation. */
const refused: [string, unknown, string, object?][] = [
  ['messages null', null, 'messages: Input should be a valid array'],
  ['no messages', [], 'messages: at least one message is required'],
  ['a number as message', [7], 'messages.0: Input should be an object'],
  ['no role', [{ content: 'x' }], 'messages.0.role: Field required'],
  [
    'role developer',
    [{ role: 'developer', content: 'x' }],
    'messages: Unexpected role "developer". Allowed roles are "user" or "assistant"',
  ],
  ['no content', [{ role: 'user' }], 'messages.0.content: Field required'],
  ['content null', [user(null)], 'messages.0.content: Input should be a valid array'],
  ['a number as block', [user([7])], 'messages.0.content.0: Input should be an object'],
  ['a block without type', [user([{}])], 'messages.0.content.0.type: Field required'],
  ['an unknown member', [{ role: 'user', content: 'x', bogus: 1 }], 'messages.0.bogus: Extra inputs are not permitted'],
  [
    'system at the head',
    [system('x')],
    `messages.0: use the top-level 'system' parameter for the initial system prompt; ${form}`,
  ],
  ['an empty system message', [user('a'), system([])], 'messages.1: system content must contain at least one block'],
  [
    'a blank system message',
    [user('a'), system('  ')],
    'messages.1: system text blocks must contain non-whitespace text',
  ],
  ['system before user', [user('a'), system('s'), user('b')], `messages.1: ${systemOrder}`],
  ['a system run, at its last item', [user('a'), system('s'), system('t'), user('b')], `messages.2: ${systemOrder}`],
  [
    'system with a result',
    [user('a'), system([result('a')])],
    "messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only",
  ],
  [
    'system on an older model',
    [user('a'), system('s')],
    'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    { model: 'claude-sonnet-4-5' },
  ],
  [
    'an empty user turn',
    [user('a'), assistant(text('ok')), user([]), user('')],
    'messages.2: user messages must have non-empty content',
  ],
  ['an empty turn after an unknown key', [user([])], 'zzz: Extra inputs are not permitted', { zzz: 1 }],
  ['a leading assistant', [assistant(text('a')), user('b')], 'messages: first message must use the "user" role'],
  [
    'a trailing assistant',
    [user('a'), assistant(text('b'))],
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  ],
  ['an empty text', [user([text('')])], 'messages: text content blocks must be non-empty'],
  ['a blank text', [user([text(' \n')])], blank],
  ['a blank assistant string', [user('a'), { role: 'assistant', content: ' ' }, user('b')], blank],
  [
    'an unanswered call',
    [user('a'), assistant(call('t1'), call('t2')), user([result('t1')])],
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t2. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  ],
  [
    'text before a result',
    [user('a'), assistant(call('t1')), user([text('x'), result('t1')])],
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  ],
  [
    'text between split results',
    [user('a'), assistant(call('t1'), call('t2')), user([result('t1')]), user('x'), user([result('t2')])],
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t2. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  ],
  [
    'an orphan result',
    [user('a'), assistant(text('b')), user([text('c'), result('t9')])],
    'messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: t9. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
  ],
  [
    'two results of one call',
    [user('a'), assistant(call('t1')), user([result('t1'), result('t1')])],
    'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: t1',
  ],
  [
    'one id twice in a turn',
    [user('a'), assistant(call('t1')), assistant(call('t1')), user([result('t1')])],
    'messages.2.content.0: `tool_use` ids must be unique',
  ],
  [
    'a result in an assistant turn',
    [user('a'), assistant(call('t1'), result('t1')), user([result('t1')])],
    'messages.1: `tool_result` blocks can only be in `user` messages',
  ],
  [
    'tool blocks without tools',
    [user('a'), assistant(call('t1')), user([result('t1')])],
    'Requests which include `tool_use` or `tool_result` blocks must define tools.',
    { tools: [] },
  ],
  [
    'an open server tool behind a user',
    [user('a'), assistant(search('srvtoolu_1'), text('b')), user('c')],
    'messages.1: `web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block',
  ],
  [
    'a server id of another provider',
    [user('a'), assistant(search('call_5')), user('c')],
    "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
  ],
  [
    'thinking enabled on a newer model',
    [user('a')],
    '"thinking.type.enabled" is not supported for this model. Use `thinking.type.adaptive` instead.',
    { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 4096 },
  ],
  [
    'adaptive thinking on an older model',
    [user('a')],
    '"thinking.type.adaptive" is not supported for this model. Use `thinking.type.enabled` instead.',
    { thinking: { type: 'adaptive' }, model: 'claude-sonnet-4-5' },
  ],
  [
    'block_binding without its header',
    [user('a')],
    'thinking.adaptive.block_binding: Extra inputs are not permitted',
    { thinking: { type: 'adaptive', block_binding: {} } },
  ],
  [
    'a long cache mark after a short one',
    [
      user([
        { ...text('a'), cache_control: { type: 'ephemeral' } },
        { ...text('b'), cache_control: { type: 'ephemeral', ttl: '1h' } },
      ]),
    ],
    "messages.0.content.1.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: tools, system, messages.",
  ],
  [
    'an unknown field in a cache mark',
    [user([{ ...text('a'), cache_control: { type: 'ephemeral', scope: 'x' } }])],
    'messages.0.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted',
  ],
  ...[[byCode], [direct, byCode], [byCode, direct]].map((calls): [string, unknown, string] => [
    `calls by code without its container: ${calls.map(({ id }) => id).join()}`,
    [user('a'), assistant(...calls), user(calls.map(({ id }) => result(id)))],
    'container_id is required when there are pending tool uses generated by code execution with tools.',
  ]),
  [
    'a lone surrogate',
    [user('a\ud83d')],
    'The request body is not valid JSON: no low surrogate in string: line 1 column 145 (char 144)',
  ],
]

const accepted: [string, unknown[], object?][] = [
  ['system at the end', [user('a'), system('s')]],
  ['system runs before an assistant', [user('a'), system('s'), system('t'), assistant(text('ok')), user('b')]],
  ['consecutive user messages', [user('a'), user('b')]],
  ['consecutive assistant messages', [user('a'), assistant(text('b')), assistant(text('c')), user('d')]],
  [
    'results split over user messages in any order',
    [user('a'), assistant(call('t1'), call('t2')), user([result('t2')]), user([result('t1')])],
  ],
  ['text after all results', [user('a'), assistant(call('t1')), user([result('t1'), text('go')])]],
  [
    'ids that another turn reuses',
    [user('a'), assistant(call('t1')), user([result('t1')]), assistant(call('t1')), user([result('t1')])],
  ],
  ['an empty assistant list', [user('a'), assistant(), user('b')]],
  ['an empty assistant list at the end', [user('a'), assistant()]],
  ['an empty assistant string', [user('a'), { role: 'assistant', content: '' }, user('b')]],
  ['an empty user turn beside a full one', [user([]), user('a'), user('')]],
  ['a paused turn', [user('a'), assistant(search('srvtoolu_1'))]],
  ['a prefill on a model that has it', [user('a'), assistant(text('The answer is'))], { model: 'claude-sonnet-4-5' }],
  ['a whole emoji', [user('👍')]],
  ['a call of the model itself', [user('a'), assistant(direct), user([result('t2')])]],
  ['a call by code in its container', [user('a'), assistant(byCode), user([result('t1')])], { container: 'c' }],
  [
    'a call by code of an earlier turn',
    [user('a'), assistant(byCode), user([result('t1')]), assistant(text('b')), user('c')],
  ],
  ['a call by code that nobody answers any more', [user('a'), assistant(byCode), user([result('t1')]), assistant()]],
]

describe('the judge', () => {
  test.each(refused)('accepts %s', (_, messages, wording, rest) => {
    expect(answer(messages, rest)).toBe(wording)
  })

  test.each(accepted)('refuses %s, which the API answers with 200', (_, messages, rest) => {
    expect(answer(messages, rest)).toBe('200')
  })

  test('changes the request that it judges', () => {
    const { request, messages } = generateAnthropicTranscript({ seed: 4 })
    const body = { ...request, messages }
    const before = JSON.stringify(body)
    judgeAnthropicRequest(body)
    expect(JSON.stringify(body)).toBe(before)
    expect(createRandom(4).next()).toBe(createRandom(4).next())
  })
})

describe('preserved thinking', () => {
  const beta = { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' }
  const drop = { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } }
  const request = { model: 'claude-opus-5-5', max_tokens: 16, tools, thinking: { type: 'adaptive' }, system: 'S' }
  const asked = { role: 'user' as const, content: 'one' }
  const think = (messages: Parameters<typeof mintThinking>[0]['messages'], thought: string): object => ({
    type: 'thinking',
    thinking: thought,
    signature: mintThinking({ request, messages }, request.model, { kind: 'thinking', content: thought }),
  })
  const first = {
    role: 'assistant' as const,
    content: [think([asked], 'A') as { type: string }, { type: 'text', text: 'a' }],
  }
  const again = { role: 'user' as const, content: 'two' }
  const second = {
    role: 'assistant' as const,
    content: [think([asked, first, again], 'B') as { type: string }, { type: 'text', text: 'b' }],
  }
  const history = [asked, first, again, second, { role: 'user' as const, content: 'three' }]
  const judged = (messages: unknown[], rest: object = {}, headers: Record<string, string> = beta): unknown => {
    const judgement = judgeAnthropicRequest({ ...request, ...rest, messages }, headers)
    return 'body' in judgement ? judgement.body.error.message : judgement.inputTransformations
  }
  const wording =
    'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. ' +
    'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'

  test('an unchanged history loses its thinking', () => {
    expect(judged(history)).toEqual([])
  })

  test('a cache mark counts as a change', () => {
    const marked = { role: 'user', content: [{ type: 'text', text: 'one', cache_control: { type: 'ephemeral' } }] }
    expect(judged([marked, ...history.slice(1)])).toEqual([])
  })

  test('an edited prefix passes', () => {
    expect(judged([user('uno'), ...history.slice(1)])).toBe(wording)
    expect(judged(history, { system: 'T' })).toBe(wording)
    expect(judged(history, { tools: [] })).toBe(wording)
  })

  test('the refusal does not name the header that is absent', () => {
    expect(judged(history, { system: 'T' }, {})).toContain('requires the `thinking-binding-controls-2026-08-01` value')
  })

  test('drop_block does not list what it dropped', () => {
    const dropped = judged([user('uno'), ...history.slice(1)], drop)
    const entry = { type: 'thinking_dropped', reason: 'prefix_binding_mismatch' }
    expect(dropped).toEqual([
      { ...entry, path: 'messages.1.content.0' },
      { ...entry, path: 'messages.3.content.0' },
    ])
  })

  test('thinking before the change is refused', () => {
    expect(judged([asked, first, user('dos'), second, user('three')], drop)).toEqual([
      { type: 'thinking_dropped', reason: 'prefix_binding_mismatch', path: 'messages.3.content.0' },
    ])
  })

  test('leaving out the oldest or all thinking is refused', () => {
    const bare = { role: 'assistant', content: [text('a')] }
    expect(judged([asked, bare, again, second, user('three')])).toEqual([])
    expect(judged([asked, bare, again, { role: 'assistant', content: [text('b')] }, user('three')])).toEqual([])
  })

  test('thinking of a model that cannot be read is refused', () => {
    expect(judged(history, { model: 'claude-fable-5-1' })).toEqual([
      { type: 'thinking_dropped', reason: 'model_binding_mismatch', path: 'messages.1.content.0' },
      { type: 'thinking_dropped', reason: 'model_binding_mismatch', path: 'messages.3.content.0' },
    ])
  })

  test('an account without enforcement is refused', () => {
    const options = { bindingPolicy: 'allow' } as const
    const judgement = judgeAnthropicRequest({ ...request, system: 'T', messages: history }, beta, options)
    expect(judgement).toMatchObject({ status: 200, inputTransformations: [{ type: 'thinking_mismatch_allowed' }, {}] })
  })
})
