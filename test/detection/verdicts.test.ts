import { expect, test } from 'vitest'
import { createErrorReader } from '../../src/detection/create-detector.ts'
import { fields } from '../../src/detection/grammar/field-rule.ts'
import type { Reports } from '../../src/detection/reports.ts'
import { says } from '../../src/detection/grammar/sentence-rule.ts'
import { wording } from '../../src/detection/words/wording.ts'
import { reports } from '../../src/reports/index.ts'
import { linesOf } from './made-of.ts'

/** A few rows of each kind: how they are weighed against each other is on record, not what the providers say. */
const few: Readonly<Record<string, Reports>> = {
  tool_result_missing: {
    extras: { ids: true },
    wordings: [wording('a', /sharp/, 'decisive')],
    sentences: says('call lacks result'),
  },
  tool_result_orphan: { wordings: [wording('b', /plain/)], sentences: says('result lacks call', 'call absent') },
  tool_call_id_duplicate: { wordings: [], sentences: says('call duplicate') },
  tool_call_id_invalid: { wordings: [], fields: fields('tool_use.id', 'required pattern') },
  tool_call_input_invalid: { wordings: [wording('any', /parse tool arguments/)] },
  empty_content_message: {
    wordings: [wording('any', /hollow/)],
    sentences: says('message empty'),
    fields: fields('content', 'empty required'),
  },
  role_invalid: { wordings: [wording('any', /odd role/, 'general')], fields: fields('role', 'value required') },
  media_limit_exceeded: {
    extras: { limits: [/up to (\d+)/] },
    wordings: [wording('c', /big upload/, 'shared')],
    sentences: says('media large'),
  },
  unknown_field: { extras: { field: true }, wordings: [], fields: fields('*', 'unknown') },
  content_block_invalid: { wordings: [], fields: fields('*', 'invalid type') },
  unspecified_structural: {
    wordings: [wording('any', /blame/, 'vague'), wording('d', /own fault/, 'vague')],
    sentences: says('message invalid'),
  },
}
const none = Object.fromEntries(Object.keys(reports).map((type): [string, Reports] => [type, { wordings: [] }]))
const read = createErrorReader({ ...none, ...few } as typeof reports)

const lackOf = 'tool calls lack tool results'
const words = ['sharp', 'plain', 'big upload', 'odd role', 'blame', 'own fault', lackOf, 'call is duplicated', 'hollow']
const place = 'messages.1.role: Input should be one of a; messages.1.content: must not be empty'

/** What else may be behind a complaint that names nothing. */
const others = [
  'context length|prompt is too long|conversation too long|input is too long|too many tokens|max tokens|token count|tokens_limit|exceeds limit',
  'rate limit|too many requests|quota|resource exhausted|throttling|tokens per min|max rpm|overloaded|capacity|usage limit|currently unavailable',
  'authentication|security token|unauthorised|api key|oauth|login|permission|forbidden|access denied|credential|organization has been disabled',
  'billing|insufficient|payment|purchase|balance|recharge|subscription',
  'content policy|usage policy|safety|moderation|data_inspection|content exists risk|violates|unsafe',
  'econnreset|fetch failed|socket|network error|time out|timed out|connection error|certificate',
  'model x not found|unknown model|invalid model|request too large|request_too_large|payload too large|413',
  'status 401|status code: 429|status 400|<html|<!doctype|server had an error|model returned an error',
  'while a run|active run|abort|cancel|interrupted by user|does not want|doesnt want to proceed',
  'unsupported parameter|unrecognized request argument|max_tokens|temperature|top_k|generation config|budget_tokens|tool choice|response_format',
  'json schema|additionalproperties|input_schema|function.parameters|tools.|stream_options|beta header|anthropic-beta|the weather|request id 0214137',
].flatMap((row) => row.split('|'))

