import { jsonAnswer, streamAnswer } from '../shared/answers.ts'
import { createEmulator, type Emulator, type Exchange, type ScriptEntry } from '../shared/create-emulator.ts'
import { eventStream } from '../shared/event-stream.ts'
import { createRandom } from '../shared/random.ts'
import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { createBatchStore } from './batches.ts'
import { bindingBeta } from './check-seals.ts'
import { betasOf, judgeAnthropicRequest, type JudgeOptions } from './judge-anthropic-request.ts'
import { messageEvents } from './message-events.ts'
import { errorBody } from './refusal.ts'
import type { InjectedError, ScriptedTurn, SpokenTurn } from './scripted-turn.ts'
import { defaultSecret, mintSeal } from './seals.ts'
import { resolveThread, type StoredThread, threadsBeta } from './threads.ts'
import { writeMessage } from './write-message.ts'

/** As {@link JudgeOptions}, with options of the emulator's answers. */
export type EmulatorOptions = JudgeOptions & {
  /** Seed of the ids that it generates (default 1). */
  seed?: number
  /** The answer when no scripted turn is left (default: the text "Done."). */
  otherwise?: ScriptEntry<ScriptedTurn>
}

/** The Messages API as a server on this machine: judges every request, answers from a script. */
export type AnthropicEmulator = Emulator<ScriptEntry<ScriptedTurn>> & {
  /** Forgets every stored thread: the next continue is a 404 `thread_not_found`. */
  loseThreads: () => void
}

const requestId = { 'request-id': 'req_emulated' }

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  jsonAnswer(status, body, { ...requestId, ...headers })

function inject({ error }: InjectedError): Response {
  const refusal = { message: error.message ?? 'Overloaded', status: error.status }
  const type = error.type === undefined ? {} : { type: error.type }
  const code = error.errorCode === undefined ? {} : { errorCode: error.errorCode }
  return json(error.status, error.body ?? errorBody({ ...refusal, ...type, ...code }), error.headers)
}

/** The answer to a request for compaction, which uses up no scripted turn. */
function summaryTurn(secret: string): SpokenTurn {
  const content = 'Summary of the conversation.'
  const signature = mintSeal({ kind: 'compaction', content }, secret)
  return { blocks: [{ type: 'compaction', content, signature }], stopReason: 'compaction' }
}

/**
 * A scripted Messages API: judges every request as strictly as the real one, answers in its wordings and its event order,
 * and signs the thinking that it emits so that later requests can be verified.
 *
 * @example
 * const api = createAnthropicEmulator()
 * api.respondWith({ toolUse: [{ name: 'read_file' }] }, { text: 'Done.' })
 * setupServer(...(await api.handlers())).listen()
 */
export function createAnthropicEmulator(options: EmulatorOptions = {}): AnthropicEmulator {
  const { secret = defaultSecret, seed = 1, otherwise = { text: 'Done.' } } = options
  const random = createRandom(seed)
  const threads = new Map<string, StoredThread>()
  const batches = createBatchStore()
  const judging: JudgeOptions = { ...options, threads: options.threads ?? ((id) => threads.get(id)) }
  const nextId = (prefix: string): string => `${prefix}_01${random.hex(22)}`
  const lookUp = (body: JsonRecord, betas: ReadonlySet<string>): JsonRecord => {
    const resolved = resolveThread(body, betas, judging.threads)
    return 'body' in resolved ? resolved.body : body
  }

  const keepThread = (body: JsonRecord, full: JsonRecord, message: JsonRecord, betas: ReadonlySet<string>): void => {
    const thread = body['thread']
    if (!isRecord(thread) || !betas.has(threadsBeta)) return
    const previous = threads.get(asText(thread['previous_message_id']))
    if (previous) previous.continued = 'yes'
    const answer = { role: 'assistant', content: message['content'] }
    const { messages, thread: _thread, stream: _stream, ...rest } = full
    threads.set(asText(message['id']), { body: rest, messages: [...asList(messages), answer], continued: 'no' })
  }

  const write = (turn: SpokenTurn, body: JsonRecord): JsonRecord => writeMessage(turn, { body, secret, nextId })

  const createMessage = ({ request, raw, body, speak }: Exchange<SpokenTurn>): Promise<Response> =>
    speak((planned, use) => {
      const judgement = judgeAnthropicRequest(raw, request.headers, judging)
      if ('body' in judgement) return json(judgement.status, judgement.body)
      const betas = betasOf(request.headers)
      const full = lookUp(body, betas)
      const isCompaction = isRecord(body['compaction'])
      if (!isCompaction) use()
      const turn = isCompaction ? summaryTurn(secret) : planned
      const extra = betas.has(bindingBeta) ? { input_transformations: judgement.inputTransformations } : {}
      const message = { ...write(turn, full), ...extra }
      keepThread(body, full, message, betas)
      if (body['stream'] !== true) return json(200, message)
      return streamAnswer(eventStream(messageEvents(message), turn.stream), requestId)
    })

  const countTokens = (headers: Headers, raw: string): Response => {
    const judgement = judgeAnthropicRequest(raw, headers, { ...judging, requireMaxTokens: false })
    if ('body' in judgement) return json(judgement.status, judgement.body)
    return json(200, { input_tokens: Math.ceil(raw.length / 4), context_management: null })
  }

  const createBatch = (headers: Headers, body: JsonRecord): Response => {
    const { requests } = body
    const isList = Array.isArray(requests)
    if (!isList || requests.length === 0)
      return json(
        400,
        errorBody({ message: `requests: ${isList ? 'at least one request is required' : 'Field required'}` }),
      )
    // An item that leaves the binding unset does not fail (docs: preserved thinking).
    const lenient: JudgeOptions = { ...judging, bindingPolicy: 'drop_block' }
    const answer = (params: JsonRecord): JsonRecord => {
      const judgement = judgeAnthropicRequest(params, headers, lenient)
      if ('body' in judgement) return { type: 'errored', error: judgement.body }
      const entry = typeof otherwise === 'function' ? otherwise(params) : otherwise
      return { type: 'succeeded', message: write('error' in entry || 'hang' in entry ? {} : entry, params) }
    }
    return json(200, batches.create(body, answer, nextId('msgbatch')))
  }

  const readBatch = (url: URL): Response => {
    const [, id = '', results] = /\/batches\/([^/]+)(\/results)?$/.exec(url.pathname) ?? []
    const found = results ? batches.results(id) : batches.read(id, url.origin)
    if (found === null) return json(404, errorBody({ message: `Batch ${id} not found`, status: 404 }))
    return json(200, found, results ? { 'content-type': 'application/x-jsonl' } : {})
  }

  const answer = (exchange: Exchange<SpokenTurn>): Response | Promise<Response> => {
    const { request, url, raw, body } = exchange
    const endpoint = `${request.method} ${url.pathname.replace(/^.*(?=\/v1\/)/, '')}`
    if (endpoint === 'POST /v1/messages') return createMessage(exchange)
    if (endpoint === 'POST /v1/messages/count_tokens') return countTokens(request.headers, raw)
    if (endpoint === 'POST /v1/messages/batches') return createBatch(request.headers, body)
    if (endpoint.startsWith('GET /v1/messages/batches/')) return readBatch(url)
    return json(404, errorBody({ message: 'Not found', status: 404 }))
  }

  return {
    ...createEmulator<SpokenTurn, InjectedError>({ paths: /\/v1\/messages(?:\/|\?|$)/, otherwise, inject, answer }),
    loseThreads: () => threads.clear(),
  }
}
