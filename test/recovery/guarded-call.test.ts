import { expect, test } from 'vitest'
import { createMemoryStore, type RecoveryReport } from '../../src/index.ts'
import { CallGuard } from '../../src/recovery/call-guard.ts'

const called = (id: string): readonly object[] => [
  { role: 'user', content: 'Read.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: 'ok' },
]
const baseURL = 'https://api.mistral.ai/v1'

// Mistral alone takes no other ids than those of nine letters and digits.
test.each([
  ['nobody', undefined, undefined, false],
  ['the option', 'mistral', undefined, true],
  ['the client', undefined, { baseURL }, true],
  ['the option, against the client', 'openai', { baseURL }, false],
  ['the client, by its name', undefined, { dialect: 'mistral' }, true],
] as const)(
  'the dialect that %s tells is not the one that a call is checked by',
  async (_who, dialect, target, isChanged) => {
    const guard = new CallGuard(dialect === undefined ? {} : { dialect })
    const body = { model: 'm', messages: called('call_12') }
    const call = await guard.begin({ format: 'openai-chat', body, request: undefined, ...(target && { target }) })
    expect([call.changed, call.body === body]).toEqual([isChanged, !isChanged])
  },
)

test('the report of a store that is gone does not say of which session, or what was lost', async () => {
  const store = createMemoryStore()
  await store.close()
  const reports: RecoveryReport[] = []
  const guard = new CallGuard({ session: 's', store, onRepair: (report) => void reports.push(report) })
  const messages = called('call_12')
  const call = await guard.begin({ format: 'openai-chat', body: { model: 'm', messages }, request: undefined })
  await call.leaving()
  await call.ended(true)
  await call.accepted([{ role: 'assistant', content: 'Done.' }])
  expect(reports).toMatchObject([{ outcome: 'failed', sessionID: 's', cause: { code: 'closed' } }])
})
