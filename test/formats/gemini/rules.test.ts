import { describe, expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'
import { judgeGeminiRequest } from '../../../src/testing.ts'

const model = 'gemini-3-pro-preview'
const user = (text: string): object => ({ role: 'user', parts: [{ text }] })
const faultsOf = (contents: unknown[], request: Record<string, unknown> = { model }): string[] =>
  diagnose(contents, { format: 'gemini', request }).faults.map(({ type }) => type)

const calledBy = (name: string): unknown[] => [
  user('a'),
  { role: 'model', parts: [{ functionCall: { name, args: {} }, thoughtSignature: 'QUJD' }] },
  { role: 'user', parts: [{ functionResponse: { name, response: {} } }] },
]

describe('what the API accepts is repaired:', () => {
  test.each<[string, unknown[]]>([
    ['one content without a role', [{ parts: [{ text: 'a' }] }]],
    ['one part without a list', [{ role: 'user', parts: { text: 'a' } }]],
    ['whitespace as text', [{ role: 'user', parts: [{ text: ' \n' }] }]],
    ['unset fields', [{ role: 'user', parts: [{ text: 'a', function_call: null, thought: undefined }] }]],
    ['two contents of one role', [user('a'), user('b')]],
    ['a call with a name that nobody may declare', calledBy('2 tools/at once')],
    ['a call with a name longer than a declaration may have', calledBy('f'.repeat(300))],
    ['an uploaded file without a type', [{ role: 'user', parts: [{ file_data: { file_uri: 'files/a' } }] }]],
    [
      'the empty text that carries a signature',
      [user('a'), { role: 'model', parts: [{ text: '', thoughtSignature: 'QUJD' }] }, user('b')],
    ],
    [
      'a call without arguments, and a response by name that stands before an image',
      [
        user('a'),
        { role: 'model', parts: [{ function_call: { name: 'f' }, thought_signature: 'QUJD' }] },
        {
          role: 'function',
          parts: [{ function_response: { name: 'f' } }, { inline_data: { mime_type: 'image/heic', data: 'AAAA' } }],
        },
      ],
    ],
    [
      'unsigned calls of a turn that is over',
      [
        user('a'),
        { role: 'model', parts: [{ functionCall: { name: 'f' } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] },
        user('b'),
      ],
    ],
  ])('%s', (_, contents) => {
    expect(faultsOf(contents)).toEqual([])
    expect(repair(contents, { format: 'gemini', request: { model } }).messages).toBe(contents)
  })
})

const openLoop: unknown[] = [
  user('a'),
  { role: 'model', parts: [{ functionCall: { name: 'f', args: { x: 1 } } }] },
  { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'y' } } }] },
]

describe('a signature', () => {
  test('of the part store is given up for the bypass', () => {
    const original = { functionCall: { name: 'f', args: { x: 1 } }, thoughtSignature: 'UkVBTA==' }
    const evidence = { resultOf: () => undefined, originalOf: () => original }
    const { loss, messages } = repair(openLoop, { format: 'gemini', request: { model }, evidence })
    expect(messages[1]).toEqual({ role: 'model', parts: [original] })
    expect(loss).toBe('none')
  })

  test('is demanded of a model that asks for none, or not once the model has asked for it', () => {
    expect(faultsOf(openLoop, { model: 'gemini-2.5-pro' })).toEqual([])
    const error = new Error('400 Function call is missing a thought_signature in functionCall parts.')
    const { messages } = repair(openLoop, { format: 'gemini', request: { model: 'gemini-flash-latest' }, error })
    expect(messages[1]).toMatchObject({ parts: [{ thoughtSignature: 'skip_thought_signature_validator' }] })
  })
})

describe('a final model turn', () => {
  const started = [user('Write a poem.'), { role: 'model', parts: [{ text: 'Roses' }] }]
  const { messages: continued } = repair(started, { format: 'gemini', request: { model: 'gemini-3-pro-preview' } })

  test('is followed by words of ours although the model would go on from it', () => {
    expect(faultsOf(started, { model: 'gemini-2.0-flash' })).toEqual([])
    expect(faultsOf(started, { model: 'gemini-1.5-pro' })).toEqual([])
  })

  test('stays last for a model that refuses it, or once the model has refused it', () => {
    expect(continued).toHaveLength(3)
    const error = new Error('400 Requests ending with a model turn are not supported')
    const options = { format: 'gemini', request: { model: 'gemini-2.5-flash' }, error } as const
    expect(repair(started, options).messages).toHaveLength(3)
  })
})

