import { expect, test } from 'vitest'
import { sinceCompaction } from '../../../src/agents/opencode/history.ts'
import { soundRows, type SoundMessage } from '../../../src/agents/opencode/sound-rows.ts'
import type { StoredRow } from '../../../src/agents/opencode/stored-rows.ts'
import { partOfBlock, writeBlock } from '../../../src/agents/opencode/write-block.ts'

const rowOf = (id: string, value: unknown, messageId = id): StoredRow => {
  return { id, messageId, timeCreated: 1, timeUpdated: 2, text: JSON.stringify(value) }
}
const message = (id: string, value: Record<string, unknown>, tail?: string): SoundMessage => {
  const part = { type: 'compaction', tail_start_id: tail }
  const parts = tail === undefined ? [] : [{ row: rowOf(`prt_${id}`, part, id), value: part }]
  return { row: rowOf(id, value), value, parts }
}
const said = (id: string): SoundMessage => message(id, { role: 'assistant', finish: 'stop' })
const asked = (id: string, tail?: string): SoundMessage => message(id, { role: 'user' }, tail)
const summary = (id: string, parentID: string, finish?: string): SoundMessage =>
  message(id, { role: 'assistant', summary: true, parentID, finish })

test.each<[what: string, stored: readonly SoundMessage[], sent: string]>([
  ['no compaction', [asked('u1'), said('a1')], 'u1 a1'],
  [
    'a tail from the first message on',
    [said('a1'), asked('u2', 'a1'), summary('s2', 'u2', 'stop'), asked('u3')],
    'u2 s2 a1 u3',
  ],
  [
    'a tail from a later message on',
    [asked('u1'), said('a1'), said('a2'), asked('u2', 'a2'), summary('s2', 'u2', 'stop'), asked('u3')],
    'u2 s2 a2 u3',
  ],
  [
    'a tail that is gone',
    [asked('u1'), said('a1'), asked('u2', 'none'), summary('s2', 'u2', 'stop'), asked('u3')],
    'u1 a1 u2 s2 u3',
  ],
  ['no summary yet', [asked('u1'), said('a1'), asked('u2', 'a1')], 'u1 a1 u2'],
  [
    'a tail that begins with the request, whose summary never ended',
    [asked('u1'), said('a1'), asked('u2', 'u2'), summary('s2', 'u2')],
    'u1 a1 u2 s2',
  ],
  [
    'the summary of another request',
    [asked('u1'), said('a1'), summary('s1', 'u1'), asked('u2', 'a1'), said('a2')],
    'u1 a1 s1 u2 a2',
  ],
])('with %s, other messages are sent, or in another order', (_, stored, sent) => {
  expect(sinceCompaction(stored).map(({ row }) => row.id)).toEqual(sent.split(' '))
})

const image = (data: string): unknown => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } })
const file = (data: string): unknown => ({ type: 'file', mime: 'image/png', url: `data:image/png;base64,${data}` })
const text = { type: 'text', text: 'out' }
const toolPart = {
  type: 'tool',
  state: { status: 'completed', input: {}, output: 'former', title: 't', attachments: [file('AA=='), file('BB==')] },
}

test.each<[what: string, content: unknown, left: readonly unknown[] | undefined | 'refused']>([
  ['both media', [text, image('AA=='), image('BB==')], [file('AA=='), file('BB==')]],
  ['the first of two', [text, image('AA==')], [file('AA==')]],
  ['the last of two', [image('BB=='), text], [file('BB==')]],
  ['one that was not stored', [text, image('AA=='), image('CC==')], 'refused'],
  ['none', [text], undefined],
  ['none, in a plain text', 'out', undefined],
])('of a changed result with %s, other media are stored', (_, content, left) => {
  const written = writeBlock(toolPart, 'result', { type: 'tool_result', tool_use_id: 'toolu_1', content })
  const state = written?.['state'] as Record<string, unknown> | undefined
  expect(state ? state['attachments'] : 'refused').toEqual(left)
})

test('a changed block is written to a part that cannot hold it, or a medium that goes leaves no text', () => {
  const medium = { type: 'file', mime: 'image/png', url: 'data:,' }
  expect(writeBlock(medium, 'file', text)).toEqual({ type: 'text', text: 'out', synthetic: true })
  expect(writeBlock(medium, 'file', image('AA=='))).toBe(medium)
  expect(writeBlock(medium, 'fixed', text)).toBeUndefined()
  expect(writeBlock(medium, 'file', 'out')).toBeUndefined()
})

test.each<[block: unknown, part: unknown]>([
  [text, { type: 'text', text: 'out', synthetic: true, time: { start: 7, end: 7 } }],
  [
    { type: 'thinking', thinking: 'Hm.', signature: 'Es' },
    { type: 'reasoning', text: 'Hm.', time: { start: 7, end: 7 }, metadata: { anthropic: { signature: 'Es' } } },
  ],
  [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'reasoning', text: 'Hm.', time: { start: 7, end: 7 }, metadata: { anthropic: {} } },
  ],
  [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} }, undefined],
  ['out', undefined],
])('the added block %j becomes another part', (block, part) => {
  expect(partOfBlock(block, 7)).toStrictEqual(part)
})

test('rows of two messages that are gone and cannot be told are found otherwise', () => {
  const parts = ['1', '2'].map((id) => rowOf(`prt_${id}`, { type: 'text', text: 'out' }, `msg_${id}`))
  const { findings, messages, repairs } = soundRows({ id: 'ses_1', messages: [], parts }, () => undefined)
  const finding = (id: string): unknown => ({
    code: 'missing_row',
    severity: 'error',
    detail: { table: 'message', id, restored: 'no' },
  })
  expect(findings).toEqual([finding('msg_1'), finding('msg_2')])
  expect([messages, repairs]).toEqual([[], []])
})
