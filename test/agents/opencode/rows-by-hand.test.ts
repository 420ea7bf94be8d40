import { expect, test } from 'vitest'
import { sinceCompaction, withoutReverted } from '../../../src/agents/opencode/history.ts'
import { withMissingMessages } from '../../../src/agents/opencode/missing-messages.ts'
import { soundRows } from '../../../src/agents/opencode/sound-rows.ts'
import type { SoundMessage } from '../../../src/agents/opencode/sound-session.ts'
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

const partsOf = (id: string, parts: readonly string[]): SoundMessage => ({
  ...asked(id),
  parts: parts.map((part) => ({ row: rowOf(part, {}, id), value: {} })),
})

test.each<[revert: unknown, sent: readonly string[]]>([
  [undefined, ['u1 p1', 'u2 p2 p3 p4', 'u3']],
  [null, ['u1 p1', 'u2 p2 p3 p4', 'u3']],
  ['u2', ['u1 p1', 'u2 p2 p3 p4', 'u3']],
  [{ partID: 'p3' }, ['u1 p1', 'u2 p2 p3 p4', 'u3']],
  [{ messageID: 'none' }, ['u1 p1', 'u2 p2 p3 p4', 'u3']],
  [{ messageID: 'u1' }, []],
  [{ messageID: 'u2' }, ['u1 p1']],
  [{ messageID: 'u2', partID: 7 }, ['u1 p1']],
  [{ messageID: 'u2', partID: 'p3' }, ['u1 p1', 'u2 p2']],
  [{ messageID: 'u2', partID: 'p2' }, ['u1 p1', 'u2']],
])('reverted to %j, a session sends more or less', (revert, sent) => {
  const stored = [partsOf('u1', ['p1']), partsOf('u2', ['p2', 'p3', 'p4']), asked('u3')]
  const shown = withoutReverted(stored, revert).map(({ row, parts }) => [row, ...parts.map((part) => part.row)])
  expect(shown.map((rows) => rows.map(({ id }) => id).join(' '))).toEqual(sent)
})

test.each<[told: readonly [id: string, created: number, updated: number][], rows: string]>([
  [[['m1', 1, 2]], 'z 50, m3 30, m1 10, a 5'],
  [[['m2', 20, 25]], 'a 5, m1 10, m2 20 25, m3 30, z 50'],
  [[['m2', 5, 6]], 'a 5, m1 10, m2 10 10, m3 30, z 50'],
  [[['m2', 99, 99]], 'a 5, m1 10, m2 30 99, m3 30, z 50'],
  [[['0', 3, 4]], '0 3 4, a 5, m1 10, m3 30, z 50'],
  [[['zz', 60, 61]], 'a 5, m1 10, m3 30, z 50, zz 60 61'],
  [
    [
      ['m4', 40, 44],
      ['m2', 25, 21],
      ['m2', 22, 29],
    ],
    'a 5, m1 10, m2 22 29, m3 30, m4 40 44, z 50',
  ],
  [
    [
      ['m4', 30, 30],
      ['m2', 30, 30],
    ],
    'a 5, m1 10, m2 30 30, m3 30, m4 30 30, z 50',
  ],
])('for the parts %j a message is made at another place or time', (told, rows) => {
  const at = (id: string, messageId: string, timeCreated: number, timeUpdated: number): StoredRow => {
    return { ...rowOf(id, {}, messageId), timeCreated, timeUpdated }
  }
  const messages = [at('z', 'z', 50, 0), at('m3', 'm3', 30, 0), at('m1', 'm1', 10, 0), at('a', 'a', 5, 0)]
  const parts = told.map(([id, created, updated], index) => at(`p${index}`, id, created, updated))
  const made = withMissingMessages({ id: 's', messages, parts }).messages
  expect(made.map((row) => `${row.id} ${row.timeCreated} ${row.timeUpdated || ''}`.trim()).join(', ')).toBe(rows)
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
  [{ type: 'image', source: { type: 'url', url: 'a' } }, undefined],
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
