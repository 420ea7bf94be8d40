import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { restoredCall } from '../../../src/formats/langchain/restored-call.ts'
import { apis, askLangchain } from './ask-langchain.ts'

const args = { path: 'a' }
const entry = { type: 'tool_call', id: 'c1', name: 'read', args }
const used = { type: 'tool_use', id: 'c1', name: 'read', input: args }
const rawCall = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }
const item = { id: 'fc_1', type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a"}' }
const copies: readonly (readonly [string, object])[] = [
  ['a block of the content', { content: [used] }],
  ['a block that a stream has left', { content: [{ ...used, input: '{"path":"a"}' }] }],
  ['the raw call', { content: '', additional_kwargs: { tool_calls: [rawCall] } }],
  ['the item of the answer', { content: [], response_metadata: { output: [item] } }],
]
const damages: readonly (readonly [string, object])[] = [
  ['cut', { args: '{"path":"b","li' }],
  ['a list', { args: [1] }],
  ['gone', { args: null }],
  ['called by no name', { name: '' }],
  ['called by a name that is none', { name: 'read file!' }],
]

test.each(copies.flatMap(([copy, fields]) => damages.map(([what, damage]) => [copy, what, fields, damage] as const)))(
  '%s tells what was asked, and an entry that is %s is closed by guess',
  (_copy, _what, fields, damage) => {
    const damaged = { ...entry, ...damage }
    expect(restoredCall({ role: 'assistant', tool_calls: [damaged], ...fields }, damaged)).toEqual(entry)
  },
)

test.each<[string, object, object]>([
  ['an entry that is whole, and was changed on purpose', { ...entry, args: { path: 'b' } }, { content: [used] }],
  ['what repeats another call', { ...entry, args: null }, { content: [{ ...used, id: 'c2' }] }],
  ['a copy that is no better', { ...entry, args: null }, { content: [{ ...used, input: '{"path' }] }],
  ['calls without an id', { ...entry, id: '', args: null }, { content: [{ ...used, id: '' }] }],
])('a call is made of %s', (_what, damaged, fields) => {
  expect(restoredCall({ role: 'assistant', tool_calls: [damaged], ...fields }, damaged as never)).toBeUndefined()
})

test.each([
  ['claude', copies[0]![1]],
  ['chat', copies[2]![1]],
  ['responses', copies[3]![1]],
] as const)('the provider is told of another call than the model has made: %s', async (api, fields) => {
  for (const [, damage] of damages) {
    const calls = { role: 'assistant', tool_calls: [{ ...entry, ...damage }], ...fields }
    const list = [{ role: 'user', content: 'Read.' }, calls, { role: 'tool', tool_call_id: 'c1', content: 'Found.' }]
    const { loss, messages } = repair(list, { format: 'langchain', request: apis[api] })
    expect(loss).not.toBe('lossy')
    expect(messages[1]).toMatchObject({ tool_calls: [entry], ...fields })
    expect(await askLangchain(api, messages)).toBeNull()
  }
})
