import type { OddRow } from './odd-row.ts'

const user = (...parts: object[]): object => ({ role: 'user', parts })
const model = (...parts: object[]): object => ({ role: 'model', parts })
const text = (value: string): object => ({ text: value })
const call = (name: string, id?: string): object => ({ functionCall: { ...(id && { id }), name, args: {} } })
const answer = (name: string, id?: string): object => ({
  functionResponse: { ...(id && { id }), name, response: { output: 1 } },
})
const exchange = (calls: object[], answers: object[]): object[] => [
  user(text('a')),
  model(...calls),
  user(...answers),
  user(text('b')),
]

const counted =
  'ai.google.dev: the number of response parts equals that of call parts; nothing else is compared before generation 3'
const relayOnly = 'github.com/router-for-me/CLIProxyAPI/issues/5098, 5692: a relay compares, the API does not'
const part = 'ai.google.dev/api/caching#Part'

const unwritten = 'ai.google.dev/api/caching#Part: what is asked of toolCall and toolResponse is written nowhere'
const ran = (id: string): object => ({ toolCall: { id, toolType: 'GOOGLE_SEARCH_WEB', args: {} } })
const found = (id: string): object => ({ toolResponse: { id, toolType: 'GOOGLE_SEARCH_WEB', response: {} } })

