import type { OddRow } from './odd-row.ts'

const user = (...content: object[]): object => ({ role: 'user', content })
const say = (...content: object[]): object => ({ role: 'assistant', content })
const text = (value: string): object => ({ text: value })
const call = (toolUseId: string, name = 'f'): object => ({ toolUse: { toolUseId, name, input: {} } })
const result = (toolUseId: string, ...content: object[]): object => ({ toolResult: { toolUseId, content } })
const named = (name: string): object => ({ document: { format: 'pdf', name, source: { bytes: 'JVBERi0x' } } })
const cachePoint = { cachePoint: { type: 'default' } }

const nova = { modelId: 'amazon.nova-pro-v1:0', toolConfig: { tools: [{ toolSpec: { name: 'f' } }] } }
const of = (modelId: string): Record<string, unknown> => ({ ...nova, modelId })
const oss = of('openai.gpt-oss-120b-1:0')
const sonnet = of('us.anthropic.claude-sonnet-4-5-20250929-v1:0')
const reference = 'docs.aws.amazon.com/bedrock/latest/APIReference: '

export const converseRows: readonly OddRow[] = [
  {
    name: 'one id in two turns',
    source: 'ids are compared with those of the previous turn',
    request: sonnet,
    messages: [user(text('a')), say(call('c')), user(result('c')), say(call('c')), user(result('c'))],
  },
  {
    name: 'one id for a third turn, with another tool',
    source: 'ids are compared with those of the previous turn',
    request: nova,
    messages: [
      user(text('a')),
      say(call('c')),
      user(result('c')),
      say(text('b')),
      user(text('d')),
      say(call('c', 'g')),
      user(result('c')),
    ],
  },
  {
    name: 'a tool that nobody has defined',
    source: 'toolConfig is demanded, not each of its tools',
    request: nova,
    messages: [user(text('a')), say(call('c', 'gone')), user(result('c'))],
  },
  {
    name: 'results in another order',
    source: 'ids are a set',
    request: nova,
    messages: [user(text('a')), say(call('c'), call('d')), user(result('d'), result('c'))],
  },
  {
    name: 'text before results, for a model that does not mind',
    source: reference + 'Message',
    request: nova,
    messages: [user(text('a')), say(call('c')), user(text('b'), result('c'))],
  },
  {
    name: 'text behind results',
    source: reference + 'Message',
    request: sonnet,
    messages: [user(text('a')), say(call('c')), user(result('c'), text('b'))],
  },
  {
    name: 'text behind a call',
    source: reference + 'Message',
    request: nova,
    messages: [user(text('a')), say(call('c'), text('b')), user(result('c'))],
  },
  {
    name: 'a final message of the assistant',
    source: 'Converse: prefill is up to the model',
    request: nova,
    messages: [user(text('a')), say(text('The answer is'))],
  },
  {
    name: 'a final message of the assistant that ends with whitespace',
    source: 'a rule of Claude alone',
    request: nova,
    messages: [user(text('a')), say(text('The answer is '))],
  },
  {
    name: 'a final message of an older Claude',
    source: 'platform.claude.com: prefill until 4.5',
    request: of('anthropic.claude-3-haiku-20240307-v1:0'),
    messages: [user(text('a')), say(text('The answer is'))],
  },
  {
    name: 'a result without content',
    source: 'github.com/NousResearch/hermes-agent/issues/55092',
    request: nova,
    messages: [user(text('a')), say(call('c')), user(result('c'))],
  },
  {
    name: 'a result of blank text',
    source: 'github.com/NousResearch/hermes-agent/issues/55092',
    request: nova,
    messages: [user(text('a')), say(call('c')), user(result('c', text(' ')))],
  },
  {
    name: 'results of several parts and kinds',
    source: reference + 'ToolResultBlock',
    request: nova,
    messages: [user(text('a')), say(call('c')), user(result('c', text('b'), { json: {} }, { json: { a: [1] } }))],
  },
  {
    name: 'an id of one character, and one of 64',
    source: reference + 'ToolUseBlock',
    request: nova,
    messages: [user(text('a')), say(call('1'), call('-'.repeat(64))), user(result('1'), result('-'.repeat(64)))],
  },
  {
    name: 'a name that starts with a digit',
    source: reference + 'ToolUseBlock',
    request: nova,
    messages: [user(text('a')), say(call('c', '2-tools_')), user(result('c'))],
  },
  {
    name: 'a status of success, and one of error',
    source: reference + 'ToolResultBlock',
    request: nova,
    messages: [
      user(text('a')),
      say(call('c'), call('d')),
      user(
        { toolResult: { toolUseId: 'c', content: [text('b')], status: 'error' } },
        { toolResult: { toolUseId: 'd', content: [], status: 'success' } },
      ),
    ],
  },
  {
    name: 'cache points between results and at the end',
    source: reference + 'CachePointBlock',
    request: sonnet,
    messages: [
      user(text('a'), cachePoint),
      say(call('c'), call('d')),
      user(result('c'), cachePoint, result('d'), cachePoint),
    ],
  },
  {
    name: 'unsigned reasoning of a model that signs none',
    source: reference + 'ReasoningTextBlock: signature is not required',
    request: oss,
    messages: [
      user(text('a')),
      say({ reasoningContent: { reasoningText: { text: 'b' } } }, text('c')),
      user(text('d')),
    ],
  },
  {
    name: 'reasoning behind text',
    source: 'a rule of Claude alone',
    request: oss,
    messages: [
      user(text('a')),
      say(text('c'), { reasoningContent: { reasoningText: { text: 'b' } } }),
      user(text('d')),
    ],
  },
  {
    name: 'nothing but reasoning',
    source: 'a rule of Claude alone',
    request: oss,
    messages: [user(text('a')), say({ reasoningContent: { reasoningText: { text: 'b' } } }), user(text('d'))],
  },
  {
    name: 'two texts in one message',
    source: reference + 'Message',
    request: nova,
    messages: [user(text('a'), text('a'))],
  },
  {
    name: 'documents of different names beside a text',
    source: reference + 'DocumentBlock',
    request: nova,
    messages: [user(named('Plan (1)'), text('a'), named('Plan [2]'))],
  },
  { name: 'unused tools', source: reference + 'ToolConfiguration', request: nova, messages: [user(text('a'))] },
  {
    name: 'signed reasoning that is not shown',
    source: 'provider-errors.md §4: signed thinking may be empty',
    request: sonnet,
    messages: [
      user(text('a')),
      say(
        { reasoningContent: { reasoningText: { text: '', signature: 'Y2xhdWRlIG9uIGJlZHJvY2s6NWUyYTU3MjM=' } } },
        text('b'),
      ),
      user(text('c')),
    ],
  },
  {
    name: 'unset members',
    source: 'a union has one member that is set',
    request: nova,
    messages: [user({ text: 'a', image: undefined })],
  },
]
