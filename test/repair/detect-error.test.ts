import { anything, array, assert, constantFrom, json, property, sample, string, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'
import { detectError } from '../../src/repair/detect-error.ts'
import { reports } from '../../src/reports/index.ts'
import { strategies } from '../../src/strategies/index.ts'
import { otherErrors } from '../detection/other-errors.ts'
import { providerWordings } from '../detection/provider-wordings.ts'
import { shareOf } from '../growth-of.ts'
import { isTurn, scale } from '../seeds.ts'
import { leads, trails } from '../detection/contexts.ts'
import { objectWrappers, textWrappers } from '../detection/wrappers.ts'

const wordings = Object.entries(providerWordings).flatMap(([type, errors]) => errors.map((error) => ({ type, error })))
const sentences = wordings.flatMap(({ type, error }) => (typeof error === 'string' ? [{ type, error }] : []))
/** Sentences that say nothing by themselves are told from other errors by standing alone. */
const wrappable = sentences.filter(({ type }) => type !== 'unspecified_structural')

describe('a bare provider error', () => {
  test('every strategy has fields, sentences or wordings of its own', () => {
    const without = strategies.filter(({ type }) => {
      const { fields = [], sentences = [], wordings } = reports[type]
      return fields.length + sentences.length + wordings.length === 0
    })
    expect(without.map(({ type }) => type)).toEqual([])
  })

  test.each(wordings)('is not taken for another fault: $type: $error', ({ type, error }) => {
    expect(detectErrorType(error)).toBe(type)
  })

  test.each(otherErrors.map((error) => ({ error })))('raises no false alarm: $error', ({ error }) => {
    expect(detectErrorType(error)).toBeNull()
  })
})

/** By default every fifth sentence by turns, so that each stands in a fifth of the wrappers: with more cases in all of them. */
const turnsOf = (number: number): typeof wrappable => wrappable.filter((_, index) => isTurn(index + number, 5))

describe('a wrapped provider error', () => {
  test.each(
    Object.entries({ ...textWrappers, ...objectWrappers }).map(([name, wrap], at) => [name, wrap, at] as const),
  )('is not lost in %s', (_, wrap, at) => {
    const lost = turnsOf(at).filter(({ type, error }) => detectErrorType(wrap(error)) !== type)
    expect(lost).toEqual([])
  })

  test('is lost in more than one of a hundred piles of two wrappers and an object', () => {
    const texts = array(constantFrom(...Object.keys(textWrappers)), { maxLength: 2 })
      // A terminal wraps what is seen: it never breaks a colour code.
      .filter((names) => !names.slice(0, -1).includes('colours'))
    const object = constantFrom(...Object.keys(objectWrappers).filter((name) => name !== 'a box of letters'))
    const runs = 500 * scale
    const lost = sample(tuple(constantFrom(...wrappable), texts, object), runs).filter(
      ([{ type, error }, names, name]) => {
        const text = names.reduce((inner, wrapper) => textWrappers[wrapper]?.(inner) ?? inner, error)
        return detectErrorType(text) !== type || detectErrorType(objectWrappers[name]?.(text)) !== type
      },
    )
    // One of some two thousand piles breaks the very word that tells; how many of them are drawn is chance.
    expect(lost.slice(runs / 100)).toEqual([])
  })
})

/** By default one of twenty sentences by turns, so that each stands in many of the contexts: with more cases in all of them. */
const fewOf = (number: number): typeof wrappable => wrappable.filter((_, index) => isTurn(index + number, 20))

describe('an error in the context of a program', () => {
  /** One of two hundred may be lost: some sentences have no end of their own that a word behind them could not take. */
  const lostIn = (contexts: readonly string[], wrap: (context: string, error: string) => string): readonly string[] => {
    const texts = contexts.flatMap((context, at) =>
      fewOf(at).map(({ type, error }) => ({ type, text: wrap(context, error) })),
    )
    const lost = texts.filter(({ text, type }) => detectErrorType(text) !== type)
    return lost.slice(texts.length / 200).map(({ text }) => text)
  }

  test('is not told behind what the program was at, a log or a word of its user', () => {
    expect(lostIn(leads, (lead, error) => `${lead}${error}`)).toEqual([])
  })

  test('is not told before a stack, a tip or a question', () => {
    expect(lostIn(trails, (trail, error) => `${error}${trail}`)).toEqual([])
  })
})

describe('what is not an error about the transcript', () => {
  test('an answer that quotes a refusal is not one', () => {
    const quoted = 'API Error: 400 messages: text content blocks must be non-empty'
    const content = [{ type: 'text', text: quoted }]
    expect(detectErrorType({ type: 'result', is_error: false, result: quoted })).toBeNull()
    expect(detectErrorType({ type: 'assistant', message: { role: 'assistant', content } })).toBeNull()
  })

  test('random values raise no alarm and nothing is thrown', () => {
    const law = property(
      anything({ withBigInt: true, withDate: true, withMap: true }),
      (value) => detectErrorType(value) === null,
    )
    expect(() => assert(law)).not.toThrow()
  })

  test('random JSON and random text raise no alarm', () => {
    const noise = string({ unit: 'binary', maxLength: 400 })
    expect(() => assert(property(json(), (text) => detectErrorType(text) === null))).not.toThrow()
    expect(() => assert(property(noise, (text) => detectErrorType(text) === null))).not.toThrow()
  })

  test('prose and tool output that quote an error raise no alarm', () => {
    const prose =
      'I have looked through the project as you asked and changed the handler so that the session goes on after the provider has complained that '
    const quotes = [
      (text: string) => `<tool_result>\n$ npm test\n${text}\n</tool_result>`,
      (text: string) => `Tool output: ${text}`,
      (text: string) => `diff --git a/errors.ts b/errors.ts\n+++ b/errors.ts\n@@ -1 +1 @@\n+  '${text}'`,
      (text: string) => `src/errors.ts:41:  // ${text}`,
      (text: string) => `The documentation says: ${text}`,
    ]
    const alarms = quotes.flatMap((quote) => wrappable.filter(({ error }) => detectErrorType(quote(error)) !== null))
    expect(alarms).toEqual([])
    // A sentence with its own error prefix may be the error even after prose.
    const bare = wrappable.filter(
      ({ error }) => !/error|40[04]|invalid|fail|unable|exception|detect|type"|[{:]/i.test(error),
    )
    expect(bare.length).toBeGreaterThan(50)
    expect(bare.filter(({ error }) => detectErrorType(`${prose}${error}`) !== null)).toEqual([])
  })

  test('the request that hangs on an error is not read', () => {
    const error = Object.assign(new Error('Overloaded'), {
      requestBodyValues: {
        messages: [{ role: 'user', content: 'Error: 400 messages: text content blocks must be non-empty' }],
      },
      config: { data: 'Error: 400 roles must alternate' },
    })
    expect(detectErrorType(error)).toBeNull()
  })
})

describe('hostile values', () => {
  test('getters and proxies that throw do not throw through detection', () => {
    const getter = {
      get message(): string {
        throw new Error('no')
      },
    }
    const proxy = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
        ownKeys: () => {
          throw new Error('no')
        },
      },
    )
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    expect([getter, proxy, revoked.proxy].map(detectErrorType)).toEqual([null, null, null])
  })

  test('a cyclic cause does not loop and still gives the sentence', () => {
    const error: Error & { cause?: unknown } = new Error('messages: text content blocks must be non-empty')
    error.cause = { error }
    expect(detectErrorType({ cause: error })).toBe('blank_text')
  })

  test('a very long text is read at both ends in bounded time', () => {
    const errorOf = (count: number): string =>
      `${'messages.1.content.0: '.repeat(count)}\nError: 400 messages: text content blocks must be non-empty`
    expect(detectErrorType(errorOf(300_000))).toBe('blank_text')
    const read = (count: number) => () => {
      // As it comes in: a text that V8 has yet to put together is copied by its first reader.
      const error = Buffer.from(errorOf(count)).toString('latin1')
      return () => detectErrorType(error)
    }
    // A hundred times the text; all but its ends is left out.
    expect(shareOf(read(300_000), read(3_000), 3)).toBeLessThanOrEqual(3)
  })
})

