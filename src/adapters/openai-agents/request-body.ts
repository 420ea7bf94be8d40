import type { AgentInputItem, Model } from '@openai/agents'
import type { KnownTarget, RequestBody } from '../../formats/format.ts'
import type { Rules } from '../../formats/rules.ts'
import type { GuardedCall } from '../../recovery/guarded-call.ts'
import { fromResponses, toResponses, withoutItemIds } from './protocol-items.ts'

export type ModelRequest = Parameters<Model['getResponse']>[0]

/** The items of a request; plain text is one message of the user. */
export function itemsOf({ input }: ModelRequest): readonly AgentInputItem[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input
}

/**
 * A request as the body of the Responses API that it means. Which tool must be called is left out: the runner runs that one, too, so
 * its call wants a result like every other.
 */
export function requestBody(request: ModelRequest, model?: unknown): RequestBody {
  const { conversationId, handoffs, modelSettings, previousResponseId, tools } = request
  return {
    input: wireItemsFor(itemsOf(request), model),
    tools: [...tools, ...handoffs.map(({ toolName }) => ({ type: 'function', name: toolName }))],
    ...(modelSettings.store !== undefined && { store: modelSettings.store }),
    ...(previousResponseId !== undefined && { previous_response_id: previousResponseId }),
    ...(conversationId !== undefined && { conversation: conversationId }),
  }
}

/** The items as the model will send them: without ids where it sends none. */
export function wireItemsFor(items: readonly unknown[], model: unknown): readonly unknown[] {
  return (isOfChat(model) ? withoutItemIds : toResponses)(items)
}

/**
 * What a model that sends no items takes of them is not for the Responses API to say: what it added itself must go back to it. Reasoning
 * that nothing follows goes out as a message without content.
 */
const rulesOfChat: Partial<Rules> = {
  refusedFields: new Set(),
  refusedOnMessages: new Set(),
  itemsAsMessages: true,
  reasoningFollowed: 'always',
}

/** What of the rules for items does not hold for a model, as far as its class tells. */
export function rulesOf(model: unknown): KnownTarget {
  return isOfChat(model) ? { rules: rulesOfChat } : {}
}

/** Whether a model is the SDK's own for Chat Completions, as far as its class tells: it keeps all else to itself. */
function isOfChat(model: unknown): boolean {
  return (model as object | undefined)?.constructor.name === 'OpenAIChatCompletionsModel'
}

/** The request with the items of a repair; one whose conversation the server has lost continues from nothing any more. */
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
