import { describe, expect, test } from 'vitest'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'

const title = '[Bug] API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"'

describe('a title that holds as much of a body as goes into it', () => {
  test.each([
    ['blank_text', 'messages: text content blocks must be non-empty'],
    ['tool_result_orphan', "tool_call_id 'call_7' is not found"],
    ['empty_content_message', "Invalid value for 'content': expected a string, got null"],
    ['reference_not_found', "Previous response with id 'resp_7' not found"],
  ])('loses its complaint where that ends the sentence: %s', (type, words) => {
    expect(detectErrorType(title + words)).toBe(type)
    expect(detectErrorType(`${title}${words}."}}`)).toBe(type)
  })

  test.each([
    'messages.3: `tool_use` ids were fo',
    'messages: text content blocks must be n',
    'The request proto is invalid',
    'Invalid value for a messages field',
  ])('is read as if it were whole: %s', (words) => {
    expect(detectErrorType(title + words)).toBeNull()
  })
})
