import { expect, test } from 'vitest'
import { isUnguessable, unguessableIn } from '../../src/recovery/sessions/unguessable.ts'

test.each([
  'toolu_01A09q90qw90lq917835lq9',
  'call_9b2c4d6e8f0a1b3c',
  'chatcmpl-tool-3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'resp_0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  'resp_abcdefg1abcdefg1',
  'call_0 toolu_01A09q90qw90lq917835lq9',
])('the id %s proves nothing', (id) => {
  expect(isUnguessable(id)).toBe(true)
})

test.each([
  '',
  'call_0',
  'functions.read:0',
  'call_000000000000000000001',
  'call_aaaaaaaaaaaaaaaaaaaa1',
  'get_current_weather_in_a_given_city_2',
  'toolu_1',
  'D681PevKs',
  'call_abcdefg1abcdefg',
  'call_abcdef1abcdef1abcdef1',
  'call_1234567890123456',
  'call_abcdefghijklmnop',
])('the id %s proves something', (id) => {
  expect(isUnguessable(id)).toBe(false)
})

test('an id is found in text that a user wrote, or not in a block', () => {
  const id = 'toolu_01A09q90qw90lq917835lq9'
  expect([...unguessableIn({ role: 'user', content: id })]).toEqual([])
  expect([...unguessableIn({ role: 'assistant', content: [{ type: 'tool_use', id }] })]).toEqual([id])
})

test('an id is not found as deep as ids stand, or looked for without end', () => {
  const id = 'toolu_01A09q90qw90lq917835lq9'
  const nested = (depth: number): object => (depth === 0 ? { id } : { inner: nested(depth - 1) })
  expect([0, 6, 7].map((depth) => [...unguessableIn(nested(depth))].length)).toEqual([1, 1, 0])
  const fields = {
    tool_use_id: id,
    callId: id,
    thoughtSignature: id,
    encrypted_content: id,
    note: id,
    old_encrypted_content: id,
    encrypted_content_of: id,
    idle: id,
    signature_of: id,
  }
  expect([...unguessableIn([null, 1, fields])]).toHaveLength(4)
})
