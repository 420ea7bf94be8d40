import { expect, test } from 'vitest'
import type { BlockPlace, BuiltMessage } from '../../../src/agents/opencode/build-messages.ts'
import { newMessageRow } from '../../../src/agents/opencode/new-message-row.ts'
import { writeBlock } from '../../../src/agents/opencode/write-block.ts'

type Value = Readonly<Record<string, unknown>>

const ran = {
  status: 'completed',
  input: { a: 1 },
  output: 'former',
  title: 't',
  metadata: { m: 1 },
  time: { start: 1 },
}
const tool = { type: 'tool', tool: 'ls', callID: 'c', state: ran }
const result = (content: unknown, more: Value = {}): Value => {
  return { type: 'tool_result', tool_use_id: 'c', content, ...more }
}
const done = (output: string, more: Value = {}): Value => ({ ...tool, state: { ...ran, output, ...more } })
const thought = {
  type: 'reasoning',
  text: 'Hm.',
  time: { start: 1 },
  metadata: { x: 1, anthropic: { signature: 's', y: 1 } },
}
const sealed = (anthropic: Value, said = 'Hm.'): Value => {
  return { ...thought, text: said, metadata: { x: 1, anthropic: { y: 1, ...anthropic } } }
}
const call = { type: 'tool_use', id: 'd', name: 'cat', input: { b: 1 } }
const text = (said: unknown): Value => ({ type: 'text', text: said })

test.each<readonly [place: BlockPlace, part: Value, block: unknown, written: Value | undefined]>([
  ['text', { type: 'text', text: 'a', x: 1 }, text('b'), { type: 'text', text: 'b', x: 1 }],
  ['text', text('a'), call, undefined],
  ['call', tool, call, { ...tool, tool: 'cat', callID: 'd', state: { ...ran, input: { b: 1 } } }],
  ['call', { type: 'tool' }, call, { type: 'tool', tool: 'cat', callID: 'd', state: { input: { b: 1 } } }],
  ['call', tool, { ...call, input: 'text' }, undefined],
  ['call', tool, { ...call, type: 'text' }, undefined],
  ['result', tool, result('new'), done('new')],
  ['result', tool, result(null), done('')],
  ['result', tool, result(undefined), done('')],
  ['result', tool, result([text('a'), text('b')]), done('a\nb')],
  ['result', tool, result([]), done('')],
  ['result', tool, result([text(7)]), undefined],
  ['result', tool, result(7), undefined],
  ['result', tool, result([{ type: 'image' }]), undefined],
  ['result', { ...tool, state: { ...ran, error: 'e', time: { start: 1, compacted: 2 } } }, result('new'), done('new')],
  [
    'result',
    { type: 'tool' },
    result('new'),
    { type: 'tool', state: { status: 'completed', output: 'new', title: '', metadata: {}, time: {} } },
  ],
  [
    'result',
    { ...tool, state: { ...ran, metadata: { interrupted: true } } },
    result('no', { is_error: true }),
    { ...tool, state: { status: 'error', input: { a: 1 }, error: 'no', time: { start: 1 } } },
  ],
  ['result', tool, result('no', { is_error: false }), done('no')],
  ['reasoning', thought, { type: 'thinking', thinking: 'So.', signature: 'n' }, sealed({ signature: 'n' }, 'So.')],
  ['reasoning', thought, { type: 'thinking', thinking: 'So.' }, sealed({}, 'So.')],
  ['reasoning', thought, { type: 'redacted_thinking', data: 'd' }, sealed({ redactedData: 'd' })],
  ['reasoning', thought, text('So.'), { type: 'text', text: 'So.', time: { start: 1 } }],
  ['reasoning', { type: 'reasoning' }, text('So.'), text('So.')],
  ['reasoning', { type: 'reasoning' }, { type: 'thinking' }, undefined],
  ['reasoning', { type: 'reasoning' }, { type: 'redacted_thinking', data: 'd' }, undefined],
  ['text', text('a'), 'b', undefined],
])('%s: the part %j with %j is written otherwise', (place, part, block, written) => {
  expect(writeBlock(part, place, block)).toStrictEqual(written)
})

const built = (id: string, value: Value, timeCreated: number): BuiltMessage =>
  ({ row: { row: { id, timeCreated }, value } }) as unknown as BuiltMessage
const shared = { agent: 'a', model: 'm' }
const own = { error: {}, summary: true, structured: {}, snapshot: 's', finish: 'tool-calls', time: { created: 1 } }
const conversation = [
  built('msg_1', { role: 'user', ...shared, n: 1 }, 10),
  built('msg_2', { role: 'assistant', ...shared, ...own, n: 2 }, 20),
  built('msg_3', { role: 'user', ...shared, n: 3 }, 30),
]

test.each<readonly [index: number, role: string, content: unknown, id: string, value: Value, part: string]>([
  [1, 'user', 'go', 'msg_10000', { role: 'user', ...shared, n: 1, time: { created: 10 } }, 'prt_000000000000000010000'],
  [
    2,
    'assistant',
    [text('go')],
    'msg_20000',
    { role: 'assistant', ...shared, n: 2, time: { created: 20, completed: 20 }, finish: 'stop' },
    'prt_000000000000000020000',
  ],
  [0, 'user', 'go', `msg_${'0'.repeat(15)}1`, { role: 'user', ...shared, n: 1, time: { created: 10 } }, ''],
  [3, 'user', 'go', 'msg_30000', { role: 'user', ...shared, n: 3, time: { created: 30 } }, ''],
])('a message added at %i as %s has another place or other fields', (index, role, content, id, value, part) => {
  const edit = { op: 'insert', index, after: { role, content }, because: [], loss: 'none' } as const
  const [row, ...parts] = newMessageRow(edit as unknown as Parameters<typeof newMessageRow>[0], 3, conversation)
  const time = (value['time'] as { created: number }).created
  expect(row).toStrictEqual({
    op: 'insert',
    table: 'message',
    row: { id, messageId: id, timeCreated: time, timeUpdated: time },
    value,
  })
  expect(parts).toMatchObject([
    { op: 'insert', table: 'part', row: { messageId: id, timeCreated: time }, value: text('go') },
  ])
  expect(parts[0]!.row.id.startsWith(part)).toBe(true)
})

test('a message is added that no row can hold', () => {
  const add = (after: unknown): unknown =>
    newMessageRow({ op: 'insert', index: 1, after } as unknown as Parameters<typeof newMessageRow>[0], 0, conversation)
  for (const after of [{ role: 'system', content: 'x' }, { role: 'user', content: [text('x'), call] }, 'x'])
    expect(() => add(after)).toThrow('an added message (message 1)')
  expect(() =>
    newMessageRow({ op: 'insert', index: 0, after: { role: 'user', content: 'x' } } as never, 0, []),
  ).toThrow('an added message')
})