describe('a repair', () => {
  test('loses the system text of a foreign history', () => {
    const contents = [{ role: 'developer', parts: [{ text: 'Be brief.' }] }, user('a')]
    const request = { model, system_instruction: { parts: [{ text: 'Be kind.' }] } }
    const result = repair(contents, { format: 'gemini', request })
    expect(result.request).toEqual({ system_instruction: { parts: [{ text: 'Be kind.' }, { text: 'Be brief.' }] } })
    expect(result.messages).toEqual([user('a')])
  })

  test('puts the system text where the client does not read it', () => {
    const contents = [{ role: 'system', parts: [{ text: 'Be brief.' }] }, user('a')]
    const request = { model, config: { systemInstruction: 'Be kind.', temperature: 0 } }
    const result = repair(contents, { format: 'gemini', request })
    expect(result.request).toEqual({ config: { systemInstruction: 'Be kind.\n\nBe brief.', temperature: 0 } })
  })

  test('changes the spelling of a part, or the response that it wraps', () => {
    const contents = [
      user('a'),
      { role: 'model', parts: [{ function_call: { name: 'f', args: '{"x":1}' }, thought_signature: 'QUJD' }] },
      { role: 'user', parts: [{ function_response: { name: '', response: [1, 2] } }] },
    ]
    const { messages } = repair(contents, { format: 'gemini', request: { model } })
    expect(messages.slice(1)).toEqual([
      { role: 'model', parts: [{ function_call: { name: 'f', args: { x: 1 } }, thought_signature: 'QUJD' }] },
      { role: 'user', parts: [{ function_response: { name: 'f', response: { output: [1, 2] } } }] },
    ])
  })

  test('answers an interrupted call inside the message of the user, which would prolong the turn', () => {
    const contents = [user('a'), { role: 'model', parts: [{ functionCall: { id: 'c', name: 'f' } }] }, user('b')]
    const { loss, messages } = repair(contents, { format: 'gemini', request: { model } })
    expect(messages).toHaveLength(4)
    expect(messages[2]).toMatchObject({ role: 'user', parts: [{ functionResponse: { id: 'c', name: 'f' } }] })
    expect(JSON.stringify(messages[2])).toContain('[session-recovery] The result of this tool call is not available')
    expect(loss).toBe('synthesised')
  })

  test('takes responses without ids for those of other calls', () => {
    const call = (name: string): object => ({ functionCall: { name } })
    const response = (name: string): object => ({ functionResponse: { name, response: { output: name } } })
    const contents = [
      user('a'),
      { role: 'model', parts: [call('f'), call('g')] },
      { role: 'user', parts: [response('g'), response('f')] },
      user('b'),
    ]
    expect(repair(contents, { format: 'gemini', request: { model } }).messages).toBe(contents)
    const late = [
      contents[0],
      contents[1],
      { role: 'user', parts: [response('f')] },
      user('b'),
      { role: 'user', parts: [response('g')] },
    ]
    const { loss, messages } = repair(late, { format: 'gemini', request: { model } })
    expect(messages[2]).toEqual({ role: 'user', parts: [response('f'), response('g')] })
    expect(loss).toBe('none')
  })
})

describe('a name that an endpoint refuses after all', () => {
  test.each([
    [
      '* GenerateContentRequest.contents[1].parts[0].function_call.name: Invalid function name. Must start with a letter or an underscore.',
      /^_?2_tools_at_once$/,
    ],
    [
      '* GenerateContentRequest.contents[1].parts[0].function_call.name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores, dots and dashes, with a maximum length of 64.',
      /^_?2_tools_at_once$/,
    ],
  ])('stays in the call or in its response: %s', (message, legal) => {
    const error = new Error(JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }))
    const { messages } = repair(calledBy('2 tools/at once'), { format: 'gemini', request: { model }, error })
    const [, { parts: asked }, { parts: answered }] = messages as [
      unknown,
      { parts: { functionCall: { name: string } }[] },
      { parts: { functionResponse: { name: string } }[] },
    ]
    expect(asked[0]!.functionCall.name).toMatch(/^[a-zA-Z_]/)
    expect(asked[0]!.functionCall.name).toMatch(legal)
    expect(answered[0]!.functionResponse.name).toBe(asked[0]!.functionCall.name)
  })
})

