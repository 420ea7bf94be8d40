import { expect, test } from 'vitest'
import { detectError } from '../../src/index.ts'

test.each([
  'Error: Catalog messages must not be empty',
  'Outgoing messages cannot be empty',
  'QueueError: messages must not be empty',
  'DatasetException: messages must be a non-empty array',
  'Section contents must not be empty',
  'sequence: messages must be a non-empty array',
  'ArchiveError: archive: contents must not be empty.',
  'java.lang.IllegalArgumentException: contents must not be empty',
])('a list that something else keeps is taken for the conversation: %s', (error) => {
  expect(detectError(error)).toBe(null)
  expect(detectError({ status: 400, message: error })?.type).toBe('conversation_empty')
})

test.each([
  'messages must not be empty',
  'Error: messages must not be empty',
  'ValueError: messages must not be empty',
  'InvalidPromptException: messages must not be empty',
  'The messages must not be empty',
  'Chat messages must not be empty',
  'TypeError: contents must not be empty',
  'google: contents must not be empty',
  'ApiError: contents must not be empty',
  'IllegalArgumentException: messages must not be empty',
  'opencode: messages must not be empty',
  'deepseek: messages must not be empty',
  'ollama: messages must not be empty',
  'azure: messages must not be empty',
  'vertex: contents must not be empty',
  'xai: messages must be a non-empty array',
  'langchain: messages must not be empty',
  'Caused by: messages must not be empty',
  'panic: messages must not be empty',
  'upstream: messages must not be empty',
  'upstream error: messages must be a non-empty array',
  'HTTP 400: Catalog messages must not be empty',
  '{"type":"error","error":{"type":"invalid_request_error","message":"Thread messages must not be empty"}}',
  'java.lang.IllegalArgumentException: contents must not be empty\n\tat com.google.genai.Models.generateContent(Models.java:4720)',
])('the conversation is taken for a list of something else: %s', (error) => {
  expect(detectError(error)?.type).toBe('conversation_empty')
})
