import type { FormatName } from '../src/formats/format-name.ts'

/** A conversation of `count` faults of one kind. */
export interface GrowthCase {
  readonly name: string
  readonly format: FormatName
  readonly build: (count: number) => readonly unknown[]
  readonly request?: Readonly<Record<string, unknown>>
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

const said = (role: string, content: unknown): object => ({ role, content })
const use = (id: string): object => ({ type: 'tool_use', id, name: 'f', input: {} })
const search = (id: string): object => ({
  type: 'server_tool_use',
  id: `srvtoolu_${id}`,
  name: 'web_search',
  input: {},
})
const answer = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: `out ${id}` })
const chatCall = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
const chatResult = (id: string): object => ({ role: 'tool', tool_call_id: id, content: `out ${id}` })
const itemCall = (id: string): object => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
const itemResult = (id: string): object => ({ type: 'function_call_output', call_id: id, output: `out ${id}` })
const gemini = (role: string, parts: readonly object[]): object => ({ role, parts })
const geminiCall = (id: string): object => ({ functionCall: { id, name: 'f', args: {} } })
const geminiResult = (id: string): object => ({
  functionResponse: { id, name: 'f', response: { output: `out ${id}` } },
})

const asked = said('user', 'a')
const askedGemini = gemini('user', [{ text: 'a' }])

/** Faults that come in thousands, in one message and over many (I: everything is linear in the input). */
export const growthCases: readonly GrowthCase[] = [
  {
    name: 'calls of one id',
    format: 'anthropic-messages',
    build: (count) => [
      asked,
      said(
        'assistant',
        upTo(count).map(() => use('x')),
      ),
      said('user', 'b'),
    ],
  },
  {
    name: 'calls and results of one id',
    format: 'anthropic-messages',
    build: (count) => [
      asked,
      said(
        'assistant',
        upTo(count).map(() => use('x')),
      ),
      said(
        'user',
        upTo(count).map(() => answer('x')),
      ),
    ],
  },
  {
    name: 'orphan results',
    format: 'anthropic-messages',
    build: (count) => [asked, ...upTo(count).map((n) => said('user', [answer(`c${n}`)]))],
  },
  {
    name: 'results before their calls',
    format: 'anthropic-messages',
    build: (count) => [
      asked,
      ...upTo(count).map((n) => said('user', [answer(`c${n}`)])),
      said(
        'assistant',
        upTo(count).map((n) => use(`c${n}`)),
      ),
      said('user', 'b'),
    ],
  },
  {
    name: 'server calls unanswered',
    format: 'anthropic-messages',
    build: (count) => [
      asked,
      said(
        'assistant',
        upTo(count).map((n) => search(`s${n}`)),
      ),
      said('user', 'b'),
    ],
  },
  {
    name: 'server calls unanswered, a turn each',
    format: 'anthropic-messages',
    build: (count) => upTo(count).flatMap((n) => [said('user', 'a'), said('assistant', [search(`s${n}`)])]),
  },
  {
    name: 'server calls of one id',
    format: 'anthropic-messages',
    build: (count) => [
      asked,
      said(
        'assistant',
        upTo(count).map(() => search('x')),
      ),
      said('user', 'b'),
    ],
  },
  {
    name: 'alternating call and text',
    format: 'anthropic-messages',
    build: (count) => upTo(count).flatMap((n) => [said('assistant', [use(`c${n}`)]), said('user', 'b')]),
  },
  {
    name: 'system in the middle',
    format: 'anthropic-messages',
    build: (count) => [asked, ...upTo(count).flatMap((n) => [said('system', `s${n}`), said('user', 'b')])],
  },
  ...(['openai-chat'] as const).flatMap((format): GrowthCase[] => [
    {
      name: 'calls unanswered',
      format,
      build: (count) => [
        asked,
        { ...said('assistant', null), tool_calls: upTo(count).map((n) => chatCall(`c${n}`)) },
        said('user', 'b'),
      ],
    },
    {
      name: 'orphan results',
      format,
      build: (count) => [asked, ...upTo(count).map((n) => chatResult(`c${n}`)), said('user', 'b')],
    },
    {
      name: 'results before their calls',
      format,
      build: (count) => [
        asked,
        ...upTo(count).map((n) => chatResult(`c${n}`)),
        { ...said('assistant', null), tool_calls: upTo(count).map((n) => chatCall(`c${n}`)) },
      ],
    },
    {
      name: 'calls of one id',
      format,
      build: (count) => [asked, { ...said('assistant', null), tool_calls: upTo(count).map(() => chatCall('x')) }],
    },
    {
      name: 'a turn of call and text each',
      format,
      build: (count) =>
        upTo(count).flatMap((n) => [
          { ...said('assistant', null), tool_calls: [chatCall(`c${n}`)] },
          said('user', 'b'),
        ]),
    },
    {
      name: 'system in the middle',
      format,
      request: { model: 'qwen3' },
      build: (count) => [asked, ...upTo(count).flatMap((n) => [said('system', `s${n}`), said('user', 'b')])],
    },
  ]),
  {
    name: 'calls unanswered',
    format: 'openai-responses',
    build: (count) => [asked, ...upTo(count).map((n) => itemCall(`c${n}`))],
  },
  {
    name: 'orphan results',
    format: 'openai-responses',
    build: (count) => [asked, ...upTo(count).map((n) => itemResult(`c${n}`))],
  },
  {
    name: 'results before their calls',
    format: 'openai-responses',
    build: (count) => [
      asked,
      ...upTo(count).map((n) => itemResult(`c${n}`)),
      ...upTo(count).map((n) => itemCall(`c${n}`)),
    ],
  },
  {
    name: 'calls of one id',
    format: 'openai-responses',
    build: (count) => [asked, ...upTo(count).map(() => itemCall('x'))],
  },
  {
    name: 'reasoning without items',
    format: 'openai-responses',
    build: (count) => [
      asked,
      ...upTo(count).map((n) => ({ type: 'reasoning', id: `rs_${n}`, summary: [], encrypted_content: 'gAAAAA' })),
    ],
  },
  {
    name: 'calls unanswered',
    format: 'gemini',
    build: (count) => [
      askedGemini,
      gemini(
        'model',
        upTo(count).map((n) => geminiCall(`c${n}`)),
      ),
      askedGemini,
    ],
  },
  {
    name: 'orphan results',
    format: 'gemini',
    build: (count) => [askedGemini, ...upTo(count).map((n) => gemini('user', [geminiResult(`c${n}`)]))],
  },
  {
    name: 'results before their calls',
    format: 'gemini',
    build: (count) => [
      askedGemini,
      ...upTo(count).map((n) => gemini('user', [geminiResult(`c${n}`)])),
      gemini(
        'model',
        upTo(count).map((n) => geminiCall(`c${n}`)),
      ),
    ],
  },
  {
    name: 'calls of one name, without ids',
    format: 'gemini',
    build: (count) => [
      askedGemini,
      gemini(
        'model',
        upTo(count).map(() => ({ functionCall: { name: 'f', args: {} } })),
      ),
      gemini(
        'user',
        upTo(count).map(() => ({ functionResponse: { name: 'f', response: {} } })),
      ),
    ],
  },
  {
    name: 'a turn of call and text each',
    format: 'gemini',
    build: (count) => upTo(count).flatMap((n) => [gemini('model', [geminiCall(`c${n}`)]), askedGemini]),
  },
]
