/** A reason for an answer other than 200, in the API's own words. */
export type Refusal = { message: string; status?: number; type?: string; errorCode?: string; detail?: object }

/** The body of a refusal, as the Messages API sends it. */
export type ApiErrorBody = {
  type: 'error'
  error: { type: string; message: string; details?: { error_code: string } }
  request_id: string
}

/** Source: https://platform.claude.com/docs/en/api/errors, and the statuses seen in the recorded corpus. */
const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

export function errorBody(refusal: Refusal, requestId = 'req_emulated'): ApiErrorBody {
  const details = refusal.errorCode ? { details: { error_code: refusal.errorCode, ...refusal.detail } } : {}
  const type = refusal.type ?? errorTypes[refusal.status ?? 400] ?? 'api_error'
  return { type: 'error', error: { type, message: refusal.message, ...details }, request_id: requestId }
}
