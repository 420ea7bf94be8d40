import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const user = (...parts: readonly object[]): object => ({ role: 'user', parts })
const model = (...parts: readonly object[]): object => ({ role: 'model', parts })
const text = (said: string): object => ({ text: said })
const call = { functionCall: { name: 'f', args: {} } }
const response = { name: 'f', response: { output: 'x' } }
const options = { format: 'gemini', request: { model: 'gemini-2.5-pro' } } as const
const note = 'Please read this first'

describe('words under a name that nobody knows are lost', () => {
  const rounds = (part: object): readonly (readonly [string, readonly object[], number])[] => [
    ['first', [user(text('a')), model(call), user(part), model(text('b')), user(text('c'))], 2],
    ['last', [user(text('a')), model(text('b')), user(text('c')), model(call), user(part)], 4],
  ]

  test.each([
    ['in the response', { functionResponse: { ...response, meta: { note } } }],
    ['beside the response', { functionResponse: response, metadata: { note } }],
    ['under a name alone', { functionResponse: { ...response, resultDisplay: note } }],
  ])('%s', (_where, part) => {
    for (const [, messages, at] of rounds(part)) {
      const { loss, messages: repaired } = repair(messages, options)
      // I5: marked, for a tool or its program has written it, and no person.
      const told = `[session-recovery] Noted beside the result of a tool call:\n${note}`
      expect(repaired[at]).toEqual(user({ functionResponse: response }, text(told)))
      expect(loss).toBe('synthesised')
    }
  })

  test('of a person', () => {
    const { messages } = repair([user({ text: 'a', meta: { note } })], options)
    expect(messages).toEqual([user(text('a'), text(note))])
  })

  test.each([
    ['a time', { timestamp: '2026-11-30T10:00:00Z', durationMs: 12 }],
    ['a path', { path: '/home/me/my files' }],
    ['the name of a tool', { tool: 'read_file', kind: 'Read' }],
  ])('though it is %s', (_what, meta) => {
    const { loss, messages } = repair(
      [user(text('a')), model(call), user({ functionResponse: { ...response, meta } })],
      options,
    )
    expect(messages[2]).toEqual(user({ functionResponse: response }))
    expect(loss).toBe('none')
  })
})

describe('a tool that Google runs on another server', () => {
  const asked = { toolCall: { id: 'x', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['q'] } } }
  const given = { toolResponse: { id: 'x', toolType: 'GOOGLE_SEARCH_WEB', response: { found: 'FOUND' } } }
  const refused = (key: string, at: number): object => ({
    status: 400,
    error: {
      code: 400,
      message: `Invalid JSON payload received. Unknown name "${key}" at 'contents[1].parts[${at}]': Cannot find field.`,
      status: 'INVALID_ARGUMENT',
    },
  })

  test.each([
    ['its call', refused('toolCall', 0)],
    ['its response', refused('toolResponse', 1)],
  ])('is refused again after an error that names %s', (_what, error) => {
    const messages = [
      user(text('a')),
      model(asked, given, text('b')),
      user(text('c')),
      model(asked, given, text('d')),
      user(text('e')),
    ]
    expect(repair(messages, options).messages).toBe(messages)
    const { loss, messages: repaired } = repair(messages, { ...options, error })
    expect(loss).toBe('synthesised')
    const said = JSON.stringify(repaired)
    expect(said).not.toMatch(/"tool(?:Call|Response)"/)
    expect(said.match(/FOUND/g)).toHaveLength(2)
  })

  test('takes the calls of functions with it', () => {
    const messages = [
      user(text('a')),
      model(asked, given, text('b')),
      user(text('c')),
      model(call),
      user({ functionResponse: response }),
    ]
    const { messages: repaired } = repair(messages, { ...options, error: refused('toolCall', 0) })
    expect(repaired.slice(2)).toEqual(messages.slice(2))
  })
})
