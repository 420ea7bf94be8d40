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

test('a system message that goes out before all others hides an answer at the end, also behind a long session', () => {
  const [ask, answer, rule] = [user('a'), assistant(text('b')), { role: 'system', content: 'c' }]
  const goOn = text('[session-recovery] The conversation was interrupted here. Continue from where it stopped.')
  const long = Array.from({ length: 40 }, () => [ask, answer]).flat()
  const run = (messages: object[], model = 'claude-opus-4-6', error?: object): ReturnType<typeof repair> =>
    repair(messages, { format: 'ai-sdk', request: { provider: 'anthropic', model }, ...(error && { error }) })
  for (const before of [[ask, answer], long]) {
    const repaired = [...before, user(goOn), rule, rule]
    expect(run([...before, rule, rule]).messages).toEqual(repaired)
    expect(run(repaired).messages).toBe(repaired)
  }
  // The second one goes out where it stands, in the words of the user: the answer is not at the end. Older models continue one.
  const led = [rule, ask, answer, rule]
  const said = user(text('[session-recovery] A system message:\nc'))
  expect(run(led).messages).toEqual([rule, ask, answer, said])
  const prefilled = [ask, answer, rule]
  expect(run(prefilled, 'claude-sonnet-4-5').messages).toBe(prefilled)
  const error = refusal('This model does not support assistant message prefill.')
  expect(run(led, 'claude-opus-4-6', error).messages).toEqual([rule, ask, answer, user(goOn), said])
})

test.each([
  ['us.meta.llama4-maverick-17b-instruct-v1:0', true],
  ['mistral.mistral-large-2407-v1:0', true],
  ['amazon.nova-pro-v1:0', false],
  ['zai.glm-5', false],
])(
  '%s of Converse is sent an answer at the end that it refuses, or an answer it would continue is not its last',
  (modelId, isRefused) => {
    const messages = [
      { role: 'user', content: [{ text: 'a' }] },
      { role: 'assistant', content: [{ text: 'b' }] },
    ]
    const repaired = repair(messages, { format: 'bedrock-converse', request: { modelId } })
    expect(repaired.faults.map(({ type }) => type)).toEqual(isRefused ? ['prefill_unsupported'] : [])
    expect(repaired.messages === messages).toBe(!isRefused)
  },
)
