import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Middleware,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import type { AdapterOptions } from '../shared/adapter-options.ts'
import { CallGuard } from '../shared/call-guard.ts'
import type { GuardedCall } from '../shared/guarded-call.ts'
import { answerOf } from './answer-of.ts'
import { encodeBytes } from './encode-bytes.ts'
import { openStream } from './open-stream.ts'

/** Options of the middleware: those that all adapters share. */
export type AiSdkOptions = AdapterOptions<LanguageModelV4CallOptions>

/**
 * Language model middleware for AI SDK 7: checks and repairs the prompt of every call before it is sent, and on a structural
 * refusal repairs and calls again within the budget, for streams never after a part has reached the caller. `ai` itself
 * throws on missing results before any middleware runs: repair what is stored with `repairUIMessages` or
 * `repairModelMessages` as well.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const model = wrapLanguageModel({ model: anthropic('claude-opus-5'), middleware: sessionRecovery() })
 */
export function sessionRecovery(options: AiSdkOptions = {}): LanguageModelV4Middleware {
  const guard = new CallGuard<LanguageModelV4CallOptions>(options)
  return {
    specificationVersion: 'v4',

    async wrapGenerate({ doGenerate, model, params }) {
      const call = await begin(guard, params, model)
      const result = await send(call, () => (call.changed ? model.doGenerate(repaired(params, call)) : doGenerate()))
      await call.accepted(answerOf(result.content))
      return result
    },

    async wrapStream({ doStream, model, params }) {
      const call = await begin(guard, params, model)
      return send(call, async (mayRefuse) => {
        const result = await (call.changed ? model.doStream(repaired(params, call)) : doStream())
        return opened(call, result, mayRefuse)
      })
    },
  }
}

function begin(
  guard: CallGuard<LanguageModelV4CallOptions>,
  params: LanguageModelV4CallOptions,
  model: LanguageModelV4,
): Promise<GuardedCall> {
  const tools = params.tools && { tools: params.tools }
  const body = { messages: encodeBytes(params.prompt), provider: model.provider, model: model.modelId, ...tools }
  return guard.begin({ format: 'ai-sdk', body, request: params })
}

function repaired(params: LanguageModelV4CallOptions, call: GuardedCall): LanguageModelV4CallOptions {
  const { messages, tools } = call.body as Pick<LanguageModelV4CallOptions, 'tools'> & {
    messages: LanguageModelV4CallOptions['prompt']
  }
  return { ...params, prompt: messages, ...(tools && { tools }) }
}

/** Asks whether an error inside an accepted stream is a refusal after all; true: the call is sent again. */
type MayRefuse = (error: unknown) => Promise<boolean>

const again: unique symbol = Symbol('again')

/** Sends until the provider accepts, or nothing is left to try; then the caller gets the first error (I10). */
async function send<Result>(
  call: GuardedCall,
  attempt: (mayRefuse: MayRefuse) => PromiseLike<Result | typeof again>,
): Promise<Result> {
  let first: { error: unknown } | undefined
  const mayRefuse: MayRefuse = (error) => {
    first ??= { error }
    return call.refused(error)
  }
  for (;;) {
    try {
      const result = await attempt(mayRefuse)
      if (result !== again) return result
    } catch (error) {
      if (!(await mayRefuse(error))) throw first!.error
    }
  }
}

/** Some providers answer 200 and put the refusal into the stream: it is looked at before the caller sees anything. */
async function opened(
  call: GuardedCall,
  result: LanguageModelV4StreamResult,
  mayRefuse: MayRefuse,
): Promise<LanguageModelV4StreamResult | typeof again> {
  const { error, stream } = await openStream(result.stream, (content) => call.accepted(answerOf(content)))
  if (error !== undefined && (await mayRefuse(error))) {
    await stream.cancel()
    return again
  }
  return { ...result, stream }
}
