import { isRecord } from '../../json/is-record.ts'
import type { Block, Transcript } from '../../transcript/transcript.ts'

/**
 * When an approval response stands in the last message, `ai` runs the approved call or answers the denied one (collect-tool-approvals.ts)
 * and appends the result: too late for a call that is followed by another prompt, or by a copy of itself.
 */
export function isApprovalGiven(call: Block, { messages, turns }: Transcript): boolean {
  const last = messages.at(-1)
  if (last?.role !== 'tool') return false
  const responses = new Set(last.blocks.flatMap((block) => approvalIdOf(block, 'tool-approval-response')))
  if (responses.size === 0) return false
  const isPast = messages
    .slice(call.message.index + 1)
    .some(({ blocks, role }) => role === 'user' || role === 'system' || blocks.some((other) => isCallOf(other, call)))
  if (isPast) return false
  const [first] = turns[call.message.turnIndex]!.messages
  return messages
    .slice(first!.index)
    .flatMap(({ blocks }) => blocks)
    .some(
      (block) =>
        approvalIdOf(block, 'tool-approval-request').some((id) => responses.has(id)) &&
        (block.raw as { toolCallId?: unknown }).toolCallId === call.callId,
    )
}

function isCallOf({ callId, kind }: Block, call: Block): boolean {
  return kind === 'tool_call' && callId === call.callId
}

/** `ai` looks up a response that stands in the last message or belongs to a provider tool; its request and its call must exist then. */
export function approvalProblem(block: Block, { messages }: Transcript): string | null {
  const [id] = approvalIdOf(block, 'tool-approval-response')
  if (id === undefined) return null
  const { providerExecuted } = block.raw as { providerExecuted?: unknown }
  if (messages.at(-1) !== block.message && providerExecuted !== true) return null
  const blocks = messages.flatMap((message) => message.blocks)
  const request = blocks.find((other) => approvalIdOf(other, 'tool-approval-request').includes(id))
  if (request === undefined) return 'answers no approval request'
  const { toolCallId } = request.raw as { toolCallId?: unknown }
  const isCalled = blocks.some((other) => other.kind === 'tool_call' && other.callId === toolCallId)
  return isCalled ? null : 'approves a call that is not there'
}

function approvalIdOf(block: Block, type: string): string[] {
  if (!isRecord(block.raw) || block.raw['type'] !== type) return []
  return typeof block.raw['approvalId'] === 'string' ? [block.raw['approvalId']] : []
}
