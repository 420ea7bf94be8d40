import type { KnownTarget } from '../../formats/format.ts'
import { chatDialects } from '../../formats/openai-chat/dialects.ts'
import { openAIChatRules } from '../../formats/openai-chat/rules.ts'
import type { Rules } from '../../formats/rules.ts'
import { toResponses, withoutItemIds } from './protocol-items.ts'

/** An API that the SDK's own models speak. */
export type ItemsAPI = 'chat' | 'responses'

/** Whom items go to, as far as it is known. */
export interface ItemsTarget {
  readonly api: ItemsAPI
  /** The name of the model. */
  readonly model?: string | undefined
  /** The dialect of Chat Completions that it speaks. */
  readonly dialect?: string | undefined
}

/** What is told of a model that does not say it itself. */
interface Told extends Omit<ItemsTarget, 'api'> {
  readonly api?: ItemsAPI | undefined
}

/** Whom items for a model go to: its class tells, which keeps all else to itself, then what was told of it. */
export function itemsTarget(model: unknown, { api, ...told }: Told = {}): ItemsTarget {
  const ofClass = (model as object | undefined)?.constructor.name === 'OpenAIChatCompletionsModel' ? 'chat' : undefined
  return { ...told, api: ofClass ?? api ?? 'responses' }
}

/** The items as the model will send them: without ids where it sends none. */
export function wireItemsFor(items: readonly unknown[], { api }: ItemsTarget): readonly unknown[] {
  return (api === 'chat' ? withoutItemIds : toResponses)(items)
}

/**
 * What a model that sends no items takes of them is not for the Responses API to say: what it added itself must go back to it. Reasoning
 * that nothing follows goes out as a message without content, unless it joins a call.
 */
const rulesOfChat: Partial<Rules> = {
  refusedFields: new Set(),
  refusedOnMessages: new Set(),
  itemsAsMessages: true,
  reasoningFollowed: 'always',
}

/** What of the rules for items does not hold for their target, and what it refuses beside them of ids and of what says nothing. */
export function rulesOf({ api, dialect, model }: ItemsTarget): KnownTarget {
  if (api === 'responses') return {}
  // One that Chat Completions has not is for the Responses API to judge.
  const named = chatDialects.find((name) => name === dialect)
  if (!model && named === undefined) return { rules: rulesOfChat }
  const { callIds, emptyContent, emptyLists } = openAIChatRules(
    { model },
    named === undefined ? {} : { dialect: named },
  )
  // What Chat Completions in general leaves open is not asked anew: the ids of items are bounded anyway.
  const bounded = callIds.maxLength < Infinity && { callIds }
  return { rules: { ...rulesOfChat, ...bounded, emptyContent, ...(emptyLists && { emptyLists }) } }
}
