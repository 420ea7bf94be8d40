import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { readOnce } from '../../json/read-once.ts'
import type { Block, Transcript } from '../../transcript/transcript.ts'

/** "Computer tool has unacknowledged safety check": only a person may acknowledge one, and nobody does so for them. */
export function isUnacknowledged({ callId, raw, shape }: Block, transcript: Transcript): boolean {
  const checks = isRecord(raw) && shape.type === 'computer_call' ? idsOf(raw['pending_safety_checks']) : []
  const known = checks.length === 0 ? undefined : acknowledged(transcript).get(callId)
  return known !== undefined && !checks.every((id) => known.has(id))
}

/** By the call that they answer, what the outputs of a computer acknowledge. */
const acknowledged = readOnce(
  ({ messages }: Transcript): ReadonlyMap<unknown, ReadonlySet<unknown>> =>
    new Map(
      messages.flatMap(({ blocks: [output], raw }) =>
        isRecord(raw) && output?.shape.type === 'computer_call_output'
          ? [[output.callId, new Set(idsOf(raw['acknowledged_safety_checks']))]]
          : [],
      ),
    ),
)

function idsOf(checks: unknown): readonly unknown[] {
  return listOf(checks).map((check) => (isRecord(check) ? check['id'] : undefined))
}
