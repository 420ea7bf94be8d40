import type { CallEvidence, Evidence } from '../transcript/evidence.ts'
import type { StoredPart } from './part-store.ts'

/**
 * What the part store knows, in the form a repair asks for. A result that an earlier repair made up is no evidence (I5).
 *
 * @example
 * repair(messages, { format: 'anthropic-messages', evidence: evidenceFromParts(await store.parts.list(sessionID)) })
 */
export function evidenceFromParts(parts: readonly StoredPart[]): Evidence {
  const known = new Map(parts.map((part) => [keyOf(part.callId, part.occurrence), part]))
  return {
    resultOf(callId, occurrence) {
      const part = known.get(keyOf(callId, occurrence))
      return part === undefined || part.synthetic === true ? undefined : evidenceOf(part)
    },
  }
}

function keyOf(callId: string, occurrence: number): string {
  return `${occurrence}:${callId}`
}

function evidenceOf(part: StoredPart): CallEvidence {
  if (part.status === 'pending' || part.status === 'running') return { status: part.status }
  return { status: part.status, output: part.output, isError: part.isError ?? part.status === 'error' }
}
