import type { JsonRecord } from '../shared/records.ts'
import type { ChatVendor } from './laws.ts'

/** Why a vendor answers other than 200. */
export type ChatRefusal = { message: string; param?: string; code?: string; status?: number }

const openai = ({ message, param, code }: ChatRefusal): JsonRecord => ({
  error: { message, type: 'invalid_request_error', param: param ?? null, code: code ?? null },
})

const envelopes: Partial<Record<ChatVendor, (refusal: ChatRefusal) => JsonRecord>> = {
  mistral: ({ message, code }) => ({
    object: 'error',
    message,
    type: code === '3230' ? 'invalid_request_message_order' : 'invalid_request_error',
    param: null,
    code: code ?? null,
    raw_status_code: 400,
  }),
  cerebras: ({ message }) => ({
    message,
    type: 'invalid_request_error',
    param: 'validation_error',
    code: 'wrong_api_format',
  }),
  zhipu: ({ message, code }) => ({ error: { code: code ?? '1214', message } }),
  xai: ({ message }) => ({ code: 'Client specified an invalid argument', error: message }),
  'llama.cpp': ({ message }) => ({ error: { code: 400, message, type: 'invalid_request_error' } }),
  openrouter: (refusal) => ({
    error: {
      message: 'Provider returned error',
      code: 400,
      metadata: { raw: JSON.stringify(openai(refusal)), provider_name: 'OpenAI' },
    },
  }),
}

/** The body of an error in the envelope of the vendor. */
export function chatErrorBody(vendor: ChatVendor, refusal: ChatRefusal): JsonRecord {
  return (envelopes[vendor] ?? openai)(refusal)
}