describe('a relay that compares what the API only counts', () => {
  const call = { functionCall: { id: 'c1', name: 'f', args: {} } }
  const answer = (id: string | undefined, name: string): object => ({
    functionResponse: { ...(id && { id }), name, response: { output: 'real' } },
  })
  const where = 'request.contents[2].parts[0]'

  test.each<[string, object]>([
    [
      `${where}: functionResponse.id "x9" does not match functionCall.id "c1" at request.contents[1].parts[0]`,
      answer('x9', 'f'),
    ],
    [
      `${where}: functionResponse.name "c1" does not match functionCall.name "f" at request.contents[1].parts[0]`,
      answer('c1', 'c1'),
    ],
    [`${where}: missing functionResponse.id for request.contents[1].parts[0]`, answer(undefined, 'f')],
  ])('costs the output of the tool, or is not understood: %s', (sentence, response) => {
    const contents = [user('a'), { role: 'model', parts: [call] }, { role: 'user', parts: [response] }]
    const request = { model: 'gemini-2.5-flash' }
    expect(faultsOf(contents, request)).toEqual([])
    const error = new Error(`400 invalid Gemini function call history: ${sentence}`)
    const { loss, messages } = repair(contents, { format: 'gemini', request, error })
    expect(messages[2]).toEqual({ role: 'user', parts: [answer('c1', 'f')] })
    expect(loss).toBe('none')
  })

  test('takes the result of a call that still waits for it', () => {
    const late = { functionResponse: { id: 'c1', name: 'f', response: { output: 'late' } } }
    const contents = [
      user('a'),
      { role: 'model', parts: [call] },
      user('b'),
      { role: 'model', parts: [{ functionCall: { id: 'c2', name: 'g', args: {} } }] },
      { role: 'user', parts: [late] },
    ]
    const { messages } = repair(contents, { format: 'gemini', request: { model: 'gemini-2.5-flash' } })
    expect(messages[2]).toEqual({ role: 'user', parts: [late] })
  })
})

