import { describe, expect, test } from 'vitest'
import { foldText, gap } from '../../src/detection/words/fold-text.ts'
import { wordAt } from '../../src/detection/grammar/match-sentences.ts'
import { says } from '../../src/detection/grammar/sentence-rule.ts'
import { anyWord, isTelling, sentenceWords } from '../../src/detection/grammar/sentence-words.ts'
import { unwrapError } from '../../src/detection/shapes/unwrap-error.ts'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'
import { reports } from '../../src/reports/index.ts'
import { growthOf, mostGrowth } from '../growth-of.ts'
import { isTurn } from '../seeds.ts'
import { readSamples } from './read-samples.ts'

const rows = Object.entries(reports).flatMap(([type, { sentences = [] }]) =>
  sentences.map((words) => ({ type, row: words.join(' ') })),
)

describe('the rows of sentences', () => {
  test('no two fault types claim one row', () => {
    const claimed = Map.groupBy(rows, ({ row }) => row)
    expect([...claimed].filter(([, owners]) => owners.length > 1).map(([row]) => row)).toEqual([])
    expect(rows.length).toBeGreaterThan(250)
  })

  test('words with a stroke between them are not a row each', () => {
    expect(says('call lacks/needs result', 'orphan')).toEqual([
      ['call', 'lacks', 'result'],
      ['call', 'needs', 'result'],
      ['orphan'],
    ])
  })

  test('what a mail or a shop has as well is taken for a word of models', () => {
    expect(isTelling(['content', 'empty'])).toBe(false)
    expect(isTelling(['system', 'empty'])).toBe(false)
    expect(isTelling(['system', 'single'])).toBe(true)
    expect(isTelling(['call', 'empty'])).toBe(true)
  })

  test('no row names a word that the grammar does not know', () => {
    const known = new Set<string>(sentenceWords)
    expect(rows.filter(({ row }) => row.split(' ').some((word) => !known.has(word)))).toEqual([])
  })

  test('no word repeats without bound', () => {
    for (const { pattern } of anyWord()) expect(pattern.source).not.toMatch(/(?:\.|\\[wsWS]|\]|\))[*+]|\{\d+,\}/)
  })

  test('a pattern is too long for V8 to optimise', () => {
    for (const { pattern } of anyWord()) expect(pattern.source.length).toBeLessThan(20 * 1024)
  })

  test('long repetitions of words do not cost more than their length', () => {
    const pieces = ['tooltool', 'mustbe', 'thinking', 'functioncall', 'noteno', 'a', 'isnotisnot']
    const growth = growthOf((length) => {
      const texts = pieces.map((piece) => piece.repeat(length / piece.length))
      return () => texts.map((text) => anyWord().map(({ pattern }) => text.match(pattern)))
    }, 8_000)
    expect(growth).toBeLessThanOrEqual(mostGrowth)
  })
})

const any = anyWord()

/** Of the words that are cut at the beginning of the next one, those of which nothing is left: `got` of `go to`, by its last letters. */
function lostTails(error: unknown): string[] {
  const { gaps, lower } = foldText(unwrapError(error))
  const endOfWord = (at: number, text: string): number => wordAt(any, text, at)?.end ?? at
  return [...lower].flatMap((_, at) => {
    const end = gaps[at] === gap.none ? at : endOfWord(at, lower)
    if (end === at || gaps[end] !== gap.none || !/[a-z]/.test(lower[end] ?? '')) return []
    const cut = gaps.lastIndexOf(gap.blank, end - 1)
    if (cut <= at || end - cut > 3 || endOfWord(at, lower.slice(0, cut)) > at) return []
    return [lower.slice(cut, end)]
  })
}

test('a pattern of the grammar ends within a word: it would be cut off and never match', () => {
  const errors = [...readSamples('wording-samples.jsonl'), ...readSamples('held-out/sentences.jsonl')]
  const tails = new Set(errors.filter((_, index) => isTurn(index, 2)).flatMap(({ error }) => lostTails(error)))
  // Whole words, and what makes `got` of `go to` and `user` of `use responses`. A pattern for a stem reads the rest of its word.
  expect([...tails].filter((tail) => !/^(?:a|an|in|on|to|out|str|map|t|r)$/.test(tail))).toEqual([])
})

/** Sentences as people write them who contract verbs; nothing where a sentence has none to contract. */
function contracted(error: string, apostrophe: string): string | null {
  const verb =
    /\b(is|are|was|were|do|does|did|has|have|had|must|should|could|would|need|might) not\b|\b(ca)n ?not\b|\b(wi)ll not\b/g
  const short = error.replaceAll(
    verb,
    (_, regular = '', can = '', will = '') => `${regular}${can}${will && 'wo'}n${apostrophe}t`,
  )
  return short === error ? null : short
}

/** By default each sentence is written with one of them: with more cases with each. */
const apostrophes = ["'", '’', '']

test.each(apostrophes)('a sentence is known as `is not` and read otherwise as `isn%st`', (apostrophe) => {
  const sentences = [...readSamples('wording-samples.jsonl'), ...readSamples('held-out/sentences.jsonl')].flatMap(
    ({ error }) => {
      const short = typeof error === 'string' ? contracted(error, apostrophe) : null
      return short === null ? [] : [{ error, short }]
    },
  )
  expect(sentences.length).toBeGreaterThan(700)
  const turn = apostrophes.indexOf(apostrophe)
  const taken = sentences.filter((_, index) => isTurn(index + turn, apostrophes.length))
  expect(taken.filter(({ error, short }) => detectErrorType(error) !== detectErrorType(short))).toEqual([])
})

