import { jsonAnswer } from '../shared/answers.ts'
import {
  createEmulator,
  type Emulator,
  type Exchange,
  type Scripted,
  type ScriptEntry,
} from '../shared/create-emulator.ts'
import { createRandom } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'
import { judgeConverseRequest } from './judge-converse-request.ts'
import { mintReasoningSignature } from './models.ts'

/** What the model says: its reasoning first, then text, then calls. */
export type ConverseSpokenTurn = {
  reasoning?: string
  text?: string
  calls?: readonly { name: string; input?: JsonRecord }[]
}

/** An answer that never comes from the model. */
export type ConverseInjectedError = { error: { status: number; type: string; message: string } }

export type ConverseScriptedTurn = Scripted<ConverseSpokenTurn, ConverseInjectedError>

export type ConverseEmulatorOptions = {
  /** Seed of the ids that it hands out (default 1). */
  seed?: number
  /** The answer when no scripted turn is left (default: the text "Done."). */
  otherwise?: ScriptEntry<ConverseScriptedTurn>
}

export type ConverseEmulator = Emulator<ScriptEntry<ConverseScriptedTurn>>

const fail = (status: number, type: string, message: string): Response =>
  jsonAnswer(status, { message }, { 'x-amzn-errortype': type })

/**
 * A scripted Converse (`/model/:id/converse`): judges every request as strictly as the real one. ConverseStream is not
 * served: its binary event frames are not written here.
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
    const [, modelId] = /\/model\/(.+)\/converse$/.exec(decodeURIComponent(url.pathname)) ?? []
    if (modelId === undefined) return fail(404, 'UnknownOperationException', 'Not found')
    return speak((turn, use) => {
      const judgement = judgeConverseRequest(raw, modelId)
      if ('body' in judgement) return fail(judgement.status, 'ValidationException', judgement.body.message)
      use()
      return jsonAnswer(200, {
        output: { message: { role: 'assistant', content: contentOf(turn) } },
        stopReason: turn.calls?.length ? 'tool_use' : 'end_turn',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        metrics: { latencyMs: 1 },
      })
    })
  }

  return createEmulator<ConverseSpokenTurn, ConverseInjectedError>({
    paths: /\/model\/[^/]+\/converse$/,
    otherwise,
    inject: ({ error }) => fail(error.status, error.type, error.message),
    answer,
  })
}
