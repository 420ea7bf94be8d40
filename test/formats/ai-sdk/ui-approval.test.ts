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
    ['a granted one without an id', said('output-available', { approved: true }, given), { id: 'c1', approved: true }],
    ['a granted one with another answer', said('output-available', { id: 'a', approved: 'maybe' }, given), undefined],
    [
      'a granted one whose flag is a number',
      said('output-available', { id: 'a', approved: 1 }, given),
      { id: 'a', approved: true },
    ],
    [
      'a reason that is none',
      said('output-available', { id: 'a', approved: true, reason: null }, given),
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

  test.each<[state: string, approval: unknown, now: unknown, more: object]>([
    ['output-available', { id: 'a', approved: false, reason: 'NO, never!' }, undefined, given],
    ['output-error', { id: 'a', approved: false, reason: 'NO, never!' }, undefined, { errorText: 'Gone.' }],
    ['output-available', { id: 'a', reason: 'Fine, but careful.' }, undefined, given],
    ['output-available', { id: 'a', approved: 'maybe' }, undefined, given],
    ['approval-requested', { id: 'a', approved: true, reason: 'Yes.' }, { id: 'a' }, {}],
    ['output-denied', { id: 'a', approved: false, reason: 'No.' }, undefined, given],
    ['output-denied', { id: 'a', approved: false, reason: 'No.' }, undefined, { errorText: 'Gone.' }],
    ['approval-responded', { id: 'a', approved: false, reason: 'No.' }, undefined, given],
    ['output-denied', { id: 'a', approved: true, reason: 'Yes.' }, { id: 'a', approved: false, reason: 'Yes.' }, {}],
    ['output-denied', 'No.', { id: 'c1', approved: false }, {}],
  ])(
    'loses what was answered to it, where its state has no room for that (I4): %s %o',
    async (state, was, now, more) => {
      const messages = fixed(said(state, was, more))
      const { approval, toolMetadata } = partOf(messages) as Record<string, unknown>
      expect({ approval, toolMetadata }).toEqual({ approval: now, toolMetadata: { formerApproval: was } })
      expect(await askAiAboutUiMessages(messages)).toBeNull()
      expect(repairUIMessages(messages as Shown)).toBe(messages)
    },
  )

  test('loses what its program has noted beside it', () => {
    const noted = { ...given, toolMetadata: { client: 'mcp' } }
    const { toolMetadata } = partOf(fixed(said('output-available', { id: 'a', approved: false }, noted))) as {
      toolMetadata: unknown
    }
    expect(toolMetadata).toEqual({ client: 'mcp', formerApproval: { id: 'a', approved: false } })
  })

  test.each<[state: string, approval: object, now: object]>([
    ['approval-responded', { id: 'a', approved: false, reason: ['no', 'never'] }, { reason: '["no","never"]' }],
    ['approval-responded', { id: 'a', approved: false, reason: 5 }, { reason: '5' }],
    ['approval-responded', { approved: false, reason: 'No.' }, { id: 'c1' }],
    ['output-denied', { approved: false, reason: 'No.' }, { id: 'c1' }],
  ])('loses its words for their form, or for want of an id (I4): %s %o', async (state, was, now) => {
    const messages = fixed(said(state, was))
    expect(partOf(messages)).toMatchObject({ state, approval: { ...was, ...now } })
    expect(await askAiAboutUiMessages(messages)).toBeNull()
  })

  test.each([undefined, null])('that is gone makes a denial a call that may have run: %s', async (approval) => {
    const messages = fixed(said('output-denied', approval))
    expect(partOf(messages)).toMatchObject({ state: 'output-denied', approval: { id: 'c1', approved: false } })
    expect(await askAiAboutUiMessages(messages)).toBeNull()
  })

  test.each<[approval: unknown, notes: object]>([
    [undefined, {}],
    [null, {}],
    ['No.', { toolMetadata: { formerApproval: 'No.' } }],
  ])('that is none hides what the tool has given back: %s', (approval, notes) => {
    const part = partOf(fixed(said('output-denied', approval, given)))
    expect(part).toMatchObject({ state: 'output-available', ...given, ...notes })
  })

  test.each<[state: string, approval: object]>([
    ['approval-responded', { id: 'a', approved: 'yes', reason: 'Go.' }],
    ['input-available', { id: 'a', approved: 'maybe', reason: 'No.' }],
  ])('loses its words with the call that is answered for want of a result (I4): %s', async (state, approval) => {
    const messages = repairUIMessages([asked, said(state, approval)] as Shown)
    expect(partOf(messages)).toMatchObject({ state: 'output-error', toolMetadata: { formerApproval: approval } })
    expect(await askAiAboutUiMessages(messages)).toBeNull()
  })

  test.each<[state: string, approval: object, now: object]>([
    ['approval-requested', { id: 'a', approved: false, reason: 'No.' }, {}],
    ['input-available', { id: 'a', approved: false, reason: 'No.' }, {}],
    ['input-available', { approved: 0, reason: 'No.' }, { id: 'c1', approved: false }],
  ])('that says no is asked for again, or its call taken for one that may have run: %s %o', async (state, was, now) => {
    const messages = fixed(said(state, was))
    expect(partOf(messages)).toMatchObject({ state: 'output-denied', approval: { ...was, ...now } })
    expect(partOf(messages)).not.toHaveProperty('toolMetadata')
    expect(await askAiAboutUiMessages(messages)).toBeNull()
    expect(repairUIMessages(messages as Shown)).toBe(messages)
  })

  test.each<[state: string, nulls: object]>([
    ['output-denied', { output: null, errorText: null }],
    ['output-denied', { output: null }],
    ['approval-responded', { errorText: null }],
    ['approval-responded', { output: null, errorText: null }],
  ])('that says no becomes a result because a store keeps null of what is not there: %s %o', async (state, nulls) => {
    const approval = { id: 'a', approved: false, reason: 'No.' }
    const messages = fixed(said(state, approval, nulls))
    expect(messages[1]).toEqual(said(state, approval))
    expect(await askAiAboutUiMessages(messages)).toBeNull()
  })

  test.each(['output-denied', 'approval-responded'])('hides what the tool has given back (I4): %s', (state) => {
    const part = partOf(fixed(said(state, { id: 'a', approved: false }, given)))
    expect(part).toMatchObject({ state: 'output-available', ...given })
    const failed = partOf(fixed(said(state, { id: 'a', approved: false }, { errorText: 'Gone.' })))
    expect(failed).toMatchObject({ state: 'output-error', errorText: 'Gone.' })
  })

  test.each([
    ['granted', said('output-available', { id: 'a', approved: true, reason: 'Yes.' }, given)],
    ['denied', said('output-denied', { id: 'a', approved: false })],
  ])('one that is fine is changed (I1): %s', (_name, message) => {
    const list = [asked, message, { ...asked, id: '3' }] as Shown
    expect(repairUIMessages(list)).toBe(list)
  })
})
