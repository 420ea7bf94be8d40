import type { JsonRecord } from '../shared/records.ts'

/** A content block, healthy or not. */
export type TestBlock = { type: string; [field: string]: unknown }

/** A message, healthy or not. */
export type TestMessage = {
  role: 'user' | 'assistant' | 'system'
  content: string | TestBlock[]
  [field: string]: unknown
}

/** A conversation together with the rest of its request; `request` holds no `messages`. */
export type AnthropicTranscript = {
  request: JsonRecord & { model: string; max_tokens: number }
  messages: TestMessage[]
  /** Values of the `anthropic-beta` header that the request needs. */
  betas: string[]
}

/** @example fetch(url, { method: 'POST', headers: requestHeaders(t), body: JSON.stringify(requestBody(t)) }) */
export const requestBody = (transcript: AnthropicTranscript): JsonRecord => ({
  ...transcript.request,
  messages: transcript.messages,
})

/**
 * The headers that a transcript needs: its betas. {@link requestBody} makes the body.
 *
 * @example requestHeaders(transcript) // { 'anthropic-beta': 'compact-2026-09-04' }
 */
export const requestHeaders = (transcript: AnthropicTranscript): Record<string, string> =>
  transcript.betas.length > 0 ? { 'anthropic-beta': transcript.betas.join(',') } : {}
