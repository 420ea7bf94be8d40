import type { AgentInputItem } from '@openai/agents'
import { reportOf } from '../../hook/report-of.ts'
import { evidenceFromParts } from '../../storage/evidence-from-parts.ts'
import { isRecord } from '../../json/is-record.ts'
import { noEvidence, type Evidence } from '../../transcript/evidence.ts'
import { repair } from '../../repair/repair.ts'
import type { ResolvedAdapterOptions } from '../shared/adapter-options.ts'
import { fromResponses, toResponses } from './protocol-items.ts'

type Options = ResolvedAdapterOptions<readonly AgentInputItem[]>

/** The items, repaired within the options; the same list when nothing is to be done (I1). */
export async function repairItems(items: AgentInputItem[], options: Options): Promise<AgentInputItem[]> {
  if (continuesElsewhere(items)) return items
  const { session } = options
  const sessionID = typeof session === 'function' ? session(items) : session
  const evidence = await evidenceOf(sessionID, options)
  const result = repair(toResponses(items), { format: 'openai-responses', evidence, allow: options.allow })
  if (!result.changed) return items
  const repairs = options.mode === 'repair'
  options.onRepair?.(reportOf({ outcome: repairs ? 'recovered' : 'observed', sessionID, result }))
  return repairs ? (fromResponses(result.messages) as AgentInputItem[]) : items
}

/** Results without a single call: the server holds the calls, as with `previousResponseId`. */
function continuesElsewhere(items: readonly unknown[]): boolean {
  const types = items.map((item) => (isRecord(item) ? String(item['type'] ?? 'message') : ''))
  return types.some((type) => /_(?:result|output)$/.test(type)) && !types.some((type) => type.endsWith('_call'))
}

async function evidenceOf(sessionID: string | undefined, { store, onRepair }: Options): Promise<Evidence> {
  if (sessionID === undefined) return noEvidence
  try {
    return evidenceFromParts(await store.parts.list(sessionID))
  } catch (cause) {
    onRepair?.({ ...reportOf({ outcome: 'failed', sessionID }), cause })
    return noEvidence
  }
}
