import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import type { Rules } from '../../src/formats/rules.ts'
import { diagnose, type RecoveryErrorType, repair } from '../../src/index.ts'
import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'
import { assistant, call, image, result, text, thinking, user } from './anthropic.ts'

/* What a fault says of itself: its place, its detail and its price; and what of its kind is none. */

interface Row {
  readonly what: string
  readonly type: RecoveryErrorType
  readonly format: FormatName
  readonly list: readonly unknown[]
  readonly request?: Readonly<Record<string, unknown>>
  readonly rules?: Partial<Rules>
  readonly found: readonly unknown[]
}

const claude = { format: 'anthropic-messages', request: { model: 'claude-sonnet-4-5' } } as const
const asked = { ...claude.request, thinking: { type: 'enabled', budget_tokens: 2048 } }
const responses = { format: 'openai-responses', request: { model: 'gpt-5' } } as const
const item = (type: string, id: unknown, more: object = {}): object => ({ type, id, ...more })
const said = (id: unknown): object =>
  item('message', id, { role: 'assistant', content: [{ type: 'output_text', text: 'hi', annotations: [] }] })
const reasoning = (id: string): object => item('reasoning', id, { summary: [], encrypted_content: 'x' })
const ask = { role: 'user', content: 'Hi' }
const part = (key: 'functionCall' | 'functionResponse', id: string): object => ({
  [key]: { id, name: 'f', [key === 'functionCall' ? 'args' : 'response']: {} },
})
const dot = tinyPng().data
const mixed = [user('a'), assistant(call('x')), user(result('x'), text('b'), text(' ')), assistant(text('c'))]

