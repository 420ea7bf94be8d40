import { expect, test } from 'vitest'
import { repairedRequest, requestBody } from '../../../src/adapters/openai-agents/request-body.ts'
import type { GuardedCall } from '../../../src/recovery/calls/guarded-call.ts'

type ModelRequest = Parameters<typeof requestBody>[0]

const requestOf = (more: object = {}): ModelRequest =>
  ({ input: 'Hi', modelSettings: {}, tools: [], handoffs: [], ...more }) as unknown as ModelRequest
const said = { type: 'message', role: 'user', content: 'Hi' }

test.for<readonly [more: object, body: object]>([
  [{}, { input: [said], tools: [] }],
  [{ modelSettings: { store: false, toolChoice: 'required' } }, { input: [said], tools: [], store: false }],
  [{ previousResponseId: 'resp_1' }, { input: [said], tools: [], previous_response_id: 'resp_1' }],
  [{ conversationId: 'conv_1' }, { input: [said], tools: [], conversation: 'conv_1' }],
  [
    { tools: [{ type: 'function', name: 'read' }], handoffs: [{ toolName: 'to_b' }] },
    {
      input: [said],
      tools: [
        { type: 'function', name: 'read' },
        { type: 'function', name: 'to_b' },
      ],
    },
  ],
])('row %$: a request means another body', ([more, body]) => {
  expect(requestBody(requestOf(more), { api: 'responses' })).toEqual(body)
})

test.for<readonly [before: object, body: object, changed: boolean, after: object]>([
  [{ previousResponseId: 'r' }, {}, false, { input: 'Hi', previousResponseId: 'r' }],
  [{ previousResponseId: 'r' }, { previous_response_id: 'r' }, true, { input: [said], previousResponseId: 'r' }],
  [{ previousResponseId: 'r' }, {}, true, { input: [said] }],
  [{}, { previous_response_id: 'r', conversation: 'c' }, true, { input: [said] }],
  [{ conversationId: 'c' }, { conversation: 'c' }, true, { input: [said], conversationId: 'c' }],
  [{ conversationId: 'c' }, {}, true, { input: [said] }],
])('row %$: a repaired request continues from something else', ([before, body, changed, after]) => {
  const request = requestOf(before)
  const guarded = { body, changed, messages: [said] } as unknown as GuardedCall
  const repaired = repairedRequest(request, guarded)
  expect(repaired).toEqual({ ...requestOf(), ...after })
  expect(repaired === request).toBe(!changed)
})
