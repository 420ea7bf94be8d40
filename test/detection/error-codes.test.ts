import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { detectError, type RecoveryErrorType } from '../../src/index.ts'

const sdk = createRequire(import.meta.url)
  .resolve('@anthropic-ai/sdk/resources/messages/messages')
  .replace(/\.js$/, '.d.ts')
/** The codes that the SDK's errors of the Messages API carry. */
const codes = [...readFileSync(sdk, 'utf8').matchAll(/readonly errorCode: '(\w+)'/g)].map(([, code]) => code!)

/** What each is about; null: nothing that a change of the messages would mend. */
const faults: Readonly<Record<string, RecoveryErrorType | null>> = {
  available_tools_limit_exceeded: null,
  compaction_block_ambiguous: 'compaction_block_invalid',
  compaction_block_misplaced: 'compaction_block_invalid',
  compaction_content_mismatch: 'compaction_block_invalid',
  compaction_incomplete_turn: 'compaction_block_invalid',
  compaction_nothing_to_summarize: null,
  compaction_signature_invalid: 'compaction_block_invalid',
  compaction_too_many_tool_references: null,
  compaction_tool_changes_mismatch: 'compaction_block_invalid',
  compaction_unavailable: null,
  image_dimensions_too_large: 'media_limit_exceeded',
  thread_already_continued: 'reference_not_found',
  thread_continue_in_flight: 'reference_not_found',
  thread_fingerprint_mismatch: 'reference_not_found',
  thread_not_found: 'reference_not_found',
  thread_unsupported_request: 'reference_not_found',
  tool_name_conflict: null,
  tool_reference_unresolved: 'tool_definitions_missing',
}

/** A refusal whose sentence nobody has seen yet: its code alone tells. */
const refusal = (code: string, details: object = {}): object => {
  const message = 'This request was not processed.'
  const error = { type: 'invalid_request_error', message, details: { error_code: code, ...details } }
  return { status: 400, error: { type: 'error', error } }
}

test('a code that the SDK of Anthropic knows was never decided about', () => {
  expect(codes.toSorted()).toEqual(Object.keys(faults).toSorted())
})

test.each(Object.entries(faults))('%s is told by its sentence only', (code, type) => {
  expect(detectError(refusal(code))?.type ?? null).toBe(type)
  const body = JSON.stringify((refusal(code) as { error: object }).error)
  expect(detectError(new Error(`400 ${body}`))?.type ?? null).toBe(type)
})

test.each([
  ['parsed', (error: object) => error],
  ['as text', (error: object) => `400 ${JSON.stringify((error as { error: object }).error)}`],
])('the place or the limit of images that are too large is lost, %s', (_how, given) => {
  const paths = ['messages.2.content.1', 'messages.6.content.0.content.3']
  const error = refusal('image_dimensions_too_large', { max_side_length_pixels: 2000, paths })
  expect(detectError(given(error))).toMatchObject({
    type: 'media_limit_exceeded',
    messageIndex: 2,
    blockIndex: 1,
    path: paths[0],
    limit: 2000,
    code: 'image_dimensions_too_large',
  })
})

test('a list of paths that cannot be read ends the detection', () => {
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  expect(detectError(refusal('image_dimensions_too_large', { paths: proxy }))?.type).toBe('media_limit_exceeded')
})
