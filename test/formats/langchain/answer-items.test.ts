import { describe, expect, test } from 'vitest'
import { isRecord } from '../../../src/json/is-record.ts'
import { repair } from '../../../src/index.ts'
import { apis, askLangchain } from './ask-langchain.ts'

const asks = { role: 'user', content: 'Read it.' }
const goes = { role: 'user', content: 'Go on.' }
const result = { role: 'tool', tool_call_id: 'c1', content: 'Found.' }
const call = { type: 'tool_call', id: 'c1', name: 'read', args: { path: 'a' } }
const text = { type: 'text', text: 'I read it.', annotations: [] }
const item = { id: 'fc_1', type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a"}' }
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'I read it.', annotations: [] }],
}
const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAAABsealed' }

/** An answer as @langchain/openai makes a message of it. */
const answer = (changed: object = {}, output: readonly object[] = [message, item]): object => ({
  role: 'assistant',
  id: 'resp_1',
  content: [text],
  tool_calls: [call],
  additional_kwargs: { __openai_function_call_ids__: { c1: 'fc_1' } },
  response_metadata: { model_provider: 'openai', output },
  ...changed,
})
const responses = { format: 'langchain', request: apis.responses } as const
const repaired = (...list: readonly object[]) => repair(list, responses)
const outputOf = (raw: unknown): unknown =>
  isRecord(raw) && isRecord(raw['response_metadata']) ? raw['response_metadata']['output'] : undefined

const approval = { id: 'mcpr_1', type: 'mcp_approval_request', name: 'roll', arguments: '{}', server_label: 'dice' }
const approves = {
  role: 'user',
  content: [{ type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true }],
}
const code = { id: 'ci_1', type: 'code_interpreter_call', status: 'completed', code: '1', container_id: 'cntr_1' }
const refuses = { ...message, content: [{ type: 'refusal', refusal: 'I will not.' }] }
const saysNothing = { ...message, content: [{ type: 'output_text', text: '', annotations: [] }] }
const silent = { content: [], tool_calls: [], additional_kwargs: {} }
const refusing = { ...silent, additional_kwargs: { refusal: 'I will not.' } }

test.each([
  ['plain', [asks, answer(), result, goes]],
  ['with its reasoning', [asks, answer({}, [reasoning, message, item]), result, goes]],
  ['a question to approve', [asks, answer(silent, [approval]), approves]],
  ['code that ran', [asks, answer({ ...silent, additional_kwargs: { reasoning } }, [reasoning, code]), goes]],
  [
    'code that ran, behind thoughts',
    [asks, answer({ ...silent, content: [{ type: 'reasoning', reasoning: 'Hm.' }] }, [reasoning, code]), goes],
  ],
  ['a refusal', [asks, answer(refusing, [refuses]), goes]],
  [
    'a refusal without items',
    [asks, { role: 'assistant', content: [], additional_kwargs: refusing.additional_kwargs }],
  ],
  ['a refusal that the items alone say', [asks, answer(silent, [refuses]), goes]],
  ['an empty text', [asks, answer({ content: '' }, [saysNothing, item]), result, goes]],
  ['nothing but an empty text', [asks, answer({ ...silent, content: '' }, [saysNothing]), goes]],
  ['sent to another API', [asks, answer({ tool_calls: [] }), goes], apis.chat],
])('a message that is sent by its items is changed though nothing is wrong: %s (I1)', (_name, list, request?) => {
  expect(repair(list, { format: 'langchain', request: request ?? apis.responses }).messages).toBe(list)
})