const rows: readonly Row[] = [
  {
    what: 'a loop that does not begin with thinking',
    type: 'thinking_block_order',
    ...claude,
    request: asked,
    rules: { thinkingDemanded: true },
    list: [user('a'), assistant(text('b'), call('x')), user(result('x'))],
    found: [[1, 0, { reason: 'final turn must start with thinking' }, 'synthesised']],
  },
  {
    what: 'thinking behind a text',
    type: 'thinking_block_order',
    ...claude,
    list: [user('a'), assistant(text('b'), thinking(), thinking('Oh.')), user('c')],
    found: [[1, 1, { reason: 'must lead' }, 'synthesised']],
  },
  {
    what: 'a result behind a text',
    type: 'tool_result_misplaced',
    ...claude,
    list: [user('a'), assistant(call('x')), user(text('wait'), result('x')), assistant(text('b'))],
    found: [[2, 1, { callId: 'x', reason: 'order' }, 'none']],
  },
  {
    what: 'a result one turn late',
    type: 'tool_result_misplaced',
    ...claude,
    list: [user('a'), assistant(call('x')), user('b'), assistant(text('c')), user(result('x'))],
    found: [[4, 0, { callId: 'x', reason: 'turn' }, 'none']],
  },
  {
    what: 'a text beside results that must be alone',
    type: 'tool_result_misplaced',
    ...claude,
    rules: { resultsAlone: true },
    list: mixed,
    found: [[2, 1, { reason: 'mixed turn' }, 'synthesised']],
  },
  {
    what: 'calls of one turn in two messages',
    type: 'tool_result_misplaced',
    format: 'gemini',
    list: [
      { role: 'user', parts: [{ text: 'a' }] },
      { role: 'model', parts: [part('functionCall', 'a')] },
      { role: 'model', parts: [part('functionCall', 'b')] },
      { role: 'user', parts: [part('functionResponse', 'a'), part('functionResponse', 'b')] },
    ],
    found: [[2, undefined, { reason: 'call turn', count: 2 }, 'none']],
  },
  {
    what: 'results of one turn in two messages',
    type: 'tool_result_misplaced',
    format: 'gemini',
    list: [
      { role: 'user', parts: [{ text: 'a' }] },
      { role: 'model', parts: [part('functionCall', 'a'), part('functionCall', 'b')] },
      { role: 'user', parts: [part('functionResponse', 'a')] },
      { role: 'user', parts: [part('functionResponse', 'b')] },
    ],
    found: [[3, 0, { callId: 'b', reason: 'count' }, 'none']],
  },
  {
    what: 'reasoning at the end',
    type: 'reasoning_item_unpaired',
    ...responses,
    list: [ask, reasoning('rs_1')],
    found: [[1, undefined, { reason: 'last item' }, 'synthesised']],
  },
  {
    what: 'reasoning before the next prompt, behind another',
    type: 'reasoning_item_unpaired',
    ...responses,
    list: [ask, reasoning('rs_1'), reasoning('rs_2'), ask],
    found: [
      [1, undefined, { reason: 'followed by message' }, 'synthesised'],
      [2, undefined, { reason: 'followed by message' }, 'synthesised'],
    ],
  },
  {
    what: 'reasoning before its message',
    type: 'reasoning_item_unpaired',
    ...responses,
    list: [ask, reasoning('rs_1'), said('msg_1')],
    found: [],
  },
  {
    what: 'an id that is too long by one',
    type: 'item_id_invalid',
    ...responses,
    list: [ask, said(`msg_${'a'.repeat(61)}`), ask],
    found: [[1, undefined, { type: 'message', reason: 'longer than 64' }, 'none']],
  },
  {
    what: 'an id as long as may be',
    type: 'item_id_invalid',
    ...responses,
    list: [ask, said(`msg_${'a'.repeat(60)}`), ask],
    found: [],
  },
  {
    what: 'ids of another kind, form and type',
    type: 'item_id_invalid',
    ...responses,
    list: [ask, said('rs_1'), said('msg 1'), said(7), said('msg_1'), ask],
    found: [
      [1, undefined, { type: 'message', reason: 'does not begin with msg' }, 'none'],
      [2, undefined, { type: 'message', reason: 'illegal characters' }, 'none'],
      [3, undefined, { type: 'message', reason: 'a number' }, 'none'],
    ],
  },
  {
    what: 'one image too many, in a message and in a result',
    type: 'media_limit_exceeded',
    ...claude,
    rules: { media: { maxCount: 2, maxBytes: 1e6, maxPixels: 8000, manyCount: 20, manyPixels: 2000 } as never },
    list: [user(image(dot), text('a')), assistant(call('x')), user(result('x', [image(dot), image(dot)]))],
    found: [[0, 0, { count: 1, reason: 'is one too many' }, 'lossy']],
  },
  {
    what: 'an image above the bytes and one above the pixels',
    type: 'media_limit_exceeded',
    ...claude,
    list: [user(image(dot + 'A'.repeat(14_000_000)), image(tinyPng(8001, 1).data), image(tinyPng(8000, 1).data))],
    found: [
      [0, 0, { count: 1, reason: 'is too large' }, 'lossy'],
      [0, 1, { count: 1, reason: 'has too many pixels' }, 'lossy'],
    ],
  },
]

test.each(rows)('$what is not told, or not at its place and price', ({ format, found, list, request, rules, type }) => {
  const { faults } = diagnose(list, { format, ...(request && { request }), ...(rules && { rules }) })
  const told = faults
    .filter((fault) => fault.type === type)
    .map(({ at, detail, loss }) => [at?.messageIndex, at?.blockIndex, detail, loss])
  expect(told).toEqual(found)
})

test('there are no rows', () => expect(rows).toHaveLength(15))

test('a text beside results that must be alone is lost, or answers before them (I4)', () => {
  const options = { ...claude, rules: { resultsAlone: true } }
  const { messages, loss } = repair(mixed, options)
  expect(loss).toBe('synthesised')
  expect(messages.slice(0, 2)).toEqual(mixed.slice(0, 2))
  expect(messages[2]).toEqual(user(result('x')))
  expect(messages[3]).toMatchObject({
    role: 'assistant',
    content: [{ text: expect.stringContaining('[session-recovery]') }],
  })
  expect(messages[4]).toMatchObject({ role: 'user', content: [text('b')] })
  expect(messages.at(-1)).toEqual(mixed.at(-1))
})
