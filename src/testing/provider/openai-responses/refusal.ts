/** A reason for an answer other than 200, in the API's own words. */
export type ResponsesRefusal = { message: string; status?: number; param?: string | null; code?: string | null }

/** The body of a refusal, as OpenAI sends it. */
export type ResponsesErrorBody = {
  error: { message: string; type: string; param: string | null; code: string | null }
}

/** The error envelope of the OpenAI API. */
export const responsesErrorBody = ({
  message,
  status = 400,
  param = null,
  code = null,
}: ResponsesRefusal): ResponsesErrorBody => ({
  error: { message, type: status >= 500 ? 'server_error' : 'invalid_request_error', param, code },
})

export const unknownParameter = (param: string): ResponsesRefusal => ({
  message: `Unknown parameter: '${param}'.`,
  param,
  code: 'unknown_parameter',
})

export const missingParameter = (param: string): ResponsesRefusal => ({
  message: `Missing required parameter: '${param}'.`,
  param,
  code: 'missing_required_parameter',
})

const quoted = (value: string): string => `'${value}'`

export const invalidValue = (value: unknown, supported: readonly string[], param: string): ResponsesRefusal => ({
  message: `Invalid value: ${quoted(String(value))}. Supported values are: ${supported.slice(0, -1).map(quoted).join(', ')}, and ${quoted(supported.at(-1) ?? '')}.`,
  param,
  code: 'invalid_value',
})

const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export const invalidType = (param: string, expected: string, value: unknown): ResponsesRefusal => ({
  message: `Invalid type for '${param}': expected ${expected}, but got ${typeName(value)} instead.`,
  param,
  code: 'invalid_type',
})

export const tooLong = (param: string, limit: number, length: number): ResponsesRefusal => ({
  message: `Invalid '${param}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`,
  param,
  code: 'string_above_max_length',
})
