import { describe, expect, test } from 'vitest'
import { repairModelMessages, repairUIMessages } from '../../../src/ai-sdk.ts'
import { repair } from '../../../src/index.ts'
import { askAiAboutUiMessages } from './ask-ai.ts'

type Shown = Parameters<typeof repairUIMessages>[0]
const fixed = (list: readonly object[], error?: Error): readonly object[] =>
  repairUIMessages(list as Shown, error && { error })

const invocation = { state: 'result', step: 0, toolCallId: 'c1', toolName: 'read', args: { a: 1 }, result: 'Found.' }
const asked = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Read it.' }] }
const part = { type: 'tool-read', toolCallId: 'c1', state: 'output-available', input: { a: 1 }, output: 'Found.' }
const said = { id: '2', role: 'assistant', content: 'Done.', createdAt: '2025-01-01', toolInvocations: [invocation] }

describe('a chat of AI SDK 4', () => {
  test.each([
    ['among others', [asked, said, { ...asked, id: '3' }]],
    ['alone', [{ id: '1', role: 'user', content: 'Read it.' }, said, { id: '3', role: 'user', content: 'Go on.' }]],
  ])('its calls and what they gave back are lost: %s', async (_where, list) => {
    const messages = fixed(list)
    expect((messages[1] as { parts: unknown[] }).parts).toEqual([{ type: 'text', text: 'Done.' }, part])
    expect(await askAiAboutUiMessages(messages)).toBeNull()
  })

  test('they are told twice where the parts have them, too (I1)', () => {
    const list = [asked, { ...said, parts: [{ type: 'text', text: 'Done.' }, part] }, { ...asked, id: '3' }] as Shown
    expect(repairUIMessages(list)).toBe(list)
  })

  test('a list of ModelMessages does not get them', () => {
    const list = [{ role: 'user', content: 'Read it.' }, said, { role: 'user', content: 'Go on.' }]
    const messages = repairModelMessages(list as never) as readonly object[]
    expect(messages[1]).toMatchObject({ content: [{ text: 'Done.' }, { type: 'tool-call', toolCallId: 'c1' }] })
    expect(messages[2]).toMatchObject({ role: 'tool', content: [{ output: { type: 'text', value: 'Found.' } }] })
  })
})

test.each([undefined, null, 'tool', 'bot ', {}])('what a tool gave back is not sent for want of a role: %j', (role) => {
  const { loss, messages } = repair([asked, { id: '2', role, parts: [part] }, { ...asked, id: '3' }], {
    format: 'ai-sdk',
  })
  expect(loss).toBe('none')
  expect(messages[1]).toEqual({ id: '2', role: 'assistant', parts: [part] })
})

describe('a call that was denied, or whose approval was passed over', () => {
  const open = { type: 'tool-read', toolCallId: 'c1', input: {} }
  const list = (own: object): readonly object[] => [
    asked,
    { id: '2', role: 'assistant', parts: [{ ...open, ...own }] },
    { ...asked, id: '3' },
  ]
  const denied = { state: 'approval-responded', approval: { id: 'a', approved: false, reason: 'Not today.' } }
  const partOf = (messages: readonly object[]): unknown => (messages[1] as { parts: unknown[] }).parts[0]

  test('version 7 writes it so itself (I1)', () => {
    const chat = list(denied) as Shown
    expect(repairUIMessages(chat)).toBe(chat)
  })

  test('version 6 sends it as an open one', () => {
    const error = new Error('Tool result is missing for tool call c1.')
    expect(partOf(fixed(list(denied), error))).toMatchObject({ state: 'output-denied', approval: denied.approval })
    const passed = list({ state: 'approval-requested', approval: { id: 'a' } })
    expect(partOf(fixed(passed, error))).toMatchObject({ state: 'output-error' })
  })

  test('version 6 is not told by the version of its models, or then runs nothing that was approved', () => {
    const request = { specification: 'v3' }
    const told = (messages: readonly object[]): readonly object[] =>
      repairUIMessages(messages as Shown, { request, purpose: 'stored' })
    const passed = list({ state: 'approval-requested', approval: { id: 'a' } })
    expect(partOf(told(passed))).toMatchObject({ state: 'output-error' })
    expect(partOf(told(list(denied)))).toMatchObject({ state: 'output-denied', approval: denied.approval })
    const twice = [...passed, { ...passed[1], id: '4' }, { ...asked, id: '5' }]
    expect(told(twice).map((message) => (message as { parts: object[] }).parts[0])).toMatchObject([
      {},
      { state: 'output-error' },
      {},
      { state: 'output-error' },
      {},
    ])
    const approved = { state: 'approval-responded', approval: { id: 'a', approved: true } }
    const asking = { state: 'approval-requested', approval: { id: 'a' } }
    for (const own of [approved, denied, asking]) {
      const waits = list(own).slice(0, 2)
      expect(told(waits)).toBe(waits)
    }
    for (const own of [approved, denied]) {
      const sent = list(own).slice(0, 2) as Shown
      expect(repairUIMessages(sent, { request })).toBe(sent)
    }
  })

  test('version 5 knows none of its states', () => {
    const complaint = { code: 'invalid_format', path: [1, 'parts', 0, 'type'], message: 'must start with "tool-"' }
    const error = new Error(`Type validation failed: Value: [].\nError message: ${JSON.stringify([complaint])}`)
    const meant = { ...open, state: 'output-error', errorText: 'Not today.' }
    expect(partOf(fixed(list(denied), error))).toEqual(meant)
    expect(partOf(fixed(list({ ...denied, state: 'output-denied' }), error))).toEqual(meant)
  })
})
