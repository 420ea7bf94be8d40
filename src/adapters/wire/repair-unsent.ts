import type { DetectedError } from '../../detection/detected-error.ts'
import { findFormat } from '../../formats/index.ts'
import type { RequestBody } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Purpose } from '../../lint/lint-context.ts'
import type { Rung } from '../../lint/define-strategy.ts'
import { loadEvidence } from '../../recovery/load-evidence.ts'
import { reportOf } from '../../recovery/report-of.ts'
import type { ResolvedAdapterOptions } from '../../recovery/calls/resolve-call-options.ts'
import { tell } from '../../recovery/tell.ts'
import type { RepairResult } from '../../repair/repair-result.ts'
import { repair } from '../../repair/repair.ts'
import type { Evidence } from '../../transcript/evidence.ts'
import type { UnsentEndpoint } from './unsent-endpoints.ts'

/** What is known of a request apart from its URL. */
export type UnsentRequest = Omit<UnsentEndpoint, 'path'>

export interface UnsentOptions extends ResolvedAdapterOptions<RequestBody> {
  /** The signal by which the caller may give up. */
  readonly signal?: AbortSignal | null | undefined
}

/** The refusal of a request. */
export interface Refusal {
  readonly error: unknown
  readonly detected: DetectedError
  readonly rung: Rung
  /** A repair of this request has already been refused. */
  readonly isRepeated: boolean
}

/**
 * Repairs the conversations of a request that no model answers; the body itself when nothing is changed (I1). Nothing is recorded: no
 * turn begins. Requests of a batch are reported under their `custom_id`; a refusal changes none of several. Never
 * throws: what nobody can read passes, and the API says what it is.
 */
export async function repairUnsent(
  body: RequestBody,
  endpoint: UnsentRequest,
  options: UnsentOptions,
  refusal?: Refusal,
): Promise<RequestBody> {
  const change: Change = (request, holder) => repairRequest(request, holder, endpoint, options, refusal)
  try {
    let current: unknown = body
    for (const path of endpoint.requests) current = await repairAt(current, path, change, refusal)
    return current as RequestBody
  } catch (cause) {
    tell(options.onRepair, { ...reportOf({ outcome: 'failed', sessionID: undefined }), cause })
    return body
  }
}

type Change = (body: RequestBody, holder: RequestBody) => Promise<unknown>

async function repairAt(
  value: unknown,
  path: readonly string[],
  change: Change,
  refusal: Refusal | undefined,
  holder: RequestBody = {},
): Promise<unknown> {
  const [step, ...rest] = path
  if (step === '*') {
    if (!Array.isArray(value)) return value
    // An error does not say which of several requests it means (I4); the items of a batch are checked once it runs.
    if (refusal !== undefined && value.length > 1) return value
    const list = await Promise.all(value.map((item: unknown) => repairAt(item, rest, change, refusal)))
    return list.some((item, index) => item !== value[index]) ? list : value
  }
  if (!isRecord(value)) return value
  if (step === undefined) return change(value, holder)
  const inner = await repairAt(value[step], rest, change, refusal, value)
  return inner === value[step] ? value : { ...value, [step]: inner }
}

async function repairRequest(
  body: RequestBody,
  { custom_id: customID }: RequestBody,
  endpoint: UnsentRequest,
  options: UnsentOptions,
  refusal: Refusal | undefined,
): Promise<RequestBody> {
  const { format: name, listField = findFormat(name).listField, purpose = 'request' } = endpoint
  const { allow, allowAfterRefusal, dialect, mode, onRepair } = options
  const { [listField]: list, ...request } = body
  if (!Array.isArray(list)) return body
  const repairedFor = (isFor: Purpose, evidence?: Evidence): RepairResult =>
    repair(list, {
      format: name,
      request,
      purpose: isFor,
      ...(dialect !== undefined && { dialect }),
      // Beta headers hold for a whole batch, and a counting request has none to add.
      rules: { dropStaleThinking: null },
      allow: refusal ? allowAfterRefusal : allow,
      ...(refusal && { error: refusal.error, rung: refusal.rung }),
      ...(evidence && { evidence }),
    })
  const kept = repairedFor(purpose)
  // A conversation is stored whatever its end; only an endpoint that has refused it cares.
  const asks: Purpose = refusal && !kept.changed ? 'request' : purpose
  const known = asks === purpose ? kept : repairedFor(asks)
  const sessionID = typeof customID === 'string' ? customID : undefined
  const parts = { sessionID, ...(refusal && { error: refusal.error, detected: refusal.detected }) }
  const told = refusal && { rung: refusal.rung }
  if (!known.changed) {
    const outcome = refusal?.isRepeated ? 'exhausted' : 'unrepairable'
    if (refusal) tell(onRepair, { ...reportOf({ ...parts, outcome, result: known }), ...told })
    return body
  }
  // A stored or derived conversation should hold the real results where they are known (I5).
  const evidence = await evidenceOf(body, options)
  if (options.signal?.aborted) return body
  const result = evidence ? repairedFor(asks, evidence) : known
  const isSent = mode === 'repair'
  tell(onRepair, { ...reportOf({ ...parts, outcome: isSent ? 'recovered' : 'observed', result }), ...told })
  return isSent ? { ...body, ...result.request, [listField]: result.messages } : body
}

/** What the store knows of the session that the caller names; undefined when there is none, or the store fails. */
async function evidenceOf(
  body: RequestBody,
  { clock, onRepair, session, signal, store, timeoutMs }: UnsentOptions,
): Promise<Evidence | undefined> {
  let sessionID: string | undefined
  const failed = (cause: unknown): void => tell(onRepair, { ...reportOf({ outcome: 'failed', sessionID }), cause })
  try {
    sessionID = typeof session === 'function' ? session(body) : session
  } catch (cause) {
    failed(cause)
  }
  if (sessionID === undefined) return undefined
  const { broken, evidence } = await loadEvidence(store, sessionID, { clock, ms: timeoutMs, signal })
  if (broken !== undefined && !signal?.aborted) failed(broken)
  return evidence
}
