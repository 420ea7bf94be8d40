import type { HttpHandler } from 'msw'
import { createRandom } from '../shared/random.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import { type Loopback, serveLoopback } from '../shared/serve-loopback.ts'
import { judgeConverseRequest } from './judge-converse-request.ts'
import { mintReasoningSignature } from './models.ts'

/** What the model says: its reasoning first, then text, then calls. */
export type ConverseSpokenTurn = {
  reasoning?: string
  text?: string
  calls?: readonly { name: string; input?: JsonRecord }[]
}

export type ConverseScriptedTurn = ConverseSpokenTurn | { error: { status: number; type: string; message: string } }

export type ConverseRecordedRequest = { modelId: string; body: JsonRecord; status: number }

export type ConverseEmulator = {
  /** Answers one request; `handlers` and `listen` are ways to reach it. */
  handle: (request: Request) => Promise<Response>
  /** Handlers for `setupServer` of `msw/node`; loads msw, an optional peer. */
  handlers: () => Promise<HttpHandler[]>
  /** Serves the same provider on 127.0.0.1. */
  listen: (port?: number) => Promise<Loopback>
  /** Queues turns. A request that the judge refuses uses up none of them; an injected error comes before the judge. */
  respondWith: (...turns: ConverseScriptedTurn[]) => void
  requests: readonly ConverseRecordedRequest[]
}

const fail = (status: number, type: string, message: string): Response =>
  new Response(JSON.stringify({ message }), {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  })

function readBody(raw: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(raw)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/**
 * A scripted Converse (`/model/:id/converse`): judges every request as strictly as the real one. ConverseStream is not
 * served: its binary event frames are not written here.
 *
 * @example
 * const api = createConverseEmulator()
 * api.respondWith({ calls: [{ name: 'read_file' }] }, { text: 'Done.' })
 */
export function createConverseEmulator(options: { seed?: number } = {}): ConverseEmulator {
  const random = createRandom(options.seed ?? 1)
  const script: ConverseScriptedTurn[] = []
  const requests: ConverseRecordedRequest[] = []

  const contentOf = ({ calls = [], reasoning, text }: ConverseSpokenTurn): JsonRecord[] => {
    const signature = mintReasoningSignature(random.hex(8))
    return [
      ...(reasoning === undefined ? [] : [{ reasoningContent: { reasoningText: { text: reasoning, signature } } }]),
      ...(text === undefined ? [] : [{ text }]),
      ...calls.map(({ input = {}, name }) => ({ toolUse: { toolUseId: `tooluse_${random.hex(16)}`, name, input } })),
    ]
  }

  const answer = (raw: string, modelId: string): Response => {
    const planned = script[0] ?? { text: 'Done.' }
    if ('error' in planned) {
      script.shift()
      return fail(planned.error.status, planned.error.type, planned.error.message)
    }
    const judgement = judgeConverseRequest(raw, modelId)
    if ('body' in judgement) return fail(judgement.status, 'ValidationException', judgement.body.message)
    script.shift()
    const content = contentOf(planned)
    const stopReason = planned.calls?.length ? 'tool_use' : 'end_turn'
    return Response.json({
      output: { message: { role: 'assistant', content } },
      stopReason,
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      metrics: { latencyMs: 1 },
    })
  }

  const handle = async (request: Request): Promise<Response> => {
    const raw = await request.text()
    const path = decodeURIComponent(new URL(request.url).pathname)
    const [, modelId = ''] = /\/model\/(.+)\/converse$/.exec(path) ?? []
    const response = modelId === '' ? fail(404, 'UnknownOperationException', 'Not found') : answer(raw, modelId)
    requests.push({ modelId, body: readBody(raw), status: response.status })
    return response
  }

  return {
    handle,
    requests,
    respondWith: (...turns) => void script.push(...turns),
    listen: (port) => serveLoopback(handle, port),
    handlers: async () => {
      const { http } = await import('msw')
      return [http.post(/\/model\/[^/]+\/converse$/, ({ request }) => handle(request))]
    },
  }
}
