import type { BedrockRuntimeClient, ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-bedrock-runtime'
import type { RequestBody } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'
import type { AdapterOptions } from '../../recovery/call-options.ts'
import { CallGuard } from '../../recovery/call-guard.ts'
import type { GuardedCall } from '../../recovery/guarded-call.ts'
import { sendUntilAccepted } from '../../recovery/send-until-accepted.ts'
import { recordAnswer } from '../wire/answer-tap.ts'
import { bedrockAnswer } from '../wire/bedrock-answer.ts'
import { fromWire, toWire } from './wire-messages.ts'

interface Output {
  readonly output: ServiceOutputTypes
  readonly response: unknown
}
type Handler = (given: { input: ServiceInputTypes }) => Promise<Output>

/** What `client.middlewareStack.use` takes. */
export type BedrockPlugin = Parameters<BedrockRuntimeClient['middlewareStack']['use']>[0]

/** Options of the middleware: those that all adapters share. */
export type BedrockOptions = AdapterOptions<RequestBody>

/**
 * Middleware for `@aws-sdk/client-bedrock-runtime`: Converse and ConverseStream are checked and repaired while their input is
 * still an object, so that it is signed as it is sent, and again after a structural refusal, never after output has reached
 * the caller. Every other command passes untouched.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const client = new BedrockRuntimeClient({})
 * client.middlewareStack.use(sessionRecovery({ store }))
 */
export function sessionRecovery(options: BedrockOptions = {}): BedrockPlugin {
  const guard = new CallGuard<RequestBody>(options)
  const middleware =
    (next: Handler, context: { readonly commandName?: string }): Handler =>
    async (given) => {
      const input: unknown = given.input
      if (!commands.has(context.commandName ?? '') || !isRecord(input) || !Array.isArray(input['messages']))
        return next(given)
      const call = await guard.begin({
        format: 'bedrock-converse',
        body: { ...input, messages: toWire(input['messages']) },
        request: input,
        // Keys and region are settled behind this step of the client: only its model is known here.
        maker: { provider: 'bedrock', ...(typeof input['modelId'] === 'string' && { model: input['modelId'] }) },
      })
      const { sent } = await sendUntilAccepted(call, {
        send: () => next(call.changed ? { ...given, input: withRepair(call) } : given),
      })
      return heard(call, sent)
    }
  return {
    applyToStack: (stack) => stack.add(middleware, { step: 'initialize', name: 'sessionRecovery', override: true }),
  }
}

const commands: ReadonlySet<string> = new Set(['ConverseCommand', 'ConverseStreamCommand'])

function withRepair(call: GuardedCall): ServiceInputTypes {
  const input: RequestBody = { ...call.body, messages: fromWire(call.messages) }
  return input as unknown as ServiceInputTypes
}

/** Records a whole answer before the caller gets it, a stream while it passes. */
async function heard(call: GuardedCall, result: Output): Promise<Output> {
  const output: unknown = result.output
  if (!isRecord(output)) return result
  if (!isAsyncIterable(output['stream'])) {
    const { messages, complete } = bedrockAnswer.whole(output)
    await recordAnswer(call, { messages: toWire(messages), complete })
    return result
  }
  return {
    ...result,
    output: { ...output, stream: heardStream(call, output['stream']) } as unknown as ServiceOutputTypes,
  }
}

async function* heardStream(call: GuardedCall, stream: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const builder = bedrockAnswer.build()
  let events = 0
  try {
    for await (const event of stream) {
      builder.add(event)
      call.heard((events += 1), () => toWire(builder.answer().messages))
      yield event
    }
  } finally {
    const { messages, complete } = builder.answer()
    await recordAnswer(call, { messages: toWire(messages), complete })
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
