import type { CallModelInputFilter } from '@openai/agents'
import { repairItems } from './repair-items.ts'
import { resolveAdapterOptions } from '../../recovery/resolve-call-options.ts'
import type { AgentsOptions } from './agents-options.ts'

/** The part of a runner's configuration that repairs what its models are sent. */
export interface AgentsRecovery {
  readonly callModelInputFilter: CallModelInputFilter
}

/**
 * Configuration for a `Runner` of `@openai/agents`: the items of every model call are checked and repaired before they are sent,
 * whatever the model's provider.
 *
 * A filter sees neither answer nor refusal: for repairs after a refusal, and for turns, take `recoveringModelProvider` in its place. With `previousResponseId` or `conversationId` the items are
 * only the newest: results without their calls are left alone then.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const runner = new Runner({ ...sessionRecovery(), modelProvider })
 */
export function sessionRecovery(options: AgentsOptions = {}): AgentsRecovery {
  const resolved = resolveAdapterOptions(options)
  return {
    callModelInputFilter: Object.assign(
      async ({ agent, modelData }: Parameters<CallModelInputFilter>[0]) => {
        const input = await repairItems(modelData.input, resolved, agent.model)
        return input === modelData.input ? modelData : { ...modelData, input }
      },
      // Items are never written to, so the runner need not copy them.
      { preserveInputIdentity: true },
    ),
  }
}
