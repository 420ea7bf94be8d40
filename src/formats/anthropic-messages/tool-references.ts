import { listOf } from '../../json/list-of.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'

/** Names of tools that a block refers to: references inside results, and tools that a system message adds or removes. */
export function readReferences(block: Block): readonly string[] {
  if (block.kind === 'reference') return namesIn([block.payload])
  if (block.kind !== 'tool_result') return none
  if (Array.isArray(block.payload)) return namesIn(block.payload)
  return block.shape.type === searchResult ? namesIn(referencesOf(block.payload)) : none
}

/** Names of tools that a block itself defines. */
export function readDefinitions(block: Block): readonly string[] {
  if (block.kind !== 'reference' || !isRecord(block.payload)) return none
  const definition = block.payload['definition']
  return isRecord(definition) && typeof definition['name'] === 'string' ? [definition['name']] : none
}

/** The block without its references to these tools; undefined when the block itself is a reference. */
export function withoutReferences(block: Block, names: ReadonlySet<string>): unknown {
  if (block.kind === 'reference') return undefined
  const keep = (part: unknown): boolean => !namesIn([part]).some((name) => names.has(name))
  if (Array.isArray(block.payload)) return withField(block.raw, 'content', block.payload.filter(keep))
  const kept = referencesOf(block.payload).filter(keep)
  return withField(block.raw, 'content', withField(block.payload, 'tool_references', kept))
}

const none: readonly string[] = []
const searchResult = 'tool_search_tool_result'

function referencesOf(payload: unknown): readonly unknown[] {
  const references = isRecord(payload) ? payload['tool_references'] : undefined
  return listOf(references)
}

function namesIn(parts: readonly unknown[]): readonly string[] {
  if (!parts.some(isReference)) return none
  return parts.filter(isReference).flatMap((part) => {
    const name = part['tool_name'] ?? part['name']
    return typeof name === 'string' ? [name] : []
  })
}

function isReference(part: unknown): part is Record<string, unknown> {
  return isRecord(part) && part['type'] === 'tool_reference'
}
