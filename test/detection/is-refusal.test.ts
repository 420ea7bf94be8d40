import { describe, expect, test } from 'vitest'
import { isRefusal, refusedBy } from '../../src/detection/is-refusal.ts'

/** A value below so many fields of one name. */
const below = (field: string, depth: number, value: unknown): unknown =>
  depth === 0 ? value : { [field]: below(field, depth - 1, value) }

describe('by what a refusal is told', () => {
  test.each(['status', 'statusCode', 'httpStatusCode', 'code'])('a status is not read: %s', (field) => {
    expect([400, 422, '400', 401, 500].map((status) => refusedBy({ [field]: status }))).toEqual([
      'status',
      'status',
      'status',
      'nothing',
      'nothing',
    ])
    // What is no status says nothing of what is refused; the words are asked.
    expect([99, 600, 'ECONNRESET'].map((status) => refusedBy({ [field]: status, message: 'Error: 400' }))).toEqual([
      'words',
      'words',
      'words',
    ])
    expect([100, 599].map((status) => refusedBy({ [field]: status, message: 'Error: 400' }))).toEqual([
      'nothing',
      'nothing',
    ])
  })

  test.each(['$metadata', 'error', 'cause', 'response', 'data', 'lastError', 'err', 'properties'])(
    'a status is not found where a client keeps the error: %s',
    (field) => {
      expect(refusedBy({ [field]: { status: 422 } })).toBe('status')
      expect([6, 7].map((depth) => refusedBy(below(field, depth, { status: 400 })))).toEqual(['status', 'nothing'])
    },
  )

  test('a status inside counts more than the one outside, or one of several is passed over', () => {
    expect(refusedBy({ status: 500, error: { status: 400 } })).toBe('nothing')
    expect(refusedBy({ status: 'x', code: 400, error: { status: 500 } })).toBe('status')
    expect(refusedBy({ error: {}, cause: { status: 400 } })).toBe('status')
  })

  test.each([
    '400 {"error":{}}',
    '422 no',
    'Error: 400 no',
    'error(400) no',
    'failed with status code 422',
    'status=400',
    'HTTP 400',
    'HTTP/1.1 422 Unprocessable',
    'api-1 | 400 no',
    'invalid_request_error: no',
    'INVALID_ARGUMENT',
    'ValidationException: no',
    'litellm.BadRequestError: no',
    'openai.UnprocessableEntityError: no',
  ])('a refusal is not told by its words: %s', (text) => {
    expect([refusedBy(text), refusedBy(new Error(text)), isRefusal(text)]).toEqual(['words', 'words', true])
  })

  test.each(['4000 tokens', 'Error: 500', 'line 400', '400 | const a = 1', 'it took 422 s', 'TheValidationExceptions'])(
    'words that refuse nothing are taken for a refusal: %s',
    (text) => {
      expect([refusedBy(text), refusedBy(new Error(text)), isRefusal(text)]).toEqual(['nothing', 'nothing', false])
    },
  )

  test.each(['name', 'message', 'type', 'status'])('a name is not read where an error says it: %s', (field) => {
    const named = { [field]: 'invalid_request_error' }
    expect(refusedBy(named)).toBe('words')
    expect([6, 7].map((depth) => refusedBy(below('error', depth, named)))).toEqual(['words', 'nothing'])
  })

  test('a name behind a long text is looked for', () => {
    expect([1_984, 1_985].map((length) => refusedBy(`${' '.repeat(length)}INVALID_ARGUMENT`))).toEqual([
      'words',
      'nothing',
    ])
  })
})
