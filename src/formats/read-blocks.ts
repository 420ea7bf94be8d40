import type { Block } from '../transcript/transcript.ts'
import type { Format } from './format.ts'
import type { Rules } from './rules.ts'

/** The blocks of a single message; their message index is always 0. */
export function readBlocks(raw: unknown, format: Format, rules: Rules): readonly Block[] {
  return format.read(raw, 0, rules).blocks
}
