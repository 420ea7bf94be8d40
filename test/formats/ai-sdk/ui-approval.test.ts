import { describe, expect, test } from 'vitest'
import { repairUIMessages } from '../../../src/ai-sdk.ts'
import { askAiAboutUiMessages } from './ask-ai.ts'

type Shown = Parameters<typeof repairUIMessages>[0]
const asked = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Read it.' }] }
const given = { output: 'Found.' }
const said = (state: string, approval: unknown, more: object = {}): object => ({
  id: '2',
  role: 'assistant',
  parts: [{ type: 'tool-read', toolCallId: 'c1', state, input: {}, approval, ...more }],
})
const partOf = (messages: readonly unknown[]): unknown => (messages[1] as { parts: unknown[] }).parts[0]
const fixed = (message: object): readonly unknown[] =>
  repairUIMessages([asked, message, { ...asked, id: '3' }] as Shown)

describe('an approval that the schema refuses', () => {
  test.each([
    ['a granted one without an id', said('output-available', { approved: true }, given), undefined],
    ['a granted one with another answer', said('output-available', { id: 'a', approved: 'maybe' }, given), undefined],
    [
      'a granted one whose flag is a number',
      said('output-available', { id: 'a', approved: 1 }, given),
      { id: 'a', approved: true },
    ],
    [
      'a reason that is none',
      said('output-available', { id: 'a', approved: true, reason: [1] }, given),
      { id: 'a', approved: true },
    ],
    [
      'a denial without its answer',
      said('output-denied', { id: 'a', reason: 'No.' }),
      { id: 'a', reason: 'No.', approved: false },
    ],
    ['an id that is a number', said('output-denied', { id: 7, approved: false }), { id: '7', approved: false }],
  ])('ends the chat: %s', async (_name, message, approval) => {
    const messages = fixed(message)
    expect((partOf(messages) as { approval?: unknown }).approval).toEqual(approval)
    expect(await askAiAboutUiMessages(messages)).toBeNull()
  })

  test('an answer that nobody can read becomes a consent', () => {
    expect(JSON.stringify(fixed(said('approval-responded', { id: 'a', approved: 'maybe' })))).not.toContain(
      '"approved":true',
    )
  })

  test.each([
    ['granted', said('output-available', { id: 'a', approved: true, reason: 'Yes.' }, given)],
    ['denied', said('output-denied', { id: 'a', approved: false })],
  ])('one that is fine is changed (I1): %s', (_name, message) => {
    const list = [asked, message, { ...asked, id: '3' }] as Shown
    expect(repairUIMessages(list)).toBe(list)
  })
})
