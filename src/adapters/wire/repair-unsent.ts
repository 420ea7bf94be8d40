import type { RequestBody } from '../../formats/format.ts'
import { findFormat } from '../../formats/index.ts'
import { isRecord } from '../../json/is-record.ts'
import type { ResolvedAdapterOptions } from '../../recovery/resolve-call-options.ts'
import { reportOf } from '../../recovery/report-of.ts'
import { tell } from '../../recovery/tell.ts'
import { repair } from '../../repair/repair.ts'
import type { UnsentEndpoint } from './unsent-endpoints.ts'

/** What is to be known of a request; where it goes has been seen. */
type Request = Omit<UnsentEndpoint, 'path'>

type Options = Pick<ResolvedAdapterOptions<RequestBody>, 'allow' | 'mode' | 'onRepair'>

/**
 * Repairs the conversations of a request that no model answers; the body itself when nothing is changed (I1). Nothing is
 * recorded: no turn begins. Requests of a batch are reported under their `custom_id`. Beta headers hold for a whole request, so a repair that needs one is not made. Never throws: what
 * nobody can read passes, and the API says what it is.
 */
export function repairUnsent(body: RequestBody, endpoint: Request, options: Options): RequestBody {
  try {
    return endpoint.requests.reduce<RequestBody>(
      (current, path) =>
        repairAt(current, path, (...found) => repairRequest(...found, endpoint, options)) as RequestBody,
      body,
    )
  } catch (cause) {
    tell(options.onRepair, { ...reportOf({ outcome: 'failed', sessionID: undefined }), cause })
    return body
  }
}

type Change = (body: RequestBody, holder: RequestBody) => unknown

function repairAt(value: unknown, path: readonly string[], change: Change, holder: RequestBody = {}): unknown {
  const [step, ...rest] = path
  if (step === '*') {
    if (!Array.isArray(value)) return value
    const list = value.map((item: unknown) => repairAt(item, rest, change))
    return list.some((item, index) => item !== value[index]) ? list : value
  }
  if (!isRecord(value)) return value
  if (step === undefined) return change(value, holder)
  const inner = repairAt(value[step], rest, change, value)
  return inner === value[step] ? value : { ...value, [step]: inner }
}

function repairRequest(
  body: RequestBody,
  { custom_id: sessionID }: RequestBody,
  endpoint: Request,
  { allow, mode, onRepair }: Options,
): RequestBody {
  const { format: name, listField = findFormat(name).listField, purpose = 'request' } = endpoint
  const { [listField]: list, ...request } = body
  if (!Array.isArray(list) || findFormat(name).serverState?.continues(body) !== undefined) return body
  const result = repair(list, { format: name, request, allow, purpose })
  if (!result.changed || result.betas !== undefined) return body
  const isSent = mode === 'repair'
  const named = typeof sessionID === 'string' ? sessionID : undefined
  tell(onRepair, reportOf({ outcome: isSent ? 'recovered' : 'observed', sessionID: named, result }))
  return isSent ? { ...body, ...result.request, [listField]: result.messages } : body
}
