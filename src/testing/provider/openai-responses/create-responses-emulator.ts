import type { HttpHandler } from 'msw'
import { eventStream } from '../shared/event-stream.ts'
import { createRandom } from '../shared/random.ts'
import { asList, isRecord, type JsonRecord } from '../shared/records.ts'
import { type Loopback, serveLoopback } from '../shared/serve-loopback.ts'
import { encryptContent, responsesSecret } from './encrypted-content.ts'
import { judgeResponsesRequest } from './judge-responses-request.ts'
import { responsesErrorBody } from './refusal.ts'
import { responseEvents } from './response-events.ts'
import {
  outputItems,
  type ResponsesInjectedError,
  type ScriptedResponse,
  type SpokenResponse,
} from './scripted-response.ts'
import { createStoredResponses } from './stored-responses.ts'
import type { TestItem } from './transcript.ts'

export type ResponsesScriptEntry = ScriptedResponse | ((body: JsonRecord) => ScriptedResponse)

export type ResponsesEmulatorOptions = {
  /** Secret of the encrypted content that it makes and verifies. */
  secret?: string
  /** Seed of the ids that it hands out (default 1). */
  seed?: number
  /** The answer when no scripted turn is left (default: the text "Done."). */
  otherwise?: ResponsesScriptEntry
}

export type RecordedResponsesRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: JsonRecord
  /** What was answered; 0 while a hanging answer is outstanding. */
  status: number
}

export type ResponsesEmulator = {
  /** Answers one request; `handlers` and `listen` are ways to reach it. */
  handle: (request: Request) => Promise<Response>
  /** Handlers for `setupServer` of `msw/node`; loads msw, an optional peer. */
  handlers: () => Promise<HttpHandler[]>
  /** Serves the same provider on 127.0.0.1 for other processes; clients add `/v1` to the URL. */
  listen: (port?: number) => Promise<Loopback>
  /** Queues turns. A request that the judge refuses uses up none of them; an injected error comes before the judge. */
  respondWith: (...turns: ResponsesScriptEntry[]) => void
  requests: readonly RecordedResponsesRequest[]
  /** Forgets every stored response, conversation and item. */
  loseState: () => void
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_emulated', ...headers },
  })

const notFound = (message: string): Response => json(404, responsesErrorBody({ message, status: 404 }))

function injected({ error }: ResponsesInjectedError): Response {
  const { body, headers, message = 'The server had an error.', ...rest } = error
  return json(error.status, body ?? responsesErrorBody({ message, ...rest }), headers)
}

/** Settles when the client has gone, so that nothing is left waiting. */
const untilGone = (signal: AbortSignal): Promise<Response> =>
  new Promise((resolve) => {
    const stop = (): void => resolve(new Response(null, { status: 499 }))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })

const inputItems = (input: unknown): TestItem[] => {
  if (typeof input === 'string')
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
  return asList(input).filter(isRecord)
}

const tokens = (value: unknown): number => Math.ceil((JSON.stringify(value) ?? '').length / 4)

const listOf = (data: readonly unknown[]): JsonRecord => ({
  object: 'list',
  data,
  has_more: false,
  first_id: null,
  last_id: null,
})

/**
 * A scripted Responses API: judges every request as strictly as the real one, answers in its wordings and its event order,
 * keeps responses, conversations and items where `store` is not false, and encrypts the reasoning that it emits so that
 * later requests can be verified.
 *
 * @example
 * const api = createResponsesEmulator()
 * api.respondWith({ reasoning: 'Look.', calls: [{ name: 'read_file' }] }, { text: 'Done.' })
 * const { url } = await api.listen() // new OpenAI({ baseURL: `${url}/v1` })
 */
