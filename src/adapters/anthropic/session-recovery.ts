import type { Middleware } from '@anthropic-ai/sdk'
import { isRecord } from '../../transcript/is-record.ts'
import type { RequestBody } from '../../formats/format.ts'
import type { AdapterOptions } from '../shared/adapter-options.ts'
import { CallGuard } from '../shared/call-guard.ts'
import type { GuardedCall } from '../shared/guarded-call.ts'
import { accumulateMessage } from './accumulate-message.ts'
import { repairBatch } from './repair-batch.ts'
import { withBetas } from './with-betas.ts'

type Request = Parameters<Middleware>[0]
type Context = Parameters<Middleware>[2]

/** Options of the middleware: those that all adapters share. */
export type AnthropicOptions = AdapterOptions<RequestBody>

/**
 * Middleware for the official SDK: checks and repairs `/v1/messages` requests (stable and beta, plain, streaming, threads,
 * batches) before they are sent, records turns and tool results, and on a structural 400 repairs and sends again within the
 * budget, never after output has reached the caller. Every other endpoint passes untouched.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const client = new Anthropic({ middleware: [sessionRecovery({ store: createSqliteStore('sessions.db') })] })
 */
export function sessionRecovery(options: AnthropicOptions = {}): Middleware {
  const guard = new CallGuard<RequestBody>(options)
  return async (request, next, context) => {
    const endpoint = request.method?.toUpperCase() === 'POST' ? endpointOf(request.url) : null
    const body = endpoint === null ? null : bodyOf(request, context)
    if (body === null) return next(request)
    if (endpoint === 'batches') return next(withBody(request, repairBatch(body, guard.options), []))
    return guardMessages(guard, request, body, next, context)
  }
}

async function guardMessages(
  guard: CallGuard<RequestBody>,
  request: Request,
  body: RequestBody,
  next: Parameters<Middleware>[1],
  context: Context,
): Promise<Response> {
  const call = await guard.begin({ format: 'anthropic-messages', body, request: body })
  let refusal: Response | undefined
  for (;;) {
    const response = await next(call.changed ? withBody(request, call.body, call.betas) : request)
    if (response.ok) {
      await record(call, response, context)
      return response
    }
    refusal ??= response
    if (!(await call.refused(await errorOf(response)))) return refusal
  }
}

const endpoints: readonly (readonly [path: RegExp, endpoint: 'messages' | 'batches'])[] = [
  [/\/v1\/messages$/, 'messages'],
  [/\/v1\/messages\/batches$/, 'batches'],
]

function endpointOf(url: string): 'messages' | 'batches' | null {
  const path = new URL(url, 'http://localhost').pathname
  return endpoints.find(([pattern]) => pattern.test(path))?.[1] ?? null
}

/** The SDK keeps the caller's own object beside the encoded body: its messages keep their identity from turn to turn. */
function bodyOf(request: Request, context: Context): RequestBody | null {
  const given = context.options?.body
  if (isRecord(given) && typeof request.body === 'string') return given
  if (typeof request.body !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(request.body)
    return isRecord(parsed) ? parsed : null
  } catch {
    // No JSON: the API will say so itself.
    return null
  }
}

function withBody(request: Request, body: RequestBody, betas: readonly string[]): Request {
  return { ...request, body: JSON.stringify(body), headers: withBetas(request.headers, betas) } as Request
}

/** What the SDK would throw for this response, as far as detection reads it. The response itself stays readable. */
async function errorOf(response: Response): Promise<unknown> {
  const text = await response.clone().text()
  return { status: response.status, message: text, responseBody: text }
}

/**
 * Records an accepted request. A plain answer is recorded before the caller gets it; that of a stream once it is complete, read
 * from a copy, so that nothing is held back.
 */
async function record(call: GuardedCall, response: Response, context: Context): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('text/event-stream')) {
    const events = await context.parse<AsyncIterable<unknown>>(response)
    void recordStream(call, events)
    return
  }
  const message = await context.parse(response)
  if (!isRecord(message) || !Array.isArray(message['content'])) return call.accepted()
  const { content, id, input_transformations: transformations } = message
  await call.accepted([{ role: 'assistant', content }], {
    ...(typeof id === 'string' && { responseID: id, meta: { responseID: id } }),
    ...(Array.isArray(transformations) && { transformations }),
  })
}

async function recordStream(call: GuardedCall, events: AsyncIterable<unknown>): Promise<void> {
  try {
    const { id, content, transformations, complete } = await accumulateMessage(events)
    const answer = complete && content.length > 0 ? [{ role: 'assistant', content }] : []
    await call.accepted(answer, {
      ...(id !== undefined && { responseID: id, meta: { responseID: id } }),
      transformations,
    })
  } catch {
    // The stream broke: the caller sees that itself. What was sent has been accepted all the same.
    await call.accepted()
  }
}
