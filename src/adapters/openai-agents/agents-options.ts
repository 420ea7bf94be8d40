import type { AgentInputItem, ModelSettings } from '@openai/agents'
import { checkOptions, demandObject, oneOf, type OptionRule, optional } from '../../errors/check-options.ts'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'
import { type ResolvedAdapterOptions, resolveAdapterOptions } from '../../recovery/calls/resolve-call-options.ts'
import type { ItemsAPI } from './items-target.ts'

/** Options of the adapter: those that all adapters share. Recorded tool results are found only when `session` names a session. */
export type AgentsOptions = AdapterOptions<readonly AgentInputItem[]>

/** Options of the filter and the session, which repair items without seeing the model that gets them. */
export interface AgentsItemOptions extends AgentsOptions {
  /**
   * The API behind the runner's provider: `chat` for an `OpenAIProvider` with `useResponses: false`, or after
   * `setOpenAIAPI('chat_completions')`. Default: what the class of an agent's own model tells, else `responses`.
   */
  readonly api?: ItemsAPI
  /**
   * The `modelSettings` of the runner, of which only `store` matters: with `false`, items on the server cannot be referred to. An agent's
   * own setting wins.
   */
  readonly modelSettings?: Readonly<ModelSettings>
}

/** The options of a filter or session, with every default in place. */
export interface ResolvedItemOptions extends ResolvedAdapterOptions<readonly AgentInputItem[]> {
  readonly api: ItemsAPI | undefined
  /** Whether the provider keeps items, as far as the runner's settings say. */
  readonly keepsItems: boolean | undefined
}

const rules: {
  readonly api: OptionRule<ItemsAPI | undefined>
  readonly modelSettings: OptionRule<AgentsItemOptions['modelSettings']>
} = {
  api: oneOf<ItemsAPI | undefined>(['chat', 'responses'], undefined),
  modelSettings: optional<AgentsItemOptions['modelSettings']>('object', 'the model settings of the runner'),
}

/**
 * Checks the options of a filter or session and fills in the defaults.
 *
 * @throws {OptionsError} names the option and what it takes
 */
export function resolveItemOptions(options: AgentsItemOptions): ResolvedItemOptions {
  demandObject(options)
  const { api, modelSettings, ...shared } = options
  const checked = checkOptions({ api, modelSettings }, rules)
  const resolved = resolveAdapterOptions<readonly AgentInputItem[]>(shared)
  return { ...resolved, api: checked.api, keepsItems: checked.modelSettings?.store }
}