export function createResponsesEmulator(options: ResponsesEmulatorOptions = {}): ResponsesEmulator {
  const { secret = responsesSecret, seed = 1, otherwise = { text: 'Done.' } } = options
  const random = createRandom(seed)
  const script: ResponsesScriptEntry[] = []
  const requests: RecordedResponsesRequest[] = []
  const state = createStoredResponses()
  const nextId = (prefix: string): string => `${prefix}_0${random.hex(31)}`

  const write = (turn: SpokenResponse, body: JsonRecord): JsonRecord & { id: string; output: TestItem[] } => {
    const output = outputItems(turn, { body, secret, nextId })
    const read = tokens([...state.earlier(body), body['input']])
    return {
      id: nextId('resp'),
      object: 'response',
      created_at: 1_770_000_000,
      completed_at: 1_770_000_001,
      status: turn.incomplete === undefined ? 'completed' : 'incomplete',
      background: false,
      error: null,
      incomplete_details: turn.incomplete === undefined ? null : { reason: turn.incomplete },
      instructions: body['instructions'] ?? null,
      max_output_tokens: body['max_output_tokens'] ?? null,
      metadata: {},
      model: body['model'],
      output,
      parallel_tool_calls: true,
      previous_response_id: body['previous_response_id'] ?? null,
      reasoning: { effort: 'medium', summary: null },
      store: body['store'] ?? true,
      temperature: 1,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: asList(body['tools']),
      top_p: 1,
      truncation: 'disabled',
      usage: {
        input_tokens: read,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: tokens(output),
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: read + tokens(output),
      },
    }
  }

  const compact = (): SpokenResponse => ({
    items: [{ id: nextId('cmp'), type: 'compaction', encrypted_content: encryptContent(nextId('summary'), secret) }],
  })

  const createResponse = async (request: Request, raw: string, body: JsonRecord): Promise<Response> => {
    const next = script[0] ?? otherwise
    const planned = typeof next === 'function' ? next(body) : next
    if ('error' in planned || 'hang' in planned) {
      script.shift()
      return 'error' in planned ? injected(planned) : untilGone(request.signal)
    }
    const judgement = judgeResponsesRequest(raw, { held: state.held, secret })
    if ('body' in judgement) return json(judgement.status, judgement.body)
    const input = inputItems(body['input'])
    const isCompaction = input.at(-1)?.['type'] === 'compaction_trigger'
    if (!isCompaction) script.shift()
    const turn = isCompaction ? compact() : planned
    const response = write(turn, body)
    state.keep(body, input, response)
    if (body['stream'] !== true) return json(200, response)
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'req_emulated' }
    return new Response(eventStream(responseEvents(response), turn.stream), { status: 200, headers })
  }

  const readState = (method: string, collection: string, id: string, part: string | undefined): Response => {
    const name = collection === 'responses' ? 'Response' : 'Conversation'
    if (method === 'DELETE')
      return state.forget(id)
        ? json(200, { id, object: 'response', deleted: true })
        : notFound(`${name} with id '${id}' not found.`)
    const stored = collection === 'responses' ? state.response(id) : undefined
    const items = collection === 'responses' ? stored?.input : state.conversation(id)
    if (items === undefined) return notFound(`${name} with id '${id}' not found.`)
    if (part !== undefined) return json(200, listOf(items))
    return json(200, stored?.response ?? { id, object: 'conversation', created_at: 1_770_000_000, metadata: {} })
  }

  const route = async (request: Request, url: URL, raw: string, body: JsonRecord): Promise<Response> => {
    const path = url.pathname.replace(/^.*?(?=\/(?:responses|conversations|models)(?:\/|$))/, '')
    if (request.method === 'POST' && path === '/responses') return createResponse(request, raw, body)
    if (request.method === 'POST' && path === '/responses/input_tokens')
      return json(200, { object: 'response.input_tokens', input_tokens: tokens(body['input']) })
    if (request.method === 'POST' && path === '/conversations') {
      const id = nextId('conv')
      state.createConversation(id, inputItems(body['items'] ?? []))
      return json(200, { id, object: 'conversation', created_at: 1_770_000_000, metadata: {} })
    }
    if (path === '/models') return json(200, listOf([]))
    const [, collection, id, part] = /^\/(responses|conversations)\/([^/]+)(?:\/(input_items|items))?$/.exec(path) ?? []
    if (collection !== undefined && id !== undefined && request.method !== 'POST')
      return readState(request.method, collection, id, part)
    return notFound(`Invalid URL (${request.method} ${url.pathname})`)
  }

  const handle = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const raw = await request.text()
    const body = readBody(raw)
    const headers = Object.fromEntries(request.headers)
    const record: RecordedResponsesRequest = {
      method: request.method,
      path: url.pathname + url.search,
      headers,
      body,
      status: 0,
    }
    requests.push(record)
    const response = await route(request, url, raw, body)
    record.status = response.status
    return response
  }

  return {
    handle,
    requests,
    respondWith: (...turns) => void script.push(...turns),
    loseState: () => state.forgetAll(),
    listen: (port) => serveLoopback(handle, port),
    handlers: async () => {
      const { http } = await import('msw')
      return [http.all(/\/(?:responses|conversations|models)(?:\/|\?|$)/, ({ request }) => handle(request))]
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
