import type { Block } from '../transcript/transcript.ts'
import type { Format } from './format.ts'
import type { Rules } from './rules.ts'

/** The blocks of a message that is read by itself: where it stands in a list is not told by them. */
export function readBlocks(raw: unknown, format: Format, rules: Rules): readonly Block[] {
  return format.read(raw, 0, rules).blocks
}
