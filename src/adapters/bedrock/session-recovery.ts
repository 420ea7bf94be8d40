import type { BedrockRuntimeClient, ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-bedrock-runtime'
import type { RequestBody } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'
import { CallGuard } from '../../recovery/calls/call-guard.ts'
import type { Clock } from '../../recovery/clock.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import { sendUntilAccepted } from '../../recovery/calls/send-until-accepted.ts'
import type { Answer } from '../wire/answer.ts'
import { recordAnswer } from '../wire/answer-tap.ts'
import { openItems } from '../wire/open-items.ts'
import { isPreamble, refusalIn } from '../wire/refusal-in.ts'
import { UnsentCall } from '../wire/unsent-call.ts'
import { countedCall } from './counted-call.ts'
import { type GuardedCommand, guardedCommands } from './guarded-commands.ts'
import { heardStream, isAsyncIterable } from './heard-stream.ts'
import { makerOfContext } from './maker-of-context.ts'
import { signalOfContext } from './signal-of-context.ts'

interface Output {
  readonly output: ServiceOutputTypes
  readonly response: unknown
}
type Handler = (given: { input: ServiceInputTypes }) => Promise<Output>

/** What `client.middlewareStack.use` takes. */
export type BedrockPlugin = Parameters<BedrockRuntimeClient['middlewareStack']['use']>[0]

/**
 * Stands in for the step behind which region and keys are resolved and the input is still an object. A command adds that step only when it
 * is sent, but the SDK throws when a middleware is placed relative to a missing step. Of two steps with this name the command's own
 * replaces the stand-in; in a stack without one calls are guarded all the same, but their turns record no endpoint.
 */
const standIn = { name: 'endpointV2Middleware', step: 'initialize', priority: 'low', override: true } as const

/** Options of the middleware: those that all adapters share. */
export type BedrockOptions = AdapterOptions<RequestBody>

/**
 * Middleware for `@aws-sdk/client-bedrock-runtime`: Converse and ConverseStream, and InvokeModel and
 * InvokeModelWithResponseStream with bodies of the Messages API, are checked and repaired while their input is still an object, so
 * that it is signed as it is sent, and again after a structural refusal, never after output has reached the caller. CountTokens is
 * repaired likewise. Every other command passes untouched: InvokeModelWithBidirectionalStream and StartAsyncInvoke, whose
 * conversations are no list of messages, offer nothing to check, nor do bodies of other vendors.
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
      if (!isRecord(input)) return next(given)
      const signal = signalOfContext(context)
      const sendAs = (body: RequestBody): Promise<Output> =>
        next({ ...given, input: body as unknown as ServiceInputTypes })
      if (context.commandName === 'CountTokensCommand') {
        const counted = countedCall(input)
        if (counted === null) return next(given)
        const { session } = guard.options
        const named = typeof session === 'function' ? (): string | undefined => session(counted.request) : session
        const call = await UnsentCall.open(counted.body, counted.endpoint, { ...guard.options, session: named, signal })
        const { sent } = await call.send({
          send: () => (call.changed ? sendAs(counted.write(call.body)) : next(given)),
        })
        return sent
      }
      const command = guardedCommands.get(context.commandName)
      const start = command?.start(input) ?? null
      if (command === undefined || start === null) return next(given)
      const maker = makerOfContext(context, input['modelId'])
      const call = await guard.begin({ ...start, request: input, maker, signal })
      const { sent, accepted } = await sendUntilAccepted(call, {
        async send() {
          const result = await (call.changed ? sendAs(command.repaired(input, call)) : next(given))
          return opened(command, result, guard.options.clock)
        },
        errorOf: async ({ error }) => error,
        discard: async ({ close }) => close?.(),
      })
      return accepted ? heard(call, command, sent.result) : sent.result
    }
  return {
    applyToStack: (stack) => {
      stack.add((next) => next, standIn)
      stack.addRelativeTo(middleware, {
        name: 'sessionRecovery',
        override: true,
        relation: 'after',
        toMiddleware: standIn.name,
      })
    },
  }
}

/** The output, with the beginning of a stream already read: the SDK throws a refusal, or sends it as a stream event. */
async function opened(
  { eventOf, streamField }: GuardedCommand,
  result: Output,
  clock: Clock,
): Promise<{ readonly result: Output; readonly error: unknown; close?(): Promise<unknown> }> {
  const output: unknown = result.output
  const source = isRecord(output) ? output[streamField] : undefined
  if (!isRecord(output) || !isAsyncIterable(source)) return { result, error: null }
  let refusal: object | null = null
  const isKnown = (item: unknown): boolean => {
    const event = eventOf(item)
    refusal = refusalIn(event)
    return !isPreamble(event)
  }
  const { error, items } = await openItems(source[Symbol.asyncIterator](), isKnown, clock)
  const known = { ...output, [streamField]: items } as unknown as ServiceOutputTypes
  return { result: { ...result, output: known }, error: error ?? refusal, close: () => items.return() }
}

/** Records a whole answer before the caller gets it, a stream while it passes. */
async function heard(call: GuardedCall, command: GuardedCommand, result: Output): Promise<Output> {
  const output: unknown = result.output
  if (!isRecord(output)) return result
  const { answers, eventOf, stored, streamField } = command
  const stream = output[streamField]
  const record = (answer: Answer): Promise<void> => recordAnswer(call, stored(answer))
  if (!isAsyncIterable(stream)) {
    await record(answers.whole(command.whole(output)))
    return result
  }
  const builder = answers.build()
  const passing = heardStream(stream, builder, {
    eventOf,
    onItem: (count) => call.heard(count, () => stored(builder.answer()).messages),
    onEnd: record,
  })
  return { ...result, output: { ...output, [streamField]: passing } as unknown as ServiceOutputTypes }
}
