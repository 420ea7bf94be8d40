import type { HttpHandler } from 'msw'
import { createRandom } from '../shared/random.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import { type Loopback, serveLoopback } from '../shared/serve-loopback.ts'
import { judgeGeminiRequest } from './judge-gemini-request.ts'
import { geminiErrorBody } from './refusal.ts'
import { mintSignature } from './signatures.ts'

/** What the model says: its thought first, then text, then calls. */
export type GeminiSpokenTurn = {
  thought?: string
  text?: string
  calls?: readonly { name: string; args?: JsonRecord; id?: string }[]
}

export type GeminiScriptedTurn = GeminiSpokenTurn | { error: { code: number; message: string } }

export type GeminiRecordedRequest = { path: string; model: string; body: JsonRecord; status: number }

export type GeminiEmulatorOptions = {
  /** Seed of the signatures that it hands out (default 1). */
  seed?: number
  /** The answer when no scripted turn is left (default: the text "Done."). */
  otherwise?: GeminiScriptedTurn
}

export type GeminiEmulator = {
  /** Answers one request; `handlers` and `listen` are ways to reach it. */
  handle: (request: Request) => Promise<Response>
  /** Handlers for `setupServer` of `msw/node`; loads msw, an optional peer. */
  handlers: () => Promise<HttpHandler[]>
  /** Serves the same provider on 127.0.0.1. */
  listen: (port?: number) => Promise<Loopback>
  /** Queues turns. A request that the judge refuses uses up none of them; an injected error comes before the judge. */
  respondWith: (...turns: GeminiScriptedTurn[]) => void
  requests: readonly GeminiRecordedRequest[]
}

const endpoint = /\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=UTF-8' } })

function readBody(raw: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(raw)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/**
 * A scripted generateContent (`/v1beta/models/:model:generateContent`, `:streamGenerateContent?alt=sse`, and the paths of
 * Vertex AI): judges every request as strictly as the real one, and signs the calls that it emits.
 *
 * @example
 * const api = createGeminiEmulator()
 * api.respondWith({ calls: [{ name: 'read_file' }] }, { text: 'Done.' })
 * const { url } = await api.listen()
 */
export function createGeminiEmulator(options: GeminiEmulatorOptions = {}): GeminiEmulator {
  const { otherwise = { text: 'Done.' }, seed = 1 } = options
  const random = createRandom(seed)
  const script: GeminiScriptedTurn[] = []
  const requests: GeminiRecordedRequest[] = []

  const partsOf = ({ calls = [], text, thought }: GeminiSpokenTurn, model: string): JsonRecord[] => {
    const thoughtSignature = mintSignature(model, random.hex(8))
    return [
      ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
      ...(text === undefined ? [] : [{ text, ...(calls.length === 0 && { thoughtSignature }) }]),
      ...calls.map(({ args = {}, id, name }, index) => ({
        functionCall: { ...(id !== undefined && { id }), name, args },
        ...(index === 0 && { thoughtSignature }),
      })),
    ]
  }

  const chunk = (parts: readonly JsonRecord[], model: string, isLast: boolean): JsonRecord => ({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(isLast && { finishReason: 'STOP' }) }],
    modelVersion: model,
    responseId: 'emulated',
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  })

  const answer = (raw: string, model: string, method: string, url: URL): Response => {
    const planned = script[0] ?? otherwise
    if ('error' in planned) {
      script.shift()
      return json(planned.error.code, geminiErrorBody(planned.error))
    }
    const judgement = judgeGeminiRequest(raw, model)
    if ('body' in judgement) return json(judgement.status, judgement.body)
    if (method === 'countTokens') return json(200, { totalTokens: Math.ceil(raw.length / 4) })
    script.shift()
    const parts = partsOf(planned, model)
    if (method === 'generateContent') return json(200, chunk(parts, model, true))
    const chunks = parts.map((part, index) => chunk([part], model, index === parts.length - 1))
    if (url.searchParams.get('alt') !== 'sse') return json(200, chunks)
    const stream = chunks.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('')
    return new Response(stream, { status: 200, headers: { 'content-type': 'text/event-stream' } })
  }

  const handle = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const raw = await request.text()
    const [, model = '', method = ''] = endpoint.exec(decodeURIComponent(url.pathname)) ?? []
    const response =
      model === '' ? json(404, geminiErrorBody({ code: 404, message: 'Not found' })) : answer(raw, model, method, url)
    requests.push({ path: url.pathname + url.search, model, body: readBody(raw), status: response.status })
    return response
  }

  return {
    handle,
    requests,
    respondWith: (...turns) => void script.push(...turns),
    listen: (port) => serveLoopback(handle, port),
    handlers: async () => {
      const { http } = await import('msw')
      return [http.all(/\/models\/[^/]+:\w+(?:\?|$)/, ({ request }) => handle(request))]
    },
  }
}
