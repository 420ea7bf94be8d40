import type { RecordChange } from '../agent.ts'

/** Fields of a line that get another value; `undefined` removes the field. */
export type LinePatch = Readonly<Record<string, unknown>>

/** The changes to the lines of a transcript, by byte offset. Lines that are not named keep their bytes. */
export interface LinePlan {
  readonly patched: ReadonlyMap<number, LinePatch>
  readonly removed: ReadonlySet<number>
  readonly before: ReadonlyMap<number, readonly Record<string, unknown>[]>
  readonly after: ReadonlyMap<number, readonly Record<string, unknown>[]>
  /** uuids of lines that go, and the nearest kept one above: for fields that point to them. */
  readonly replacedBy: ReadonlyMap<string, string | null>
  readonly changes: readonly RecordChange[]
}
