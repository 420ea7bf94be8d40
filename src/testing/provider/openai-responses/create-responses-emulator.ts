import { jsonAnswer, streamAnswer } from '../shared/answers.ts'
import { createEmulator, type Emulator, type Exchange, type ScriptEntry } from '../shared/create-emulator.ts'
import { eventStream } from '../shared/event-stream.ts'
import { createRandom } from '../shared/random.ts'
import { asList, isRecord, type JsonRecord } from '../shared/records.ts'
import { encryptContent, responsesSecret } from './encrypted-content.ts'
import { judgeResponsesRequest } from './judge-responses-request.ts'
import { responsesErrorBody } from './refusal.ts'
import { responseEvents } from './response-events.ts'
import type { ResponsesInjectedError, ScriptedResponse, SpokenResponse } from './scripted-response.ts'
import { createStoredResponses } from './stored-responses.ts'
import type { TestItem } from './transcript.ts'
import { tokensOf, writeResponse } from './write-response.ts'

/** A scripted response, or a function that makes it of the request's body. */
export type ResponsesScriptEntry = ScriptEntry<ScriptedResponse>

/** Options of the emulator's state and answers. */
export type ResponsesEmulatorOptions = {
  /** Secret of the encrypted content that it makes and verifies. */
  secret?: string
  /** Seed of the ids that it generates (default 1). */
  seed?: number
  /** The answer when no scripted turn is left (default: the text "Done."). */
  otherwise?: ResponsesScriptEntry
}

/** Clients add `/v1` to the URL. */
export type ResponsesEmulator = Emulator<ResponsesScriptEntry> & {
  /** Forgets every stored response, conversation and item. */
  loseState: () => void
}

const requestId = { 'x-request-id': 'req_emulated' }

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  jsonAnswer(status, body, { ...requestId, ...headers })

const notFound = (message: string): Response => json(404, responsesErrorBody({ message, status: 404 }))

function inject({ error }: ResponsesInjectedError): Response {
  const { body, headers, message = 'The server had an error.', ...rest } = error
  return json(error.status, body ?? responsesErrorBody({ message, ...rest }), headers)
}

const inputItems = (input: unknown): TestItem[] => {
  if (typeof input === 'string')
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
  return asList(input).filter(isRecord)
}

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
  const state = createStoredResponses()
  const nextId = (prefix: string): string => `${prefix}_0${random.hex(31)}`

  const compact = (): SpokenResponse => ({
    items: [{ id: nextId('cmp'), type: 'compaction', encrypted_content: encryptContent(nextId('summary'), secret) }],
  })

  const refusalOf = (raw: string): Response | undefined => {
    const judgement = judgeResponsesRequest(raw, { held: state.held, secret })
    return 'body' in judgement ? json(judgement.status, judgement.body) : undefined
  }

  const createResponse = ({ raw, body, speak }: Exchange<SpokenResponse>): Promise<Response> =>
    speak((planned, use) => {
      const refusal = refusalOf(raw)
      if (refusal) return refusal
      const input = inputItems(body['input'])
      const isCompaction = input.at(-1)?.['type'] === 'compaction_trigger'
      if (!isCompaction) use()
      const turn = isCompaction ? compact() : planned
      const response = writeResponse(turn, state.earlier(body), { body, secret, nextId })
      state.keep(body, input, response)
      if (body['stream'] !== true) return json(200, response)
      return streamAnswer(eventStream(responseEvents(response), turn.stream), requestId)
    })

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

  const answer = (exchange: Exchange<SpokenResponse>): Response | Promise<Response> => {
    const { request, url, raw, body } = exchange
    const path = url.pathname.replace(/^.*?(?=\/(?:responses|conversations|models)(?:\/|$))/, '')
    if (request.method === 'POST' && path === '/responses') return createResponse(exchange)
    if (request.method === 'POST' && path === '/responses/input_tokens')
      return refusalOf(raw) ?? json(200, { object: 'response.input_tokens', input_tokens: tokensOf(body['input']) })
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

  return {
    ...createEmulator<SpokenResponse, ResponsesInjectedError>({
      paths: /\/(?:responses|conversations|models)(?:\/|\?|$)/,
      otherwise,
      inject,
      answer,
    }),
    loseState: () => state.forgetAll(),
  }
}
