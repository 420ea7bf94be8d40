import type { JsonRecord } from '../shared/records.ts'

/** A part, healthy or not. */
export type TestPart = { [field: string]: unknown }

/** A content, healthy or not. */
export type TestContent = { role?: string; parts: TestPart[]; [field: string]: unknown }

/** A conversation together with the rest of its request; the model stands in the path of the real API. */
export type GeminiTranscript = {
  model: string
  request: JsonRecord
  contents: TestContent[]
}

/** @example fetch(`${url}/v1beta/models/${t.model}:generateContent`, { method: 'POST', body: JSON.stringify(geminiBody(t)) }) */
export const geminiBody = (transcript: GeminiTranscript): JsonRecord => ({
  ...transcript.request,
  contents: transcript.contents,
})
