import type { Change } from '../change.ts'
import type { Decision } from '../decision.ts'
import type { Facts } from '../facts.ts'
import type { PartInput } from '../part-input.ts'
import { settlePart } from '../rules/part-rows.ts'
import { ensureSession, fence, livingSession, writeNeeds } from '../rules/session-rules.ts'
import type { PartRow } from '../rows.ts'
import type { WriteOptions } from '../write-options.ts'

export interface RecordPartsCommand extends WriteOptions {
  readonly sessionID: string
  readonly parts: readonly PartInput[]
}

/** Records states of tool calls in order and returns, for each, the part as it then is. */
export const recordParts: Decision<RecordPartsCommand, readonly PartRow[]> = {
  needs: (command) => ({
    ...writeNeeds(command),
    parts: command.parts.map(({ callId, occurrence }) => ({ callId, occurrence })),
  }),
  decide(facts, command, now) {
    const refusal = fence(facts, command)
    return refusal ? { refusal } : settleParts(facts, command, now)
  },
}

/** The changes and results of `recordParts`, without its lease check. */
export function settleParts(
  facts: Facts,
  { parts, sessionID }: RecordPartsCommand,
  now: number,
): { readonly changes: readonly Change[]; readonly result: readonly PartRow[] } {
  const rows = new KnownRows(livingSession(facts) ? facts.parts : [])
  const saved = new Map<string, PartRow>()
  const result = parts.map((input) => {
    const current = rows.find(input)
    const part = settlePart(current, input, now)
    if (part === null) return current!
    rows.put(part)
    saved.set(JSON.stringify([part.callId, part.occurrence]), part)
    return part
  })
  if (saved.size === 0) return { changes: [], result }
  const changes = [...saved.values()].map((part) => ({ type: 'part_saved', sessionID, part }) as const)
  return { changes: [...ensureSession(facts, sessionID, now), ...changes], result }
}

/** The rows of some calls, by id and occurrence. */
class KnownRows {
  readonly #byCall = new Map<string, PartRow[]>()

  constructor(rows: readonly PartRow[]) {
    for (const row of rows) this.put(row)
  }

  put(row: PartRow): void {
    const others = this.#byCall.get(row.callId)?.filter(({ occurrence }) => occurrence !== row.occurrence) ?? []
    this.#byCall.set(row.callId, [...others, row])
  }

  /** The named occurrence, or the newest. */
  find({ callId, occurrence }: PartInput): PartRow | null {
    const rows = this.#byCall.get(callId) ?? []
    if (occurrence !== undefined) return rows.find((row) => row.occurrence === occurrence) ?? null
    return rows.reduce<PartRow | null>(
      (newest, row) => (newest && newest.occurrence > row.occurrence ? newest : row),
      null,
    )
  }
}
