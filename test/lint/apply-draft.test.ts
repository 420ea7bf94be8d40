import { describe, expect, test } from 'vitest'
import type { Loss } from '../../src/faults/loss.ts'
import { findFormat } from '../../src/formats/index.ts'
import { type AppliedDraft, applyDraft, placeAll, type Placed } from '../../src/lint/apply-draft.ts'
import { Draft } from '../../src/lint/draft.ts'
import { noChanges } from '../../src/lint/draft-changes.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import type { Message } from '../../src/transcript/transcript.ts'

const format = findFormat('anthropic-messages')
const rules = format.rules({})
const text = (value: string): object => ({ type: 'text', text: value })
const user = (content: unknown): object => ({ role: 'user', content })

type Fix = (edit: Draft, messages: readonly Message[]) => void

function applied(
  list: readonly unknown[],
  fixes: readonly (readonly [Fix, Loss])[],
  before = placeAll(list),
): AppliedDraft {
  const transcript = readTranscript(list, format, rules)
  const changes = noChanges()
  for (const [fix, loss] of fixes) {
    const draft = new Draft(transcript, format, rules, {})
    fix(draft, transcript.messages)
    draft.commit(changes, { type: 'blank_text', loss })
  }
  return applyDraft(transcript, changes, format, before)
}

const [one, two, three] = [user('one'), user([text('two'), text('2')]), user([text('three')])]
const list = [one, two, three]
const at = (index: number, block: number) => (messages: readonly Message[]) => messages[index]!.blocks[block]!

describe('a draft that', () => {
  type Row = readonly [
    name: string,
    fixes: readonly Fix[],
    raw: readonly unknown[],
    origins: readonly (number | null)[],
    removed: readonly number[],
  ]
  const rows: readonly Row[] = [
    ['is empty', [], list, [0, 1, 2], []],
    ['writes what is there', [(edit, all) => edit.replace(at(1, 0)(all), text('two'))], list, [0, 1, 2], []],
    ['sets a field to what it is', [(edit, all) => edit.setField(all[0]!, 'role', 'user')], list, [0, 1, 2], []],
    [
      'replaces the first block',
      [(edit, all) => edit.replace(at(1, 0)(all), text('II'))],
      [one, user([text('II'), text('2')]), three],
      [0, 1, 2],
      [],
    ],
    [
      'removes the last block',
      [(edit, all) => edit.remove(at(1, 1)(all))],
      [one, user([text('two')]), three],
      [0, 1, 2],
      [],
    ],
    [
      'makes one block two',
      [(edit, all) => edit.replace(at(2, 0)(all), text('3'), text('three'))],
      [one, two, user([text('3'), text('three')])],
      [0, 1, 2],
      [],
    ],
    [
      'makes a whole text another',
      [(edit, all) => edit.replace(at(0, 0)(all), 'ONE')],
      [user('ONE'), two, three],
      [0, 1, 2],
      [],
    ],
    [
      'makes a whole text blocks',
      [(edit, all) => edit.replace(at(0, 0)(all), text('1'), text('one'))],
      [user([text('1'), text('one')]), two, three],
      [0, 1, 2],
      [],
    ],
    ['removes all blocks of the first', [(edit, all) => edit.remove(at(0, 0)(all))], [two, three], [1, 2], [0]],
    [
      'removes all blocks of one in two fixes',
      [(edit, all) => edit.remove(at(1, 0)(all)), (edit, all) => edit.remove(at(1, 1)(all))],
      [one, three],
      [0, 2],
      [1],
    ],
    ['removes the last message', [(edit, all) => edit.removeMessage(all[2]!)], [one, two], [0, 1], [2]],
    [
      'removes two messages',
      [(edit, all) => edit.removeMessage(all[0]!), (edit, all) => edit.removeMessage(all[2]!)],
      [two],
      [1],
      [0, 2],
    ],
    [
      'takes a block and gives one',
      [(edit, all) => edit.remove(at(2, 0)(all)), (edit, all) => edit.insert(all[2]!, 1, text('new'))],
      [one, two, user([text('new')])],
      [0, 1, 2],
      [],
    ],
    [
      'inserts in front of a text',
      [(edit, all) => edit.insert(all[0]!, 0, text('new'))],
      [user([text('new'), text('one')]), two, three],
      [0, 1, 2],
      [],
    ],
    [
      'inserts behind the last block',
      [(edit, all) => edit.insert(all[1]!, 9, text('new'))],
      [one, user([text('two'), text('2'), text('new')]), three],
      [0, 1, 2],
      [],
    ],
    [
      'inserts two at one place',
      [(edit, all) => edit.insert(all[1]!, 1, text('a')), (edit, all) => edit.insert(all[1]!, 1, text('b'))],
      [one, user([text('two'), text('a'), text('b'), text('2')]), three],
      [0, 1, 2],
      [],
    ],
    [
      'creates the first message',
      [(edit) => edit.insertMessage(0, 'user', [text('new')])],
      [user([text('new')]), ...list],
      [null, 0, 1, 2],
      [],
    ],
    [
      'creates the last message',
      [(edit) => edit.insertMessage(3, 'user', [text('new')])],
      [...list, user([text('new')])],
      [0, 1, 2, null],
      [],
    ],
    [
      'creates two of one role at one place',
      [(edit) => edit.insertMessage(1, 'user', [text('a')]), (edit) => edit.insertMessage(1, 'user', [text('b')])],
      [one, user([text('a'), text('b')]), two, three],
      [0, null, 1, 2],
      [],
    ],
    [
      'does each of its changes in one fix',
      [
        (edit, all) => {
          edit.insert(all[1]!, 1, text('a'))
          edit.insert(all[1]!, 1, text('b'))
          edit.insertRaw(1, 'c')
          edit.insertMessage(1, 'user', [text('d')])
          edit.insertMessage(1, 'user', [text('e')])
          edit.insertMessage(1, 'assistant', [text('f')])
          edit.insertRaw(1, 'g')
        },
      ],
      [
        one,
        'c',
        user([text('d'), text('e')]),
        { role: 'assistant', content: [text('f')] },
        'g',
        user([text('two'), text('a'), text('b'), text('2')]),
        three,
      ],
      [0, null, null, null, null, 1, 2],
      [],
    ],
    [
      'moves the first behind the last',
      [(edit, all) => edit.moveMessage(all[0]!, 3)],
      [two, three, one],
      [1, 2, null],
      [0],
    ],
  ]
  test.each(rows)('%s leaves another list', (_, fixes, raw, origins, removed) => {
    const result = applied(
      list,
      fixes.map((fix) => [fix, 'none']),
    )
    expect(result.placed.map((placed) => placed.raw)).toEqual(raw)
    expect(result.placed.map(({ origin }) => origin)).toEqual(origins)
    expect(result.removed.map(({ origin }) => origin)).toEqual(removed)
  })
  test('there are no rows', () => expect(rows).toHaveLength(21))
})

