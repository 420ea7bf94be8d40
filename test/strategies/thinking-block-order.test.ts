import { describe, expect, test } from 'vitest'
import { diagnose, repair } from '../../src/index.ts'
import { assistant, call, found, refusal, result, search, testOnAnthropic, text, thinking, user } from './anthropic.ts'

testOnAnthropic({
  type: 'thinking_block_order',
  finds: {
    'behind text': {
      broken: [user('a'), assistant(text('b'), thinking())],
      repaired: [user('a'), assistant(text('b'))],
      at: [1, 1],
      loss: 'synthesised',
    },
  },
  request: { model: 'claude-sonnet-4-5', thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2048 },
  nearMisses: {
    'between other blocks of a message that thinking leads': [
      user('a'),
      assistant(thinking(), text('b'), thinking(), call('x')),
      user(result('x')),
    ],
    'at the end of a message that is not last': [user('a'), assistant(thinking()), assistant(text('b')), user('c')],
  },
})

describe('a model that decides itself when to think', () => {
  const searched = [search('srvtoolu_1'), found('srvtoolu_1')]
  const messages = [user('a'), assistant(text('b'), ...searched, thinking(), text('c')), user('d')]
  const max_tokens = 64
  const enabled = { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2048 }

  test.each([
    { model: 'claude-opus-5-5', max_tokens },
    { model: 'claude-opus-4-6', thinking: { type: 'adaptive' }, max_tokens },
  ])('may not think behind a search, asked with %j', (request) => {
    const result = repair(messages, { format: 'anthropic-messages', request })
    expect([result.ok, result.messages === messages]).toEqual([true, true])
  })

  test.each([
    { model: 'claude-opus-4-6', max_tokens },
    { model: 'claude-opus-4-6', ...enabled },
  ])('is taken for one that has to lead with it, asked with %j', (request) => {
    const { faults } = diagnose(messages, { format: 'anthropic-messages', request })
    expect(faults.map(({ type }) => type)).toEqual(['thinking_block_order'])
  })

  test('keeps thinking of which an error has told that it must lead', () => {
    const error = refusal(
      'messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.',
    )
    const result = repair(messages, {
      format: 'anthropic-messages',
      request: { model: 'claude-opus-5-5', max_tokens },
      error,
    })
    expect(result.messages[1]).toEqual(assistant(text('b'), ...searched, text('c')))
  })
})

describe('an error that demands thinking', () => {
  const request = { model: 'claude-sonnet-4-5', thinking: { type: 'enabled', budget_tokens: 2048 } }
  const messages = [
    user('a'),
    assistant(thinking(), call('x')),
    user(result('x')),
    assistant(call('y')),
    user(result('y')),
  ]
  const error = Object.assign(
    new Error(
      '400 messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.',
    ),
    { status: 400 },
  )

  test('is expected of a step behind the first one of a loop', () => {
    expect(diagnose(messages, { format: 'anthropic-messages', request }).faults).toEqual([])
  })

  test('of a later step takes the thinking out of the whole conversation', () => {
    const result = repair(messages, { format: 'anthropic-messages', request, error })
    expect(result.messages).toBe(messages)
    expect(result.request).toEqual({ thinking: { type: 'disabled' } })
  })
})

describe.each([
  ['anthropic-messages', thinking()],
  ['bedrock-converse', { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } }],
] as const)('thinking at the end of a prefill, %s', (format, thought) => {
  const said = format === 'bedrock-converse' ? { text: 'b' } : text('b')
  const asked = { role: 'user', content: [format === 'bedrock-converse' ? { text: 'a' } : text('a')] }
  const answer = (...content: unknown[]): object => ({ role: 'assistant', content })
  const model = format === 'bedrock-converse' ? 'anthropic.claude-sonnet-4-5-20250929-v1:0' : 'claude-sonnet-4-5'
  const options = { format, request: { model, modelId: model } } as const

  test.each([
    ['alone', [thought], [asked]],
    ['twice', [thought, thought], [asked]],
    ['behind what was said', [thought, said, thought, thought], [asked, answer(thought, said)]],
  ])('is sent and refused, %s', (_where, content, repaired) => {
    const result = repair([asked, answer(...content)], options)
    expect([result.ok, result.loss, result.messages]).toEqual([true, 'synthesised', repaired])
    expect(result.faults.map(({ type }) => type)).toContain('thinking_block_order')
  })

  test.each([
    ['that goes on', [asked, answer(thought, said)], options],
    ['of a history that is stored', [asked, answer(thought)], { ...options, purpose: 'stored' as const }],
    ['of a message that is not the last', [asked, answer(thought), asked], options],
  ])('is missed in one %s', (_what, messages, given) => {
    const { faults } = diagnose(messages, given)
    expect(faults.filter(({ detail }) => detail['reason'] === 'may not end')).toEqual([])
  })
})

describe('thinking that its framework leaves out', () => {
  const loop = (...parts: readonly object[]): object[] => [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [...parts, { type: 'tool-call', toolCallId: 'x', toolName: 'r', input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'x', toolName: 'r', output: { type: 'text', value: 'b' } }],
    },
  ]
  const unsigned = { type: 'reasoning', text: 'Hm.' }
  const signed = { ...unsigned, providerOptions: { anthropic: { signature: 'EqQBCkYIBxgCKkBmb3JlaWdu' } } }
  const asked = (type: string, provider = 'anthropic.messages') => ({
    format: 'ai-sdk' as const,
    request: { provider, model: 'claude-sonnet-4-5', tools: [{ name: 'r' }], thinking: { type, budget_tokens: 2048 } },
  })

  test('leads the running loop', () => {
    const list = loop(unsigned, { type: 'text', text: 'c' })
    const result = repair(list, asked('enabled'))
    expect(result.request).toEqual({ thinking: { type: 'disabled' } })
    expect(result.messages).toEqual(list)
  })

  test.each([
    ['signed', loop(signed), asked('enabled')],
    ['in front of what is signed', loop(unsigned, signed), asked('enabled')],
    ['not demanded', loop(unsigned), asked('adaptive')],
    ['behind an answer to the person', [...loop(unsigned), { role: 'user', content: 'd' }], asked('enabled')],
    ['for another provider', loop(unsigned), asked('enabled', 'openai.chat')],
  ])('is missed although it is %s', (_what, list, options) => {
    expect(repair(list, options).request).toBeUndefined()
  })
})
