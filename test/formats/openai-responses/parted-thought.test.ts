import { describe, expect, test } from 'vitest'
import { findFormat } from '../../../src/formats/index.ts'
import { repair } from '../../../src/index.ts'
import { untoldLosses } from '../../../src/repair/untold-losses.ts'
import type { Edit } from '../../../src/transcript/edit.ts'

type Item = Record<string, unknown>

const format = 'openai-responses'
const ask: Item = { role: 'user', content: 'Go.' }
const call: Item = { type: 'function_call', call_id: 'call_1', name: 'read_file', arguments: '{}' }
const output: Item = { type: 'function_call_output', call_id: 'call_1', output: 'real' }
const thought = (...content: readonly unknown[]): Item => ({
  type: 'reasoning',
  summary: [],
  encrypted_content: 'gAAAAsealed',
  content,
})
const said: Item = { type: 'output_text', text: 'Done.', annotations: [] }
const refused: Item = { type: 'refusal', refusal: 'Not that.' }
const asked: Item = { type: 'input_text', text: 'And then?' }
const shown: Item = { type: 'input_image', detail: 'auto', image_url: 'https://a.example/b.png' }
const words: Item = { type: 'reasoning_text', text: 'Hm.' }
const model = (...content: readonly Item[]): Item => ({ role: 'assistant', content })
const user = (...content: readonly Item[]): Item => ({ role: 'user', content })
const options = { format, request: { store: false }, allow: 'lossy' } as const
const tooLong = Object.assign(
  new Error(
    "400 Invalid 'input[1].content': array too long. Expected an array with maximum length 0, but got an array with length 1 instead.",
  ),
  { status: 400 },
)

// Of programs that put neighbours together: what had been said was read as a thought, and went with it at the next refusal.
describe('what was said goes with the thought that it was put into', () => {
  test.each<[string, readonly Item[], readonly Item[]]>([
    ['by the model', [said], [thought(), model(said)]],
    ['by the model, twice', [said, refused], [thought(), model(said, refused)]],
    ['by the model, before a thought', [said, words], [model(said), thought(words)]],
    ['by a user, before a thought', [asked, words, said], [user(asked), thought(words), model(said)]],
    ['by the model, behind a thought', [words, said], [thought(words), model(said)]],
    ['by the model and then a user', [said, asked, shown], [thought(), model(said), user(asked, shown)]],
    ['by a user', [asked], [thought(), user(asked)]],
    ['by a user who shows something', [shown], [thought(), user(shown)]],
    ['by a user and then the model', [asked, said], [thought(), user(asked), model(said)]],
  ])('%s', (_, parts, left) => {
    const result = repair([ask, thought(...parts), call, output], options)
    expect(result.messages).toEqual([ask, ...left, call, output])
    expect(result.loss).toBe('none')
    // Of what a refusal names it goes out first.
    const after = repair([ask, thought(...parts), call, output], { ...options, error: tooLong })
    const there = JSON.stringify(after.messages)
    for (const part of parts.filter((each) => each !== words)) expect(there).toContain(JSON.stringify(part))
  })

  test('by a user, between reasoning with an id and what follows it, which then goes', () => {
    for (const content of [[asked], [asked, words], [words, asked]]) {
      const kept = (...left: readonly unknown[]): Item => ({ ...thought(...left), id: 'rs_1' })
      const { loss, messages } = repair([ask, kept(...content), { ...call, id: 'fc_1' }, output], { format })
      const thoughts = content.filter((part) => part === words)
      expect(messages).toEqual([ask, user(asked), kept(...thoughts), { ...call, id: 'fc_1' }, output])
      expect(loss).toBe('none')
    }
  })

  test('at the first and the last place', () => {
    const { messages } = repair([thought(said), call, output, ask, thought(said)], options)
    expect(messages).toEqual([thought(), model(said), call, output, ask, thought(), model(said)])
  })
})

test.each<[string, Item, string]>([
  ['a user', asked, 'lossy'],
  ['a user, in a picture,', shown, 'lossy'],
  ['the model', said, 'synthesised'],
])('I4: what %s said is no loss where its thought goes, or one where it is kept beside it', (_, part, loss) => {
  const raw = thought(part)
  const { read, rules } = findFormat(format)
  const message = read(raw, 1, rules({}))
  const because = { loss: 'none', because: [] } as const
  const lossOf = (...edits: readonly Edit[]): unknown =>
    untoldLosses(
      edits,
      () => message,
      () => [],
      {},
      new Set(),
    ).get(edits[0]!)
  const replaced = (after: Item): Edit => ({ op: 'replace', index: 1, before: raw, after, ...because })
  expect(lossOf({ op: 'remove', index: 1, before: raw, ...because })).toBe(loss)
  expect(lossOf(replaced(thought({ type: 'reasoning_text', text: part['text'] })))).toBe(loss)
  expect(lossOf(replaced(thought()), { op: 'insert', index: 2, after: user(part), ...because })).toBeUndefined()
})
