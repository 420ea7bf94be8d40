import { describe, expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'

type Item = Record<string, unknown>

const ask: Item = { role: 'user', content: 'Hi' }
const call = (call_id: string): Item => ({ type: 'function_call', call_id, name: 'read', arguments: '{}' })
const answer = (call_id: string, ...output: readonly Item[]): Item => ({
  type: 'function_call_output',
  call_id,
  output,
})
const text = { type: 'input_text', text: 'A' }

describe('a part of an output whose type the API does not know', () => {
  const strange = { type: 'input_texts', text: 'what it holds' }
  test.each([
    ['first', [call('c1'), answer('c1', strange, text), ask]],
    ['last', [ask, call('c1'), answer('c1', text, strange)]],
    ['twice', [call('c1'), answer('c1', strange), ask, call('c2'), answer('c2', strange, strange)]],
  ])('is sent: %s', (_where, items) => {
    const repaired = JSON.stringify(repair(items, { format: 'openai-responses' }).messages)
    expect(repaired).not.toContain('"type":"input_texts"')
    expect(repaired.split('what it holds').length).toBe(JSON.stringify(items).split('what it holds').length)
  })

  test.each([
    ['text', text],
    ['an image', { type: 'input_image', image_url: 'https://a.b/c.png' }],
    ['a file', { type: 'input_file', file_id: 'file_1' }],
    ['what the API has sealed', { type: 'encrypted_content', encrypted_content: 'gAAAA' }],
  ])('is seen in one that it knows: %s', (_what, part) => {
    expect(diagnose([call('c1'), answer('c1', part), ask], { format: 'openai-responses' })).toEqual({
      ok: true,
      faults: [],
    })
  })
})
