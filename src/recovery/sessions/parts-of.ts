import { isSynthetic } from '../../faults/synthetic-text.ts'
import { appendAll } from '../../json/append-all.ts'
import type { Format } from '../../formats/format.ts'
import { readBlocks } from '../../formats/read-blocks.ts'
import type { Rules } from '../../formats/rules.ts'
import type { PartRecord } from '../../storage/part-store.ts'
import { derivedOnce, settleMessages } from '../../storage/settled-messages.ts'
import type { Block } from '../../transcript/transcript.ts'

/** The tool calls of messages as asked for, and their results as they are; what a repair made up is no result (I5). */
export function partsOf(format: Format, messages: readonly unknown[]): PartRecord[] {
  const rules = format.rules({})
  const parts: PartRecord[] = []
  // Put together once: a name that is made for each message is looked for among all names each time.
  const what = `parts of ${format.name}` as const
  for (const raw of messages) {
    const found = derivedOnce(raw, what, () => partsIn(raw, format, rules))
    appendAll(parts, found)
  }
  return parts
}

function partsIn(raw: unknown, format: Format, rules: Rules): PartRecord[] {
  const parts = readBlocks(raw, format, rules).flatMap((block) => partOf(block, format) ?? [])
  // Made here, and changed by nobody.
  settleMessages(parts)
  return parts
}

function partOf(block: Block, format: Format): PartRecord | null {
  const { callId, kind, name = '', payload, shape } = block
  if (shape.server || callId === undefined) return null
  if (kind === 'tool_call') return { callId, name, input: payload, status: 'pending' }
  if (kind !== 'tool_result' || isSynthetic(payload)) return null
  const isError = format.isErrorResult?.(block) === true
  return { callId, status: isError ? 'error' : 'completed', output: payload ?? '', isError }
}
