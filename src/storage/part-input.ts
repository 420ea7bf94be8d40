import type { PartRecord } from './part-store.ts'
import type { JsonText } from './rows.ts'

/** A `PartRecord` within a command: input and output are JSON text. */
export interface PartInput extends Omit<PartRecord, 'input' | 'output'> {
  readonly input: JsonText | null
  readonly output: JsonText | null
}
