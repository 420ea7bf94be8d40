import { describe, expect, test } from 'vitest'
import { syntheticMark } from '../../src/faults/synthetic-text.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import { findLinterFormat } from '../../src/repair/find-linter-format.ts'
import type { Placed } from '../../src/lint/apply-draft.ts'
import { collectEdits } from '../../src/repair/collect-edits.ts'
import type { Fixpoint } from '../../src/repair/fixpoint.ts'
import { settingsOf } from '../../src/repair/lint-settings.ts'
import { repair } from '../../src/repair/repair.ts'
import type { RepairOptions } from '../../src/repair/repair-options.ts'
import { standIn } from '../../src/repair/stand-in.ts'
import { withoutForeignIndex } from '../../src/repair/without-foreign-index.ts'

const format = 'anthropic-messages'
const blank = { type: 'blank_text', loss: 'none' } as const
const missing = { type: 'tool_result_missing', loss: 'synthesised' } as const

test('a plan tells other edits than were made, or in another order', () => {
  const placed: Placed[] = [
    { raw: 'x', origin: null, causes: [missing] },
    { raw: 'y', origin: null, causes: [blank] },
    { raw: 'a', origin: 0, causes: [] },
    { raw: 'B', origin: 1, causes: [blank, missing, blank] },
    { raw: 'd', origin: 3, causes: [] },
    { raw: 'z', origin: null, causes: [] },
  ]
  const removed = [{ origin: 2, causes: [blank] }]
  expect(collectEdits(['a', 'b', 'c', 'd'], { placed, removed } as unknown as Fixpoint)).toEqual([
    { op: 'insert', index: 0, after: 'x', because: ['tool_result_missing'], loss: 'synthesised' },
    { op: 'insert', index: 0, after: 'y', because: ['blank_text'], loss: 'none' },
    {
      op: 'replace',
      index: 1,
      before: 'b',
      after: 'B',
      because: ['blank_text', 'tool_result_missing'],
      loss: 'synthesised',
    },
    { op: 'remove', index: 2, before: 'c', because: ['blank_text'], loss: 'none' },
    { op: 'insert', index: 4, after: 'z', because: [], loss: 'none' },
  ])
})

describe('a list of which nothing is left', () => {
  const { format: found, ...settings } = settingsOf(findLinterFormat(format), { format }, [])
  const standing: Placed[] = [{ raw: 'a', origin: 0, causes: [] }]

  test('stays empty, or is filled without a mark or a cause', () => {
    const [stand, ...others] = standIn([], { format: found, ...settings }, 'synthesised')
    expect(others).toEqual([])
    expect(stand).toEqual({
      raw: { role: 'user', content: [{ type: 'text', text: expect.stringContaining(syntheticMark) as string }] },
      origin: null,
      causes: [{ type: 'conversation_empty', loss: 'synthesised' }],
    })
  })
  test('is filled where something is left, in a store, or without consent', () => {
    expect(standIn(standing, { format: found, ...settings }, 'synthesised')).toBe(standing)
    expect(standIn([], { format: found, ...settings, purpose: 'stored' }, 'synthesised')).toEqual([])
    expect(standIn([], { format: found, ...settings }, 'none')).toEqual([])
  })
})

