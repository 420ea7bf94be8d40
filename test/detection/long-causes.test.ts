import { describe, expect, test } from 'vitest'
import { detectError } from '../../src/index.ts'

/** What a validator says of a union: of each of its members, of each of their fields. */
const complaints = JSON.stringify(
  Array.from({ length: 400 }, (_, index) => ({ path: ['role', index], message: 'Invalid input: expected "system"' })),
)

describe('an error with a long cause', () => {
  test('what was thrown itself goes for all that its causes say', () => {
    const inner = new Error(complaints)
    const middle = new Error(`Type validation failed: Value: [].\nError message: ${complaints}`, { cause: inner })
    const thrown = new Error('Invalid prompt: The messages do not match the ModelMessage[] schema.', { cause: middle })
    expect(inner.message.length + middle.message.length).toBeGreaterThan(32_768)
    expect(detectError(thrown)?.type).toBe('content_block_invalid')
  })
})
