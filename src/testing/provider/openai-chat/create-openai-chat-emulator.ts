import type { HttpHandler } from 'msw'
import { eventStream } from '../shared/event-stream.ts'
import { createRandom } from '../shared/random.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import { type Loopback, serveLoopback } from '../shared/serve-loopback.ts'
import {
  type ChatInjectedError,
  chatReply,
  type ChatScriptedTurn,
  type ChatScriptEntry,
  type ChatSpokenTurn,
  finishReasonOf,
} from './chat-script.ts'
import { completionChunks, writeChunk } from './completion-chunks.ts'
import { judgeOpenAIChatRequest } from './judge-openai-chat-request.ts'
import { type ChatVendor, laws } from './laws.ts'
import { chatErrorBody } from './refusal.ts'

export type ChatRecordedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: JsonRecord
  /** What was answered; 0 while a hanging answer is outstanding. */
  status: number
}

export type ChatEmulatorOptions = {
  /** Whose API it is (default `openai`); a function tells it from the body of a request. */
  vendor?: ChatVendor | ((body: JsonRecord) => ChatVendor)
  /** Seed of the ids that it hands out (default 1). */
  seed?: number
  /** The answer when no scripted turn is left (default: the text "Done."). */
  otherwise?: ChatScriptEntry
}

export type OpenAIChatEmulator = {
  /** Answers one request; `handlers` and `listen` are ways to reach it. */
  handle: (request: Request) => Promise<Response>
  /** Handlers for `setupServer` of `msw/node`; loads msw, an optional peer. */
  handlers: () => Promise<HttpHandler[]>
  /** Serves the same provider on 127.0.0.1 for other processes; the base URL of a client is `<url>/v1`. */
  listen: (port?: number) => Promise<Loopback>
  /** Queues turns. A request that the judge refuses uses up none of them; an injected error comes before the judge. */
  respondWith: (...turns: ChatScriptEntry[]) => void
  requests: readonly ChatRecordedRequest[]
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_emulated', ...headers },
  })

/** Settles when the client has gone, so that nothing is left waiting. */
const untilGone = (signal: AbortSignal): Promise<Response> =>
  new Promise((resolve) => {
    const stop = (): void => resolve(new Response(null, { status: 499 }))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })

function injected({ error }: ChatInjectedError, vendor: ChatVendor): Response {
  const message = error.message ?? 'The server is overloaded'
  const code = error.code === undefined ? {} : { code: error.code }
  return json(error.status, error.body ?? chatErrorBody(vendor, { message, ...code }), error.headers)
}

/**
 * A scripted Chat Completions API of one vendor: judges every request as strictly as the real one, and answers in its
 * wordings, plain or as a stream.
 *
 * @example
 * const api = createOpenAIChatEmulator({ vendor: 'deepseek' })
 * api.respondWith({ reasoning: 'Hm.', toolCalls: [{ name: 'read_file' }] }, { text: 'Done.' })
 * setupServer(...(await api.handlers())).listen()
 */
export function createOpenAIChatEmulator(options: ChatEmulatorOptions = {}): OpenAIChatEmulator {
  const { seed = 1, otherwise = { text: 'Done.' } } = options
  const random = createRandom(seed)
  const script: ChatScriptEntry[] = []
  const requests: ChatRecordedRequest[] = []

  const vendorOf = (body: JsonRecord): ChatVendor => {
    const vendor = options.vendor ?? 'openai'
    return typeof vendor === 'function' ? vendor(body) : vendor
  }

  const complete = (turn: ChatSpokenTurn, body: JsonRecord, vendor: ChatVendor): JsonRecord => {
    const nextId = (): string => (vendor === 'mistral' ? random.hex(9) : `call_${random.hex(24)}`)
    const message = chatReply(turn, laws[vendor], nextId)
    return {
      id: `chatcmpl-${random.hex(24)}`,
      object: 'chat.completion',
      created: 1_790_000_000,
      model: body['model'],
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReasonOf(turn) }],
      usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
    }
  }

  const answer = async (request: Request, raw: string, body: JsonRecord): Promise<Response> => {
    const vendor = vendorOf(body)
    const next = script[0] ?? otherwise
    const planned: ChatScriptedTurn = typeof next === 'function' ? next(body) : next
    if ('error' in planned || 'hang' in planned) {
      script.shift()
      return 'error' in planned ? injected(planned, vendor) : untilGone(request.signal)
    }
    const judgement = judgeOpenAIChatRequest(raw, vendor)
    if ('body' in judgement) return json(judgement.status, judgement.body)
    script.shift()
    const completion = complete(planned, body, vendor)
    if (body['stream'] !== true) return json(200, completion)
    const wanted = isRecord(body['stream_options']) && body['stream_options']['include_usage'] === true
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'req_emulated' }
    const stream = eventStream(completionChunks(completion, wanted), planned.stream, writeChunk)
    return new Response(stream, { status: 200, headers })
  }

  const handle = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const raw = await request.text()
    const body = readBody(raw)
    const record: ChatRecordedRequest = {
      method: request.method,
      path: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      body,
      status: 0,
    }
    requests.push(record)
    const isCompletion = request.method === 'POST' && url.pathname.endsWith('/chat/completions')
    const missing = { message: `Invalid URL (${request.method} ${url.pathname})` }
    const response = isCompletion ? await answer(request, raw, body) : json(404, chatErrorBody('openai', missing))
    record.status = response.status
    return response
  }

  return {
    handle,
    requests,
    respondWith: (...turns) => void script.push(...turns),
    listen: (port) => serveLoopback(handle, port),
    handlers: async () => {
      const { http } = await import('msw')
      return [http.post(/\/chat\/completions(?:\?|$)/, ({ request }) => handle(request))]
    },
  }
}

function readBody(raw: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(raw)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
