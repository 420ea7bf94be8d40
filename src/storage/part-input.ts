import type { PartRecord } from './part-store.ts'
import type { JsonText } from './rows.ts'

/** A record as a command carries it. */
export interface PartInput extends Omit<PartRecord, 'input' | 'output'> {
  readonly input: JsonText | null
  readonly output: JsonText | null
}
