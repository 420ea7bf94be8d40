import type { KnownTarget } from '../../formats/format.ts'
import { chatDialects } from '../../formats/openai-chat/dialects.ts'
import { openAIChatRules } from '../../formats/openai-chat/rules.ts'
import type { Rules } from '../../formats/rules.ts'
import { toResponses, withoutItemIds } from './protocol-items.ts'

/** An API that the SDK's own models use. */
export type ItemsAPI = 'chat' | 'responses'

/** The target of items, as far as it is known. */
export interface ItemsTarget {
  readonly api: ItemsAPI
  /** The name of the model. */
  readonly model?: string | undefined
  /** The dialect of Chat Completions that it speaks. */
  readonly dialect?: string | undefined
}

/** What the caller says about a model that does not say it itself. */
interface Told extends Omit<ItemsTarget, 'api'> {
  readonly api?: ItemsAPI | undefined
}

/** The target of items for a model: its API by the model's class, which reveals no more, the rest as the caller says. */
export function itemsTarget(model: unknown, { api, ...told }: Told = {}): ItemsTarget {
  const ofClass = (model as object | undefined)?.constructor.name === 'OpenAIChatCompletionsModel' ? 'chat' : undefined
  return { ...told, api: ofClass ?? api ?? 'responses' }
}

/** The items as the model will send them: without item ids for Chat Completions. */
export function wireItemsFor(items: readonly unknown[], { api }: ItemsTarget): readonly unknown[] {
  return (api === 'chat' ? withoutItemIds : toResponses)(items)
}

/**
 * A model of Chat Completions sends no items, so the Responses API's fields and ids do not bind it: what it added itself must be sent back.
 * Reasoning that nothing follows is sent as a message without content, unless it joins a call.
 */
const rulesOfChat: Partial<Rules> = {
  refusedFields: new Set(),
  refusedOnMessages: new Set(),
  itemsAsMessages: true,
  reasoningFollowed: 'always',
}

/** How the rules of a target differ from those for items: rules that do not hold, and demands on ids and empty content of its own. */
export function rulesOf({ api, dialect, model }: ItemsTarget): KnownTarget {
  if (api === 'responses') return {}
  // A dialect that is none of Chat Completions is left to the Responses format.
  const named = chatDialects.find((name) => name === dialect)
  if (!model && named === undefined) return { rules: rulesOfChat }
  const { callIds, emptyContent, emptyLists } = openAIChatRules(
    { model },
    named === undefined ? {} : { dialect: named },
  )
  // Other values of Chat Completions are not needed here: the ids of items are limited anyway.
  const bounded = callIds.maxLength < Infinity && { callIds }
  return { rules: { ...rulesOfChat, ...bounded, emptyContent, ...(emptyLists && { emptyLists }) } }
}
