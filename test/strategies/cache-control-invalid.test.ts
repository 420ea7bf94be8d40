import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { assistant, call, refusal, result, testOnAnthropic, text, thinking, user } from './anthropic.ts'

const mark = { cache_control: { type: 'ephemeral' } }

testOnAnthropic({
  type: 'cache_control_invalid',
  finds: {
    'too many marks': {
      broken: [user(...Array.from({ length: 5 }, () => ({ ...text('a'), ...mark }))), assistant(text('b'))],
      at: [0, 0],
    },
    'on thinking': {
      broken: [user('a'), assistant({ ...thinking(), ...mark }, text('b'))],
      repaired: [user('a'), assistant(thinking(), text('b'))],
      at: [1, 0],
    },
    'a mark that is none': {
      broken: [user({ ...text('a'), cache_control: { type: 'forever' } }), assistant(text('b'))],
      repaired: [user(text('a')), assistant(text('b'))],
      at: [0, 0],
    },
    'a long one behind a short one': {
      broken: [
        user({ ...text('a'), ...mark }, { ...text('b'), cache_control: { type: 'ephemeral', ttl: '1h' } }),
        assistant(text('c')),
      ],
      at: [0, 0],
    },
  },
  nearMisses: {
    'no mark': [user({ ...text('a'), cache_control: null })],
    'four marks': [user(...Array.from({ length: 4 }, () => ({ ...text('a'), ...mark })))],
  },
})

test('the mark that the request asks for takes no place, and has any lifetime', () => {
  const format = 'anthropic-messages'
  const long = { cache_control: { type: 'ephemeral', ttl: '1h' } }
  const marked = (count: number, last: object = {}): object[] => [
    user(text('q'), ...Array.from({ length: count }, () => ({ ...text('a'), ...mark }))),
    assistant(text('b')),
    user({ ...text('c'), ...last }),
  ]
  const faultsOf = (messages: readonly object[], request: object): string[] =>
    repair(messages, { format, request: { ...request } }).faults.map(({ detail }) => String(detail['reason']))
  expect(faultsOf(marked(4), mark)).toEqual(['one of 5'])
  expect(faultsOf(marked(3), mark)).toEqual([])
  expect(faultsOf(marked(1), long)).toEqual(['lifetime order'])
  expect(faultsOf(marked(0, long), mark)).toEqual(['lifetime of the request'])
  expect(faultsOf(marked(0, mark), mark)).toEqual([])
  expect(faultsOf([...marked(0, long), user(text('d'))], mark)).toEqual([])
  const none = repair(marked(0), {
    format,
    request: { ...mark },
    error: new Error('400 A maximum of 0 blocks with cache_control may be provided. Found 1.'),
  })
  expect(none.request).toEqual({ cache_control: undefined })
})

test('a cache point behind reasoning stays, or one behind anything else goes', () => {
  const point = { cachePoint: { type: 'default' } }
  const reasoning = { reasoningContent: { reasoningText: { text: 'h', signature: `E${'a'.repeat(63)}` } } }
  const list = (...content: object[]): object[] => [
    { role: 'user', content: [{ text: 'a' }, point] },
    { role: 'assistant', content },
    { role: 'user', content: [{ text: 'c' }] },
  ]
  const run = (messages: object[]): ReturnType<typeof repair> => repair(messages, { format: 'bedrock-converse' })
  const behind = run(list(reasoning, point, point, { text: 'b' }, point))
  expect(behind.messages).toEqual(list(reasoning, { text: 'b' }, point))
  expect(behind.loss).toBe('none')
  const healthy = list(reasoning, { text: 'b' }, point)
  expect(run(healthy).messages).toBe(healthy)
})

test.each([
  ['pdf', true],
  ['md', false],
])('a cache point stays behind a document that Converse turns into text, or goes behind a PDF (%s)', (kind, stays) => {
  const document = {
    document: { format: kind, name: 'doc', source: { bytes: kind === 'pdf' ? 'JVBERi0=' : btoa('# Notes') } },
  }
  const point = { cachePoint: { type: 'default' } }
  const list = (...content: object[]): object[] => [{ role: 'user', content: [{ text: 'a' }, ...content] }]
  const of = (modelId: string): readonly unknown[] =>
    repair(list(point, document, point, point), { format: 'bedrock-converse', request: { modelId } }).messages
  const points = stays ? [point, point] : []
  expect(of('anthropic.claude-sonnet-4-5-20250929-v1:0')).toEqual(list(point, document, ...points))
  expect(of('amazon.nova-2-lite-v1:0')).toEqual(list(point, document, point, point))
})

