import { answered, answers, asked, asks, hi, item, part, say, tool } from './messages.ts'
import { chat, converse, gemini, refused, responses, type Scenes } from './scene.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const mistral = { request: { model: 'mistral-large-latest' }, baseURL: 'https://api.mistral.ai/v1' }
const google = {
  request: { model: 'gemini-3-pro' },
  baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai',
}
const router = { request: { model: 'google/gemini-3-pro' }, baseURL: 'https://openrouter.ai/api/v1' }
const nine = 'abcdefghi'
const signed = (id: string, signature: string): object => ({
  ...(tool(id) as object),
  extra_content: { google: { thought_signature: signature } },
})
const seal = (id: string, data: string): object => ({
  type: 'reasoning.encrypted',
  data,
  id,
  format: 'google-gemini-v1',
})
const marked = [{ type: 'text', text: 'ok', cache_control: { type: 'ephemeral' } }]
/** What pydantic says of a field, by its place. */
const extra = (...place: readonly (string | number)[]): object =>
  Object.assign(new Error('422 status code'), {
    status: 422,
    error: { detail: [{ type: 'extra_forbidden', loc: ['body', ...place], msg: 'Extra inputs are not permitted' }] },
  })
const named = (id: string): object => ({ ...(answers(id) as object), name: 'f' })
const strange = { ...(tool(nine) as object), name: null, extra_content: { google: { thought_signature: 'AAAA' } } }
const unverified = refused('Thought signature is not valid.')
const miscounted = refused(
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
)
const made = (result: unknown): object => item('image_generation_call', { id: 'ig_1', status: 'completed', result })
const unknownItem = {
  error: {
    status: 400,
    error: {
      message: "Invalid value: 'image_generation_call'. Supported values are: 'message' and 'function_call'.",
      param: 'input[1].type',
    },
  },
}

