import type { Block, Transcript } from '../../transcript/transcript.ts'
import { isSynthetic } from '../../faults/synthetic-text.ts'

/** Calls with an unknown outcome: without a result, or with a placeholder for one. */
export function openCalls({ messages }: Transcript): Block[] {
  const waiting = new Map<string, Block[]>()
  const open: Block[] = []
  for (const { blocks } of messages)
    for (const block of blocks) {
      const id = block.callId ?? ''
      if (block.kind === 'tool_call') waiting.set(id, [...(waiting.get(id) ?? []), block])
      else if (block.kind === 'tool_result') {
        const [call, ...rest] = waiting.get(id) ?? []
        if (!call) continue
        waiting.set(id, rest)
        if (isSynthetic(block.payload)) open.push(call)
      }
    }
  return [...open, ...[...waiting.values()].flat()]
}
