import type { JsonRecord } from '../shared/records.ts'
import type { ChatVendor } from './laws.ts'

/** A message, healthy or not. */
export type ChatMessage = { role: string; [field: string]: unknown }

/** A conversation for Chat Completions, with the vendor that it is for; `request` holds no `messages`. */
export type ChatTranscript = {
  vendor: ChatVendor
  request: JsonRecord & { model: string }
  messages: ChatMessage[]
}

/** @example fetch(url, { method: 'POST', body: JSON.stringify(chatRequestBody(transcript)) }) */
export const chatRequestBody = (transcript: ChatTranscript): JsonRecord => ({
  ...transcript.request,
  messages: transcript.messages,
})