test.each<[string, string, number, string, string]>([
  // github.com/BerriAI/litellm/pull/39210
  ['a model has none', 'You invoked an unsupported model or your request did not allow prompt caching.', 403, '-', '-'],
  // github.com/anomalyco/opencode/issues/17300
  [
    'nothing can be kept',
    'There is nothing available to cache. Please remove the invalid cache point and try again.',
    400,
    's',
    't',
  ],
])('cache points stay although %s, or more than they go', (_, message, status, system, tools) => {
  const point = { cachePoint: { type: 'default' } }
  const list = (...points: object[]): object[] => [
    { role: 'user', content: [{ text: 'a' }, ...points] },
    { role: 'assistant', content: [{ text: 'b' }] },
    { role: 'user', content: [{ text: 'c' }, ...points] },
  ]
  const beside = (inSystem: string, inTools: string): object => ({
    system: [{ text: 's' }, ...(inSystem === 's' ? [point] : [])],
    toolConfig: { tools: [{ toolSpec: { name: 'f' } }, ...(inTools === 't' ? [point] : [])] },
  })
  const request = { modelId: 'zai.glm-5', ...beside('s', 't') }
  const error = Object.assign(new Error(message), { name: 'AccessDeniedException', status })
  const repaired = repair(list(point), { format: 'bedrock-converse', request, error })
  expect(repaired.messages).toEqual(list())
  expect({ ...request, ...repaired.request }).toEqual({ ...request, ...beside(system, tools) })
  expect(repaired.loss).toBe('none')
})

test.each([
  ['has no cache', 'us.meta.llama4-maverick-17b-instruct-v1:0', 0, 0],
  ['was made before there was one', 'anthropic.claude-3-5-sonnet-20240620-v1:0', 0, 0],
  ['takes four, two of them beside the messages', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 2, 2],
  ['nobody knows', 'zai.glm-5', 2, 2],
])('more cache points are sent than a model takes that %s', (_, modelId, left, leftBeside) => {
  const point = { cachePoint: { type: 'default' } }
  const says = (role: string, text: string): { role: string; content: object[] } => ({
    role,
    content: [{ text }, point],
  })
  const list = [says('user', 'a'), says('assistant', 'b'), says('user', 'c'), says('assistant', 'd'), says('user', 'e')]
  const request = {
    modelId,
    system: [{ text: 's' }, point],
    toolConfig: { tools: [{ toolSpec: { name: 'f' } }, point] },
  }
  const repaired = repair(list, { format: 'bedrock-converse', request })
  const without = list.map(({ content, role }) => ({ role, content: content.slice(0, 1) }))
  expect(repaired.messages).toEqual([...without.slice(0, 5 - left), ...list.slice(5 - left)])
  const beside = JSON.stringify({ ...request, ...repaired.request }).split('cachePoint').length - 1
  expect([repaired.ok, repaired.loss, beside]).toEqual([true, 'none', leftBeside])
})

test('a cache point with nothing before it is sent, and a message of nothing else', () => {
  const point = { cachePoint: { type: 'default' } }
  const list = [
    { role: 'user', content: [{ text: 'a' }] },
    { role: 'assistant', content: [point, { text: 'b' }, point] },
    { role: 'user', content: [point, point] },
    { role: 'user', content: [{ text: '' }, point, { text: 'c' }] },
  ]
  const { loss, messages } = repair(list, { format: 'bedrock-converse', request: { modelId: 'amazon.nova-pro-v1:0' } })
  expect(messages).toEqual([
    list[0],
    { role: 'assistant', content: [{ text: 'b' }, point] },
    { role: 'user', content: [{ text: 'c' }] },
  ])
  expect(loss).toBe('none')
})

test.each(['messages.0.content.0.text.cache_control.ephemeral.scope', 'system.0.cache_control.ephemeral.scope'])(
  'what a mark may not say costs the mark, or stays in another one: %s',
  (path) => {
    const scoped = { cache_control: { ...mark.cache_control, scope: 'org' } }
    const tool = { name: 'read_file', input_schema: { type: 'object', properties: { scope: { type: 'string' } } } }
    const messages = (marked: object): object[] => [
      user({ ...text('a'), ...marked }),
      assistant({ ...call('x'), input: { scope: 'all' } }),
      user(result('x', [{ ...text('b'), ...marked }])),
    ]
    const request = (marked: object): Record<string, unknown> => ({
      tools: [{ ...tool, ...marked }],
      system: [{ ...text('s'), ...marked }],
    })
    const error = refusal(`${path}: Extra inputs are not permitted`)
    const repaired = repair(messages(scoped), { format: 'anthropic-messages', request: request(scoped), error })
    expect([repaired.loss, repaired.messages, repaired.request]).toEqual(['none', messages(mark), request(mark)])
  },
)
