import type { LanguageModelMiddleware } from 'ai'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'
import { CallGuard } from '../../recovery/calls/call-guard.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import { sendUntilAccepted } from '../../recovery/calls/send-until-accepted.ts'
import { historyElsewhere } from '../shared/history-elsewhere.ts'
import { makerOfModel } from '../wire/maker-of-model.ts'
import { answerOf } from './answer-of.ts'
import { encodeBytes } from './encode-bytes.ts'
import { openStream, type StreamListener } from './open-stream.ts'
import { thinkingOf, withThinking } from './thinking-of.ts'

/** A call as a middleware gets it, typed by the installed version of `ai`, since each version defines its provider types anew. */
type WrappedCall = Parameters<NonNullable<LanguageModelMiddleware['wrapGenerate']>>[0]
type CallOptions = WrappedCall['params']

/** Options of the middleware: those that all adapters share. */
export type AiSdkOptions = AdapterOptions<CallOptions>

/**
 * Language model middleware for AI SDK 5, 6 and 7: checks and repairs the prompt of every call before it is sent, and on a structural
 * refusal repairs and calls again within the budget, for streams never after a part has reached the caller. `ai` itself
 * throws on what it cannot convert (from version 6 on on missing results, too) before any middleware runs: repair what is stored with `repairUIMessages` or
 * `repairModelMessages` as well. Of several middlewares it is the last: what another one changes behind it is not checked.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const model = wrapLanguageModel({ model: anthropic('claude-opus-5'), middleware: sessionRecovery() })
 */
export function sessionRecovery(options: AiSdkOptions = {}): LanguageModelMiddleware {
  const guard = new CallGuard<CallOptions>(options)
  return {
    specificationVersion: 'v4',

    async wrapGenerate({ doGenerate, model, params }) {
      const call = await begin(guard, params, model)
      const { sent } = await sendUntilAccepted(call, {
        send: () => (call.changed ? model.doGenerate(repaired(params, call)) : doGenerate()),
      })
      await call.accepted(answerOf(sent.content))
      return sent
    },

    async wrapStream({ doStream, model, params }) {
      const call = await begin(guard, params, model)
      // Some providers answer 200 and put the refusal into the stream, so its beginning is read before the caller gets any of it.
      const { sent } = await sendUntilAccepted(call, {
        async send() {
          const result = await (call.changed ? model.doStream(repaired(params, call)) : doStream())
          const listener: StreamListener = {
            onPart: (count, content) => call.heard(count, () => answerOf(content)),
            onEnd: (content, isWhole) =>
              call.accepted(isWhole ? answerOf(content) : [], isWhole ? {} : { partial: answerOf(content) }),
          }
          return { result, opened: await openStream(result.stream, listener, guard.options.clock) }
        },
        errorOf: async ({ opened }) => opened.error ?? null,
        discard: ({ opened }) => opened.stream.cancel(),
      })
      return { ...sent.result, stream: sent.opened.stream }
    },
  }
}

function begin(guard: CallGuard<CallOptions>, params: CallOptions, model: WrappedCall['model']): Promise<GuardedCall> {
  const { prompt, providerOptions, tools = [] } = params
  const thinking = thinkingOf(providerOptions)
  const { modelId, provider, specificationVersion: specification } = model
  const body = {
    messages: encodeBytes(prompt),
    provider,
    model: modelId,
    specification,
    tools,
    ...(thinking && { thinking }),
  }
  return guard.begin({
    format: 'ai-sdk',
    body,
    request: params,
    ...historyElsewhere(...Object.values(providerOptions ?? {})),
    maker: makerOfModel(model),
    signal: params.abortSignal,
  })
}

function repaired(params: CallOptions, call: GuardedCall): CallOptions {
  const { messages, thinking, tools } = call.body as Required<Pick<CallOptions, 'tools'>> & {
    messages: CallOptions['prompt']
    thinking?: unknown
  }
  const providerOptions = withThinking(params.providerOptions, thinking)
  return {
    ...params,
    prompt: messages,
    ...(tools.length > 0 && { tools }),
    ...(providerOptions && { providerOptions }),
  }
}
