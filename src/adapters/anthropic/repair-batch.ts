import { isRecord } from '../../json/is-record.ts'
import { repair } from '../../repair/repair.ts'
import type { RequestBody } from '../../formats/format.ts'
import { reportOf } from '../../recovery/report-of.ts'
import { tell } from '../../recovery/tell.ts'
import type { ResolvedAdapterOptions } from '../../recovery/resolve-call-options.ts'

/** Repairs every request of a batch; what is healthy keeps its identity. Beta headers hold for a whole batch, so none is added. */
export function repairBatch(body: RequestBody, options: ResolvedAdapterOptions<RequestBody>): RequestBody {
  const requests = body['requests']
  if (!Array.isArray(requests)) return body
  let changed = false
  const repaired = requests.map((item: unknown) => {
    if (!isRecord(item) || !isRecord(item['params'])) return item
    const { messages, ...request } = item['params']
    const result = repair(messages, { format: 'anthropic-messages', request, allow: options.allow })
    if (!result.changed) return item
    const sends = options.mode === 'repair'
    tell(
      options.onRepair,
      reportOf({ outcome: sends ? 'recovered' : 'observed', sessionID: String(item['custom_id'] ?? ''), result }),
    )
    if (!sends) return item
    changed = true
    return { ...item, params: { ...item['params'], ...result.request, messages: result.messages } }
  })
  return changed ? { ...body, requests: repaired } : body
}
