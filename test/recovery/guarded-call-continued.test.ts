import { describe, expect, test } from 'vitest'
import type { GuardedCall } from '../../src/recovery/calls/guarded-call.ts'
import { refusal, system, user } from '../strategies/anthropic.ts'
import { guardedScene, strange } from './guarded-scene.ts'

describe('a call whose conversation stands elsewhere', () => {
  const answer = { type: 'function_call_output', call_id: 'call_1', output: 'ok' }
  const prompt = { role: 'user', content: 'And?' }

  test.each([{ previous_response_id: 'resp_1' }, { conversation: 'conv_1' }])(
    'is checked as if it were whole, continuing %j',
    async (continued) => {
      const { guard, reports } = guardedScene()
      const body = { model: 'gpt-5', input: [answer, prompt], ...continued }
      const call = await guard.begin({ format: 'openai-responses', body, request: undefined })
      expect([call.body, call.changed, await call.refused(strange), reports]).toEqual([body, false, false, []])
    },
  )

  test.each([{ previous_response_id: 'resp_1' }, { conversation: 'conv_1' }])(
    'is sent with a fault that its own list shows, continuing %j',
    async (continued) => {
      const { guard, reports } = guardedScene()
      const asked = { type: 'function_call', call_id: 'call_2', name: 'f', arguments: null }
      const body = { model: 'gpt-5', input: [answer, asked, prompt], ...continued }
      const call = await guard.begin({ format: 'openai-responses', body, request: undefined })
      expect(call.messages).toEqual([
        answer,
        { ...asked, arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_2', output: expect.stringContaining('session-recovery') },
        prompt,
      ])
      expect([call.body['previous_response_id'], reports.map(({ outcome }) => outcome)]).toEqual([
        'previous_response_id' in continued ? 'resp_1' : undefined,
        ['recovered'],
      ])
    },
  )

  test('gets all that is stored for another fault, or nothing for nothing', async () => {
    const { guard, store } = guardedScene()
    const asked = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' }
    const begin = (...input: readonly object[]): Promise<GuardedCall> => {
      const body = { model: 'gpt-5', input, previous_response_id: 'resp_1' }
      return guard.begin({ format: 'openai-responses', body, request: undefined })
    }
    const gone = Object.assign(refusal("Previous response with id 'resp_1' not found."), {
      error: { code: 'previous_response_not_found', param: 'previous_response_id' },
    })
    const unknown = await begin(prompt)
    expect([await unknown.refused(gone), unknown.changed]).toEqual([false, false])
    await unknown.released()
    await store.messages.append('s', [{ raw: prompt }])
    const open = await begin(prompt)
    expect(await open.refused(refusal('No tool output found for function call call_1.'))).toBe(true)
    expect([open.messages.length, open.body['previous_response_id']]).toEqual([2, 'resp_1'])
    await open.released()
    const lost = await begin(asked, prompt)
    expect(await lost.refused(gone)).toBe(true)
    expect([lost.messages.length, lost.body['previous_response_id']]).toEqual([4, undefined])
    await lost.released()
  })

  test('is refused once for each call that its last answer made', async () => {
    const { guard, store } = guardedScene()
    const made = (type: string, call_id: string): { raw: object } => ({
      raw: { type, call_id, name: 'f', [type === 'function_call' ? 'arguments' : 'input']: '{}' },
    })
    const given = (call_id: string): { raw: object } => ({
      raw: { type: 'function_call_output', call_id, output: 'ok' },
    })
    const answers = [
      made('function_call', 'call_1'),
      made('custom_tool_call', 'call_2'),
      made('function_call', 'call_3'),
    ]
    const before = [made('function_call', 'call_0'), made('function_call', 'call_9'), given('call_0')]
    const approval = {
      raw: { type: 'mcp_approval_request', id: 'mcpr_1', name: 'f', server_label: 's', arguments: '{}' },
    }
    await store.messages.append('s', [
      ...before,
      ...answers,
      made('function_call', 'call_4'),
      approval,
      given('call_4'),
    ])
    await store.parts.record('s', { callId: 'call_2', name: 'f', input: '{}', status: 'completed', output: 'recorded' })
    const prompt = { role: 'user', content: 'And?' }
    const inList = { type: 'function_call_output', call_id: 'call_3', output: 'here' }
    const body = { model: 'gpt-5', input: [inList, prompt], previous_response_id: 'resp_1' }
    const call = await guard.begin({ format: 'openai-responses', body, request: undefined })
    expect(await call.refused(refusal('No tool output found for function call call_1.'))).toBe(true)
    expect(call.messages).toEqual([
      { type: 'function_call_output', call_id: 'call_1', output: expect.stringContaining('session-recovery') },
      { type: 'custom_tool_call_output', call_id: 'call_2', output: 'recorded' },
      inList,
      prompt,
    ])
    await call.released()
  })

  test.each([
    ['anthropic-messages', { max_tokens: 9 }, 'messages: at least one message is required', {}],
    ['anthropic-messages', { thread: { type: 'create' } }, 'messages: at least one message is required', {}],
    [
      'anthropic-messages',
      { thread: { type: 'continue', previous_message_id: 'msg_1' } },
      'messages: at least one message is required',
      { thread: { type: 'create' } },
    ],
    ['openai-chat', {}, "[] is too short - 'messages'", {}],
  ] as const)(
    'of %s with %j and an empty list fails, or names a conversation that the server never had',
    async (format, more, says, sent) => {
      const { guard, store } = guardedScene()
      await store.messages.append('s', [{ raw: user('a') }])
      const body = { model: 'm', ...more, messages: [] }
      const call = await guard.begin({ format, body, request: undefined })
      expect([await call.refused(refusal(says)), call.body]).toEqual([
        true,
        { ...body, ...sent, messages: [user('a')] },
      ])
      await call.released()
    },
  )

  test('lacks what the repair of the stored one moves into the request', async () => {
    const { begin, store } = guardedScene()
    await store.messages.append('s', [{ raw: system('Be kind.') }, { raw: user('a') }])
    const call = await begin([])
    expect(await call.refused(refusal('messages: at least one message is required'))).toBe(true)
    expect([call.messages, JSON.stringify(call.body['system'])]).toEqual([[user('a')], expect.stringContaining('kind')])
    await call.released()
  })
})