/** What is told of calls in a list of their own, of what signs them, and of pictures that a server has made. */
export const listedCalls: Scenes = {
  unknown_field: {
    'of a call, and of what it holds': chat(
      [
        hi,
        asks(strange, {
          ...(tool('jklmnopqr') as object),
          function: { name: 'f', arguments: '{}', provider_specific_fields: { a: 1 } },
        }),
        named(nine),
        named('jklmnopqr'),
      ],
      mistral,
    ),
    'of a call, which its function and its result must have': chat([hi, asks(strange), named(nine), hi], {
      request: { model: 'some-model' },
      baseURL: 'https://models.example/v1',
      error: extra('messages', 1, 'assistant', 'tool_calls', 0, 'name'),
    }),
    'of a call, of whose others some are refused anyway': chat(
      [hi, asks({ ...(tool(nine) as object), index: 0, extra_content: { a: 1 } }), named(nine), hi],
      { ...mistral, error: extra('messages', 1, 'assistant', 'tool_calls', 0, 'index') },
    ),
    'of the function of a call': chat(
      [
        hi,
        asks({ ...(tool('x') as object), function: { name: 'f', arguments: '{}', strict: true } }),
        { ...(answers('x') as object), strict: true },
      ],
      { error: extra('messages', 1, 'assistant', 'tool_calls', 0, 'function', 'strict') },
    ),
    'of a result, which the call must have': converse(
      [
        say('user', [{ text: 'a' }]),
        say('assistant', [{ toolUse: { toolUseId: 'x', name: 'f', input: {} } }]),
        say('user', [{ toolResult: { toolUseId: 'x', content: [{ text: 'ok' }], name: 'f', input: 1 } }]),
      ],
      {
        error: refused(
          'Unknown parameter in messages[2].content[0].toolResult: "name", must be one of: toolUseId, content, status',
        ),
      },
    ),
    'of a part, which the calls and results of others must have': gemini(
      [{ role: 'user', parts: [{ text: 'a', name: 'b' }] }, part('model', asked('f')), part('user', answered('f'))],
      {
        error: refused(
          'Invalid JSON payload received. Unknown name "name" at \'contents[0].parts[0]\': Cannot find field.',
        ),
      },
    ),
    'of a call that is written flat': chat(
      [hi, asks({ id: nine, type: 'function', name: 'f', arguments: '{}' }), named(nine)],
      mistral,
    ),
  },
  cache_control_invalid: {
    'a mark of another provider within a result': chat(
      [hi, asks(tool(nine)), say('tool', marked, { tool_call_id: nine }), hi],
      {
        ...mistral,
        error: extra('messages', 2, 'tool', 'content', 'list[ContentChunk]', 0, 'text', 'cache_control'),
      },
    ),
  },
  tool_result_misplaced: {
    'results are counted, and two calls have two': chat(
      [
        hi,
        asks(tool('x')),
        answers('x'),
        answers('x'),
        hi,
        asks(tool('y')),
        answers('y'),
        say('tool', 'other', { tool_call_id: 'y' }),
      ],
      { ...google, error: miscounted },
    ),
    'results are counted, and each has one': chat([hi, asks(tool('x')), answers('x'), hi], {
      ...google,
      error: miscounted,
    }),
  },
  thinking_signature_invalid: {
    'calls in a list of their own, and a stand-in': chat(
      [
        hi,
        asks(signed('x', 'AAAA')),
        answers('x'),
        hi,
        asks(signed('y', 'BBBB'), tool('z')),
        answers('y'),
        answers('z'),
      ],
      { ...google, error: unverified },
    ),
    'the seal stands beside the call': chat(
      [hi, { ...(asks(tool('x')) as object), reasoning_details: [seal('x', 'AAAA')] }, answers('x')],
      { ...router, error: unverified },
    ),
  },
  tool_call_id_invalid: {
    'what signs the first and the last call beside them names them': chat(
      [
        hi,
        {
          ...(asks(tool('i'.repeat(50)), tool('x'), tool('j'.repeat(50))) as object),
          reasoning_details: [seal('i'.repeat(50), 'AAAA'), seal('x', 'BBBB'), seal('j'.repeat(50), 'CCCC')],
        },
        answers('i'.repeat(50)),
        answers('x'),
        answers('j'.repeat(50)),
      ],
      { request: { model: 'openai/gpt-5' }, baseURL: 'https://openrouter.ai/api/v1' },
    ),
  },
  tool_call_id_duplicate: {
    'of which each is signed, and one of which the first alone is': chat(
      [
        hi,
        {
          ...(asks(tool('x'), tool('x'), tool('y'), tool('y')) as object),
          reasoning_details: [seal('x', 'AAAA'), seal('x', 'BBBB'), seal('y', 'CCCC')],
        },
        answers('x'),
        answers('x'),
        answers('y'),
        answers('y'),
      ],
      { ...router, rules: { repeatedIds: 'refused' } },
    ),
  },
  thinking_signature_missing: {
    'calls that become texts leave no list': chat(
      [hi, asks(signed('x', 'skip_thought_signature_validator')), answers('x')],
      {
        ...google,
        error: refused(
          'Function call is missing a thought_signature in functionCall parts. Additional data, position 2.',
        ),
      },
    ),
  },
  content_block_invalid: {
    'what a search of the server was asked, and a code that it has run': responses(
      [
        hi,
        item('web_search_call', { id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } }),
        item('code_interpreter_call', {
          id: 'ci_1',
          status: 'completed',
          container_id: 'c',
          code: 'print(1)',
          outputs: [{ type: 'logs', logs: '1' }],
        }),
        hi,
      ],
      { error: { status: 400, error: { message: "Invalid value: 'code_interpreter_call'.", param: 'input[2].type' } } },
    ),
    'a refusal among words': chat(
      [
        hi,
        say('assistant', [
          { type: 'refusal', refusal: 'I may not.' },
          { type: 'text', text: 'b' },
        ]),
        hi,
      ],
      { error: { status: 400, error: { message: "Invalid value: 'refusal'.", param: 'messages[1].content[0].type' } } },
    ),
    'a picture that a server has made': responses([hi, made(tinyPng().data), hi], unknownItem),
    'a picture that a server has made, which is none': responses([hi, made('no picture'), hi], unknownItem),
  },
}
