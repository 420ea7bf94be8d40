import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const asks = { role: 'user', content: 'Go on.' }
const call = { type: 'tool_call', id: 'c1', name: 'read', args: {} }
const answers = { role: 'tool', tool_call_id: 'c1', content: 'Found.' }
const repaired = (content: unknown, calls: unknown[], ...behind: object[]) =>
  repair([asks, { role: 'assistant', content, tool_calls: calls }, ...behind, asks], { format: 'langchain' })

describe('words that stand among the calls of a message', () => {
  test.each<[string, unknown, unknown[], unknown]>([
    ['alone', 'I see.', ['So be it.'], 'I see.\nSo be it.'],
    ['as a part', 'I see.', [{ type: 'text', text: 'So be it.' }], 'I see.\nSo be it.'],
    ['in a message that says nothing else', '', ['So be it.'], 'So be it.'],
    [
      'in a message of blocks',
      [{ type: 'text', text: 'I see.' }],
      ['So be it.'],
      [
        { type: 'text', text: 'I see.' },
        { type: 'text', text: 'So be it.' },
      ],
    ],
  ])('become a call that the model has never made: %s', (_where, content, calls, meant) => {
    const { loss, messages } = repaired(content, calls)
    expect(loss).not.toBe('lossy')
    expect(messages).toEqual([asks, { role: 'assistant', content: meant, tool_calls: [] }, asks])
  })

  test.each<[string, object]>([
    ['in parts of their own', { type: 'text', content: [{ type: 'text', text: 'So be it.' }] }],
    ['in another field', { type: 'text', value: 'So be it.' }],
    ['two levels further in', { type: 'message', message: { content: 'So be it.' } }],
  ])('are lost where they stand %s (I4)', (_where, entry) => {
    const { loss, messages } = repaired('I see.', [entry, call], answers)
    expect(loss).not.toBe('lossy')
    expect(messages[1]).toEqual({ role: 'assistant', content: 'I see.\nSo be it.', tool_calls: [call] })
  })

  test('take the content along, where that is one part', () => {
    const part = { type: 'text', text: 'I see.' }
    const { loss, messages } = repaired(part, ['So be it.'])
    expect(loss).not.toBe('lossy')
    const content = [part, { type: 'text', text: 'So be it.' }]
    expect(messages[1]).toEqual({ role: 'assistant', content, tool_calls: [] })
  })

  test('take the calls beside them along', () => {
    const { messages } = repaired('', [null, 'So be it.', call], answers)
    expect(messages[1]).toEqual({ role: 'assistant', content: 'So be it.', tool_calls: [call] })
    expect(messages[2]).toBe(answers)
  })
})

test('a call that has lost all but its id is taken for words', () => {
  const { messages } = repaired('', [{ id: 'c1' }], { ...answers, name: 'read' })
  expect(messages[1]).toMatchObject({ tool_calls: [{ id: 'c1', name: 'read' }] })
})

test('a picture among the calls of a message is lost (I4)', () => {
  const picture = { type: 'image_url', image_url: { url: 'https://a.b/c.png' } }
  const { loss, messages } = repaired('I see.', [picture, call], answers)
  expect(loss).not.toBe('lossy')
  expect(messages[1]).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'I see.' }, picture],
    tool_calls: [call],
  })
})

test('what nobody can read among the calls of a message goes untold (I4)', () => {
  const { loss, messages } = repaired('I see.', [{ type: 'note', remark: 'So be it.' }, call], answers)
  expect(loss === 'lossy' || JSON.stringify(messages).includes('So be it.')).toBe(true)
})

test.each<[string, object]>([
  ['what nobody can read', { type: 'note', remark: 'So it was.' }],
  ['a call without a name', { id: 'c1', args: {} }],
  ['a call whose input is a text', { ...call, args: 'a' }],
])('words are said more than once beside %s', (_what, entry) => {
  const { messages } = repaired('I see.', ['So be it.', entry])
  expect(JSON.stringify(messages).match(/So be it/g)).toHaveLength(1)
})
