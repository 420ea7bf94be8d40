import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { repairUIMessages } from '../../../src/ai-sdk.ts'
import { askAiAboutUiMessages } from './ask-ai.ts'

type Shown = Parameters<typeof repairUIMessages>[0]
const asked = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Look it up.' }] }
const found = [{ type: 'web_search_result', url: 'https://a.b/', title: 'Found', pageAge: null, encryptedContent: 'E' }]
const search = (state: unknown, more: object): object => ({
  type: 'tool-web_search',
  toolCallId: 'srvtoolu_1',
  state,
  input: { query: 'a' },
  providerExecuted: true,
  ...more,
})
const chat = (part: object): Shown =>
  [asked, { id: '2', role: 'assistant', parts: [part, { type: 'text', text: 'So.' }] }, { ...asked, id: '3' }] as Shown
const partOf = (messages: readonly unknown[]): unknown => (messages[1] as { parts: unknown[] }).parts[0]

describe('what a tool of the provider gave back', () => {
  test.each([
    'approval-requested',
    'approval-responded',
    'input-streaming',
    'input-available',
    'partial-call',
    'streaming',
    undefined,
  ])('is hidden by the state %s', async (state) => {
    const messages = repairUIMessages(chat(search(state, { output: found })))
    expect(partOf(messages)).toEqual(search('output-available', { output: found }))
    expect(await askAiAboutUiMessages(messages)).toBeNull()
    expect(repairUIMessages(messages)).toBe(messages)
  })

  test('is an error, and hidden', () => {
    const failed = { errorText: 'No network.' }
    expect(partOf(repairUIMessages(chat(search('input-available', failed))))).toEqual(search('output-error', failed))
  })

  test('goes unsaid in the report', () => {
    const { faults, loss } = repair(chat(search('streaming', { output: found })) as never, { format: 'ai-sdk' })
    expect(faults.map(({ type }) => type)).toEqual(['content_block_invalid'])
    expect(loss).toBe('none')
  })

  test.each<object>([{}, { output: null }, { errorText: null }])('is made up where it gave nothing: %o', (more) => {
    const list = chat(search('input-available', more))
    expect(JSON.stringify(repairUIMessages(list))).not.toContain('"output-available"')
  })
})

test('a call of the client gets null for its result where a store has kept that for none', () => {
  const call = { type: 'tool-read', toolCallId: 'c1', input: {}, output: null }
  const open = { ...call, state: 'input-available', errorText: null }
  expect(partOf(repairUIMessages(chat(open)))).toMatchObject({ state: 'output-error' })
  const given = { ...call, state: 'output-available' }
  expect(partOf(repairUIMessages(chat({ ...given, errorText: null })))).toEqual(given)
  const failed = { ...call, state: 'output-error', errorText: 'Gone.' }
  expect(partOf(repairUIMessages(chat(failed)))).toMatchObject({ state: 'output-error', errorText: 'Gone.' })
})

test.each(['result', 'partial-call', undefined])(
  'a call of the provider that gave nothing back stays in a state that no version knows: %s',
  async (state) => {
    const messages = repairUIMessages(chat(search(state, {})))
    expect(partOf(messages)).toMatchObject({ state: 'input-available' })
    expect(await askAiAboutUiMessages(messages)).toBeNull()
  },
)

test('what a tool of the provider gave back is left out by its package for want of a name, and nobody says so', () => {
  const { type: _type, ...nameless } = search('output-available', { output: found }) as Record<string, unknown>
  const messages = repairUIMessages(chat(nameless))
  expect(JSON.stringify(messages)).not.toContain('providerExecuted')
  expect(JSON.stringify(messages)).toContain('Found')
})
