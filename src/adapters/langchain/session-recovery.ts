import type { BaseMessage } from '@langchain/core/messages'
import type { ServerTool } from '@langchain/core/tools'
import type { AgentMiddleware } from 'langchain'
import { sendUntilAccepted } from '../../recovery/calls/send-until-accepted.ts'
import { beginCall, type LangchainOptions, langchainGuard, loadClasses, modelFor } from './model-call.ts'
import { repairStateWith } from './repair-state.ts'

/** The symbol by which every copy of `langchain` recognises a middleware (`createMiddleware` sets it). */
const brand = Symbol.for('AgentMiddleware')

/**
 * Middleware for `createAgent` of LangChain 1: repairs the messages of the state before the model is called and persists the
 * repair once, so that the thread is healthy again; and around the call, on a structural refusal, repairs and calls again
 * within the budget. A graph of your own takes `recoveringModel` and `repairState` instead.
 *
 * What the call throws in the end reaches the caller of the agent as the `cause` of a `MiddlewareError`: LangChain wraps so what any
 * middleware passes on. And a middleware hears of a call when that is over: a refusal behind the first words of a stream, which no
 * provider sends by rule, is repaired, too, and who streams sees those words again. Where either matters, give the agent a
 * `recoveringModel`.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const agent = createAgent({ model, tools, checkpointer, middleware: [sessionRecovery()] })
 */
export function sessionRecovery(options: LangchainOptions = {}): AgentMiddleware {
  const guard = langchainGuard(options)
  const middleware: AgentMiddleware & { readonly [brand]: true } = {
    [brand]: true,
    name: 'SessionRecovery',

    beforeModel: (state, runtime) => repairStateWith(guard, state, runtime),

    wrapModelCall: async (request, handler) => {
      const { messages, model, modelSettings, tools, runtime } = request
      const known = {
        messages,
        model,
        tools,
        run: runtime,
        ...(modelSettings && { callOptions: modelSettings }),
      }
      const call = await beginCall(guard, known)
      const { sent } = await sendUntilAccepted(call, {
        send: async () => {
          if (!call.changed) return handler(request)
          return handler({ ...request, ...changesOf(call.body), model: modelFor(model, call, modelSettings) })
        },
      })
      const { AIMessage } = await loadClasses()
      await call.accepted(AIMessage.isInstance(sent) ? [sent] : [])
      return sent
    },
  }
  return middleware
}

/** The changed parts of the request; tools are added only where the provider demands them. */
function changesOf(body: Readonly<Record<string, unknown>>): { messages: BaseMessage[]; tools: ServerTool[] } {
  const { messages, tools } = body as { messages: BaseMessage[]; tools: ServerTool[] }
  return { messages, tools }
}
