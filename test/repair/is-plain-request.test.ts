import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import type { RequestBody } from '../../src/formats/format.ts'
import { isPlainRequest } from '../../src/repair/is-plain-request.ts'

const marked = (count: number, ttl?: string): object[] =>
  Array.from({ length: count }, () => ({
    type: 'text',
    text: 'a',
    cache_control: { type: 'ephemeral', ...(ttl && { ttl }) },
  }))

test.each<readonly [what: string, request: RequestBody, isPlain: boolean]>([
  ['nothing', {}, true],
  ['no mark', { system: [{ type: 'text', text: 'a' }] }, true],
  ['as many marks as there may be', { system: marked(4) }, true],
  ['one mark more', { system: marked(5) }, false],
  ['one mark more, among the tools', { system: marked(2), tools: marked(3) }, false],
  ['marks of one longer lifetime', { system: marked(2, '1h') }, true],
  ['marks of two lifetimes', { system: [...marked(1, '1h'), ...marked(1)] }, false],
  ['half a letter', { system: 'a\uD83D' }, false],
  ['half a letter in the list itself', { messages: ['a\uD83D'] }, true],
])('what is sent beside a plain list is looked at once more, or passed over, with %s', (_what, request, isPlain) => {
  const format = findFormat('anthropic-messages')
  expect(isPlainRequest(request, format, format.rules(request))).toBe(isPlain)
})

test('marks are looked for where a format knows none', () => {
  const format = findFormat('openai-chat')
  const request = { messages: [], system: marked(9) }
  expect(isPlainRequest(request, format, format.rules(request))).toBe(true)
})
