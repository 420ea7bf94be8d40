import type { CallEvidence, Evidence } from '../transcript/evidence.ts'
import type { StoredPart } from './part-store.ts'

/**
 * The recorded parts as evidence for `repair`. A synthetic result of an earlier repair is no evidence (I5).
 *
 * Adapters record every call as `pending` and never see it start. So `pending` means "never started" only for tools whose
 * starts are recorded: some call of the tool was `running` once, and no call was answered without a recorded start (I5).
 *
 * @example
 * repair(messages, { format: 'anthropic-messages', evidence: evidenceFromParts(await store.parts.list(sessionID)) })
 */
export function evidenceFromParts(parts: readonly StoredPart[]): Evidence {
  const known = new Map(parts.map((part) => [keyOf(part.callId, part.occurrence), part]))
  const tracked = trackedTools(parts)
  return {
    resultOf(callId, occurrence) {
      const part = known.get(keyOf(callId, occurrence))
      if (part === undefined || part.synthetic === true) return undefined
      return part.status === 'pending' && !tracked.has(part.name) ? undefined : evidenceOf(part)
    },
  }
}

/** The tools of which every run leaves a recorded start. */
function trackedTools(parts: readonly StoredPart[]): ReadonlySet<string> {
  const tracked = new Set(parts.flatMap(({ name, startedAt }) => (startedAt === undefined ? [] : [name])))
  for (const { name, startedAt, status, synthetic } of parts) {
    const isAnswered = (status === 'completed' || status === 'error') && synthetic !== true
    if (isAnswered && startedAt === undefined) tracked.delete(name)
  }
  return tracked
}

function keyOf(callId: string, occurrence: number): string {
  return `${occurrence}:${callId}`
}

function evidenceOf(part: StoredPart): CallEvidence {
  if (part.status === 'pending' || part.status === 'running') return { status: part.status }
  return { status: part.status, output: part.output, isError: part.isError ?? part.status === 'error' }
}
