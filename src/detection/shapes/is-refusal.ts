import { isElsewhere } from './is-elsewhere.ts'
import { isThrownByClient } from './is-thrown-by-client.ts'
import { overGrpc } from './over-grpc.ts'
import { isRecord } from '../../json/is-record.ts'

/** Statuses with which providers of models refuse what a request holds. */
const refusals: ReadonlySet<number> = new Set([400, 422])

/** Where clients keep the status, and where they keep the error that holds it. */
const statusFields = ['status', 'statusCode', 'httpStatusCode', 'code'] as const
const nestedFields = ['$metadata', 'error', 'cause', 'response', 'data', 'lastError', 'err', 'properties'] as const
const maxDepth = 6

/** How many characters of a text are looked at. */
const HEAD = 2_000

/** A status in words, for errors that have become text: `400 {...}`, `Error: 400`, `status code 422`, `HTTP 400`, `api-1 | 400 ...`. */
const saidStatus =
  /(?:^|error[: (]{0,3}|status(?: ?code)?[:= ]{1,3}|http(?:\/[\d.]{1,3})? |\w +\| )(?:400|422)\b(?! ?\|)/i
/** Names that providers give to the same refusal. */
const saidName: RegExp = new RegExp(
  `\\b(?:invalid_request_error|${overGrpc}INVALID_ARGUMENT|ValidationException|BadRequestError|UnprocessableEntityError)\\b`,
)

/**
 * What shows that an error is the refusal of a request by its provider: its status, only its words, or nothing. `elsewhere`: the
 * address is another system's. `client`: the stack shows that a client library refused to write the request.
 */
export type RefusedBy = 'status' | 'words' | 'client' | 'nothing' | 'elsewhere'

/**
 * By what an error is the refusal of a request by its provider, a 400 or 422. Never throws.
 *
 * @example
 * refusedBy({ status: 400, message: 'No.' }) // 'status'
 * refusedBy('Error: 400 No.') // 'words'
 */
export function refusedBy(error: unknown): RefusedBy {
  try {
    if (isElsewhere(error)) return 'elsewhere'
    const status = statusOf(error, 0)
    if (status !== undefined) return refusals.has(status) ? 'status' : 'nothing'
    const text = (typeof error === 'string' ? error : labelsOf(error, 0)).slice(0, HEAD)
    if (saidStatus.test(text) || saidName.test(text)) return 'words'
    return isThrownByClient(error) ? 'client' : 'nothing'
  } catch {
    return 'nothing'
  }
}

/**
 * Whether an error is the refusal of a request by its provider, by its status, or by its words where it has none.
 *
 * @example
 * isRefusal({ status: 400, message: 'No.' }) // true
 * isRefusal(new Error('Error: 500 Internal server error')) // false
 */
export const isRefusal = (error: unknown): boolean => /^(?:status|words)$/.test(refusedBy(error))

/** Name, message and type of an error and of the body in it: `{ error: { type: 'invalid_request_error' } }` has no status. */
function labelsOf(error: unknown, depth: number): string {
  if (!isRecord(error) || depth > maxDepth) return ''
  const { name, message, type, status } = error
  const named = name === undefined ? [] : [`${name}:`]
  const labels = [...named, message, type, status, labelsOf(bodyOf(error), depth + 1)]
  return labels
    .filter((label) => label !== undefined)
    .map((label) => `${label}`.slice(0, HEAD))
    .join(' ')
}

/** The body within an error: `error`, or else the first record with a message or an error, whatever its field is called. */
const bodyOf = (error: Readonly<Record<string, unknown>>): unknown =>
  error.error ??
  Object.values(error).find((field) => isRecord(field) && (typeof field.message === 'string' || isRecord(field.error)))

function statusOf(error: unknown, depth: number): number | undefined {
  if (!isRecord(error) || depth > maxDepth) return undefined
  for (const field of statusFields) {
    const status = Number(error[field])
    if (status >= 100 && status < 600) return status
  }
  for (const field of nestedFields) {
    const status = statusOf(error[field], depth + 1)
    if (status !== undefined) return status
  }
  return undefined
}
