import { jsonAnswer, streamAnswer } from '../shared/answers.ts'
import { awsEventStreamType } from '../shared/aws-event-frame.ts'
import {
  createEmulator,
  type Emulator,
  type Exchange,
  type Scripted,
  type ScriptEntry,
} from '../shared/create-emulator.ts'
import { eventStream, type StreamDamage } from '../shared/event-stream.ts'
import { createRandom } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'
import { converseEvents, writeConverseEvent } from './converse-events.ts'
import { judgeConverseRequest } from './judge-converse-request.ts'
import { mintReasoningSignature } from './models.ts'

/** The model's answer: reasoning first, then text, then calls; `stream` damages the delivery of ConverseStream. */
export type ConverseSpokenTurn = {
  reasoning?: string
  text?: string
  calls?: readonly { name: string; input?: JsonRecord }[]
  stream?: StreamDamage
}

/** An error in place of the model's answer. */
export type ConverseInjectedError = { error: { status: number; type: string; message: string } }

/** The next answer: the model's, an error of the service, or none at all. */
export type ConverseScriptedTurn = Scripted<ConverseSpokenTurn, ConverseInjectedError>

/** How the emulator signs and answers. */
export type ConverseEmulatorOptions = {
  /** Seed of the ids that it generates (default 1). */
  seed?: number
  /** The answer when no scripted turn is left (default: the text "Done."). */
  otherwise?: ScriptEntry<ConverseScriptedTurn>
}

/** Bedrock's Converse as a server on this machine: judges every request, answers from a script. */
export type ConverseEmulator = Emulator<ScriptEntry<ConverseScriptedTurn>>

const fail = (status: number, type: string, message: string): Response =>
  jsonAnswer(status, { message }, { 'x-amzn-errortype': type })

/**
 * A scripted Converse (`/model/:id/converse`) and ConverseStream (`/model/:id/converse-stream`, in event-stream frames): judges
 * every request as strictly as the real one.
 *
 * @example
 * const api = createConverseEmulator()
 * api.respondWith({ calls: [{ name: 'read_file' }] }, { text: 'Done.' })
 */
export function createConverseEmulator(options: ConverseEmulatorOptions = {}): ConverseEmulator {
  const { otherwise = { text: 'Done.' }, seed = 1 } = options
  const random = createRandom(seed)

  const contentOf = ({ calls = [], reasoning, text }: ConverseSpokenTurn): JsonRecord[] => {
    const signature = mintReasoningSignature(random.hex(8))
    return [
      ...(reasoning === undefined ? [] : [{ reasoningContent: { reasoningText: { text: reasoning, signature } } }]),
      ...(text === undefined ? [] : [{ text }]),
      ...calls.map(({ input = {}, name }) => ({ toolUse: { toolUseId: `tooluse_${random.hex(16)}`, name, input } })),
    ]
  }

  const answer = ({ url, raw, speak }: Exchange<ConverseSpokenTurn>): Response | Promise<Response> => {
    const [, modelId, isStream] = /\/model\/(.+)\/converse(-stream)?$/.exec(decodeURIComponent(url.pathname)) ?? []
    if (modelId === undefined) return fail(404, 'UnknownOperationException', 'Not found')
    return speak((turn, use) => {
      const judgement = judgeConverseRequest(raw, modelId)
      if ('body' in judgement) return fail(judgement.status, 'ValidationException', judgement.body.message)
      use()
      const content = contentOf(turn)
      const stopReason = turn.calls?.length ? 'tool_use' : 'end_turn'
      const measured = { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, metrics: { latencyMs: 1 } }
      if (!isStream)
        return jsonAnswer(200, { output: { message: { role: 'assistant', content } }, stopReason, ...measured })
      const events = [...converseEvents(content, stopReason), { metadata: measured }]
      return streamAnswer(eventStream(events, turn.stream, writeConverseEvent), { 'content-type': awsEventStreamType })
    })
  }

  return createEmulator<ConverseSpokenTurn, ConverseInjectedError>({
    paths: /\/model\/[^/]+\/converse(?:-stream)?$/,
    otherwise,
    inject: ({ error }) => fail(error.status, error.type, error.message),
    answer,
  })
}
