import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnswerTap } from '../adapters/wire/answer-tap.ts'
import { errorOfRefusal, errorOfText } from '../adapters/wire/error-of-response.ts'
import { refusalInText } from '../adapters/wire/refusal-in.ts'
import { StreamOpening } from '../adapters/wire/stream-opening.ts'
import { isJson } from '../adapters/wire/tap-response.ts'
import {
  mayGuard,
  mayRepairUnsent,
  type WireCall,
  type WireGuard,
  type WireRequest,
} from '../adapters/wire/wire-guard.ts'
import { keyHeader, repairedHeaders } from '../adapters/wire/repaired-headers.ts'
import type { Clock } from '../recovery/clock.ts'
import type { BodyPool } from './body-pool.ts'
import { enterRequest } from './client-session.ts'
import { decodedBody, decodedText, decodingTap } from './content-coding.ts'
import { answerHeaders, forwardedHeaders, valuesOf } from './forwarded-headers.ts'
import { passOn } from './pass-on.ts'
import type { ResolvedProxyOptions } from './proxy-options.ts'
import type { ExchangeRecorder } from './recording/record-exchange.ts'
import { readBody, readHead } from './read-body.ts'
import type { Destination } from './routes.ts'
import { type Outgoing, sendUpstream } from './send-upstream.ts'

/** One request on its way through the proxy. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly destination: Destination
  /** Where bodies are kept on their way. */
  readonly bodies: BodyPool
  /** The client has gone. */
  readonly signal: AbortSignal
  /** Hears what passes. */
  readonly recorder?: ExchangeRecorder | undefined
}

/** An answer of the upstream, as far as it has been read. */
interface Sent {
  readonly answer: IncomingMessage
  readonly head: Buffer
  /** What a client would throw for it; null when it is accepted. */
  readonly error: unknown
}

/** Errors of providers are short; a longer answer is no structural refusal. */
const maxError = 1024 * 1024

/** `{},` */
const shortestObject = 3

/**
 * Takes one request to its upstream and the answer back. A conversation is checked and repaired on its way; everything else
 * passes byte for byte, as it comes.
 *
 * @throws {ProxyError}
 */
export async function runExchange(exchange: Exchange, wire: WireGuard, options: ResolvedProxyOptions): Promise<void> {
  const { request, destination } = exchange
  const { maxBody, timeout } = options
  const method = request.method!
  const url = new URL(destination.target.origin + destination.path)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headersDistinct)) headers.set(name, (value ?? []).join(', '))
  const outgoing = (body: Outgoing['body'], raw: readonly string[]): Outgoing => ({
    destination,
    method,
    headers: raw,
    body,
    signal: exchange.signal,
    timeout,
  })

  if (!mayGuard(method, url, headers) && !mayRepairUnsent(method, url, headers)) {
    // Node takes the chunks apart: they are put together again in front of the upstream.
    const chunked = request.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']
    const raw = [...forwardedHeaders(request.rawHeaders, ['host']), ...chunked]
    const answer = await sendUpstream(outgoing(request, raw))
    return reply(exchange, untouched(answer))
  }

  const bytes = await readBody(request, maxBody, exchange.bodies)
  const asItCame = [
    ...forwardedHeaders(request.rawHeaders, ['host', 'content-length', 'expect']),
    'Content-Length',
    String(bytes.length),
  ]
  let onTheirWay = 0
  const sendAsItCame = (): Promise<IncomingMessage> => {
    onTheirWay += 1
    return sendUpstream({ ...outgoing(bytes, asItCame), onSent: () => (onTheirWay -= 1) })
  }
  const sendInstead = (text: string, added: WireCall['addedHeaders']): Promise<IncomingMessage> => {
    exchange.recorder?.repaired(text)
    return sendUpstream(outgoing(Buffer.from(text), rawRepairedHeaders(request, added, text)))
  }
  try {
    await check({ ...exchange, method, url, headers, bytes, sendAsItCame, sendInstead }, wire, options)
  } finally {
    // Where a connection broke off, a socket may still look at them.
    if (onTheirWay === 0) exchange.bodies.give(bytes)
  }
}

/** An exchange whose request has been read, and what may be sent of it. */
interface ReadExchange extends Exchange, Pick<WireRequest, 'method' | 'url' | 'headers'> {
  readonly bytes: Buffer
  sendAsItCame(): Promise<IncomingMessage>
  sendInstead(text: string, added: WireCall['addedHeaders']): Promise<IncomingMessage>
}

