import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import type { RequestBody } from '../../src/formats/format.ts'
import { findFormat } from '../../src/formats/index.ts'
import { type Continued, continuedBy } from '../../src/recovery/sessions/continued.ts'

const response = { id: 'resp_1', grows: false, mayRepeat: false }
const conversation = { id: 'conv_1', grows: true, mayRepeat: false }
const cache = { id: 'cachedContents/1', grows: false, mayRepeat: true }
const thread = { type: 'continue', previous_message_id: 'resp_1' }

test.each<[FormatName, RequestBody, Continued | undefined]>([
  ['openai-responses', { previous_response_id: 'resp_1' }, response],
  ['openai-responses', { previous_response_id: 'resp_1', conversation: null }, response],
  ['openai-responses', { conversation: 'conv_1' }, conversation],
  ['openai-responses', { conversation: { id: 'conv_1' } }, conversation],
  ['openai-responses', { previous_response_id: null, conversation: 'conv_1' }, conversation],
  ['openai-responses', {}, undefined],
  ['anthropic-messages', { thread }, response],
  ['anthropic-messages', { thread: { type: 'create' } }, undefined],
  ['gemini', { cachedContent: 'cachedContents/1' }, cache],
  ['gemini', { cachedContent: 1 }, undefined],
  ['gemini', {}, undefined],
  ['openai-chat', { previous_response_id: 'resp_1' }, undefined],
])('a body of %s with %j begins its conversation, or goes on from something else', (format, body, continued) => {
  expect(continuedBy(findFormat(format), body)).toEqual(continued)
})
