import type { JsonRecord } from '../shared/records.ts'
import type { ChatVendor } from './laws.ts'

/** A reason for a vendor's answer other than 200. */
export type ChatRefusal = { message: string; param?: string; code?: string; status?: number }

const typeOf = (status: number): string => (status >= 500 ? 'server_error' : 'invalid_request_error')

const openai = ({ message, param, code, status = 400 }: ChatRefusal): JsonRecord => ({
  error: { message, type: typeOf(status), param: param ?? null, code: code ?? null },
})

const envelopes: Partial<Record<ChatVendor, (refusal: ChatRefusal) => JsonRecord>> = {
  mistral: ({ message, code, status = 400 }) => ({
    object: 'error',
    message,
    type: code === '3230' ? 'invalid_request_message_order' : typeOf(status),
    param: null,
    code: code ?? null,
    raw_status_code: status,
  }),
  cerebras: ({ message }) => ({
    message,
    type: 'invalid_request_error',
    param: 'validation_error',
    code: 'wrong_api_format',
  }),
  zhipu: ({ message, code }) => ({ error: { code: code ?? '1214', message } }),
  xai: ({ message }) => ({ code: 'Client specified an invalid argument', error: message }),
  'llama.cpp': ({ message, status = 400 }) => ({ error: { code: status, message, type: typeOf(status) } }),
  google: ({ message, status = 400 }) => ({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
  openrouter: (refusal) => ({
    error: {
      message: 'Provider returned error',
      code: refusal.status ?? 400,
      metadata: { raw: JSON.stringify(openai(refusal)), provider_name: 'OpenAI' },
    },
  }),
}

/** The body of an error in the envelope of the vendor. */
export function chatErrorBody(vendor: ChatVendor, refusal: ChatRefusal): JsonRecord {
  return (envelopes[vendor] ?? openai)(refusal)
}
