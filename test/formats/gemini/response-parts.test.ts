import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const { data } = tinyPng()
const options = { format: 'gemini', request: { model: 'gemini-2.5-pro' } } as const
const user = { role: 'user', parts: [{ text: 'a' }] }
const call = { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] }
const answer = (parts: unknown, response: object | null = { output: 'b' }): object => ({
  role: 'user',
  parts: [{ functionResponse: { name: 'f', ...(response && { response }), parts } }],
})
const picture = { inlineData: { mimeType: 'image/png', data } }

describe('what stands beside a response', () => {
  test.each<[string, unknown, unknown]>([
    ['a field that nobody reads', [{ inlineData: { ...picture.inlineData, id: 'x' }, type: 'image' }], [picture]],
    ['a medium in no list', picture, [picture]],
    ['nulls', [null, picture, undefined], [picture]],
    ['bytes', [{ inlineData: { mimeType: 'image/png', data: Buffer.from(data, 'base64').toJSON() } }], [picture]],
    [
      'snake case',
      [{ inline_data: { mime_type: 'image/png', data, id: 1 } }],
      [{ inline_data: { mime_type: 'image/png', data } }],
    ],
  ])('is refused for %s', (_, parts, meant) => {
    const { messages, ok } = repair([user, call, answer(parts)], options)
    expect(ok).toBe(true)
    expect(messages[2]).toEqual(answer(meant))
  })

  test.each<[string, object | null, object]>([
    ['a response', { output: 'b' }, { output: 'b', parts: 'said' }],
    ['none', null, { output: 'said' }],
  ])('is lost when it is a text, beside %s', (_, response, meant) => {
    const { loss, messages } = repair([user, call, answer([{ text: 'said' }], response)], options)
    expect(loss).toBe('none')
    expect((messages[2] as { parts: unknown[] }).parts).toEqual([{ functionResponse: { name: 'f', response: meant } }])
  })

  test('keeps a name that the API has refused', () => {
    const list = [user, call, answer([{ inlineData: { ...picture.inlineData, displayName: 'a.png' } }])]
    expect(repair(list, options).messages).toBe(list)
    const path = 'contents[2].parts[0].function_response.parts[0].inline_data'
    const message = `Invalid JSON payload received. Unknown name "displayName" at '${path}': Cannot find field.`
    const error = { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }
    expect(repair(list, { ...options, error }).messages[2]).toEqual(answer([picture]))
  })
})

test('a response that has to be set is left out', () => {
  const list = [user, call, { role: 'user', parts: [{ functionResponse: { name: 'f' } }] }]
  const message = '* GenerateContentRequest.contents[2].parts[0].function_response.response: Response must be set.'
  const { messages } = repair(list, { ...options, error: { error: { code: 400, message } } })
  expect(JSON.stringify(messages[2])).toContain('[session-recovery]')
})

test('an outcome that the API does not know stays', () => {
  const outcome = 'OUTCOME_FINE'
  const ran = { role: 'model', parts: [{ codeExecutionResult: { outcome, output: 'c' } }, { text: 'd' }] }
  const list = [user, ran, user]
  const path = 'contents[1].parts[0].code_execution_result.outcome'
  const error = { error: { code: 400, message: `Invalid value at '${path}' (TYPE_ENUM), "${outcome}"` } }
  expect(repair(list, options).messages).toBe(list)
  const { messages } = repair(list, { ...options, error })
  const [told, rest] = (messages[1] as { parts: { text: string }[] }).parts
  expect(told!.text).toContain('"c"')
  expect(rest).toEqual({ text: 'd' })
})

const ofThree = { format: 'gemini', request: { model: 'gemini-3.1-pro-preview' } } as const

function ranWith(outcome: unknown, language: unknown, toolType: unknown): object[] {
  const ran = [{ executableCode: { language, code: 'b' } }, { codeExecutionResult: { outcome, output: 'c' } }]
  return [user, { role: 'model', parts: [...ran, { toolCall: { id: 'x', toolType, args: {} } }] }, user]
}

test.each([
  ['ok', 'python', 'google_search_web', 'OUTCOME_OK', 'PYTHON', 'GOOGLE_SEARCH_WEB'],
  ['outcome_failed', 'Python', 'GOOGLE_MAPS', 'OUTCOME_FAILED', 'PYTHON', 'GOOGLE_MAPS'],
  ['success', 'c++', 'FILE_SEARCH', 'OUTCOME_OK', 'LANGUAGE_UNSPECIFIED', 'FILE_SEARCH'],
])('values of an enumeration, %s, %s and %s, wait for a refusal', (outcome, language, toolType, ...meant) => {
  const { loss, messages } = repair(ranWith(outcome, language, toolType), options)
  expect(loss).toBe('none')
  expect(messages).toEqual(ranWith(...(meant as [string, string, string])))
})

test.each([
  ['error', 'OUTCOME_FAILED'],
  ['exception', 'OUTCOME_FAILED'],
  ['completed', 'OUTCOME_OK'],
  ['timeout', 'OUTCOME_DEADLINE_EXCEEDED'],
  ['2', 2],
])('a run that ended as %s is told to have ended in another way', (word, outcome) => {
  const { loss, messages } = repair(ranWith(word, 'PYTHON', 'FILE_SEARCH'), options)
  expect([loss, messages]).toEqual(['none', ranWith(outcome, 'PYTHON', 'FILE_SEARCH')])
})

