import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import {
  freshItemId,
  isSpokenItem,
  itemIdOf,
  itemType,
  mayLoseItemId,
  pointsToReasoning,
} from '../../src/lint/pairing/item-id.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'

const format = findFormat('openai-responses')
const rules = format.rules({})
const said = (id?: string | null): object => ({
  type: 'message',
  role: 'assistant',
  content: [],
  ...(id !== undefined && { id }),
})
const pointer = (id: string): object => ({ type: 'item_reference', id })

test.each<[item: object, type: string, told: string, fresh: string]>([
  [said('msg_1'), 'message', 'msg_1 exchanged spoken', 'msg'],
  [said(), 'message', 'undefined', 'msg'],
  [said(null), 'message', 'undefined', 'msg'],
  [{ type: 'reasoning', id: 'rs_1', summary: [] }, 'reasoning', 'rs_1 exchanged spoken', 'rs'],
  [
    { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' },
    'function_call',
    'fc_1 exchanged',
    'fc',
  ],
  // An item that cannot be read has no type, and so no prefix.
  [{ type: 'odd_item', id: 'odd_1' }, '', 'odd_1 exchanged', 'item'],
  [pointer('rs_1'), 'item_reference', 'rs_1 spoken reasoning', 'item'],
  [pointer('msg_1'), 'item_reference', 'msg_1 spoken', 'item'],
  [pointer('fc_1'), 'item_reference', 'fc_1', 'item'],
])('the id of %j is taken for another one, or exchanged where it may not be', (item, type, told, prefix) => {
  const transcript = readTranscript([item], format, rules)
  const message = transcript.messages[0]!
  const [block] = message.blocks
  const words = [
    String(itemIdOf(message, rules)),
    mayLoseItemId(message, rules) && 'exchanged',
    isSpokenItem(message, rules) && 'spoken',
    block !== undefined && pointsToReasoning(block, rules) && 'reasoning',
  ]
  expect([itemType(message), words.filter(Boolean).join(' ')]).toEqual([type, told])
  const fresh = freshItemId(message, rules.itemIdForm!, transcript)
  expect(fresh).toMatch(new RegExp(`^${prefix}_\\w+$`))
  expect(rules.itemIdForm!.pattern.test(fresh)).toBe(true)
  expect(freshItemId(message, rules.itemIdForm!, transcript)).toBe(fresh)
})

test('two items of one id, or one item of two ids, get one new id', () => {
  const { messages, ...rest } = readTranscript([said('msg_1'), said('msg_1'), said('msg_2')], format, rules)
  const ids = messages.map((message) => freshItemId(message, rules.itemIdForm!, { messages, ...rest }))
  expect(new Set(ids).size).toBe(3)
})

test('where items have no ids, a field of that name is taken for one', () => {
  const [message] = readTranscript([said('msg_1')], format, rules).messages
  const { itemIdForm: _none, ...without } = rules
  expect([itemIdOf(message!, without), mayLoseItemId(message!, without), isSpokenItem(message!, without)]).toEqual([
    undefined,
    false,
    false,
  ])
})
