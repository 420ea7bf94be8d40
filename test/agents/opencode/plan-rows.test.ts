import { expect, test } from 'vitest'
import { buildMessages } from '../../../src/agents/opencode/build-messages.ts'
import { planRows } from '../../../src/agents/opencode/plan-rows.ts'
import type { SoundMessage } from '../../../src/agents/opencode/sound-session.ts'
import type { RowChange, StoredRow } from '../../../src/agents/opencode/stored-rows.ts'
import type { Edit } from '../../../src/transcript/edit.ts'

type Value = Record<string, unknown>

const rowOf = (id: string, messageId: string, value: unknown): StoredRow => {
  return { id, messageId, timeCreated: 7, timeUpdated: 8, text: JSON.stringify(value) }
}
const message = (id: string, role: string, parts: Readonly<Record<string, Value>>): SoundMessage => ({
  row: rowOf(id, id, { role }),
  value: { role },
  parts: Object.entries(parts).map(([part, value]) => ({ row: rowOf(part, id, value), value })),
})
const text = (said: string): Value => ({ type: 'text', text: said })
const tool = (callID: string): Value => {
  return { type: 'tool', callID, tool: 'ls', state: { status: 'completed', input: {}, output: 'out' } }
}

// What is sent: the prompt; text and calls; their results.
const built = buildMessages([
  message('msg_1', 'user', { prt_1: text('a') }),
  message('msg_2', 'assistant', {
    prt_2: { type: 'step-start' },
    prt_3: text('b'),
    prt_4: text('c'),
    prt_5: tool('t'),
  }),
  message('msg_3', 'assistant', { prt_6: text('d') }),
])
const [prompt, spoken, answered] = built.map(({ message: { content } }) => content)
const [b, c, call] = spoken as readonly Value[]

const edit = (op: Edit['op'], index: number, content?: unknown, role = built[index]?.message.role): Edit =>
  ({ op, index, before: built[index]?.message, after: { role, content }, because: [], loss: 'none' }) as unknown as Edit

/** What of a change tells: the operation, the row, and what is said in it. */
const shown = ({ op, table, row, ...change }: RowChange): string => {
  const value = 'value' in change ? (change.value as Value) : {}
  return [op, table === 'part' ? [] : table, row.id, value['text'] ?? []].flat().join(' ')
}

test.each<readonly [what: string, edits: readonly Edit[], rows: readonly string[]]>([
  ['nothing', [], []],
  ['a removed prompt', [edit('remove', 0)], ['delete prt_1']],
  ['a removed answer', [edit('remove', 3)], ['delete prt_6']],
  ['a prompt in other words', [edit('replace', 0, [text('z')])], ['update prt_1 z']],
  ['a prompt as a plain text', [edit('replace', 0, 'z')], ['update prt_1 z']],
  ['a prompt that stays as it is', [edit('replace', 0, structuredClone(prompt))], []],
  ['a text that goes', [edit('replace', 1, [c, call])], ['delete prt_3']],
  ['texts that change places', [edit('replace', 1, [c, b, call])], ['update prt_4 b', 'update prt_3 c']],
  ['a call that goes with its result', [edit('replace', 1, [b, c]), edit('remove', 2)], ['delete prt_5']],
  ['a text behind', [edit('replace', 1, [b, c, call, text('n')])], ['insert prt_50 n']],
  [
    'two texts behind',
    [edit('replace', 1, [b, c, call, text('n'), text('m')])],
    ['insert prt_50 n', 'insert prt_500 m'],
  ],
  [
    'three texts behind',
    [edit('replace', 1, [b, c, call, text('n'), text('m'), text('o')])],
    ['insert prt_50 n', 'insert prt_500 m', 'insert prt_5000 o'],
  ],
  ['a text between', [edit('replace', 1, [b, text('n'), c, call])], ['insert prt_30 n']],
  [
    'a text in front of all, behind what is not sent',
    [edit('replace', 1, [text('n'), b, c, call])],
    ['insert prt_20 n'],
  ],
  ['a text in front of a prompt', [edit('replace', 0, [text('n'), ...prompt!])], ['insert prt_0000000000001 n']],
  [
    'two texts in front of all',
    [edit('replace', 0, [text('n'), ...prompt!]), edit('replace', 3, [text('m'), text('d')])],
    ['insert prt_0000000000001 n', 'insert prt_00000000000003 m'],
  ],
  ['a text and a removal', [edit('replace', 0, [text('z')]), edit('remove', 3)], ['update prt_1 z', 'delete prt_6']],
])('%s is written to other rows', (_, edits, rows) => {
  expect(planRows(built, edits, []).map(shown)).toEqual(rows)
})

test.each<readonly [what: string, edit: Edit, says: string]>([
  ['a message of another role', edit('replace', 0, prompt, 'assistant'), 'another role (message 0)'],
  ['a result without its call', edit('remove', 2), 'a call without its result (message 1)'],
  ['a call with no input', edit('replace', 1, [b, c, { ...call, input: 'in' }]), 'a changed block (message 1)'],
  ['a text behind results', edit('replace', 2, [...answered!, text('n')]), 'an added block (message 2)'],
  [
    'a call of which there is no part',
    edit('replace', 1, [b, c, call, { ...call, id: 'u' }]),
    'an added block (message 1)',
  ],
  [
    'a message between a call and its result',
    edit('insert', 2, [text('n')], 'user'),
    'a message inside another one (message 2)',
  ],
])('%s is written all the same', (_, given, says) => {
  expect(() => planRows(built, [given], [])).toThrow(`The session's storage cannot hold ${says}.`)
})

test('a repair of a row that an edit changes as well is written twice, or another one is lost', () => {
  const repair = (at: number, part: number): RowChange => {
    const { row, value } = built[at]!.row.parts[part]!
    return { op: 'update', table: 'part', row, value: { ...value, text: 'repaired' } }
  }
  const rows = planRows(built, [edit('replace', 0, [text('z')])], [repair(0, 0), repair(3, 0)])
  expect(rows.map(shown)).toEqual(['update prt_6 repaired', 'update prt_1 z'])
  const [added] = planRows(built, [edit('replace', 1, [b, c, call, text('n')])], [])
  expect(added).toMatchObject({ table: 'part', row: { messageId: 'msg_2', timeCreated: 7, timeUpdated: 7 } })
})
