import { expect, test } from 'vitest'
import { detectError } from '../../src/index.ts'

const message = (index: number): string =>
  `messages.${index}.content.0: unexpected tool_use_id found in tool_result blocks`
const refusal = (index: number): { error: { error: { message: string } } } => ({
  error: { error: { message: message(index) } },
})

test('an error that comes again is read again', () => {
  expect(detectError(refusal(1))).toBe(detectError(refusal(1)))
})

test('an error whose words have changed is taken for what it was', () => {
  const error = refusal(1)
  expect(detectError(error)).toMatchObject({ messageIndex: 1 })
  error.error.error.message = message(2)
  expect(detectError(error)).toMatchObject({ messageIndex: 2 })
  error.error.error.message = 'This request would exceed your rate limit'
  expect(detectError(error)).toBeNull()
})

test('errors are kept without end', () => {
  const first = detectError(refusal(0))
  for (let index = 1; index <= 400; index += 1) detectError(refusal(index))
  expect(detectError(refusal(0))).not.toBe(first)
  expect(detectError(refusal(0))).toEqual(first)
})
