import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

type Item = Record<string, unknown>

const format = 'openai-responses'
const ask: Item = { role: 'user', content: 'Look.' }
const reply: Item = { role: 'assistant', content: 'Done.' }

function refused(message: string, param: string): object {
  return { status: 400, error: { message, type: 'invalid_request_error', param, code: 'invalid_value' } }
}

function repaired(items: readonly Item[], error: object): readonly unknown[] {
  return repair(items, { format, error }).messages
}

// One item is named, and the next would be by the next error.
describe('a prefix that an error wants of one item is not learnt of the others of its type', () => {
  const asked: Readonly<Record<string, Item>> = {
    shell_call: { action: { commands: ['ls'] } },
    apply_patch_call: { status: 'completed', operation: { type: 'delete_file', path: 'a' } },
  }
  const gave: Readonly<Record<string, Item>> = { shell_call: { output: [] }, apply_patch_call: { status: 'completed' } }
  const call = (type: string, at: number, id?: string): Item[] => [
    { type, call_id: `c${at}`, ...asked[type], ...(id && { id }) },
    { type: `${type}_output`, call_id: `c${at}`, ...gave[type] },
  ]
  const list = (type: string, ids: readonly (string | undefined)[]): Item[] => [
    ask,
    ...ids.flatMap((id, at) => call(type, at, id)),
    reply,
    ask,
  ]
  test.each([
    ['shell_call', 'sh'],
    ['apply_patch_call', 'apc'],
  ])('%s', (type, prefix) => {
    const error = (at: number): object =>
      refused(`Invalid 'input[${at}].id': 'item_1'. Expected an ID that begins with '${prefix}'.`, `input[${at}].id`)
    const legal = `${prefix}_1`
    for (const [ids, at, left] of [
      [['item_1', 'item_2', 'item_3'], 1, [undefined, undefined, undefined]],
      [[legal, 'item_2', 'item_3'], 3, [legal, undefined, undefined]],
      [[legal, undefined, 'item_3'], 5, [legal, undefined, undefined]],
    ] as const)
      expect(repaired(list(type, ids), error(at))).toEqual(list(type, left))
  })
})

describe('what an item must have is asked for one field after the other', () => {
  const ran: Item = { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1', status: 'completed' }
  test.each([['code'], ['outputs']])('%s is named', (field) => {
    const error = (at: number): object =>
      refused(`Missing required parameter: 'input[${at}].${field}'.`, `input[${at}].${field}`)
    const whole = { ...ran, code: null, outputs: null }
    const second = { ...ran, id: 'ci_2', code: 'print(1)' }
    expect(repaired([ran, reply, ask], error(0))).toEqual([whole, reply, ask])
    expect(repaired([ask, ran, second, reply, ask], error(1))).toEqual([
      ask,
      whole,
      { ...second, outputs: null },
      reply,
      ask,
    ])
  })
})

describe('a field that is refused of messages alone stays in a part that an error names', () => {
  const said: Item = { role: 'assistant', content: [{ type: 'output_text', text: 'Hello', annotations: [] }] }
  test.each([['annotations'], ['name'], ['reasoning']])('%s', (field) => {
    const asked = (more: Item): Item => ({ role: 'user', content: [{ type: 'input_text', text: 'a', ...more }] })
    const param = (at: number): string => `input[${at}].content[0].${field}`
    for (const at of [0, 2]) {
      const error = refused(`Unknown parameter: '${param(at)}'.`, param(at))
      const more = { [field]: [] }
      expect(repaired([asked(more), said, asked(more)], error)).toEqual([asked({}), said, asked({})])
    }
  })
})

// Of a program with a type of its own for all texts: no error was of use, for the part had become another one.
describe('a part of reasoning that is written in the type it should have keeps the fields of its former type', () => {
  const said = { type: 'text', text: 'Hm.', annotations: [], logprobs: [] }
  test.each([
    ['content', 'reasoning_text'],
    ['summary', 'summary_text'],
  ])('%s', (field, type) => {
    const thought: Item = { type: 'reasoning', summary: [], encrypted_content: 'gAAAAABo' }
    const words = { type, text: 'Hm.' }
    for (const [parts, left] of [
      [[said], [words]],
      [
        [words, said, words],
        [words, words, words],
      ],
      [
        ['Hm.', said],
        [words, words],
      ],
    ]) {
      const list = (own: unknown): Item[] => [ask, { ...thought, [field]: own }, reply, ask]
      expect(repair(list(parts), { format, request: { store: false } }).messages).toEqual(list(left))
    }
  })
})