describe('a sentence without a path and without a wording', () => {
  test.each([
    ['tool_result_missing', "messages[5]: tool call 'call_77' was never answered"],
    ['tool_result_missing', 'each function_call must have a matching function_call_output'],
    ['tool_result_orphan', 'Message has tool role, but there was no previous assistant message with a tool call!'],
    [
      'tool_result_orphan',
      'tool message with tool_call_id "t_1" does not correspond to any tool call in the previous assistant message',
    ],
    ['tool_result_missing', 'The following tool calls are missing results: call_a, call_b'],
    ['tool_result_missing', 'ToolMessage missing for tool call id call_5'],
    ['tool_result_orphan', "function_call_output item refers to unknown call_id 'call_0'"],
    ['tool_result_orphan', "role 'tool' is only valid after an assistant message with tool_calls"],
    ['tool_result_orphan', 'Found tool message without a preceding tool call (tool_call_id=call_1)'],
    ['tool_result_orphan', "tool_call_id 'x' in message 9 is not present in any preceding assistant message"],
    ['tool_result_duplicate', 'tool_call_id call_7 has already been responded to'],
    ['tool_result_duplicate', 'tool_call_id call_1 has multiple tool messages'],
    ['tool_result_misplaced', 'Function response parts must directly follow the function call they answer'],
    ['tool_calls_malformed', '<400> InvalidParameter: Empty tool_calls is not supported in message.'],
    ['thinking_block_order', 'thinking blocks must precede all other content in an assistant turn'],
    ['thinking_signature_missing', 'messages[3].content[0]: thinking block has no signature'],
    ['reasoning_content_missing', 'assistant messages with tool_calls must carry reasoning_content'],
    ['reasoning_item_unpaired', 'Each reasoning item must be followed by the output item it belongs to'],
    ['content_block_invalid', '400 The content of a message must be a struct, no text was expected'],
    ['empty_content_message', '400 An empty user message was provided. Every user message needs content.'],
    ['media_invalid', 'API Error: 400 The image could not be fetched from its URL'],
    ['tool_result_misplaced', '400 tool messages have to appear in user turns'],
    ['tool_result_content_invalid', '400 tool content needs to be a string'],
    ['tool_result_missing', '422 Tool output expected for call_id=call_1 but the next item is a user message'],
    ['tool_result_orphan', 'No pending tool call with this call_id'],
    ['tool_call_id_invalid', 'tool_use block requires string id and name'],
    ['media_limit_exceeded', '400 image 2 is 12.4 MB, maximum is 10 MB'],
    ['media_limit_exceeded', '400 image at messages.2.content.0 is 7 MB, limit 5 MB'],
    ['thinking_block_empty', 'redacted thinking block is missing data'],
    ['conversation_empty', '{"detail":"Messages history cannot be empty."}'],
    ['role_invalid', '400 unknown chat completion role: moderator'],
  ])('is not understood: %s: %s', (type, sentence) => {
    expect(detectErrorType(sentence)).toBe(type)
  })

  test.each([
    'the turn ended with no pending tool calls',
    'its transcript has no unanswered tool call to finish',
    'The message has tool access and an image, limit reached tomorrow',
    'invoice 2 is 12.4 MB, maximum is 10 MB',
  ])('is read into what complains of nothing: %s', (sentence) => {
    expect(detectErrorType(sentence)).toBeNull()
  })

  test.each([
    [
      'content_block_invalid',
      'Cannot deserialize value of type `java.lang.String` from Array value (through reference chain: ChatRequest["messages"]->java.util.ArrayList[0]->Message["content"])',
    ],
    [
      'unknown_field',
      'Unrecognized field "reasoning" (class ChatMessage) (through reference chain: ChatRequest["messages"]->java.util.ArrayList[1]->ChatMessage["reasoning"])',
    ],
    [
      'tool_call_id_invalid',
      "- String should have at most 64 characters, field: 'messages[3].tool_calls[0].id', value: 'f'",
    ],
    ['conversation_empty', "- Field required, field: 'messages', value: {}"],
    ['empty_content_message', 'messages[1].content: Invalid input: expected string, received null'],
    ['unknown_field', 'json: unknown field "cache_control" in messages[0].content[0]'],
    [
      'tool_call_id_invalid',
      'json: cannot unmarshal number into Go struct field Message.messages.tool_call_id of type string',
    ],
  ])('names its field in vain: %s: %s', (type, error) => {
    expect(detectErrorType(error)).toBe(type)
  })

  test('is taken for an error of the messages although a container or a disk speaks', () => {
    const sentence = 'Failed to download image: disk full'
    expect(detectErrorType(sentence)).toBeNull()
    expect(detectErrorType({ status: 400, message: sentence })).toBe('media_invalid')
    expect(detectErrorType('Failed to download image: 404')).toBeNull()
    expect(detectErrorType('The model failed to download image 2')).toBe('media_invalid')
  })

  test('is taken for an error of the messages although another service speaks', () => {
    expect(detectErrorType('Cannot send an empty message')).toBeNull()
    expect(detectErrorType({ status: 400, message: 'Cannot send an empty message' })).toBe('empty_content_message')
  })
})
