import { describe, expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'

type Fields = Record<string, unknown>

const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = (source: Fields): Fields => ({ type: 'image', source })
const png = { type: 'base64', media_type: 'image/png', data }
const user = (...blocks: readonly Fields[]): Fields => ({
  role: 'user',
  content: [...blocks, { type: 'text', text: 'See.' }],
})
const reply = { role: 'assistant', content: 'Yes.' }
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'shot', input: {} }] }
const shown = (source: Fields): Fields => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't1', content: [image(source)] }],
})

describe('a field that no source has', () => {
  const strange = { ...png, filename: 'a.png', url: null }
  test.each([
    ['first', [user(image(strange)), reply, user()], [user(image(png)), reply, user()]],
    [
      'in the middle',
      [user(), reply, user(image(strange)), reply, user()],
      [user(), reply, user(image(png)), reply, user()],
    ],
    ['last', [user(), reply, user(image(strange))], [user(), reply, user(image(png))]],
    ['in two', [user(image(strange), image(strange))], [user(image(png), image(png))]],
    ['in a result', [user(), call, shown(strange)], [user(), call, shown(png)]],
    [
      'beside an address',
      [user(image({ type: 'url', url: 'https://a.b/c.png', detail: 'high' }))],
      [user(image({ type: 'url', url: 'https://a.b/c.png' }))],
    ],
  ])('is sent: %s', (_where, messages, repaired) => {
    expect(repair(messages, { format: 'anthropic-messages' }).messages).toEqual(repaired)
  })

  test.each([
    ['of an image', image(png)],
    ['of a file', image({ type: 'file', file_id: 'file_1' })],
    ['of a text', { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Words.' } }],
    ['of parts', { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'Words.' }] } }],
  ])('is seen where all are known: %s', (_what, block) => {
    expect(diagnose([user(block)], { format: 'anthropic-messages' })).toEqual({ ok: true, faults: [] })
  })
})
