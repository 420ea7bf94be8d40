import { expect, test } from 'vitest'
import { createMemoryStore, type SessionStore } from '../../src/index.ts'
import { loadEvidence } from '../../src/recovery/load-evidence.ts'
import { noEvidence } from '../../src/transcript/evidence.ts'
import { ManualClock } from './manual-clock.ts'

const limit = { clock: new ManualClock(), ms: 1 }
const asked: Parameters<typeof loadEvidence>[3] = { format: 'anthropic-messages', maker: {} as never }
const cause = new Error('no disk')
const call = { type: 'tool_use', id: 't1', name: 'read', input: {} }

/** A store of one session with one call and its recorded result, of which a part may fail. */
async function storeWith(failing: object = {}): Promise<SessionStore> {
  const store = createMemoryStore()
  await store.messages.append('s', [{ raw: { role: 'assistant', content: [call] } }])
  await store.parts.record('s', { callId: 't1', name: 'read', input: {}, status: 'completed', output: 'kept' })
  return { ...store, ...failing }
}
const refuse = (): Promise<never> => Promise.reject(cause)

test.each<readonly [what: string, store: SessionStore | undefined, sessionID: string | undefined, expected: object]>([
  ['no store', undefined, 's', { evidence: noEvidence }],
  ['no session', await storeWith(), undefined, { evidence: noEvidence }],
  ['parts that fail', await storeWith({ parts: { list: refuse } }), 's', { evidence: noEvidence, broken: cause }],
  ['messages that fail', await storeWith({ messages: { load: refuse } }), 's', { evidence: noEvidence, broken: cause }],
])('of %s something is known, or the session fails by it (I10)', async (_, store, sessionID, expected) => {
  expect(await loadEvidence(store, sessionID, limit, asked)).toStrictEqual(expected)
})

test.each([
  ['a known session, after a refusal', 's', asked, true, true],
  ['a known session, before one', 's', undefined, true, false],
  ['another session', 'other', asked, false, false],
])('of %s a result is known, or who made it, where it was not asked', async (_, sessionID, whom, isKnown, hasMaker) => {
  const { evidence, ...rest } = await loadEvidence(await storeWith(), sessionID, limit, whom)
  expect(rest).toEqual({})
  const result = evidence.resultOf('t1', 0)
  expect(result !== undefined && 'output' in result && result.output === 'kept').toBe(isKnown)
  expect([evidence.makerOf !== undefined, evidence.openBeside !== undefined]).toEqual([hasMaker, hasMaker])
})
