import type { BaseMessage, RemoveMessage } from '@langchain/core/messages'
import { beginCall, type LangchainGuard, type LangchainOptions, langchainGuard, loadClasses } from './model-call.ts'

/** The part of a graph's state that is repaired. */
export interface MessagesState {
  readonly messages: readonly BaseMessage[]
}

/** The update of a node: a list that replaces the former one, or nothing. */
export interface StateUpdate {
  readonly messages?: (BaseMessage | RemoveMessage)[]
}

/** LangGraph's own name for "all messages" (`REMOVE_ALL_MESSAGES`). */
const everything = '__remove_all__'

/**
 * A node that repairs the messages of a graph's state, so that the checkpoint is healthy again and not only the request. It
 * changes nothing in a healthy state. Put it before the node that calls the model; `recoveringModel` serves what only the
 * provider can see.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * new StateGraph(MessagesAnnotation).addNode('repair', repairState()).addEdge(START, 'repair').addEdge('repair', 'model')
 */
export function repairState(
  options: LangchainOptions = {},
): (state: MessagesState, config?: unknown) => Promise<StateUpdate> {
  const guard = langchainGuard(options)
  return async (state, config) => (await repairStateWith(guard, state, config)) ?? {}
}

/** The update that repairs a state; undefined when there is nothing to repair. */
export async function repairStateWith(
  guard: LangchainGuard,
  { messages }: MessagesState,
  runtime: unknown,
): Promise<Required<StateUpdate> | undefined> {
  const call = await beginCall(guard, { messages, run: runtime })
  if (!call.changed) return undefined
  const { RemoveMessage } = await loadClasses()
  return { messages: [new RemoveMessage({ id: everything }), ...(call.messages as BaseMessage[])] }
}