test('how a run ended is forgotten where the API has no word for it', () => {
  const { messages } = repair(ranWith('halted', 'PYTHON', 'FILE_SEARCH'), options)
  const { codeExecutionResult: ran } = (messages[1] as { parts: { codeExecutionResult: object }[] }).parts[1]!
  const output = 'c\n[session-recovery] This run ended as "halted".'
  expect(ran).toEqual({ outcome: 'OUTCOME_UNSPECIFIED', output })
  expect(repair(messages, options).messages).toBe(messages)
})

test('the numbers of an enumeration are changed', () => {
  const list = ranWith(1, 1, 5)
  expect(repair(list, options).messages).toBe(list)
})

test('a signature on what a tool of the model gave back cannot be taken out', () => {
  const part = { toolResponse: { id: 'x', toolType: 'FILE_SEARCH', response: {} } }
  const list = (signature?: string): object[] => [
    user,
    { role: 'model', parts: [{ ...part, ...(signature !== undefined && { thoughtSignature: signature }) }] },
    user,
  ]
  expect(repair(list('no signature!'), ofThree).messages).toEqual(list())
  const error = { error: { code: 400, message: 'Corrupted thought signature.', status: 'INVALID_ARGUMENT' } }
  expect(repair(list('QUJD'), { ...ofThree, error }).messages).toEqual(list())
})

const asked = (...ids: readonly string[]): object => ({
  role: 'model',
  parts: ids.map((id, index) => ({
    functionCall: { id, name: 'f', args: { index } },
    ...(index === 0 && { thoughtSignature: 'QUJD' }),
  })),
})
const answered = (...ids: readonly string[]): object => ({
  role: 'user',
  parts: ids.map((id, index) => ({ functionResponse: { id, name: 'f', response: { index } } })),
})

test('two calls of one content share an id, which no model of generation 3 takes', () => {
  const { loss, messages, ok } = repair([user, asked('x', 'x'), answered('x', 'x')], ofThree)
  const idsOf = (content: unknown, key: string): unknown[] =>
    (content as { parts: Record<string, { id: string }>[] }).parts.map((part) => part[key]!.id)
  const ids = idsOf(messages[1], 'functionCall')
  expect([ok, loss, ids[0], new Set(ids).size]).toEqual([true, 'none', 'x', 2])
  expect(idsOf(messages[2], 'functionResponse')).toEqual(ids)
})

test('calls of several contents that share an id are changed', () => {
  const list = [user, asked('x', 'y'), answered('x', 'y'), asked('x', 'y'), answered('x', 'y')]
  expect(repair(list, ofThree).messages).toBe(list)
})

test('a file named beside a response stays where AI Studio refuses it', () => {
  const file = { fileData: { mimeType: 'application/pdf', fileUri: 'https://example.test/files/a' } }
  const list = [user, call, answer([file, picture])]
  expect(repair(list, options).messages).toBe(list)
  const path = 'contents[2].parts[0].function_response.parts[0]'
  const message = `Invalid JSON payload received. Unknown name "fileData" at '${path}': Cannot find field.`
  const { loss, messages } = repair(list, { ...options, error: { error: { code: 400, message } } })
  const { parts } = messages[2] as { parts: { functionResponse?: { parts: object[]; response: object } }[] }
  expect(loss).toBe('none')
  expect(parts[1]).toEqual(file)
  expect(parts[0]!.functionResponse).toMatchObject({ parts: [picture], response: { output: 'b' } })
})

test('a picture of a lost call keeps a name that a part may not have', () => {
  const named = { inlineData: { ...picture.inlineData, displayName: 'a.png' } }
  const { messages } = repair([user, answer([named])], options)
  expect(messages).toMatchObject([{ role: 'user' }, ...(messages.length > 1 ? [{ role: 'user' }] : [])])
  const parts = messages.flatMap((content) => (content as { parts: object[] }).parts)
  expect(parts.slice(-2)).toEqual([{ text: 'a.png' }, picture])
})

test.each([
  ['a list of parts among the parts', [[{ text: 'b' }, { text: 'c' }]], [{ text: 'b' }, { text: 'c' }]],
  [
    'a list behind a key',
    [{ codeExecutionResult: [{ outcome: 'OUTCOME_OK', output: 'b' }] }],
    [{ codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'b' } }],
  ],
  [
    'a blank language',
    [{ executableCode: { language: '', code: 'b' } }],
    [{ executableCode: { language: 'LANGUAGE_UNSPECIFIED', code: 'b' } }],
  ],
])('%s loses what the model said', (_, parts, meant) => {
  const { loss, messages } = repair([user, { role: 'model', parts }, user], options)
  expect({ loss, parts: (messages[1] as { parts: unknown }).parts }).toEqual({ loss: 'none', parts: meant })
})

test('results without ids lose their calls while nobody knows who speaks', () => {
  const calls = [{ functionCall: { name: 'f', args: {} } }, { functionCall: { name: 'f', args: {} } }]
  const results = {
    role: 'function',
    parts: calls.map((_, n) => ({ functionResponse: { name: 'f', response: { n } } })),
  }
  const { loss, messages } = repair([user, { role: 'assistant', parts: calls }, results], options)
  expect(loss).toBe('none')
  expect(messages).toEqual([user, { role: 'model', parts: calls }, results])
})

test('a type that is none is sent', () => {
  const part = (mimeType: string): object => ({
    role: 'user',
    parts: [{ text: 'a' }, { inlineData: { mimeType, data: 'JVBERi0xLjQK' } }],
  })
  expect(repair([part('applica')], { ...options, allow: 'lossy' }).faults.map(({ type }) => type)).toEqual([
    'media_invalid',
  ])
  const list = [part('application/pdf')]
  expect(repair(list, options).messages).toBe(list)
})
