import type { AgentInputItem, Model } from '@openai/agents'
import type { RequestBody } from '../../formats/format.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import { type ItemsTarget, wireItemsFor } from './items-target.ts'
import { fromResponses } from './protocol-items.ts'

export type ModelRequest = Parameters<Model['getResponse']>[0]

/** The items of a request; plain text is one message of the user. */
export function itemsOf({ input }: ModelRequest): readonly AgentInputItem[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input
}

/**
 * A request as the body of the Responses API that it means. Which tool must be called is left out: the runner runs that one, too, so
 * its call wants a result like every other.
 */
export function requestBody(request: ModelRequest, target: ItemsTarget): RequestBody {
  const { conversationId, handoffs, modelSettings, previousResponseId, tools } = request
  return {
    input: wireItemsFor(itemsOf(request), target),
    tools: [...tools, ...handoffs.map(({ toolName }) => ({ type: 'function', name: toolName }))],
    ...(modelSettings.store !== undefined && { store: modelSettings.store }),
    ...(previousResponseId !== undefined && { previous_response_id: previousResponseId }),
    ...(conversationId !== undefined && { conversation: conversationId }),
  }
}

/** The request with the repaired items; when the server has lost its conversation, the request no longer refers to it. */
export function repairedRequest(request: ModelRequest, { body, changed, messages }: GuardedCall): ModelRequest {
  if (!changed) return request
  const input = fromResponses(messages) as AgentInputItem[]
  const { conversationId, previousResponseId, ...rest } = request
  return {
    ...rest,
    input,
    ...(previousResponseId !== undefined && 'previous_response_id' in body && { previousResponseId }),
    ...(conversationId !== undefined && 'conversation' in body && { conversationId }),
  }
}
