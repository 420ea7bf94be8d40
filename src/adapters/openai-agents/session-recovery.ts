import type { CallModelInputFilter } from '@openai/agents'
import { repairItems } from './repair-items.ts'
import { type AgentsItemOptions, resolveItemOptions } from './agents-options.ts'

/** The part of a runner's configuration that repairs what its models are sent. */
export interface AgentsRecovery {
  readonly callModelInputFilter: CallModelInputFilter
}

/**
 * Configuration for a `Runner` of `@openai/agents`: the items of every model call are checked and repaired before they are sent,
 * whatever the model's provider.
 *
 * A filter sees neither answer nor refusal: for repairs after a refusal, and for turns, take `recoveringModelProvider` in its place. With `previousResponseId` or `conversationId` the items are
 * only the newest: results without their calls are left alone then. Nor does it see the runner's provider and settings: where those
 * speak Chat Completions, or store nothing, `api` and `modelSettings` say so.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const modelSettings = { store: false }
 * const runner = new Runner({ ...sessionRecovery({ modelSettings }), modelSettings, modelProvider })
 */
export function sessionRecovery(options: AgentsItemOptions = {}): AgentsRecovery {
  const resolved = resolveItemOptions(options)
  return {
    callModelInputFilter: Object.assign(
      async ({ agent, modelData }: Parameters<CallModelInputFilter>[0]) => {
        const input = await repairItems(modelData.input, resolved, agent)
        return input === modelData.input ? modelData : { ...modelData, input }
      },
      // The repair never writes to items, so the runner need not copy them.
      { preserveInputIdentity: true },
    ),
  }
}