describe('what the error says beside its type', () => {
  test('the position and the ids that the provider names are not lost', () => {
    expect(
      detectError(
        '400 messages.8: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01JJ, toolu_02KK. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
      ),
    ).toMatchObject({ provider: 'anthropic', messageIndex: 8, toolCallIds: ['toolu_01JJ', 'toolu_02KK'] })
    expect(
      detectError(
        "Invalid 'messages[68].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got 46",
      ),
    ).toMatchObject({ messageIndex: 68, limit: 40 })
    expect(detectError('reasoning_content is missing in assistant tool call message at index 32')).toMatchObject({
      messageIndex: 32,
    })
    expect(
      detectError({
        error: {
          message: "Invalid value: 'other'. Supported values are: 'search', 'open_page', and 'find_in_page'.",
          param: 'input[522].action.type',
          code: 'invalid_value',
        },
      }),
    ).toMatchObject({ type: 'content_block_invalid', messageIndex: 522, code: 'invalid_value' })
    expect(
      detectError('Expected toolResult blocks at messages.4.content for the following Ids: tooluse_A1, tooluse_B2'),
    ).toMatchObject({ messageIndex: 4, toolCallIds: ['tooluse_A1', 'tooluse_B2'] })
    expect(detectError('400 /messages/3/content/1/text: must not be empty')).toMatchObject({
      messageIndex: 3,
      blockIndex: 1,
      path: 'messages.3.content.1.text',
    })
  })

  test('the refused field and the stated limit are not lost', () => {
    expect(detectError('messages.1.content.1.tool_use.caller: Extra inputs are not permitted')).toMatchObject({
      field: 'caller',
      messageIndex: 1,
      blockIndex: 1,
    })
    expect(detectError("Unknown parameter: 'input[3].status'.")).toMatchObject({ field: 'status', messageIndex: 3 })
    expect(
      detectError("Extra inputs are not permitted, field: 'messages[7].tool_calls[0].approxNumTokens', value: 0"),
    ).toMatchObject({ field: 'approxNumTokens', messageIndex: 7, blockIndex: 0 })
    // The name stands before the path of what holds it, as the request writes it: never the part that holds it is refused (I4).
    for (const [text, field, messageIndex] of [
      [
        `Invalid JSON payload received. Unknown name "toolName" at 'contents[4].parts[0].function_call': Cannot find field.`,
        'toolName',
        4,
      ],
      ["Additional properties are not allowed ('reasoning' was unexpected) - 'messages.2'", 'reasoning', 2],
      ["Additional properties are not allowed ('name', 'call_2' were unexpected) - 'messages.2'", 'name', 2],
    ] as const)
      expect(detectError(text)).toMatchObject({ type: 'unknown_field', field, messageIndex })
    expect(
      detectError(
        'messages.13.content.10.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
      ),
    ).toMatchObject({ messageIndex: 13, blockIndex: 10, limit: 2000 })
  })

  test.each([
    ['image exceeds 5 MB maximum: 7894984 bytes > 5242880 bytes', 5_242_880],
    ['too many images and documents: 601 + 0 > 600', 600],
    ['A maximum of 100 PDF pages may be provided.', 100],
    ['Too many images in request: 20, maximum allowed: 10.', 10],
    ['Exceeded maximum number of images (50) allowed in the request.', 50],
    ["You can't include more than 5 documents in a request.", 5],
    ['At most 30 image(s) may be provided in one prompt.', 30],
    ['Image exceeds the maximum allowed total pixels. Maximum allowed: 36000000 pixels.', 36_000_000],
    ['An image in the conversation exceeds the dimension limit for many-image requests (2000px).', 2000],
  ])('the limit is not read from another number: %s', (sentence, limit) => {
    expect(detectError(sentence)).toMatchObject({ type: 'media_limit_exceeded', limit })
  })

  test.each([
    ['tool_call_id ‘call_abc123’ is not found', ['call_abc123']],
    ["invalid params, tool result's tool id(call_function_z1_1) not found (2013)", ['call_function_z1_1']],
    ['No tool call found for function call output with call_id call_xrN6.', ['call_xrN6']],
    ['No tool output found for function call call_uK3e.', ['call_uK3e']],
    ['Found multiple `tool_result` blocks with id: toolu_9', ['toolu_9']],
    [
      'unexpected `tool_use_id` found in `tool_result` blocks: toolu_01\nNGSZ. Each `tool_result` block',
      ['toolu_01NGSZ'],
    ],
    [
      '`web_search` tool use with id `srvtoolu_01H` was found without a corresponding `web_search_tool_result` block',
      ['srvtoolu_01H'],
    ],
  ])('the id is not lost or lengthened: %s', (sentence, toolCallIds) => {
    expect(detectError(sentence)?.toolCallIds).toEqual(toolCallIds)
  })

  test('the sentence is readable although a terminal has broken it', () => {
    const text = detectError(
      '\u001b[31mAPI Error: 400 messages: text content\n   blocks must be non-empty\u001b[0m',
    )?.text
    expect(text).toBe('API Error: 400 messages: text content blocks must be non-empty')
  })
})
