import { describe, expect, test } from 'vitest'
import type { RepairOptions } from '../../../src/repair/repair-options.ts'
import { repair } from '../../../src/repair/repair.ts'

const user = (...content: object[]): object => ({ role: 'user', content })
const says = (...content: object[]): object => ({ role: 'assistant', content })
const call = (toolUseId: string, name = 'read', more: object = {}): object => ({
  toolUse: { toolUseId, name, input: {}, ...more },
})
const result = (toolUseId: string, more: object = {}): object => ({
  toolResult: { toolUseId, content: [{ text: 'A' }], ...more },
})
const grounding = (id: string): object[] => [
  call(id, 'nova_grounding', { type: 'server_tool_use' }),
  result(id, { type: 'nova_grounding_result' }),
]
const on = (modelId: string): RepairOptions => ({
  format: 'bedrock-converse',
  request: { modelId, toolConfig: { tools: [{ toolSpec: { name: 'read', inputSchema: { json: {} } } }] } },
})
const nova = on('amazon.nova-pro-v1:0')
const [a, b] = [{ text: 'a' }, { text: 'b' }]

describe('a call of a tool that is the model’s own', () => {
  test.each([
    ['at the first turn', [user(a), says(...grounding('t'), { text: 'x' }), user(b)]],
    ['at the last turn', [user(a), says({ text: 'x' }), user(b), says({ text: 'y' }, ...grounding('t')), user(a)]],
    ['twice', [user(a), says(...grounding('t'), ...grounding('u'), { text: 'x' }), user(b)]],
    ['without what it gave back', [user(a), says(grounding('t')[0]!, { text: 'x' }), user(b)]],
    ['beside one of the client’s', [user(a), says(...grounding('t'), call('c')), user(result('c'), b)]],
  ])('is taken apart: %s', (_where, messages) => {
    const result = repair(messages, nova)
    expect(result.messages).toBe(messages)
    expect(result.faults).toEqual([])
  })

  test('hides that a call of the client has no result', () => {
    const { faults, messages } = repair([user(a), says(...grounding('t'), call('c')), user(b)], nova)
    expect(faults).toMatchObject([{ type: 'tool_result_missing', detail: { callId: 'c' } }])
    expect(messages[2]).toMatchObject({ content: [{ toolResult: { toolUseId: 'c', status: 'error' } }, b] })
  })

  test('is seen in what a client’s tool gave back, which stays with the model', () => {
    const { faults, messages } = repair([user(a), says(call('c'), result('c')), user(b)], nova)
    expect(faults).toMatchObject([{ type: 'tool_result_misplaced' }])
    expect(messages[2]).toEqual(user(result('c'), b))
  })
})

describe('an id with dots and colons', () => {
  const round = (...ids: string[]): object[] => [user(a), ...ids.flatMap((id) => [says(call(id)), user(result(id))])]
  const ofId = (message: unknown): string =>
    (message as { content: { toolUse: { toolUseId: string } }[] }).content[0]!.toolUse.toolUseId

  test('is changed where Converse takes it', () => {
    const messages = round('functions.read:0', 'functions.read:1')
    expect(repair(messages, nova).messages).toBe(messages)
  })

  test('goes to Claude, which refuses it', () => {
    const messages = round('functions.read:0', 'toolu_1')
    const repaired = repair(messages, on('anthropic.claude-opus-5-v1:0')).messages
    expect(ofId(repaired[1])).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect(repaired[3]).toBe(messages[3])
  })

  test.each([
    "The model returned the following errors: messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    "1 validation error detected: Value 'functions.read:0' at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
  ])('stays when it is refused after all: %s', (message) => {
    const error = { name: 'ValidationException', message }
    const repaired = repair(round('functions.read:0', 'functions.read:1'), { ...on('arn:aws:bedrock:x'), error })
    expect([1, 3].map((at) => ofId(repaired.messages[at]))).toEqual([
      expect.stringMatching(/^[a-zA-Z0-9_-]+$/),
      expect.stringMatching(/^[a-zA-Z0-9_-]+$/),
    ])
  })

  test('goes with another one that is refused, although the refusal permits it', () => {
    const message =
      "1 validation error detected: Value 'a b' at 'messages.4.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+"
    const messages = round('functions.read:0', 'a b')
    const { messages: repaired } = repair(messages, { ...nova, error: { name: 'ValidationException', message } })
    expect(repaired[1]).toBe(messages[1])
    expect(ofId(repaired[3])).toMatch(/^[a-zA-Z0-9_-]+$/)
  })
})