async function check(exchange: ReadExchange, wire: WireGuard, options: ResolvedProxyOptions): Promise<void> {
  const { request, bytes, sendAsItCame, sendInstead } = exchange
  const text = decodedBody(bytes, request.headers['content-encoding'], options.maxBody)
  exchange.recorder?.request(text?.toString('utf8') ?? null, bytes.length)
  if (text === null || mayHoldMore(text, options.maxObjects)) return reply(exchange, untouched(await sendAsItCame()))
  const { headers, method, signal, url } = exchange
  const read = { method, url, headers, text, signal }
  const onRead = enterRequest(request.headers)
  // What no model answers (counting tokens, batches, caches) is repaired like the rest, and nobody listens to its answer.
  const unsent = await wire.openUnsent(read)
  const heard = unsent === null ? await wire.open({ ...read, onRead }) : null
  const call = unsent ?? heard
  if (call === null) return reply(exchange, untouched(await sendAsItCame()))

  const { sent, accepted } = await call.send<Sent>({
    async send() {
      const repaired = call.text
      const answer = await (repaired === null ? sendAsItCame() : sendInstead(repaired, heard?.addedHeaders ?? []))
      const status = answer.statusCode!
      if (status < 400) return opened(answer, exchange.url, wire.clock)
      const { said, head } = await readShort(answer)
      return { answer, head, error: errorOfText(status, said ?? '') }
    },
    errorOf: async ({ error }) => error,
  })
  if (!accepted || heard === null) return reply(exchange, sent)
  const { headers: answered } = sent.answer
  const tap = decodingTap(heard.tap(answered['content-type'] ?? ''), answered['content-encoding'])
  return reply(exchange, sent, tap)
}

/** Whether a body may hold more objects than that; stops as soon as it is known. */
function mayHoldMore(text: Buffer, limit: number): boolean {
  // Each but the first takes three characters at least: nearly every body is too short.
  if (text.length < limit * shortestObject) return false
  let count = 0
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    count += 1
    if (count > limit) return true
  }
  return false
}

/** An answer that counts as accepted, read as far as a refusal may stand in it: in the first events of a stream, or all of a short one. */
async function opened(answer: IncomingMessage, url: URL, clock: Clock): Promise<Sent> {
  const { 'content-type': type = '', 'content-encoding': coding } = answer.headers
  const status = answer.statusCode!
  const opening = StreamOpening.of(type, url.pathname)
  if (opening === null) {
    if (!isJson(type)) return untouched(answer)
    const { said, head } = await readShort(answer)
    return { answer, head, error: errorOfRefusal(status, refusalInText(said ?? '')) }
  }
  let known = 0
  const isKnown = (come: { bytes(): Buffer }): boolean => {
    const text = decodedBody(come.bytes(), coding, maxError, true)
    if (text === null) return true
    const isEnough = opening.push(text.subarray(known))
    known = text.length
    return isEnough
  }
  const { bytes: head } = await readHead(answer, isKnown, clock)
  return { answer, head, error: errorOfRefusal(status, opening.refusal) }
}

async function readShort(answer: IncomingMessage): Promise<{ head: Buffer; said: string | null }> {
  const { bytes: head, whole } = await readHead(answer, ({ length }) => length > maxError)
  return { head, said: whole ? decodedText(head, answer.headers['content-encoding'], maxError) : null }
}

function untouched(answer: IncomingMessage): Sent {
  return { answer, head: Buffer.alloc(0), error: null }
}

/** A repaired body is plain JSON text, whatever coding the request came in. */
function rawRepairedHeaders(request: IncomingMessage, added: WireCall['addedHeaders'], text: string): string[] {
  const names = [...added.map(([name]) => name), keyHeader]
  const raw = forwardedHeaders(request.rawHeaders, ['host', 'content-length', 'content-encoding', 'expect', ...names])
  const former = names.map((name) => [name, valuesOf(request.rawHeaders, name).join(',')] as [string, string])
  const extended = repairedHeaders(
    former.filter(([, value]) => value !== ''),
    added,
    text,
  )
  return [...raw, ...[...extended].flat(), 'Content-Length', String(Buffer.byteLength(text))]
}

/** Sends the head of an answer, what of it has been read, and the rest as it comes. */
async function reply(exchange: Exchange, { answer, head }: Sent, tap?: AnswerTap): Promise<void> {
  const { request, response } = exchange
  // Pages that are not allowed have been refused by now.
  const isForPage = request.headers.origin !== undefined
  // The upstream's own date, or none.
  response.sendDate = false
  response.writeHead(answer.statusCode!, answer.statusMessage, answerHeaders(answer.rawHeaders, isForPage))
  // A short answer is here already: it goes out in one piece with its head.
  if (answer.readableLength === 0 && !answer.readableEnded) response.flushHeaders()
  exchange.recorder?.answer(answer.statusCode!, answer.rawHeaders)
  if (head.length > 0) {
    response.write(head)
    tap?.push(head)
    exchange.recorder?.chunk(head)
  }
  try {
    const listener = {
      chunk: (bytes: Buffer): void => {
        tap?.push(bytes)
        exchange.recorder?.chunk(bytes)
      },
      // The next turn must find this one in the store.
      end: async (): Promise<void> => tap?.end(),
    }
    await passOn(answer, response, listener, answer.complete)
  } finally {
    await tap?.end()
  }
}
