import { describe, expect, test } from 'vitest'
import { fieldsOfType } from '../../../src/formats/openai-responses/fields-of-type.ts'
import { itemShapes, partShapes } from '../../../src/formats/openai-responses/item-shapes.ts'
import { repair } from '../../../src/index.ts'

type Item = Record<string, unknown>

const ask: Item = { role: 'user', content: 'a' }
const strange = { createdHere: 1, novel: { deep: true }, zeta: null }
const link = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 }
const cites = (more: object): Item => ({ type: 'output_text', text: 'b', annotations: [{ ...link, ...more }, link] })
const called = (id: string): Item => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
const answered = (id: string): Item => ({ type: 'function_call_output', call_id: id, output: 'b' })
const text = { type: 'input_text', text: 'b' }

/** A place in an item of these, and what stands there with more fields. */
const places: readonly [place: string, at: number, items: (more: object, id: string) => readonly Item[]][] = [
  ['', 0, (more) => [{ ...ask, ...more }]],
  ['.content[0]', 0, (more) => [{ role: 'user', content: [{ ...text, ...more }] }]],
  ['', 0, (more, id) => [{ ...called(id), namespace: 'n', status: 'completed', ...more }, answered(id)]],
  ['', 1, (more, id) => [called(id), { ...answered(id), ...more }]],
  ['.output[0]', 1, (more, id) => [called(id), { ...answered(id), output: [{ ...text, ...more }] }]],
  ['.output[1]', 1, (more, id) => [called(id), { ...answered(id), output: [text, { ...text, ...more }] }]],
  ['', 0, (more) => [{ type: 'reasoning', summary: [], encrypted_content: 'gAAAAABo', ...more }]],
  ['.content[0].annotations[0]', 0, (more) => [{ role: 'assistant', content: [cites(more)] }]],
  ['.content[1].annotations[0]', 0, (more) => [{ role: 'assistant', content: [cites({}), cites(more)] }]],
]

const repaired = (list: readonly Item[], message: string): readonly unknown[] =>
  repair(list, { format: 'openai-responses', error: { status: 400, message } }).messages

describe.each(places)(
  'a second unknown field of one place costs a request of its own: input[…]%s, %#',
  (place, at, items) => {
    test.each(Object.keys(strange))('told of %s', (field) => {
      for (const lead of [[], [ask]]) {
        const reply = { role: 'assistant', content: 'c' }
        const list = (more: object): Item[] => [
          ...lead,
          ...items(more, 'x'),
          reply,
          ask,
          ...items(more, 'y'),
          reply,
          ask,
        ]
        const message = `Unknown parameter: 'input[${lead.length + at}]${place}.${field}'.`
        expect(repaired(list(strange), message)).toEqual(list({}))
      }
    })
  },
)

test('a field that an item may have goes with an unknown one', () => {
  const said = { role: 'assistant', phase: 'final_answer', id: 'msg_1', status: 'completed', content: [cites({})] }
  const list = (more: object): Item[] => [
    { ...ask, ...more },
    { ...called('x'), caller: { type: 'direct' } },
    answered('x'),
    said,
  ]
  expect(repaired(list(strange), "Unknown parameter: 'input[0].novel'.")).toEqual(list({}))
})

test('an unknown field is taken out before an error tells of one', () => {
  const list = [{ ...ask, ...strange }, ask]
  expect(repair(list, { format: 'openai-responses' }).messages).toBe(list)
})

test('a type is known without what it cannot be without', () => {
  for (const { required, type } of [...itemShapes.values(), ...partShapes.values()])
    for (const [field] of required) expect([type, fieldsOfType(type)?.has(field) ?? true]).toEqual([type, true])
})

/** `ResponseIncludable` of openai 7: what a program asks for, and must keep (I4). */
test.each([
  ['file_search_call', 'results'],
  ['web_search_call', 'results'],
  ['web_search_call', 'action'],
  ['input_image', 'image_url'],
  ['computer_screenshot', 'image_url'],
  ['code_interpreter_call', 'outputs'],
  ['reasoning', 'encrypted_content'],
  ['output_text', 'logprobs'],
])('what is asked for with `include` goes from a %s: %s', (type, field) => {
  expect(fieldsOfType(type)?.has(field)).toBe(true)
})
