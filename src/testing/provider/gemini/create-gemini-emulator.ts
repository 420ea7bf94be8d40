import { jsonAnswer, streamAnswer } from '../shared/answers.ts'
import {
  createEmulator,
  type Emulator,
  type Exchange,
  type Scripted,
  type ScriptEntry,
} from '../shared/create-emulator.ts'
import { eventStream, type ServerEvent, type StreamDamage } from '../shared/event-stream.ts'
import { createRandom } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'
import { judgeGeminiRequest } from './judge-gemini-request.ts'
import { geminiErrorBody } from './refusal.ts'
import { mintSignature } from './signatures.ts'

/** The model's answer: its thought first, then text, then calls. */
export type GeminiSpokenTurn = {
  thought?: string
  text?: string
  calls?: readonly { name: string; args?: JsonRecord; id?: string }[]
  /** Damages the delivery. */
  stream?: StreamDamage
}

/** An error in place of the model's answer. */
export type GeminiInjectedError = { error: { code: number; message: string } }

/** The next answer: the model's, an error of the API, or none at all. */
export type GeminiScriptedTurn = Scripted<GeminiSpokenTurn, GeminiInjectedError>

/** How the emulator signs and answers. */
export type GeminiEmulatorOptions = {
  /** Seed of the signatures that it makes (default 1). */
  seed?: number
  /** The answer when no scripted turn is left (default: the text "Done."). */
  otherwise?: ScriptEntry<GeminiScriptedTurn>
}

/** The Gemini API as a server on this machine: judges every request, answers from a script. */
export type GeminiEmulator = Emulator<ScriptEntry<GeminiScriptedTurn>>

const endpoint = /\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/

const json = (status: number, body: unknown): Response =>
  jsonAnswer(status, body, { 'content-type': 'application/json; charset=UTF-8' })

const writeEvent = (event: ServerEvent): string => `data: ${JSON.stringify(event)}\r\n\r\n`

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

  const answer = ({ url, raw, speak }: Exchange<GeminiSpokenTurn>): Response | Promise<Response> => {
    const [, model, method] = endpoint.exec(decodeURIComponent(url.pathname)) ?? []
    if (model === undefined) return json(404, geminiErrorBody({ code: 404, message: 'Not found' }))
    return speak((turn, use) => {
      const judgement = judgeGeminiRequest(raw, model)
      if ('body' in judgement) return json(judgement.status, judgement.body)
      if (method === 'countTokens') return json(200, { totalTokens: Math.ceil(raw.length / 4) })
      use()
      const parts = partsOf(turn, model)
      if (method === 'generateContent') return json(200, chunk(parts, model, true))
      const chunks = parts.map((part, index) => chunk([part], model, index === parts.length - 1))
      if (url.searchParams.get('alt') !== 'sse') return json(200, chunks)
      return streamAnswer(eventStream(chunks, turn.stream, writeEvent), { 'content-type': 'text/event-stream' })
    })
  }

  return createEmulator<GeminiSpokenTurn, GeminiInjectedError>({
    paths: /\/models\/[^/]+:\w+(?:\?|$)/,
    otherwise,
    inject: ({ error }) => json(error.code, geminiErrorBody(error)),
    answer,
  })
}
