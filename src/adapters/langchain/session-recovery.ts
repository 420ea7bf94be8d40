import type { BaseMessage } from '@langchain/core/messages'
import type { ServerTool } from '@langchain/core/tools'
import type { AgentMiddleware } from 'langchain'
import { isRecord } from '../../json/is-record.ts'
import type { AdapterOptions } from '../../recovery/call-options.ts'
import { CallGuard } from '../../recovery/call-guard.ts'
import type { GuardedCall } from '../../recovery/guarded-call.ts'
import { sendUntilAccepted } from '../../recovery/send-until-accepted.ts'

/** What a call to the model is about, for the `session` option: its messages, and LangGraph's thread when there is one. */
export interface LangchainCall {
  readonly messages: readonly BaseMessage[]
  readonly threadID: string | undefined
}

/** Options of the middleware: those that all adapters share. The session is LangGraph's thread by default. */
export type LangchainOptions = AdapterOptions<LangchainCall>

/** LangGraph's own name for "all messages" (`REMOVE_ALL_MESSAGES`). */
const everything = '__remove_all__'

/** How `langchain` knows a middleware, in every copy of it (`createMiddleware` sets the same). */
const brand = Symbol.for('AgentMiddleware')

/** The classes of messages; loaded with the first call, when the agent has loaded them long ago. Importing them takes a second. */
const loadClasses = (): Promise<typeof import('@langchain/core/messages')> => import('@langchain/core/messages')

/**
 * Middleware for `createAgent` of LangChain 1: repairs the messages of the state before the model is called and persists the
 * repair once, so that the thread is healthy again; and around the call, on a structural refusal, repairs and calls again
 * within the budget.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const agent = createAgent({ model, tools, checkpointer, middleware: [sessionRecovery()] })
 */
export function sessionRecovery(options: LangchainOptions = {}): AgentMiddleware {
  const guard = new CallGuard<LangchainCall>({ session: ({ threadID }) => threadID, ...options })
  const middleware: AgentMiddleware & { readonly [brand]: true } = {
    [brand]: true,
    name: 'SessionRecovery',

    beforeModel: async (state, runtime) => {
      const { RemoveMessage } = await loadClasses()
      const call = await begin(guard, state.messages, runtime)
      if (!call.changed) return undefined
      return { messages: [new RemoveMessage({ id: everything }), ...(call.messages as BaseMessage[])] }
    },

    wrapModelCall: async (request, handler) => {
      const call = await begin(guard, request.messages, request.runtime, request.tools)
      const { sent } = await sendUntilAccepted(call, {
        send: async () => handler(call.changed ? { ...request, ...changesOf(call) } : request),
      })
      const { AIMessage } = await loadClasses()
      await call.accepted(AIMessage.isInstance(sent) ? [sent] : [])
      return sent
    },
  }
  return middleware
}

async function begin(
  guard: CallGuard<LangchainCall>,
  messages: BaseMessage[],
  runtime: unknown,
  tools: readonly unknown[] = [],
): Promise<GuardedCall> {
  const { AIMessage: ai, HumanMessage: human, SystemMessage: system, ToolMessage: tool } = await loadClasses()
  const messageClasses = { human, ai, system, tool }
  const request = { messages, threadID: threadOf(runtime) }
  return guard.begin({ format: 'langchain', body: { messages, messageClasses, tools }, request })
}

/** What of the request differs; tools are added only when the provider has demanded them. */
function changesOf(call: GuardedCall): { messages: BaseMessage[]; tools: ServerTool[] } {
  const { messages, tools } = call.body as { messages: BaseMessage[]; tools: ServerTool[] }
  return { messages, tools }
}

function threadOf(runtime: unknown): string | undefined {
  const configurable = isRecord(runtime) ? runtime['configurable'] : undefined
  const thread = isRecord(configurable) ? configurable['thread_id'] : undefined
  return typeof thread === 'string' ? thread : undefined
}
