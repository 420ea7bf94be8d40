/** A reason for an answer other than 200, in the API's own words. */
export type GeminiRefusal = { message: string; code?: number; status?: string }

/** The body of a refusal, as Google's APIs send it. */
export type GeminiErrorBody = { error: { code: number; message: string; status: string } }

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

export function geminiErrorBody({ code = 400, message, status }: GeminiRefusal): GeminiErrorBody {
  return { error: { code, message, status: status ?? statuses[code] ?? 'UNKNOWN' } }
}
