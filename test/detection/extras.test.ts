import { expect, test } from 'vitest'
import { detectError } from '../../src/index.ts'

const tooLong = (place: string, most: number): string =>
  `Invalid '${place}': string too long. Expected a string with maximum length ${most}, but got a string with length 99 instead.`

/** What an error of each type tells beside its place: whose call, which field, how much at most. */
test.each<[type: string, says: string, told: object]>([
  [
    'tool_result_missing',
    'messages.2: tool_use ids were found without tool_result blocks immediately after: toolu_01A, toolu_02B',
    { toolCallIds: ['toolu_01A', 'toolu_02B'] },
  ],
  [
    'tool_result_misplaced',
    'A tool result must immediately follow its tool call, missing for the following ids: call_a, call_b',
    { toolCallIds: ['call_a', 'call_b'] },
  ],
  [
    'tool_result_duplicate',
    'messages.2.content.1: each tool_use must have a single result. Found multiple tool_result blocks with id: toolu_01A',
    { toolCallIds: ['toolu_01A'] },
  ],
  [
    'tool_result_orphan',
    'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01A. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    { toolCallIds: ['toolu_01A'] },
  ],
  [
    'tool_call_id_invalid',
    'Tool call id was call_49c89af0 but must be a-z, A-Z, 0-9, with a length of 9.',
    { toolCallIds: ['call_49c89af0'], limit: 9 },
  ],
  ['tool_call_id_invalid', tooLong('messages[1].tool_calls[0].id', 40), { limit: 40 }],
  ['tool_call_name_invalid', tooLong('messages[1].tool_calls[0].function.name', 64), { limit: 64 }],
  ['item_id_invalid', tooLong('input[1].id', 64), { limit: 64 }],
  [
    'tool_calls_malformed',
    "Invalid 'messages[1].tool_calls': array too long. Expected an array with maximum length 128, but got an array with length 140 instead.",
    { limit: 128 },
  ],
  ['cache_control_invalid', 'A maximum of 4 blocks with cache_control may be provided. Found 5.', { limit: 4 }],
  ['unknown_field', "Unknown parameter: 'messages[1].reasoning_content'.", { field: 'reasoning_content' }],
  [
    'media_limit_exceeded',
    'messages.0.content.0.image.source.base64.data: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes',
    { limit: 5_242_880 },
  ],
])('an error of %s does not tell all that it says: %s', (type, message, told) => {
  const detected = detectError({ status: 400, error: { message } })
  const { field, limit, toolCallIds } = detected ?? {}
  expect([detected?.type, { field, limit, toolCallIds }]).toEqual([
    type,
    { field: undefined, limit: undefined, toolCallIds: undefined, ...told },
  ])
})
