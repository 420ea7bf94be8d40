import type { StoredVerdict } from '../last-refusal.ts'
import type { SessionFinding } from '../session-finding.ts'
import type { OrderedLine } from './line-order.ts'
import type { RecordedOutputs } from './recorded-outputs.ts'

/** An item of the request, and the line or the place in a compacted line that holds it. */
export interface RolloutItem {
  readonly item: unknown
  readonly offset: number
  readonly line: number
  readonly timestamp: unknown
  /** Index in `replacement_history` of a compacted line; `undefined` for a line of its own. */
  readonly slot: number | undefined
  /** The model of this line's turn; unknown for items that a compaction has kept. */
  readonly model: string | undefined
}

/** The contents of a rollout after one pass. */
export interface Rollout {
  readonly items: readonly RolloutItem[]
  readonly lenient: ReadonlyMap<number, Record<string, unknown>>
  readonly crlf: boolean
  readonly findings: readonly SessionFinding[]
  readonly version: string | undefined
  readonly model: string | undefined
  readonly hasHeader: boolean
  /** Header fields that the rest of the file still shows when the header is lost. */
  readonly told: Readonly<Record<string, string>>
  readonly first: { readonly offset: number; readonly timestamp: unknown; readonly ordinal: unknown } | undefined
  /** Offsets of lines that are there already, byte for byte: Codex sends such items twice, and the API refuses that. */
  readonly repeated: ReadonlySet<number>
  /** All lines with their numbers, in the order of the file. */
  readonly lines: readonly OrderedLine[]
  /** Outputs of commands that the events hold too. */
  readonly outputs: RecordedOutputs
  /** The provider's verdicts since its last answer. */
  readonly verdicts: readonly StoredVerdict[]
  /** Offset of the last line, behind which new lines go. */
  readonly lastOffset: number
}
