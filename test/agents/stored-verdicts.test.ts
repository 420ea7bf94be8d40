import { expect, test } from 'vitest'
import { verdictOf as claudeCode } from '../../src/agents/claude-code/verdict-of.ts'
import { verdictOf as codex } from '../../src/agents/codex/verdict-of.ts'
import { verdictOf as geminiCli } from '../../src/agents/gemini-cli/verdict-of.ts'
import { lastRefusal } from '../../src/agents/last-refusal.ts'

const timestamp = '1970-01-01T00:00:07.000Z'
const item = (payload: object): object => ({ type: 'response_item', payload })
const ended = (error: unknown, more: object = {}): object => ({
  type: 'event_msg',
  payload: { type: 'task_complete', error },
  ...more,
})
const line = (model: string, more: object = {}): object => ({
  type: 'assistant',
  value: {
    message: { model, content: [{ type: 'text', text: 'a' }, { type: 'odd' }, { type: 'text', text: 'b' }] },
    ...more,
  },
})
const failed = { isApiErrorMessage: true }
const chat = (value: object): object => ({ value, sources: [{ line: 3 }, { line: 4 }] })
const refused = (says: string, record: object, more: object = {}): object => ({ says, record, ...more })

const readers = {
  codex: (record: object) => codex(record as never, 4),
  'claude-code': (record: object) => claudeCode({ line: 4, uuid: 'u', ...record } as never),
  'gemini-cli': (record: object) => geminiCli({ id: 'u', ...record } as never),
}

test.each<[agent: keyof typeof readers, record: object, verdict: unknown]>([
  ...['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call'].map(
    (type) => ['codex', item({ type }), 'accepted'] as [keyof typeof readers, object, unknown],
  ),
  ['codex', item({ type: 'message', role: 'assistant' }), 'accepted'],
  ['codex', item({ type: 'message', role: 'user' }), undefined],
  ['codex', item({ type: 'function_call_output' }), undefined],
  ['codex', ended({ message: 'no' }), refused('no', { line: 4 })],
  ['codex', ended({ message: 'no' }, { timestamp }), refused('no', { line: 4 }, { atMs: 7000 })],
  ['codex', ended({ message: 'no' }, { timestamp: 'today' }), refused('no', { line: 4 })],
  ['codex', ended({ message: 7 }), undefined],
  ['codex', ended('no'), undefined],
  ['codex', ended(null), undefined],
  ['codex', { type: 'event_msg', payload: { type: 'error', error: { message: 'no' } } }, undefined],
  ['codex', { ...ended({ message: 'no' }), type: 'turn_context' }, undefined],
  ['claude-code', line('claude'), 'accepted'],
  ['claude-code', line('<synthetic>'), undefined],
  ['claude-code', { ...line('claude'), type: 'user' }, undefined],
  ['claude-code', { type: 'assistant' }, undefined],
  ['claude-code', line('<synthetic>', failed), refused('a\nb', { line: 4, id: 'u' })],
  ['claude-code', line('claude', { ...failed, timestamp }), refused('a\nb', { line: 4, id: 'u' }, { atMs: 7000 })],
  ['claude-code', line('claude', { isApiErrorMessage: 'true' }), 'accepted'],
  ['gemini-cli', chat({ type: 'gemini', content: 'a' }), 'accepted'],
  ['gemini-cli', chat({ type: 'gemini', content: '', toolCalls: [{ id: 'c', name: 'f', args: {} }] }), 'accepted'],
  ['gemini-cli', chat({ type: 'gemini', content: [] }), undefined],
  ['gemini-cli', chat({ type: 'user', content: 'a' }), undefined],
  ['gemini-cli', chat({ type: 'error', content: 'no' }), refused('no', { line: 4, id: 'u' })],
  ['gemini-cli', chat({ type: 'error', content: ['no'] }), undefined],
  [
    'gemini-cli',
    chat({ type: 'error', content: 'no', timestamp }),
    refused('no', { line: 4, id: 'u' }, { atMs: 7000 }),
  ],
])('what %s keeps in %j is told as another judgement', (agent, record, verdict) => {
  expect(readers[agent](record)).toEqual(verdict)
})

test.each<[records: string, found: string | undefined]>([
  ['', undefined],
  ['1', '1'],
  ['1 2', '2'],
  ['1 ok', undefined],
  ['ok 1', '1'],
  ['1 busy', '1'],
  ['1 nothing busy', '1'],
  ['1 ok busy', undefined],
  ['busy', undefined],
])('of %j another refusal is the one that the session is in', (records, found) => {
  const said = (name: string): string =>
    name === 'busy' ? '529 Overloaded' : 'messages.1.content.0: Invalid `signature` in `thinking` block'
  const refusal = lastRefusal(records.split(' ').filter(Boolean), (name) => {
    if (name === 'ok') return 'accepted'
    return name === 'nothing' ? undefined : { says: said(name), record: { id: name } }
  })
  expect(refusal?.record).toEqual(found === undefined ? undefined : { id: found })
})