const errors: readonly unknown[] = [
  '',
  'nothing of it',
  ...words,
  ...words.flatMap((one, at) => words.slice(at + 1).map((other) => `${other}, ${one}`)),
  ...words.map((said) => `Error: 400 ${said}`),
  ...words.map((said) => `docker: ${said}`),
  ...words.map((said) => `ValueError: ${said}`),
  ...words.map((said) => `{"type":"rate_limit_error","x":"${said}"}`),
  ...words.map((said) => ({ status: 400, message: said })),
  ...words.map((said) => ({ status: 500, message: said })),
  ...words.map((said) => ({ config: { url: 'https://api.example.com/issues' }, message: said })),
  ...words.map((said) => `Error: it failed, and ${said}…`),
  ...words.map((said) => `the API returns "${said}" when it does`),
  ...words.map((said) => `the API returns "sharp" when it does; {"error": "400 ${said}"}`),
  ...['blame', 'own fault', 'message is invalid', lackOf].map((said) => `${said}, too many tokens`),
  ...others.map((said) => `400 own fault: ${said}`),
  'the message is empty',
  '400 the message is empty',
  '400 the message is invalid',
  '400 the message is invalid, the message is empty',
  '400 images are too large',
  'big upload of a request',
  'big upload of a thing',
  'Error: 400 big upload up to 12',
  'cannot parse tool arguments',
  '400 cannot parse tool arguments',
  'cannot parse tool arguments as JSON',
  'messages.1.content: must not be empty',
  'messages.1.role: Input should be one of a',
  place,
  place.replace('messages.1.content', 'messages.2.content'),
  place.replace('must not be empty', 'Extra inputs are not permitted'),
  place.replace('Input should be one of a', 'Field required'),
  'messages.1.x: Extra inputs are not permitted',
  'messages.1.Odd_Name: Extra inputs are not permitted',
  `messages.1: Extra inputs are not permitted: Unknown name "toolName" at it`,
  'see messages.7.content.5; messages.1.content is empty',
  'see messages.1.content.5; messages.1.content is empty',
  'see messages.7.content.5; messages.1.content.2.tool_use.id: Field required',
  'body -> messages -> 3 -> content: field required',
  'body->messages->3->content->1->tool_use->id: field required',
  'messages: (3: (role: must be one of a',
  '{"messages":{"3":{"role":["must be one of a"]}}}',
  'reference chain: Chat["messages"]->java.util.ArrayList[3]->com.acme.Message["role"]: must be one of a',
  'tools.1.x: Extra inputs are not permitted',
  'tools.1.x: Extra inputs are not permitted; the message is empty',
  'tools.1.x: Extra inputs are not permitted; sharp',
  'tools.1.x: plain Extra inputs are not permitted',
  'tools.1.x: sharp Extra inputs are not permitted',
  'tools.1.x: Extra inputs are not permitted; messages.1.content: must not be empty',
  'messages.1.content: is malformed',
  'messages.1.content: is malformed, odd role',
  'messages.1.content: Value error, must not be empty; plain',
  { message: 'sharp for the following ids: toolu_1', code: 'odd_code' },
  { detail: 'sharp', code: 'invalid_blocks', error: 'error: invalid_blocks' },
  ...[1_993, 1_994, 1_995, 1_996].map((length) => `sharp${' '.repeat(length)}`),
  `${'A line of a log.\n'.repeat(200)}Error: 400 sharp\n${'A line of a log.\n'.repeat(200)}`,
  `const a = b("x");\n${'A line of a log.\n'.repeat(200)}Error: 400 sharp`,
  `{"message": "messages.1.content must not be em`,
  `{"error": {"message": "sharp`,
  `{"error": {"message": "it is odd role`,
  `{"error": {"message": "it is odd role, or so`,
]

// A change on purpose: `npx vitest run test/detection/verdicts -u`; read the difference before it is committed.
test('an error is weighed otherwise than is on record', async () => {
  const lines = linesOf({ 'what holds': [read as (error: never) => unknown, errors] })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./verdicts.txt')
  // Twice the same: what is known of an error is what was read of it.
  expect(linesOf({ 'what holds': [read as (error: never) => unknown, errors] })).toEqual(lines)
})