export const geminiRows: readonly OddRow[] = [
  {
    name: 'a response under the id of another session',
    source: relayOnly,
    messages: exchange([call('f', 'c1')], [answer('f', 'x9')]),
  },
  { name: 'a response under another name', source: relayOnly, messages: exchange([call('f')], [answer('g')]) },
  {
    name: 'a response named by the id of its call',
    source: 'github.com/maximhq/bifrost/pull/1391',
    messages: exchange([call('f', 'c1')], [answer('c1', 'c1')]),
  },
  {
    name: 'two responses under one id',
    source: counted,
    messages: exchange([call('f', 'a'), call('g', 'b')], [answer('f', 'a'), answer('g', 'a')]),
  },
  {
    name: 'responses in another order, one of another name',
    source: counted,
    messages: exchange([call('f'), call('g')], [answer('h'), answer('f')]),
  },
  {
    name: 'a response with an id, its call without',
    source: 'github.com/google-gemini/gemini-cli/issues/6974',
    messages: exchange([call('f')], [answer('f', 'f-1755899286321')]),
  },
  {
    name: 'a response with an id, its call without, since names and ids are compared',
    source: 'github.com/google-gemini/gemini-cli/issues/6974',
    request: { model: 'gemini-3.5-flash' },
    messages: exchange([call('f'), call('g')], [answer('g', 'g-1755899286321'), answer('f', 'f-1755899286321')]),
  },
  {
    name: 'a call with an id, its response without',
    source: 'ai.google.dev/api/caching#FunctionCall: id is optional',
    messages: exchange([call('f', 'c1')], [answer('f')]),
  },
  {
    name: 'one id for two calls',
    source: counted,
    messages: exchange([call('f', 'c'), call('f', 'c')], [answer('f', 'c'), answer('f', 'c')]),
  },
  {
    name: 'one id in two turns',
    source: counted,
    messages: [...exchange([call('f', 'c')], [answer('f', 'c')]), ...exchange([call('f', 'c')], [answer('f', 'c')])],
  },
  {
    name: 'ids of any characters',
    source: 'ai.google.dev/api/caching#FunctionCall: id is a string',
    messages: exchange([call('f', 'call:1/ü 日本')], [answer('f', 'call:1/ü 日本')]),
  },
  {
    name: 'a name that nobody may declare',
    source: 'the shape of names is checked where they are declared',
    messages: exchange([call('2 tools/at once')], [answer('2 tools/at once')]),
  },
  {
    name: 'a name of 300 characters',
    source: 'the shape of names is checked where they are declared',
    messages: exchange([call('f'.repeat(300))], [answer('f'.repeat(300))]),
  },
  {
    name: 'the role function',
    source: 'ai.google.dev: user, model and function',
    messages: [user(text('a')), model(call('f')), { role: 'function', parts: [answer('f')] }],
  },
  {
    name: 'three contents of the user',
    source: 'provider-errors.md: only call and response turns have an order',
    messages: [user(text('a')), user(text('b')), user(text('c'))],
  },
  {
    name: 'two texts of the model in a row',
    source: 'provider-errors.md: only call and response turns have an order',
    messages: [user(text('a')), model(text('b')), model(text('c')), user(text('d'))],
  },
  {
    name: 'a final turn of the model',
    source: 'models before 3 go on from it',
    request: { model: 'gemini-2.5-pro' },
    messages: [user(text('a')), model(text('The answer is'))],
  },
  {
    name: 'a final turn of the model, for an alias',
    source: 'an alias tells no generation',
    request: { model: 'gemini-flash-latest' },
    messages: [user(text('a')), model(text('The answer is'))],
  },
  {
    name: 'a content without a role',
    source: 'ai.google.dev/api/caching#Content: role is optional for single turns',
    messages: [{ parts: [text('a')] }],
  },
  {
    name: 'one part without a list',
    source: 'protobuf JSON of a repeated field',
    messages: [{ role: 'user', parts: text('a') }],
  },
  {
    name: 'text beside calls and beside responses',
    source: 'github.com/google-gemini: parts may be mixed',
    messages: exchange([text('I look.'), call('f')], [answer('f'), text('and hurry')]),
  },
  {
    name: 'whitespace as text',
    source: '"has an empty text parameter" is about no text at all',
    messages: [user(text(' \n'))],
  },
  {
    name: 'unset fields beside the data',
    source: 'protobuf JSON: null is unset',
    messages: [user({ text: 'a', inlineData: null, thought: false })],
  },
  {
    name: 'both spellings in one list',
    source: 'protobuf JSON reads both',
    messages: [
      user(text('a')),
      model({ function_call: { name: 'f' } }),
      user({ functionResponse: { name: 'f', response: {} } }),
    ],
  },
  {
    name: 'a response with null',
    source: part,
    messages: exchange([call('f')], [{ functionResponse: { name: 'f', response: null } }]),
  },
  {
    name: 'code and its result under different ids',
    source: part,
    messages: [
      user(text('a')),
      model(
        { executableCode: { language: 'PYTHON', code: '1', id: 'x' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', id: 'y' } },
      ),
      user(text('b')),
    ],
  },
  {
    name: 'code without its result, a result without its code, and two of one code',
    source: unwritten,
    messages: [
      user(text('a')),
      model({ executableCode: { language: 'PYTHON', code: '1' } }),
      user(text('b')),
      model({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }, text('c')),
      user(text('d')),
      model(
        { executableCode: { language: 'PYTHON', code: '2' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '2' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '3' } },
      ),
      user(text('e')),
    ],
  },
  {
    name: 'thoughts without a signature',
    source: 'ai.google.dev/gemini-api/docs/thinking: summaries may be sent back',
    messages: [user(text('a')), model({ text: 'Hm.', thought: true }, text('b')), user(text('c'))],
  },
  {
    name: 'unsigned calls of a turn that is over',
    source: 'ai.google.dev/gemini-api/docs/thought-signatures: the current turn is checked',
    request: { model: 'gemini-3-pro-preview' },
    messages: exchange([call('f')], [answer('f')]),
  },
  {
    name: 'a second call without a signature',
    source: 'ai.google.dev/gemini-api/docs/thought-signatures: the first call of a step',
    request: { model: 'gemini-3-pro-preview' },
    messages: [
      user(text('a')),
      model({ ...call('f'), thoughtSignature: 'skip_thought_signature_validator' }, call('g')),
      user(answer('f'), answer('g')),
    ],
  },
  {
    name: 'a search of the API without its response, and a response without its call',
    source: unwritten,
    messages: [user(text('a')), model(ran('s1')), user(text('b')), model(found('s2'), text('c')), user(text('d'))],
  },
  {
    name: 'a search of the API behind its response, one answered twice, one under another id',
    source: unwritten,
    messages: [
      user(text('a')),
      model(found('s1'), ran('s1'), text('b'), ran('s2'), found('s2'), found('s2'), ran('s3'), found('x')),
      user(text('c')),
    ],
  },
  {
    name: 'tools that nobody has declared',
    source: 'no refusal of the API names one',
    request: { tools: [] },
    messages: exchange([call('f')], [answer('f')]),
  },
]
