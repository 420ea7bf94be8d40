import type { FormatName } from '../src/formats/format-name.ts'
import { vocabularies, type Vocabulary } from './growth-vocabularies.ts'

/** A conversation of `count` faults of one kind. */
export interface GrowthCase {
  readonly name: string
  readonly format: FormatName
  readonly build: (count: number) => readonly unknown[]
  readonly request?: Readonly<Record<string, unknown>>
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

const ids = (count: number): readonly string[] => upTo(count).map((number) => `c${number}`)

/** The same id for all. */
const oneId = (count: number): readonly string[] => upTo(count).map(() => 'x')

/** Ids that most formats refuse, for their letters and their length: each call gets another one. */
const illegalIds = (count: number): readonly string[] => upTo(count).map((number) => `c ${number} ${'x'.repeat(64)}`)

type Scene = (words: Vocabulary, count: number) => readonly unknown[]

/** Faults that every format knows, in one message and over many. */
const scenes: Readonly<Record<string, Scene>> = {
  'calls unanswered': ({ asked, calls }, count) => [asked, ...calls(ids(count)), asked],
  'calls of one id': ({ asked, calls }, count) => [asked, ...calls(oneId(count)), asked],
  'calls and results of one id': ({ asked, calls, results }, count) => [
    asked,
    ...calls(oneId(count)),
    ...results(oneId(count)),
  ],
  'orphan results': ({ asked, results }, count) => [asked, ...ids(count).flatMap((id) => results([id])), asked],
  'results before their calls': ({ asked, calls, results }, count) => [
    asked,
    ...ids(count).flatMap((id) => results([id])),
    ...calls(ids(count)),
    asked,
  ],
  'a turn of call and text each': ({ asked, calls }, count) => [
    asked,
    ...ids(count).flatMap((id) => [...calls([id]), asked]),
  ],
  'calls and results of illegal ids': ({ asked, calls, results }, count) => [
    asked,
    ...calls(illegalIds(count)),
    ...results(illegalIds(count)),
    asked,
  ],
}

const common = vocabularies.flatMap(({ format, ...words }): GrowthCase[] =>
  Object.entries(scenes).map(([name, scene]) => ({ name, format, build: (count) => scene(words, count) })),
)

/** Every call in the words of the next format of the list, as a session that changed its API holds them. */
const foreign = vocabularies.map(({ asked, format }, place): GrowthCase => {
  const { calls, results } = vocabularies[(place + 1) % vocabularies.length]!
  return {
    name: 'calls of another API',
    format,
    build: (count) => [asked, ...ids(count).flatMap((id) => [...calls([id]), ...results([id])]), asked],
  }
})

const said = (role: string, content: unknown): object => ({ role, content })
const search = (id: string): object => ({
  type: 'server_tool_use',
  id: `srvtoolu_${id}`,
  name: 'web_search',
  input: {},
})
const asked = said('user', 'a')
const systemBetween: GrowthCase['build'] = (count) => [
  asked,
  ...upTo(count).flatMap((number) => [said('system', `s${number}`), said('user', 'b')]),
]

/** Faults that only one format knows. */
const own: readonly GrowthCase[] = [
  {
    name: 'server calls unanswered',
    format: 'anthropic-messages',
    build: (count) => [asked, said('assistant', ids(count).map(search)), said('user', 'b')],
  },
  {
    name: 'server calls unanswered, a turn each',
    format: 'anthropic-messages',
    build: (count) => ids(count).flatMap((id) => [asked, said('assistant', [search(id)])]),
  },
  {
    name: 'server calls of one id',
    format: 'anthropic-messages',
    build: (count) => [asked, said('assistant', oneId(count).map(search)), said('user', 'b')],
  },
  {
    name: 'references to tools that nobody defines',
    format: 'anthropic-messages',
    request: { tools: [{ name: 'f', input_schema: { type: 'object' } }] },
    build: (count) => [
      asked,
      ...ids(count).flatMap((id) => [
        said('assistant', [{ type: 'tool_use', id, name: 'f', input: {} }]),
        said('user', [
          { type: 'tool_result', tool_use_id: id, content: [{ type: 'tool_reference', tool_name: `t${id}` }] },
        ]),
      ]),
    ],
  },
  { name: 'system in the middle', format: 'anthropic-messages', build: systemBetween },
  { name: 'system in the middle', format: 'openai-chat', request: { model: 'qwen3' }, build: systemBetween },
  {
    name: 'a history stored twice',
    format: 'openai-responses',
    build: (count) => {
      const history = [
        asked,
        ...ids(count).flatMap((id) => [
          { type: 'reasoning', id: `rs_${id}`, summary: [], encrypted_content: `gAAAAA${id}` },
          { type: 'function_call', id: `fc_${id}`, call_id: id, name: 'f', arguments: '{}' },
          { type: 'function_call_output', call_id: id, output: 'r' },
        ]),
      ]
      return [...history, ...structuredClone(history)]
    },
  },
  {
    name: 'reasoning without items',
    format: 'openai-responses',
    build: (count) => [
      asked,
      ...ids(count).map((id) => ({ type: 'reasoning', id: `rs_${id}`, summary: [], encrypted_content: 'gAAAAA' })),
    ],
  },
  {
    name: 'documents of one name',
    format: 'bedrock-converse',
    build: (count) => [
      said('user', [
        { text: 'a' },
        ...upTo(count).map(() => ({ document: { format: 'txt', name: 'n', source: { text: 'd' } } })),
      ]),
    ],
  },
  {
    name: 'calls of one name, without ids',
    format: 'gemini',
    build: (count) => [
      { role: 'user', parts: [{ text: 'a' }] },
      { role: 'model', parts: upTo(count).map(() => ({ functionCall: { name: 'f', args: {} } })) },
      { role: 'user', parts: upTo(count).map(() => ({ functionResponse: { name: 'f', response: {} } })) },
    ],
  },
]

/** Faults that come in thousands (everything is linear in the input). */
export const growthCases: readonly GrowthCase[] = [...common, ...foreign, ...own]
