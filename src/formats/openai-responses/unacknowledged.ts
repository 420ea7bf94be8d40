import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { readOnce } from '../../json/read-once.ts'
import type { Block, Transcript } from '../../transcript/transcript.ts'

/** "Computer tool has unacknowledged safety check": only the user may acknowledge one, so no repair does. */
export function isUnacknowledged({ callId, raw, shape }: Block, transcript: Transcript): boolean {
  const checks = isRecord(raw) && shape.type === 'computer_call' ? idsOf(raw['pending_safety_checks']) : []
  const known = checks.length === 0 ? undefined : acknowledged(transcript).get(callId)
  return known !== undefined && !checks.every((id) => known.has(id))
}

/** The safety checks that outputs acknowledge, by the call that they answer. */
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
