import { expect, test } from 'vitest'
import { detectErrorType, repair } from '../../../src/index.ts'

const uri = 'https://generativelanguage.googleapis.com/v1beta/files/'
const user = (...parts: readonly object[]): object => ({ role: 'user', parts })
const file = (id: string): object => ({ fileData: { mimeType: 'application/pdf', fileUri: `${uri}${id}` } })
const message = 'You do not have permission to access the File gone12 or it may not exist.'
const error = { error: { code: 403, message, status: 'PERMISSION_DENIED' } }
const request = { model: 'gemini-2.5-pro' }

test('a conversation is dead when a file of it has expired, or loses the others with it', () => {
  const list = [
    user({ text: 'a' }, file('here34'), file('gone12')),
    { role: 'model', parts: [{ text: 'b' }] },
    user({ text: 'c' }),
  ]
  const { loss, messages } = repair(list, { format: 'gemini', request, error, allow: 'lossy' })
  expect(loss).toBe('lossy')
  expect(messages).toEqual([
    user({ text: 'a' }, file('here34'), { text: expect.stringContaining('could not be processed') }),
    ...list.slice(1),
  ])
  expect(repair(list, { format: 'gemini', request, error }).messages).toBe(list)
})

test('what a program asks of its files is told as a fault of the messages', () => {
  const fetching = `[GoogleGenerativeAI Error]: Error fetching from ${uri}gone12: [403 Forbidden] ${message}`
  expect(detectErrorType(new Error(fetching))).toBeNull()
  expect(detectErrorType({ error: { ...error.error, message: 'The caller does not have permission' } })).toBeNull()
  expect(detectErrorType(error)).toBe('media_invalid')
})
