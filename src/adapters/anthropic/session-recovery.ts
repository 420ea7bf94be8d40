import type { Middleware } from '@anthropic-ai/sdk'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import type { RequestBody } from '../../formats/format.ts'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'
import { CallGuard } from '../../recovery/calls/call-guard.ts'
import type { Maker } from '../../recovery/maker.ts'
import { sendUntilAccepted } from '../../recovery/calls/send-until-accepted.ts'
import { AsSent } from '../../transcript/as-sent.ts'
import { accountOf } from '../wire/account-of.ts'
import { answerTap } from '../wire/answer-tap.ts'
import { anthropicAnswer } from '../wire/anthropic-answer.ts'
import { ofOpened, type OpenedResponse, openResponse } from '../wire/open-response.ts'
import { platformResponse } from '../wire/platform-response.ts'
import { contentTypeOf, tapResponse } from '../wire/tap-response.ts'
import { UnsentCall } from '../wire/unsent-call.ts'
import { findUnsentEndpoint, type UnsentEndpoint } from '../wire/unsent-endpoints.ts'
import { repairedHeaders } from '../wire/repaired-headers.ts'

type Request = Parameters<Middleware>[0]
type Next = Parameters<Middleware>[1]
type Context = Parameters<Middleware>[2]

/** Options of the middleware: those that all adapters share. */
export type AnthropicOptions = AdapterOptions<RequestBody>

/**
 * Middleware for the official SDK: checks and repairs `/v1/messages` requests (stable and beta, plain, streaming, threads,
 * batches, and the counting of their tokens) before they are sent, records turns and tool results, and on a structural refusal,
 * which may also be the first event of a stream, repairs and sends again within the budget, never after output has reached the
 * caller. Every other endpoint passes untouched.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const client = new Anthropic({ middleware: [sessionRecovery({ store: createSqliteStore('sessions.db') })] })
 */
export function sessionRecovery(options: AnthropicOptions = {}): Middleware {
  const guard = new CallGuard<RequestBody>(options)
  return async (request, next, context) => {
    const endpoint = request.method?.toUpperCase() === 'POST' ? endpointOf(request.url) : null
    if (endpoint === null) return next(request)
    const body = bodyOf(request, context)
    if (body === null) return next(request)
    if (endpoint !== 'messages') {
      const call = await UnsentCall.open(body, endpoint, { ...guard.options, signal: request.signal })
      const { sent } = await call.send({
        ...ofOpened,
        send: () => opened(guard, next, call.changed ? withBody(request, call.body, []) : request),
      })
      return sent.response
    }
    return guardMessages(guard, request, body, next)
  }
}

async function guardMessages(
  guard: CallGuard<RequestBody>,
  request: Request,
  body: RequestBody,
  next: Next,
): Promise<Response> {
  const call = await guard.begin({
    format: 'anthropic-messages',
    body,
    request: body,
    maker: makerOf(request),
    signal: request.signal,
  })
  const { sent, accepted } = await sendUntilAccepted(call, {
    ...ofOpened,
    send: () => opened(guard, next, call.changed ? withBody(request, call.body, call.betas) : request),
  })
  const { response } = sent
  if (!accepted) return response
  return tapResponse(response, answerTap(call, anthropicAnswer, contentTypeOf(response)))
}

async function opened({ options }: CallGuard<RequestBody>, next: Next, request: Request): Promise<OpenedResponse> {
  return openResponse(platformResponse(await next(request)), options.clock)
}

function makerOf({ headers, url }: Request): Maker {
  const { origin } = new URL(url, 'http://localhost')
  const account = accountOf(new Headers(headers))
  return { endpoint: origin, ...(account !== undefined && { account }) }
}

function endpointOf(url: string): UnsentEndpoint | 'messages' | null {
  const path = new URL(url, 'http://localhost').pathname
  return path.endsWith('/v1/messages') ? 'messages' : findUnsentEndpoint(path)
}

/**
 * The request body. The SDK keeps the caller's object beside the encoded body, and its messages keep their identity from turn to turn.
 * Other middleware changes only the encoded body, which is what is sent. Values with a `toJSON` are read in their encoded form (I4).
 */
function bodyOf({ body }: Request, context: Context): RequestBody | null {
  if (typeof body !== 'string') return null
  const given = context.options?.body
  const sent = isRecord(given) && JSON.stringify(given) === body ? sentOf(given) : parsedJson(body)
  // The body is no JSON; the API will report that itself.
  return isRecord(sent) ? sent : null
}

/** Messages without any `toJSON`: each is checked once, however often its conversation is sent. */
const plain = new WeakSet<object>()

function sentOf(given: RequestBody): unknown {
  const sent = new AsSent((value) => plain.has(value as object)).read(given)
  if (sent === given) for (const message of listOf(given['messages'])) if (isRecord(message)) plain.add(message)
  return sent
}

const betaHeader = 'anthropic-beta'

function withBody(request: Request, body: RequestBody, betas: readonly string[]): Request {
  const text = JSON.stringify(body)
  return { ...request, body: text, headers: repairedHeaders(request.headers, [[betaHeader, betas]], text) } as Request
}
