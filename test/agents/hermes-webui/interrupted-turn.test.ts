import { expect, test } from 'vitest'
import type { FoldedTurn } from '../../../src/agents/hermes-webui/fold-turns.ts'
import {
  interruptionMarker,
  recoveredPrompt,
  withInterruptedTurn,
  withMessages,
  withoutPending,
} from '../../../src/agents/hermes-webui/interrupted-turn.ts'

const marker = {
  role: 'assistant',
  content: expect.stringMatching(/^\*\*Response interrupted\.\*\* .* unknown: /) as string,
  _error: true,
  type: 'interrupted',
  interruption_cause: 'unknown',
}
const prompt = { role: 'user', content: 'do it', _recovered: true }

test('the sign of an interruption or a prompt that was put back holds more or less than is known of its turn', () => {
  expect(interruptionMarker(undefined, undefined)).toStrictEqual(marker)
  expect(interruptionMarker('t', 7)).toStrictEqual({ ...marker, turn_id: 't', timestamp: 7 })
  expect(interruptionMarker('t', 0, { interruption_cause: 'process_restart', more: 1 })).toStrictEqual({
    ...marker,
    interruption_cause: 'process_restart',
    turn_id: 't',
    timestamp: 0,
    more: 1,
  })
  expect(recoveredPrompt('do it', undefined, undefined)).toStrictEqual(prompt)
  expect(recoveredPrompt('do it', 't', 7, [])).toStrictEqual({ ...prompt, turn_id: 't', timestamp: 7 })
  expect(recoveredPrompt('do it', undefined, 0, ['a'])).toStrictEqual({ ...prompt, timestamp: 0, attachments: ['a'] })
})

const pending = {
  active_stream_id: 's',
  pending_user_message: 'do it',
  pending_attachments: ['a'],
  pending_started_at: 7,
  pending_user_source: 'web',
}
const idle = {
  active_stream_id: null,
  pending_user_message: null,
  pending_attachments: [],
  pending_started_at: null,
  pending_user_source: null,
}

test('a session says more or less of a turn under way than it did, or gets fields that it did not have', () => {
  expect(withoutPending({ id: 1, messages: [], ...pending })).toStrictEqual({ id: 1, messages: [], ...idle })
  expect(withoutPending({ messages: [], pending_started_at: 7 })).toStrictEqual({
    messages: [],
    pending_started_at: null,
  })
  expect(withoutPending({ messages: [] })).toStrictEqual({ messages: [] })
})

test('messages come elsewhere than behind the others, or their number or the context of the model is another one', () => {
  expect(withMessages({ messages: ['a'] }, [{ b: 1 }], [{ c: 1 }])).toStrictEqual({ messages: ['a', { b: 1 }] })
  const whole = { messages: ['a'], context_messages: ['x'], message_count: 1 }
  expect(withMessages(whole, [{ b: 1 }, { d: 1 }], [{ c: 1 }])).toStrictEqual({
    messages: ['a', { b: 1 }, { d: 1 }],
    context_messages: ['x', { c: 1 }],
    message_count: 3,
  })
  expect(withMessages({ messages: [], context_messages: null }, [], [])).toStrictEqual({
    messages: [],
    context_messages: null,
  })
})

test('a prompt stays pending that has been put back, or one goes that another turn has asked', () => {
  const turn = { turnID: 't', content: 'do it', submittedAt: 7, attachments: ['a'] } as unknown as FoldedTurn
  const recovered = { ...prompt, turn_id: 't', timestamp: 7, attachments: ['a'] }
  const added = [recovered, { ...marker, turn_id: 't', timestamp: 7 }]
  const session = { messages: [], context_messages: [], ...pending }
  expect(withInterruptedTurn(session, turn)).toStrictEqual({ messages: added, context_messages: [recovered], ...idle })
  const other = { ...session, pending_user_message: 'another' }
  expect(withInterruptedTurn(other, turn)).toStrictEqual({ ...other, messages: added, context_messages: [recovered] })
})