describe('a refusal of what the API takes elsewhere', () => {
  const answered = (...responses: object[]): unknown[] => [
    user('a'),
    {
      role: 'model',
      parts: responses.map(() => ({ functionCall: { name: 'f', args: {} }, thoughtSignature: 'QUJD' })),
    },
    { role: 'user', parts: responses.map((functionResponse) => ({ functionResponse })) },
  ]
  const run = (contents: unknown[], complaint: string): ReturnType<typeof repair> =>
    repair(contents, {
      format: 'gemini',
      request: { model: 'gemini-2.5-pro' },
      error: { status: 400, message: `* GenerateContentRequest.contents[2].parts[0].function_response.${complaint}` },
    })

  test.each([{ name: 'f' }, { name: 'f', response: null }])('leaves a response unset, %j', (unset) => {
    const { loss, messages } = run(answered(unset, { name: 'f', response: {} }), 'response: response is required')
    const response = { output: '[session-recovery] This tool call returned no output.' }
    expect(messages).toEqual(answered({ name: 'f', response }, { name: 'f', response: {} }))
    expect(loss).toBe('synthesised')
    const wrong = run(answered({ name: 'f', response: 'ok' }, unset), 'response: Invalid value (type Struct), "ok"')
    expect(wrong.messages).toEqual(answered({ name: 'f', response: { output: 'ok' } }, unset))
  })

  test('leaves an illegal name in a response whose call has a legal one', () => {
    const complaint = 'name: Invalid function name. Must start with a letter or an underscore.'
    const { messages } = run(answered({ name: '2 f!', response: {} }, { name: 'g', response: {} }), complaint)
    expect(messages).toEqual(answered({ name: 'f', response: {} }, { name: 'g', response: {} }))
  })

  test('renames what code has given back when names are compared', () => {
    const ran = {
      role: 'model',
      parts: [
        { executableCode: { language: 'PYTHON', code: '1' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      ],
    }
    const of = (id: string): unknown[] => [
      user('a'),
      { role: 'model', parts: [{ functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: 'QUJD' }] },
      { role: 'user', parts: [{ functionResponse: { id, name: 'f', response: {} } }] },
      ran,
      user('b'),
    ]
    const message =
      'request.contents[2].parts[0]: functionResponse.id "x" does not match functionCall.id "c" at request.contents[1].parts[0]'
    const error = { status: 400, message: `invalid Gemini function call history: ${message}` }
    expect(repair(of('x'), { format: 'gemini', request: { model }, error }).messages).toEqual(of('c'))
  })
})

test.each(['QUJDR', 'QUJDR===', 'QUJDREVGR'])('a signature that was cut is seen by the provider alone, %s', (cut) => {
  const contents = (thoughtSignature: string): unknown[] => [
    user('a'),
    { role: 'model', parts: [{ text: 'b', thoughtSignature }] },
    user('c'),
  ]
  expect(faultsOf(contents(cut))).toEqual(['thinking_signature_invalid'])
  expect(faultsOf(contents(cut.slice(0, 4)))).toEqual([])
})

describe('a call without an id', () => {
  const call = (name: string): object => ({ functionCall: { name }, thoughtSignature: 'QUJD' })
  const response = (name: string, output: string): object => ({ functionResponse: { name, response: { output } } })
  // What the part store keeps of calls that have no id, in the order of the calls.
  const outputs = ['first', 'second', 'third']
  const evidence = {
    resultOf: (callId: string, occurrence: number) =>
      callId === '' ? { status: 'completed' as const, output: outputs[occurrence] } : undefined,
  }

  test('is answered with a placeholder although its output was recorded, first, in the middle, last, and all at once', () => {
    for (const kept of [[1, 2], [0, 2], [0, 1], []]) {
      const contents = outputs.flatMap((output, index) => [
        user(`ask ${index}`),
        { role: 'model', parts: [call('f')] },
        ...(kept.includes(index) ? [{ role: 'user', parts: [response('f', output)] }] : []),
      ])
      const result = repair(contents, { format: 'gemini', request: { model }, evidence })
      const answers = result.messages.flatMap((content) =>
        (content as { parts: { functionResponse?: unknown }[] }).parts.flatMap((part) => part.functionResponse ?? []),
      )
      expect(answers).toEqual(outputs.map((output) => ({ name: 'f', response: { output } })))
      expect(result.loss).toBe('none')
    }
  })
})

describe('contents of which nothing is left', () => {
  const empty = (role: string, ...parts: object[]): object => ({ role, parts })

  test.each<[string, unknown[]]>([
    ['one without parts', [empty('user')]],
    ['one with an empty text', [empty('user', { text: '' })]],
    ['one of the model', [empty('model')]],
    ['all of several', [empty('user'), empty('model', { text: '' }), empty('user', {})]],
    ['a system text alone', [empty('system', { text: 'Be brief.' })]],
  ])('are sent as an empty list: %s', (_, contents) => {
    const result = repair(contents, { format: 'gemini', request: { model } })
    expect(result.messages.length).toBeGreaterThan(0)
    const judgement = judgeGeminiRequest({ ...result.request, contents: result.messages }, model)
    expect('body' in judgement ? judgement.body.error.message : '200').toBe('200')
  })
})

test('a turn that ends with what the provider ran itself is left as the last one, or one of an alias is answered', () => {
  const ran = {
    role: 'model',
    parts: [{ executableCode: { language: 'PYTHON', code: '1' } }, { codeExecutionResult: { outcome: 'OUTCOME_OK' } }],
  }
  expect(faultsOf([user('a'), ran])).toEqual(['prefill_unsupported'])
  for (const alias of ['gemini-flash-latest', 'gemini-pro-latest', 'a-tuned-model'])
    expect(faultsOf([user('a'), { role: 'model', parts: [{ text: 'b' }] }], { model: alias })).toEqual([])
})
