import { jsonAnswer, streamAnswer } from '../shared/answers.ts'
import { createEmulator, type Emulator, type Exchange } from '../shared/create-emulator.ts'
import { eventStream } from '../shared/event-stream.ts'
import { createRandom } from '../shared/random.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import {
  type ChatInjectedError,
  chatReply,
  type ChatScriptEntry,
  type ChatSpokenTurn,
  finishReasonOf,
} from './chat-script.ts'
import { completionChunks, writeChunk } from './completion-chunks.ts'
import { judgeOpenAIChatRequest } from './judge-openai-chat-request.ts'
import { type ChatVendor, laws } from './laws.ts'
import { chatErrorBody } from './refusal.ts'

/** The vendor whose validator judges the requests, and options of the answers. */
export type ChatEmulatorOptions = {
  /** The vendor (default `openai`), or a function that finds it from the body of a request. */
  vendor?: ChatVendor | ((body: JsonRecord) => ChatVendor)
  /** Seed of the ids that it generates (default 1). */
  seed?: number
  /** The answer when no scripted turn is left (default: the text "Done."). */
  otherwise?: ChatScriptEntry
}

/** The base URL of a client is `<url>/v1`. */
export type OpenAIChatEmulator = Emulator<ChatScriptEntry>

const requestId = { 'x-request-id': 'req_emulated' }

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  jsonAnswer(status, body, { ...requestId, ...headers })

function inject({ error }: ChatInjectedError, vendor: ChatVendor): Response {
  const { body, headers, message = 'The server is overloaded', ...rest } = error
  return json(error.status, body ?? chatErrorBody(vendor, { message, ...rest }), headers)
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

  const answer = ({ request, url, raw, body, speak }: Exchange<ChatSpokenTurn>): Response | Promise<Response> => {
    const isCompletion = request.method === 'POST' && url.pathname.endsWith('/chat/completions')
    const missing = { message: `Invalid URL (${request.method} ${url.pathname})` }
    if (!isCompletion) return json(404, chatErrorBody('openai', missing))
    return speak((turn, use) => {
      const vendor = vendorOf(body)
      const judgement = judgeOpenAIChatRequest(raw, vendor)
      if ('body' in judgement) return json(judgement.status, judgement.body)
      use()
      const completion = complete(turn, body, vendor)
      if (body['stream'] !== true) return json(200, completion)
      const wanted = isRecord(body['stream_options']) && body['stream_options']['include_usage'] === true
      return streamAnswer(eventStream(completionChunks(completion, wanted), turn.stream, writeChunk), requestId)
    })
  }

  return createEmulator<ChatSpokenTurn, ChatInjectedError>({
    paths: /\/chat\/completions(?:\?|$)/,
    otherwise,
    inject: (turn, body) => inject(turn, vendorOf(body)),
    answer,
  })
}