describe('a message that is sent by the items of its answer', () => {
  test.each<[string, object, object]>([
    ['a call', { tool_calls: [] }, { tool_calls: [call] }],
    ['the list of its calls', { tool_calls: null }, { tool_calls: [call] }],
    ['its words', { content: null }, { content: [{ type: 'text', text: 'I read it.' }] }],
    [
      'what a text says',
      { content: [{ type: 'text', text: '' }] },
      { content: [{ type: 'text', text: 'I read it.' }] },
    ],
    ['a text', { content: [{ type: 'text', text: null }] }, { content: [{ type: 'text', text: 'I read it.' }] }],
  ])('loses %s for good, although they still say it (I4)', async (_lost, damage, mended) => {
    const { loss, messages } = repaired(asks, answer(damage), result, goes)
    expect(loss).not.toBe('lossy')
    expect(messages[1]).toMatchObject(mended)
    expect(outputOf(messages[1])).toEqual([message, item])
    expect(messages[2]).toBe(result)
    expect(await askLangchain('responses', messages)).toBeNull()
  })

  test.each<[string, readonly object[]]>([
    ['whose result is missing', [asks, answer(), goes]],
    ['that they lack', [asks, answer({}, [message]), result, goes]],
    [
      'with another id in the list',
      [asks, answer({ tool_calls: [{ ...call, id: 'c2' }] }), { ...result, tool_call_id: 'c2' }, goes],
    ],
    ['whose copy in the list is one too many', [asks, answer({ tool_calls: [call, call] }), result, goes]],
    ['that it has twice', [asks, answer({}, [message, item, item]), result, goes]],
    ['that it has twice, unlisted', [asks, answer({ tool_calls: [] }, [message, item, item]), result, goes]],
    ['that another message has, too', [asks, answer(), result, goes, answer(), result, goes]],
    [
      'that is left of two with one id',
      [asks, answer(), result, goes, answer({ content: [] }, [{ ...item, id: 'fc_2' }]), result, goes],
    ],
  ])('is refused for a call %s (I3)', async (_why, list) => {
    const { loss, messages } = repaired(...list)
    expect(loss).not.toBe('lossy')
    expect(await askLangchain('responses', messages)).toBeNull()
    expect(repaired(...(messages as object[])).changed).toBe(false)
  })

  test('is sent without the words that a repair has found among its calls (I4)', async () => {
    const { messages } = repaired(asks, answer({ tool_calls: [call, 'So be it.'] }), result, goes)
    expect(outputOf(messages[1])).toBeUndefined()
    expect(messages[1]).toMatchObject({ content: [text, { type: 'text', text: 'So be it.' }], tool_calls: [call] })
    expect(await askLangchain('responses', messages)).toBeNull()
  })

  test.each([
    ['words', silent, [message]],
    ['refusal', silent, [refuses]],
    ['call', {}, [message, item]],
  ])('is refused for its %s where a program sends one object twice (I3)', async (_what, changed, output) => {
    const same = answer(changed, output)
    const turn = [same, ...('tool_calls' in changed ? [] : [result]), goes]
    const { loss, messages } = repaired(asks, ...turn, ...turn)
    expect(loss).not.toBe('lossy')
    expect(messages).toHaveLength(1 + 2 * turn.length)
    expect(await askLangchain('responses', messages)).toBeNull()
  })

  test('keeps one of two texts under one id (I4)', async () => {
    const other = { ...message, content: [{ type: 'output_text', text: 'So be it.', annotations: [] }] }
    const both = [text, { type: 'text', text: 'So be it.' }]
    const { messages } = repaired(asks, answer({ ...silent, content: both }, [message, other]), goes)
    expect(messages[1]).toMatchObject({ content: both })
    expect(await askLangchain('responses', messages)).toBeNull()
  })

  test.each([
    ['of a custom tool', { id: 'ctc_1', type: 'custom_tool_call', name: 'sh', input: 'ls' }, { customTool: {} }],
    [
      'of a computer',
      {
        id: 'cu_1',
        type: 'computer_call',
        action: { type: 'screenshot' },
        pending_safety_checks: [],
        status: 'completed',
      },
      { type: 'computer_call_output' },
    ],
  ])('loses a call %s, and with it its result', async (_of, asked, beside) => {
    const told = { ...result, content: 'data:image/png;base64,iVBORw0KGgo=', additional_kwargs: beside }
    const list = [asks, answer(silent, [{ ...asked, call_id: 'c1' }]), told, goes]
    const { loss, messages } = repaired(...list)
    expect(loss).toBe('none')
    expect(outputOf(messages[1])).toBe(outputOf(list[1]))
    expect(messages[2]).toBe(told)
    expect(await askLangchain('responses', messages)).toBeNull()
    const [, answered] = messages as object[]
    // Without the items the entry alone is sent.
    const bare = [asks, { ...answered, response_metadata: {} }, told, goes]
    expect(await askLangchain('responses', bare)).toBeNull()
  })

  test('is refused for a call of a custom tool without its result (I3)', async () => {
    const asked = { id: 'ctc_1', type: 'custom_tool_call', call_id: 'c1', name: 'sh', input: 'ls' }
    const { messages } = repaired(asks, answer(silent, [asked]), goes)
    expect(await askLangchain('responses', messages)).toBeNull()
  })

  test('keeps ids of calls that need reasoning which is not sent', () => {
    const list = [asks, answer({ tool_calls: [call, 'So be it.'] }, [reasoning, message, item]), result, goes]
    expect(JSON.stringify(repaired(...list).messages)).not.toContain('fc_1')
  })

  test('says a refusal no more without its items (I4)', () => {
    const { messages } = repaired(asks, answer({ ...silent, tool_calls: ['So be it.'] }, [refuses]), goes)
    expect(messages[1]).toMatchObject({ additional_kwargs: { refusal: 'I will not.' } })
  })

  test('takes a search of the provider for its call without an id', async () => {
    const search = { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } }
    const list = [asks, answer({ tool_calls: [{ ...call, id: undefined }] }, [search, message]), result, goes]
    const { messages } = repaired(...list)
    expect(outputOf(messages[1])).toBeUndefined()
    expect(await askLangchain('responses', messages)).toBeNull()
  })

  test('is sent without the reasoning that its items lack, and need', () => {
    const beside = { additional_kwargs: { reasoning, __openai_function_call_ids__: { c1: 'fc_1' } } }
    const { messages } = repaired(asks, answer(beside, [message, item]), result, goes)
    expect(outputOf(messages[1])).toBeUndefined()
    expect(messages[1]).toMatchObject(beside)
  })

  test('keeps reasoning that nobody can open (error)', () => {
    const sealed = [asks, answer({ additional_kwargs: { reasoning } }, [reasoning, message, item]), result, goes]
    const error = {
      status: 400,
      error: {
        message:
          'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
        type: 'invalid_request_error',
        code: 'invalid_encrypted_content',
      },
    }
    const { messages } = repair(sealed, { ...responses, error })
    expect(JSON.stringify(messages)).not.toContain('gAAAAAB')
    expect(messages[1]).toMatchObject({ content: [text], tool_calls: [call] })
  })

  test('keeps ids of what the server has not kept (error)', () => {
    const { encrypted_content: _sealed, ...bare } = reasoning
    const list = [asks, answer({ additional_kwargs: { reasoning: bare } }, [bare, message, item]), result, goes]
    const error = {
      status: 404,
      error: {
        message: "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
        type: 'invalid_request_error',
      },
    }
    const { messages } = repair(list, { ...responses, error })
    expect(JSON.stringify(messages)).not.toContain('rs_1')
  })
})

test.each([
  ['nothing', ''],
  ['null', null],
  ['a number that no result answers', 17],
])(
  'an answer is no longer sent as it was made because an id has become %s, which its items still tell',
  (_what, id) => {
    const { messages } = repaired(asks, answer({ tool_calls: [{ ...call, id }] }), result, goes)
    expect(messages).toEqual([asks, answer(), result, goes])
  },
)

test.each(['user', 'assistant', 'system'])(
  'an empty text of the %s is taken for a fault, which OpenAI takes (I1)',
  (role) => {
    const list = [asks, { role: 'assistant', content: 'Yes.' }, { role, content: '' }, goes]
    for (const request of [apis.chat, apis.responses])
      expect(repair(list, { format: 'langchain', request }).messages).toBe(list)
  },
)

test('of calls of Gemini in the content nothing is sent, and the empty list that is left is refused', async () => {
  const repeated = { type: 'functionCall', functionCall: { name: 'read', args: call.args } }
  const list = [asks, { role: 'assistant', content: [repeated], tool_calls: [call] }, result]
  const { messages } = repair(list, { format: 'langchain', request: apis.chat })
  expect(await askLangchain('chat', messages)).toBeNull()
})
