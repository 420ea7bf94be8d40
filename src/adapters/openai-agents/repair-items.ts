import type { AgentInputItem } from '@openai/agents'
import { loadEvidence } from '../../recovery/load-evidence.ts'
import { reportOf } from '../../recovery/report-of.ts'
import { tell } from '../../recovery/tell.ts'
import { isRecord } from '../../json/is-record.ts'
import { repair } from '../../repair/repair.ts'
import type { ResolvedAdapterOptions } from '../../recovery/resolve-call-options.ts'
import { fromResponses } from './protocol-items.ts'
import { rulesOf, wireItemsFor } from './request-body.ts'

type Options = ResolvedAdapterOptions<readonly AgentInputItem[]>

/** The items, repaired within the options; the same list when nothing is to be done (I1). Who knows the model says it. */
export async function repairItems(
  items: AgentInputItem[],
  options: Options,
  model?: unknown,
): Promise<AgentInputItem[]> {
  if (continuesElsewhere(items)) return items
  const { allow, clock, mode, onRepair, session, store, timeoutMs } = options
  let sessionID: string | undefined
  try {
    sessionID = typeof session === 'function' ? session(items) : session
    const known = await loadEvidence(store, sessionID, {
      clock,
      ms: timeoutMs,
    })
    if (known.broken !== undefined)
      tell(onRepair, { ...reportOf({ outcome: 'failed', sessionID }), cause: known.broken })
    const result = repair(wireItemsFor(items, model), {
      ...rulesOf(model),
      format: 'openai-responses',
      evidence: known.evidence,
      allow,
    })
    if (!result.changed) return items
    const repairs = mode === 'repair'
    tell(onRepair, reportOf({ outcome: repairs ? 'recovered' : 'observed', sessionID, result }))
    return repairs ? (fromResponses(result.messages) as AgentInputItem[]) : items
  } catch (cause) {
    // What cannot be read goes out as it is (I10).
    tell(onRepair, { ...reportOf({ outcome: 'failed', sessionID }), cause })
    return items
  }
}

/** Results without a single call: the server holds the calls, as with `previousResponseId`. */
function continuesElsewhere(items: readonly unknown[]): boolean {
  const types = items.map((item) => (isRecord(item) ? String(item['type'] ?? 'message') : ''))
  const holds = (...ends: readonly string[]): boolean => types.some((type) => ends.some((end) => type.endsWith(end)))
  return holds('_result', '_output') && !holds('_call')
}
