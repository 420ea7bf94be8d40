import { expect, test } from 'vitest'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'
import { isTurn } from '../seeds.ts'

/** What somebody who writes a gateway says of a field `X`, in his own words. */
const lacks = `X is required|X must be a string|X must be a non-empty string|X must not be empty|X cannot be empty|X is missing|X is empty
X must be non-empty|X cannot be null|X must not be blank|X should be a string|X must be provided|X is missing or empty|X: must be a string
X may not be empty|X needs to be a string|X was not provided|X is null|X must be present|X has to be a non-empty string`
const isBad = `X is invalid|X is too long|X exceeds 64 characters|X contains invalid characters|X must match ^[a-z]+$|X is malformed
X must be at most 64 characters|X is not valid`
const isNoJson = `X must be an object|X must be valid JSON|X is not valid JSON|X must be a JSON string|X must be an object, got string|X is invalid JSON
X must decode to an object|X could not be parsed|cannot parse X as JSON|X must be a dictionary|invalid JSON in X|malformed X|X is not a JSON object`

/** What he says of a result `X` and a call `Y`. */
const isOrphan = `X has no matching Y|X without a preceding Y|X references unknown Y|X does not match any Y|X must follow a Y|X must be preceded by a Y
X has no corresponding Y in the previous message|X for unknown Y|X references a Y that does not exist|X does not answer any Y|no matching Y for X
X must be a response to a preceding Y|X must have a corresponding Y|X appears without a Y|X answers no Y`
const isUnanswered = `Y has no X|Y is missing its X|missing X for Y|Y must be followed by X|every Y must have a matching X|Y "call_1" has no X
each Y must be answered by a X|Y requires a X|Y was not answered by a X|no X found for Y call_1|Y lacks a X|expected X for Y call_1`
const isTwice = `duplicate X for Y call_1|multiple X for Y call_1|Y has more than one X|Y already has a X|X already provided for Y`

const results =
  'tool_result|tool result|tool message|function_call_output|functionResponse|tool_result block|tool output'
const calls = 'tool_use|tool call|function_call|functionCall|assistant tool call|tool_use block|tool_call'

/** Each fault: what it is said of, and how. */
const faults: readonly (readonly [type: string, things: string, sentences: string])[] = [
  [
    'tool_call_id_invalid',
    'tool_use.id|tool_use id|tool call id|tool_call_id|tool_calls[].id|toolUseId|function_call.call_id|function_call_output.call_id|tool_result tool_use_id|messages[2].tool_call_id',
    `${lacks}|${isBad}`,
  ],
  [
    'tool_call_name_invalid',
    'tool_use.name|tool_use name|tool call name|tool_calls[].function.name|function_call.name|function call name|functionResponse.name',
    `${lacks}|${isBad}`,
  ],
  [
    'tool_call_input_invalid',
    'tool_use.input|tool_use input|tool_use block input|tool call arguments|tool_calls[].function.arguments|function_call.arguments|functionCall.args',
    isNoJson,
  ],
  ['tool_result_orphan', results, isOrphan],
  ['tool_result_missing', results, isUnanswered],
  ['tool_result_duplicate', results, isTwice],
]

/** Parameters of a request, and what only tools have. */
const others =
  'temperature|max_tokens|tools[0].name|tools[0].function.name|tools[0].input_schema|tool_choice.name|tool description|response_format|metadata|api key'

const list = (text: string): string[] => text.split(/[|\n]/)

const refusal = (message: string): string =>
  `400 ${JSON.stringify({ error: { message, type: 'invalid_request_error' } })}`

/** Where a sentence has both, a third by default: each two of sentence, call and thing meet. With more cases all of them. */
const said = (things: string, sentences: string): string[] =>
  list(sentences).flatMap((sentence, at) =>
    list(sentence.includes('Y') ? calls : '').flatMap((call, number) =>
      list(things)
        .filter((_, index) => !sentence.includes('Y') || isTurn(at + number + index, 3))
        .map((thing) => sentence.replace('X', thing).replace('Y', call)),
    ),
  )

test.each(faults)('%s is told as something else, in the words of some gateway', (type, things, sentences) => {
  const misread = said(things, sentences).filter((sentence) => detectErrorType(refusal(sentence)) !== type)
  expect(misread).toEqual([])
})

test('what a gateway says of a parameter is taken for a fault of the messages', () => {
  const misread = said(others, `${lacks}\n${isBad}\n${isNoJson}`).filter(
    (sentence) => detectErrorType(refusal(sentence)) !== null,
  )
  expect(misread).toEqual([])
})