test.each<[string, Fix]>([
  ['a block', (edit, all) => edit.replace(at(1, 0)(all), text('two'))],
  ['two blocks', (edit, all) => [0, 1].forEach((index) => edit.replace(at(1, index)(all), all[1]!.blocks[index]!.raw))],
  ['a field', (edit, all) => edit.setField(all[1]!, 'role', 'user')],
  ['a message', (edit, all) => edit.replaceMessage(all[1]!, structuredClone(two))],
])('%s that becomes what it was is an edit (I6)', (_, fix) => {
  const before = placeAll(list)
  const { placed } = applied(list, [[fix, 'lossy']], before)
  expect(placed).toHaveLength(3)
  for (const [index, same] of placed.entries()) expect(same).toBe(before[index])
})

test.each(['', null, undefined])('a block that comes to a message of %j stands beside a text', (content) => {
  const { placed } = applied([user(content)], [[(edit, all) => edit.insert(all[0]!, 0, text('new')), 'none']])
  expect(placed.map(({ raw }) => raw)).toEqual([user([text('new')])])
})

test('a message that comes does not say why, each time', () => {
  const { placed } = applied(list, [
    [(edit) => edit.insertMessage(0, 'user', [text('a')]), 'none'],
    [(edit) => edit.insertMessage(0, 'user', [text('b')]), 'synthesised'],
    [(edit) => edit.insertRaw(3, 'raw'), 'lossy'],
  ])
  const losses = placed.map(({ causes }) => causes.map(({ loss }) => loss))
  expect(losses).toEqual([['none', 'synthesised'], [], [], [], ['lossy']])
})

test('a message without blocks goes because a field of it changes', () => {
  const empty = user('')
  const { placed, removed } = applied([empty], [[(edit, all) => edit.setField(all[0]!, 'name', 'n'), 'none']])
  expect([placed.map(({ raw }) => raw), removed]).toEqual([[{ ...empty, name: 'n' }], []])
})

describe('a message of an earlier pass', () => {
  const cause = { type: 'role_order', loss: 'synthesised' } as const
  const before: readonly Placed[] = [
    { raw: one, origin: null, causes: [cause] },
    { raw: two, origin: 7, causes: [cause] },
    { raw: three, origin: 8, causes: [] },
  ]
  const because = { type: 'blank_text', loss: 'lossy' } as const

  test('that is changed again forgets why it was changed first, or where it stood', () => {
    const { placed } = applied(list, [[(edit, all) => edit.replace(at(1, 0)(all), text('II')), 'lossy']], before)
    expect(placed.map(({ causes, origin }) => [origin, causes])).toEqual([
      [null, [cause]],
      [7, [cause, because]],
      [8, []],
    ])
    expect([placed[0], placed[2]]).toEqual([before[0], before[2]])
  })

  test('that is new and goes again is reported as removed, or an old one is not', () => {
    const fix: Fix = (edit, all) => {
      edit.removeMessage(all[0]!)
      edit.removeMessage(all[1]!)
    }
    expect(applied(list, [[fix, 'lossy']], before)).toEqual({
      placed: [before[2]],
      removed: [{ origin: 7, causes: [cause, because] }],
    })
  })
})
