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

test.each(['ok', 'OUTCOME_FINE'])('an outcome that the API does not know (%s) stays', (outcome) => {
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
