import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import { request } from './anthropic.ts'

test('conversation_empty is hidden, or something is made up for it', () => {
  const messages: unknown[] = []
  const result = repair(messages, { format: 'anthropic-messages', request })
  expect(result).toMatchObject({ ok: false, changed: false, remaining: [{ type: 'conversation_empty', loss: null }] })
  expect(result.messages).toBe(messages)
})