describe('an index of another list', () => {
  const detected = { type: 'blank_text', messageIndex: 3, blockIndex: 1, text: 'input[3] is wrong' } as const
  const place = { messageIndex: 3, blockIndex: 1 }
  type Row = [
    indexForms: RegExp[] | undefined,
    path: string | undefined,
    messageIndex: number | undefined,
    kept: object,
  ]
  const rows: readonly Row[] = [
    [[/messages\.\d/, /input\[\d/], 'input', 3, place],
    [[/messages\.\d/], 'input', 3, {}],
    [[/messages\.\d/], undefined, 3, place],
    [[], undefined, 3, {}],
    [[], 'input', 3, {}],
    [undefined, 'input', 3, place],
    [[/messages\.\d/], 'input', undefined, { blockIndex: 1 }],
  ]
  test.each(rows)('is kept, or one of this list is not, where indexes look like %j and the path is %s', (...row) => {
    const [indexForms, path, messageIndex, kept] = row
    const { messageIndex: _, ...rest } = detected
    const said = { ...rest, ...(path !== undefined && { path }), ...(messageIndex !== undefined && { messageIndex }) }
    const left = withoutForeignIndex(said, indexForms === undefined ? {} : { indexForms })
    expect(left).toEqual({ type: 'blank_text', text: detected.text, ...(path !== undefined && { path }), ...kept })
  })
  test('there are no rows', () => expect(rows).toHaveLength(7))
})

/** What a repair comes to: its edits with their causes and price, what was found and what is left. */
function told(
  messages: readonly unknown[],
  options: Omit<RepairOptions, 'format'>,
  name: FormatName = format,
): string[] {
  const result = repair(messages, { format: name, ...options })
  expect(result.changed).toBe(result.edits.length > 0 || result.request !== undefined)
  expect(result.messages === messages).toBe(result.edits.length === 0)
  const types = (faults: typeof result.faults): string => faults.map(({ type }) => type).join(' ') || 'nothing'
  return [
    `${types(result.faults)} → ${types(result.remaining)}, ${result.ok ? 'ok' : 'not ok'}, ${result.loss}`,
    ...result.edits.map(({ because, index, loss, op }) => `${op} ${index}: ${because.join(' ')} (${loss})`),
    ...(result.request ? [JSON.stringify(result.request)] : []),
    ...(result.betas ? [result.betas.join()] : []),
  ]
}

const user = (content: unknown): object => ({ role: 'user', content })
const text = (value: string): object => ({ type: 'text', text: value })
const said = (...content: object[]): object => ({ role: 'assistant', content })
const thought = (of: string): object => ({
  type: 'thinking',
  thinking: of,
  signature: Buffer.from(of).toString('base64'),
})
const call = (id: string): object => ({ type: 'tool_use', id, name: 'read', input: {} })
const model = 'claude-sonnet-4-5'
const invalid = 'thinking_signature_invalid'
const thinking = [
  user('a'),
  said(thought('one'), text('b'), call('1')),
  user([{ type: 'tool_result', tool_use_id: '1', content: 'r' }]),
  said(thought('two'), text('c')),
  user('d'),
  said(thought('three'), thought('four'), text('e')),
  user('f'),
]
const signature = (place: string): Error => new Error(`400 ${place}Invalid \`signature\` in \`thinking\` block`)

test.each<[what: string, messages: readonly unknown[], options: Omit<RepairOptions, 'format'>, outcome: string[]]>([
  [
    'a place',
    thinking,
    { error: signature('messages.5.content.1: ') },
    [`${invalid} → nothing, ok, synthesised`, `replace 5: ${invalid} (synthesised)`],
  ],
  [
    'a place, two rungs up',
    thinking,
    { error: signature('messages.1.content.0: '), rung: 'all' },
    [
      `${invalid} ${invalid} ${invalid} ${invalid} → nothing, ok, synthesised`,
      `replace 1: ${invalid} (synthesised)`,
      `replace 3: ${invalid} (synthesised)`,
      `replace 5: ${invalid} (synthesised)`,
    ],
  ],
  [
    'a place, one rung up',
    thinking,
    { error: signature('messages.1.content.0: '), rung: 'turn' },
    [
      `${invalid} ${invalid} ${invalid} ${invalid} → nothing, ok, synthesised`,
      `replace 1: ${invalid} (synthesised)`,
      `replace 3: ${invalid} (synthesised)`,
      `replace 5: ${invalid} (synthesised)`,
    ],
  ],
  [
    'a place that holds none',
    thinking,
    { error: signature('messages.0.content.0: ') },
    [
      `${invalid} ${invalid} ${invalid} ${invalid} → nothing, ok, synthesised`,
      `replace 1: ${invalid} (synthesised)`,
      `replace 3: ${invalid} (synthesised)`,
      `replace 5: ${invalid} (synthesised)`,
    ],
  ],
  [
    'a place that holds none, and no further',
    thinking,
    { error: signature('messages.0.content.0: '), upTo: 'turn' },
    ['nothing → nothing, ok, none'],
  ],
  [
    'no place',
    thinking,
    { error: signature('') },
    [
      `${invalid} ${invalid} ${invalid} ${invalid} → nothing, ok, synthesised`,
      `replace 1: ${invalid} (synthesised)`,
      `replace 3: ${invalid} (synthesised)`,
      `replace 5: ${invalid} (synthesised)`,
    ],
  ],
  [
    'no place, but the caller does',
    thinking,
    { error: signature(''), index: 3 },
    [
      `${invalid} ${invalid} ${invalid} → nothing, ok, synthesised`,
      `replace 3: ${invalid} (synthesised)`,
      `replace 5: ${invalid} (synthesised)`,
    ],
  ],
  [
    'a place, and the caller another',
    thinking,
    { error: signature('messages.1.content.0: '), index: 3 },
    [
      `${invalid} ${invalid} ${invalid} ${invalid} → nothing, ok, synthesised`,
      `replace 1: ${invalid} (synthesised)`,
      `replace 3: ${invalid} (synthesised)`,
      `replace 5: ${invalid} (synthesised)`,
    ],
  ],
  ['no structure', thinking, { error: new Error('429 rate limit') }, ['nothing → nothing, ok, none']],
  [
    'nothing, of a call without a result',
    [user('a'), said(call('1')), user('b')],
    {},
    ['tool_result_missing → nothing, ok, synthesised', 'replace 2: tool_result_missing (synthesised)'],
  ],
  [
    'nothing, without consent',
    [user('a'), said(call('1')), user('b')],
    { allow: 'none' },
    ['tool_result_missing → tool_result_missing, not ok, none'],
  ],
  [
    'nothing, of two faults with consent to one',
    [user(' '), said(call('1')), user('b')],
    { allow: 'none' },
    ['blank_text tool_result_missing → blank_text tool_result_missing, not ok, none'],
  ],
  [
    'nothing, of a list of blanks',
    [user(' ')],
    {},
    [
      'blank_text → nothing, ok, synthesised',
      'insert 0: conversation_empty (synthesised)',
      'remove 0: blank_text (none)',
    ],
  ],
  [
    'nothing, of a list of blanks in a store',
    [user(' ')],
    { purpose: 'stored' },
    ['blank_text → blank_text, not ok, none'],
  ],
  [
    'nothing, of an edit before bound thinking',
    [user('a'), said(text('b')), user([text('x'), text(' ')]), said(thought('c'), text('d')), user('e')],
    { request: { model: 'claude-opus-5-5' } },
    [
      'blank_text → nothing, ok, synthesised',
      'replace 2: blank_text (none)',
      '{"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}}}',
      'thinking-binding-controls-2026-08-01',
    ],
  ],
])('an error that tells %s leads to another repair', (_, messages, { request = {}, ...options }, outcome) => {
  expect(told(messages, { request: { model, ...request }, ...options })).toEqual(outcome)
})
