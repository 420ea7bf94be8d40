import type { RoundRow } from './round-row.ts'

const user = (...content: object[]): object => ({ role: 'user', content })
const assistant = (...content: object[]): object => ({ role: 'assistant', content })

const text = { type: 'text', text: 'Said.' }
const use = (id: string, name = 'Read'): object => ({ type: 'tool_use', id, name, input: { path: 'a' } })
const result = (id: string, rest: object): object => ({ type: 'tool_result', tool_use_id: id, ...rest })
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }

export const anthropicRounds: readonly RoundRow[] = [
  {
    name: 'text',
    messages: [
      { role: 'assistant', content: 'Said.' },
      { role: 'user', content: 'Go.' },
    ],
  },
  {
    name: 'calls, thinking, results in all forms',
    messages: [
      assistant(thinking, { ...thinking, thinking: '', signature: 'c28u' }, text, use('toolu_1'), use('toolu_2')),
      user(
        result('toolu_1', { content: 'out', is_error: true }),
        result('toolu_2', { content: [text], is_error: false }),
        text,
      ),
    ],
  },
  {
    name: 'results in two messages, of no text',
    messages: [
      assistant(use('toolu_1', 'n'.repeat(200)), use('toolu_2')),
      user(result('toolu_2', { content: [] })),
      user(result('toolu_1', { content: '' })),
      { role: 'user', content: 'Go.' },
    ],
  },
]

const toolUse = (toolUseId: string, name = 'Read'): object => ({ toolUse: { toolUseId, name, input: { path: 'a' } } })
const toolResult = (toolUseId: string, rest: object): object => ({ toolResult: { toolUseId, ...rest } })
const reasoning = (rest: object): object => ({ reasoningContent: { reasoningText: { text: 'Hm.', ...rest } } })
const converseTurn: readonly object[] = [
  assistant(
    reasoning({ signature: 'c2ln' }),
    { text: 'Said.' },
    toolUse('t'.repeat(64)),
    toolUse('t2', 'n'.repeat(64)),
  ),
  user(
    toolResult('t'.repeat(64), { content: [{ text: 'out' }, { json: { lines: 2 } }] }),
    toolResult('t2', { content: [{ text: 'out' }], status: 'error' }),
    { text: 'Go.' },
  ),
]

export const converseRounds: readonly RoundRow[] = [
  { name: 'text', messages: [assistant({ text: 'Said.' }), user({ text: 'Go.' })] },
  ...[
    'anthropic.claude-sonnet-4-5',
    'amazon.nova-2-lite-v1:0',
    'amazon.nova-pro-v1:0',
    'meta.llama3',
    'mistral.large',
  ].map((modelId): RoundRow => ({ name: modelId, request: { modelId }, messages: converseTurn })),
  {
    name: 'reasoning that nobody has signed',
    request: { modelId: 'deepseek.v3-v1:0' },
    messages: [
      assistant(reasoning({}), toolUse('t1')),
      user(toolResult('t1', { content: [{ text: 'out' }], status: 'success' })),
    ],
  },
]

const model = (...parts: object[]): object => ({ role: 'model', parts })
const person = (...parts: object[]): object => ({ role: 'user', parts })
const call = (name: string, id?: string): object => ({ functionCall: { name, args: { path: 'a' }, ...(id && { id }) } })
const answer = (name: string, id?: string): object => ({
  functionResponse: { name, response: { output: 'out' }, ...(id && { id }) },
})
const signed = (part: object, thoughtSignature: string): object => ({ ...part, thoughtSignature })

export const geminiRounds: readonly RoundRow[] = [
  {
    name: 'text and thoughts',
    messages: [
      model(
        { text: 'Hm.', thought: true },
        signed({ text: 'So.', thought: true }, 'c2ln'),
        signed({ text: 'Said.' }, 'QQ=='),
      ),
      person({ text: 'Go.' }, { text: 'On.' }),
    ],
  },
  {
    name: 'calls without ids, two of one name',
    messages: [
      model({ text: 'I look.' }, call('Read'), { functionCall: { name: 'Stop' } }, call('Read')),
      person(answer('Read'), answer('Read'), answer('Stop')),
    ],
  },
  {
    name: 'calls with ids',
    messages: [model(call('Read', 'c1'), call('Read', 'c2')), person(answer('Read', 'c2'), answer('Read', 'c1'))],
  },
  ...['gemini-2.5-pro', 'gemini-3-pro'].flatMap((name): RoundRow[] => [
    {
      name,
      request: { model: name },
      messages: [model(call('Read'), signed(call('Stop'), 'c2ln')), person(answer('Read'), answer('Stop'))],
    },
    {
      name: `${name}, signed`,
      request: { model: name },
      messages: [model(signed(call('Read'), 'c2-_'), call('Stop')), person(answer('Read'), answer('Stop'))],
    },
  ]),
]
