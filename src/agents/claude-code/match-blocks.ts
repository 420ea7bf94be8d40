import { blockField } from './claude-record.ts'

function blockType(block: unknown): unknown {
  return typeof block === 'object' && block !== null && 'type' in block ? block.type : undefined
}

function toolId(block: unknown): string | undefined {
  return blockField(block, 'tool_use', 'id') ?? blockField(block, 'tool_result', 'tool_use_id')
}

function withoutId(block: unknown): string {
  return JSON.stringify(block, (key, value: unknown) => (key === 'id' || key === 'tool_use_id' ? undefined : value))
}

/** Criteria by which a block of the repaired message matches an earlier one, strongest first. */
const likenesses: readonly ((before: unknown, after: unknown) => boolean)[] = [
  (before, after) => before === after,
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
  (before, after) =>
    toolId(before) !== undefined && toolId(before) === toolId(after) && blockType(before) === blockType(after),
  // Only the id is new, as after the repair of a duplicate call id.
  (before, after) => toolId(after) !== undefined && withoutId(before) === withoutId(after),
  (before, after) =>
    blockType(before) === blockType(after) && blockType(after) !== 'tool_result' && blockType(after) !== 'tool_use',
]

/**
 * Finds for each block of a repaired message the block that it was before: its index, or -1 for one that was added. An
 * untouched block is the same object (I6), so that the weaker likenesses decide only about changed ones.
 */
export function matchBlocks(before: readonly unknown[], after: readonly unknown[]): number[] {
  const matched = after.map(() => -1)
  const taken = new Set<number>()
  for (const alike of likenesses)
    for (const [index, block] of after.entries()) {
      if (matched[index] !== -1) continue
      const found = before.findIndex((candidate, at) => !taken.has(at) && alike(candidate, block))
      if (found < 0) continue
      matched[index] = found
      taken.add(found)
    }
  return matched
}
