import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const gemini = { provider: 'google.generative-ai', model: 'gemini-2.5-flash', specification: 'v4' }
const mistral = { provider: 'mistral.chat', model: 'mistral-large-latest', specification: 'v4' }
const repaired = (list: readonly object[], request: Readonly<Record<string, unknown>>) =>
  repair(list, { format: 'ai-sdk', request })
const asks = { role: 'user', content: 'Read it.' }
const says = { role: 'assistant', content: 'Done.' }
const call = { type: 'tool-call', toolCallId: 'abcdefghi', toolName: 'read', input: {} }
const calls = { role: 'assistant', content: [call] }
const answer = (output: object): object => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'abcdefghi', toolName: 'read', output }],
})
const answers = answer({ type: 'text', value: 'Found.' })
const text = (words: string): object => ({ type: 'text', text: words })
const file = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'iVBORw0KGgo=' } }

describe('a list over @ai-sdk/google', () => {
  test('a list that is fine is changed (I1)', () => {
    const list = [asks, says, asks, calls, answers, says, asks, asks]
    expect(repaired(list, gemini).messages).toBe(list)
  })

  test.each([
    ['at the first place', [asks, says, calls, answers, says, asks], 1],
    ['at the last place', [asks, says, asks, says, calls, answers], 3],
  ])('a call stands behind words of the model: %s', (_place, list, at) => {
    const { loss, messages } = repaired(list, gemini)
    expect(loss).toBe('none')
    expect(messages[at]).toEqual({ role: 'assistant', content: [text('Done.'), call] })
    expect(messages).toHaveLength(list.length - 1)
  })

  test('a call waits in vain for the result of one before it', () => {
    const list = [asks, calls, { role: 'assistant', content: [{ ...call, toolCallId: 'b' }] }, asks]
    const { messages } = repaired(list, gemini)
    expect(messages.map((message) => (message as { role: string }).role)).toEqual(
      'user assistant tool assistant tool user'.split(' '),
    )
  })

  test.each([
    ['the model opens the conversation', [says, asks]],
    ['a system message stands behind others', [asks, says, { role: 'system', content: 'Be brief.' }, asks]],
    ['an input is text', [asks, { role: 'assistant', content: [{ ...call, input: 'words' }] }, answers, asks]],
    ['a message holds no result', [asks, says, { role: 'tool', content: [] }, says, asks]],
  ])('%s, and is sent', (_what, list) => {
    expect(repaired(list, gemini).changed).toBe(true)
  })

  test.each<[string, object[], object[]]>([
    ['of two texts', [text('a'), text('b')], [text('a\nb')]],
    ['of two texts and a file', [text('a'), file, text('b')], [text('a\nb'), file]],
    ['of a file alone', [file], [text(''), file]],
  ])('a result %s is as many responses', (_what, value, meant) => {
    const list = [asks, calls, answer({ type: 'content', value }), says, asks]
    const { loss, messages } = repaired(list, gemini)
    expect(loss).not.toBe('lossy')
    expect(messages[2]).toEqual(answer({ type: 'content', value: meant }))
    expect(repaired(list, { ...gemini, model: 'gemini-3-pro-preview' }).messages).toBe(list)
  })
})

describe('a result of several texts over @ai-sdk/google', () => {
  const results = (...value: object[]) => [asks, calls, answer({ type: 'content', value }), says, asks]
  const other = { ...file, mediaType: 'image/jpeg' }
  const kept = { providerOptions: { mine: { kept: true } } }

  test.each<[string, object[], object[], string]>([
    ['past a picture', [text('a'), file, text('b'), other], [text('a\nb'), file, other], 'synthesised'],
    ['past no picture', [file, text('a'), text('b'), other], [file, text('a\nb'), other], 'none'],
  ])('moves untold, or for nothing: %s', (_where, value, meant, told) => {
    const { loss, messages } = repaired(results(...value), gemini)
    expect(loss).toBe(told)
    expect(messages[2]).toEqual(answer({ type: 'content', value: meant }))
  })

  test.each([
    ['first', [{ ...text('a'), ...kept }, text('b')]],
    ['last', [text('a'), { ...text('b'), ...kept }]],
  ])('loses the options of the %s', (_which, value) => {
    const { messages } = repaired(results(...value), gemini)
    expect(messages[2]).toEqual(answer({ type: 'content', value: [{ ...text('a\nb'), ...kept }] }))
  })

  test('is changed though the name of the model does not tell its generation (I1), or not though an error does', () => {
    const list = results(text('a'), text('b'))
    const request = { ...gemini, model: 'gemini-flash-latest' }
    expect(repaired(list, request).messages).toBe(list)
    const said =
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    const { messages } = repair(list, { format: 'ai-sdk', request, error: said })
    expect(messages[2]).toEqual(answer({ type: 'content', value: [text('a\nb')] }))
  })
})

describe('a list over @ai-sdk/mistral', () => {
  test('a list that is fine is changed (I1)', () => {
    const list = [asks, calls, answers, says, asks]
    expect(repaired(list, mistral).messages).toBe(list)
  })

  test('ids of another provider are sent', () => {
    const { messages } = repaired(
      JSON.parse(JSON.stringify([asks, calls, answers, says, asks]).replaceAll('abcdefghi', 'call_1')) as object[],
      mistral,
    )
    expect(JSON.stringify(messages[1])).toMatch(/"toolCallId":"[a-zA-Z0-9]{9}"/)
  })

  test('a user speaks right behind a result', () => {
    const { messages } = repaired([asks, calls, answers, asks], mistral)
    expect(messages[3]).toMatchObject({ role: 'assistant' })
  })

  test('a call that another provider ran goes out without its result', () => {
    const ran = { role: 'assistant', content: [{ ...call, providerExecuted: true }, text('x')] }
    expect(JSON.stringify(repaired([asks, ran, asks], mistral).messages)).not.toContain('tool-call')
  })
})
