import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStore, createSessionRecoveryHook, type SessionStore, trackToolCall } from '../../src/index.ts'
import { type Answer, faces } from './faces.ts'

const texts = {
  unknown: 'was interrupted before its result was recorded. Its outcome is unknown',
  never: 'was never started; it had no effect',
  unavailable: 'is not available. Whether the tool ran is unknown',
}
const missing = {
  status: 400,
  message: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.',
}

let store: SessionStore
const session = { sessionID: 's', input: {} }
const track = (callId: string, name = 'send'): Promise<string> =>
  trackToolCall(store, { ...session, callId, name }, () => 'sent')
const record = (callId: string, status: 'pending' | 'completed', name = 'send') =>
  store.parts.record('s', { callId, name, input: {}, status, ...(status === 'completed' && { output: 'sent' }) })
const start = (callId: string) => store.parts.record('s', { callId, name: 'send', input: {}, status: 'running' })

beforeEach(async () => {
  store = createMemoryStore()
  const use = { type: 'tool_use', id: 'toolu_1', name: 'send', input: {} }
  await store.messages.append('s', [
    { raw: { role: 'user', content: 'Send it.' } },
    { raw: { role: 'assistant', content: [use] } },
    { raw: { role: 'user', content: 'Was it sent?' } },
  ])
})

async function told(): Promise<string[]> {
  await createSessionRecoveryHook({ store }).recover({ id: 'm', role: 'assistant', sessionID: 's', error: missing })
  const stored = JSON.stringify((await store.messages.load('s'))!.messages.map(({ raw }) => raw))
  return Object.entries(texts).flatMap(([name, text]) => (stored.includes(text) ? [name] : []))
}

describe('what is told of a call without a result (I5)', () => {
  test('claims to know of a call that nobody recorded', async () => {
    expect(await told()).toEqual(['unavailable'])
  })

  test('says of a call that was started that it had no effect', async () => {
    await start('toolu_1')
    expect(await told()).toEqual(['unknown'])
  })

  test('says of a call that it never started although nothing shows that starts are recorded', async () => {
    await record('toolu_1', 'pending')
    expect(await told()).toEqual(['unavailable'])
  })

  test('does not say so where the same tool is tracked', async () => {
    await track('toolu_0')
    await record('toolu_1', 'pending')
    expect(await told()).toEqual(['never'])
  })

  test('takes the tracking of another tool for that of this one', async () => {
    await track('toolu_0', 'read')
    await record('toolu_1', 'pending')
    expect(await told()).toEqual(['unavailable'])
  })

  test('takes a tool for tracked that was answered without a start', async () => {
    await track('toolu_0')
    await record('toolu_2', 'pending')
    await record('toolu_2', 'completed')
    await record('toolu_1', 'pending')
    expect(await told()).toEqual(['unavailable'])
  })
})

describe.each(faces)('$name', ({ open }) => {
  test('an answered call that the host runs without `trackToolCall` is said to have had no effect', async () => {
    const sent: string[] = []
    const ok: Answer = { text: 'Fine.' }
    const ask = open({ store, session: 'one' }, (request) => {
      sent.push(request)
      return ok
    })
    await ask([{ user: 'Send it.' }, { call: 'call_0' }, { result: 'sent', of: 'call_0' }])
    await store.parts.record('one', { callId: 'call_1', name: 'read', input: {}, status: 'pending' })
    await ask([{ user: 'Send it.' }, { call: 'call_1' }, { user: 'Was it sent?' }])
    expect(sent.at(-1)).toContain(texts.unavailable)
  })
})
