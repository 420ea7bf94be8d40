import { describe, expect, test } from 'vitest'
import { isRefusal, refusedBy } from '../../src/detection/shapes/is-refusal.ts'

/** A value below so many fields of one name. */
const below = (field: string, depth: number, value: unknown): unknown =>
  depth === 0 ? value : { [field]: below(field, depth - 1, value) }

describe('by what a refusal is told', () => {
  test.each([
    'at f (/app/node_modules/@langchain/google-genai/dist/common.js:45:19)',
    'at async g (/app/node_modules/@ai-sdk/google/dist/index.mjs:4:9)',
    'at ChatGoogleGenerativeAI._generate (chat_models.js:227:102)',
    'at dev.langchain4j.data.message.ToolExecutionResultMessage.<init>(ToolExecutionResultMessage.java:31)',
    "from /usr/gems/ruby_llm-1.11.0/lib/ruby_llm/error.rb:40:in 'call'",
  ])('a client of models that throws is not known by its stack: %s', (frame) => {
    const thrown = new Error('no')
    thrown.stack = `Error: no\n    at map (<anonymous>)\n    ${frame}`
    expect([refusedBy(thrown.stack), refusedBy(thrown), isRefusal(thrown)]).toEqual(['client', 'client', false])
  })

  test.each([
    'at f (/app/node_modules/@langchain/core/dist/runnables/base.js:45:19)',
    'at f (/app/node_modules/@anthropic-ai/claude-code/cli.js:1370:6150)',
    // What a stream throws passes through the adapter that reads it.
    'at f (/app/node_modules/session-recovery/dist/bedrock.js:1:1)',
    'at f (/app/src/adapters/anthropic/session-recovery.ts:1:1)',
    'with @langchain/anthropic',
  ])('what any program or Claude Code itself throws is a refusal: %s', (frame) => {
    expect(refusedBy(`Error: no\n    ${frame}`)).toBe('nothing')
    const unread = "TypeError: Cannot destructure property 'content' of '(intermediate value)' as it is null."
    expect(refusedBy(`${unread}\n    at f (/app/node_modules/@langchain/anthropic/dist/chat_models.js:1:1)`)).toBe(
      'nothing',
    )
    expect(refusedBy({ stack: `Error: no\n    at f (@ai-sdk/google:1:1)` })).toBe('nothing')
  })

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
