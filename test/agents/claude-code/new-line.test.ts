import { expect, test } from 'vitest'
import type { GraphNode } from '../../../src/agents/claude-code/claude-record.ts'
import { apiMessageOf, newLine, type NewLineRequest } from '../../../src/agents/claude-code/new-line.ts'

const node = (value: object): GraphNode => ({ value }) as unknown as GraphNode
const shared = {
  isSidechain: false,
  userType: 'external',
  cwd: '/app',
  sessionId: 's',
  version: '2.0.1',
  gitBranch: 'main',
}
const neighbour = node({
  ...shared,
  uuid: 'n',
  requestId: 'req_1',
  timestamp: 'then',
  toolUseResult: 'own',
  type: 'user',
})
const base: NewLineRequest = {
  role: 'user',
  content: 'hi',
  uuid: 'u-1-2',
  parentUuid: 'p',
  neighbour,
  callLine: (id) => (id === 'a' ? 'line of a' : undefined),
}
const result = (content: unknown, more: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: 'a',
  content,
  ...more,
})
const user = {
  parentUuid: 'p',
  ...shared,
  type: 'user',
  message: { role: 'user', content: 'hi' },
  uuid: 'u-1-2',
  timestamp: 'then',
}
const made = {
  id: 'msg_u12',
  type: 'message',
  role: 'assistant',
  model: '<synthetic>',
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 0, output_tokens: 0 },
}
const apiMessage = { id: 'msg_1', model: 'm', role: 'assistant' }

test.each<[what: string, request: Partial<NewLineRequest>, line: object]>([
  ['a prompt', {}, user],
  ['a prompt at its own time', { timestamp: 'now' }, { ...user, timestamp: 'now' }],
  [
    'a prompt beside nothing',
    { neighbour: undefined, timestamp: 'now' },
    { parentUuid: 'p', type: 'user', message: user.message, uuid: 'u-1-2' },
  ],
  ['an answer', { role: 'assistant' }, { ...user, type: 'assistant', message: { ...made, content: 'hi' } }],
  [
    'an answer that joins an API message',
    { role: 'assistant', apiMessage },
    { ...user, requestId: 'req_1', type: 'assistant', message: { ...apiMessage, content: 'hi' } },
  ],
])('the line of %s is another one', (_, request, line) => {
  expect(newLine({ ...base, ...request })).toEqual(line)
})

const text = (value: unknown): object => ({ type: 'text', text: value })

test.each<[what: string, blocks: readonly unknown[], fields: object]>([
  ['a text', [result('ok')], { toolUseResult: 'ok', sourceToolAssistantUUID: 'line of a' }],
  [
    'an error',
    [result('no', { is_error: true })],
    { toolUseResult: 'Error: no', sourceToolAssistantUUID: 'line of a' },
  ],
  [
    'texts and a picture',
    [result([text('a'), { type: 'image' }, text('b')])],
    { toolUseResult: 'a\n\nb', sourceToolAssistantUUID: 'line of a' },
  ],
  ['nothing', [result(undefined)], { toolUseResult: '', sourceToolAssistantUUID: 'line of a' }],
  ['a call of no line', [result('ok', { tool_use_id: 'b' })], { toolUseResult: 'ok' }],
  ['its second block', [text('x'), result('ok', { tool_use_id: 'b' })], { toolUseResult: 'ok' }],
  ['no result', [text('x')], {}],
])('the host is shown something else for a line of %s', (_, content, fields) => {
  const { message: __, ...expected } = user
  expect(newLine({ ...base, content })).toEqual({ ...expected, message: { role: 'user', content }, ...fields })
})

test('an API message keeps its content, or none is found', () => {
  expect(apiMessageOf(node({ message: { ...apiMessage, content: ['x'] } }))).toEqual(apiMessage)
  expect(apiMessageOf(node({}))).toBeUndefined()
  expect(apiMessageOf({} as GraphNode)).toBeUndefined()
})
