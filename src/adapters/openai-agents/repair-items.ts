import type { AgentInputItem } from '@openai/agents'
import { loadEvidence } from '../../recovery/load-evidence.ts'
import { reportOf } from '../../recovery/report-of.ts'
import { tell } from '../../recovery/tell.ts'
import { isRecord } from '../../json/is-record.ts'
import { repair } from '../../repair/repair.ts'
import type { ResolvedItemOptions } from './agents-options.ts'
import { itemsTarget, rulesOf, wireItemsFor } from './items-target.ts'
import { fromResponses } from './protocol-items.ts'

/** What the runner says about the request, if a runner asks. */
interface Asking {
  readonly model?: unknown
  readonly modelSettings?: { readonly store?: boolean | undefined } | undefined
}

/** The items, repaired within the options; the same list when nothing has to be done (I1). `asking` gives the agent where it is known. */
export async function repairItems(
  items: AgentInputItem[],
  options: ResolvedItemOptions,
  { model, modelSettings }: Asking = {},
): Promise<AgentInputItem[]> {
  if (continuesElsewhere(items)) return items
  const { allow, api, clock, dialect, keepsItems, mode, onRepair, session, store, timeoutMs } = options
  let sessionID: string | undefined
  try {
    sessionID = typeof session === 'function' ? session(items) : session
    const known = await loadEvidence(store, sessionID, {
      clock,
      ms: timeoutMs,
    })
    if (known.broken !== undefined)
      tell(onRepair, { ...reportOf({ outcome: 'failed', sessionID }), cause: known.broken })
    const target = itemsTarget(model, { api, dialect, model: typeof model === 'string' ? model : undefined })
    const keeps = modelSettings?.store ?? keepsItems
    const result = repair(wireItemsFor(items, target), {
      ...rulesOf(target),
      request: keeps === undefined ? {} : { store: keeps },
      format: 'openai-responses',
      evidence: known.evidence,
      allow,
    })
    if (!result.changed) return items
    const repairs = mode === 'repair'
    tell(onRepair, reportOf({ outcome: repairs ? 'recovered' : 'observed', sessionID, result }))
    return repairs ? (fromResponses(result.messages) as AgentInputItem[]) : items
  } catch (cause) {
    // Items that cannot be read are sent as they are (I10).
    tell(onRepair, { ...reportOf({ outcome: 'failed', sessionID }), cause })
    return items
  }
}

/**
 * Whether results stand without any call because the server holds the calls, as with `previousResponseId`. It then holds the model's
 * messages, too: a list that has one is no continuation, and its results have lost their calls.
 */
function continuesElsewhere(items: readonly unknown[]): boolean {
  const found = items.filter(isRecord)
  const holds = (...ends: readonly string[]): boolean =>
    found.some(({ type }) => typeof type === 'string' && ends.some((end) => type.endsWith(end)))
  return holds('_result', '_output') && !holds('_call', 'reasoning') && !found.some(({ role }) => role === 'assistant')
}
