import type { AgentInputItem, Model, ModelProvider } from '@openai/agents'
import { isRecord } from '../../json/is-record.ts'
import { CallGuard } from '../../recovery/calls/call-guard.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import type { Maker } from '../../recovery/maker.ts'
import { sendUntilAccepted } from '../../recovery/calls/send-until-accepted.ts'
import { withMethod } from '../shared/with-method.ts'
import { recordAnswer } from '../wire/answer-tap.ts'
import { openItems } from '../wire/open-items.ts'
import { isPreamble, refusalIn } from '../wire/refusal-in.ts'
import { makerOfModel } from '../wire/maker-of-model.ts'
import type { AgentsOptions } from './agents-options.ts'
import { answerOf, HeardEvents, type StreamEvent } from './heard-events.ts'
import { itemsTarget, type ItemsTarget, rulesOf } from './items-target.ts'
import { itemsOf, type ModelRequest, repairedRequest, requestBody } from './request-body.ts'

type Guard = CallGuard<readonly AgentInputItem[]>

/**
 * A model provider whose models are guarded: their items are checked and repaired before they are sent, and after a structural
 * refusal within the budget; a stream never after its first event. With a `session` each call is a turn of the store, durable before
 * the request leaves, with what has arrived of an answer that was cut. It does all that `sessionRecovery` does and takes its place.
 * Of a response that comes whole and has failed (`status: failed`) the SDK does not say why: such a refusal is repaired in streams only,
 * and over the Responses websocket (`OpenAIResponsesWSModel`) every refusal is such a one.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const runner = new Runner({ modelProvider: recoveringModelProvider(new OpenAIProvider(), { store, session: 's1' }) })
 */
export function recoveringModelProvider<Inner extends ModelProvider>(
  provider: Inner,
  options: AgentsOptions = {},
): Inner {
  const guard: Guard = new CallGuard(options)
  return withMethod(
    provider,
    'getModel',
    async (name) => guardedModel(await provider.getModel(name), guard, name),
    'provider',
  )
}

/**
 * One model, guarded as those of {@link recoveringModelProvider}: for an agent that names its model itself.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const agent = new Agent({ name: 'reader', model: recoveringModel(aisdk(model), { store, session: 's1' }) })
 */
export function recoveringModel<Inner extends Model>(model: Inner, options: AgentsOptions = {}): Inner {
  return guardedModel(model, new CallGuard(options))
}

/** Guards calls of the model from outside; its calls to itself pass, so that nothing is guarded twice. */
function guardedModel<Inner extends Model>(model: Inner, guard: Guard, name?: string): Inner {
  const target = itemsTarget(model, { model: name, dialect: guard.options.dialect })
  const whole: Model['getResponse'] = async (request) => {
    const call = await begin(guard, model, target, request)
    const { sent } = await sendUntilAccepted(call, { send: () => model.getResponse(repairedRequest(request, call)) })
    await recordAnswer(call, answerOf(sent.output, sent.responseId))
    return sent
  }
  async function* stream(request: ModelRequest): AsyncGenerator<StreamEvent> {
    const call = await begin(guard, model, target, request)
    yield* heard(call, guard, () => model.getStreamedResponse(repairedRequest(request, call)))
  }
  return withMethod(withMethod(model, 'getResponse', whole, 'model'), 'getStreamedResponse', stream, 'model')
}

function begin(guard: Guard, model: Model, target: ItemsTarget, request: ModelRequest): Promise<GuardedCall> {
  const body = requestBody(request, target)
  return guard.begin({
    format: 'openai-responses',
    body,
    request: itemsOf(request),
    target: rulesOf(target),
    maker: makerOf(model),
    signal: request.signal,
  })
}

/** The provider behind a model, as far as it can be seen: the SDK's Responses model keeps its client and model name in fields. */
function makerOf(model: Model): Maker {
  const { _client: client, _model: name } = model as { readonly _client?: unknown; readonly _model?: unknown }
  const known = isRecord(client) ? makerOfModel({ apiKey: client['apiKey'], config: client }) : makerOfModel(model)
  return { ...known, ...(typeof name === 'string' && { model: name }) }
}

/** Whether a refusal may still follow this event. */
function leavesOpen(event: StreamEvent): boolean {
  return event.type === 'model' ? isPreamble(event.event) : event.type === 'response_started'
}

/** A stream that is read until it is accepted, then passed on. It is recorded before the caller sees its end. */
async function* heard(
  call: GuardedCall,
  { options }: Guard,
  open: () => AsyncIterable<StreamEvent>,
): AsyncGenerator<StreamEvent> {
  const { accepted, sent } = await sendUntilAccepted(call, {
    async send() {
      let refusal: object | null = null
      const isKnown = (event: StreamEvent): boolean => {
        // The SDK's own error behind this event does not give the reason.
        if (event.type === 'model') refusal = refusalIn(event.event)
        return !leavesOpen(event)
      }
      const { error, items } = await openItems(open()[Symbol.asyncIterator](), isKnown, options.clock)
      return { items, error: refusal ?? error }
    },
    errorOf: async ({ error }) => error,
    discard: ({ items }) => items.return(),
  })
  if (!accepted) return yield* sent.items
  const answer = new HeardEvents()
  let isOver = false
  const end = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    await recordAnswer(call, answer.answer())
  }
  try {
    for await (const event of sent.items) {
      answer.add(event)
      if (event.type === 'response_done') await end()
      else call.heard(answer.count, () => answer.answer().messages)
      yield event
    }
  } finally {
    await end()
  }
}
