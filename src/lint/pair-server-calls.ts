import type { DisplacedResult, DuplicateResult, RepeatedCall } from './pairing.ts'
import type { Block, Transcript, Turn } from '../transcript/transcript.ts'

/** Calls that the provider ran itself, with what is wrong about their results. */
export interface ServerPairing {
  /** The result that each call owns. */
  readonly answers: ReadonlyMap<Block, Block>
  readonly unanswered: readonly Block[]
  readonly orphans: readonly Block[]
  readonly displaced: readonly DisplacedResult[]
  readonly duplicates: readonly DuplicateResult[]
}

const none: ServerPairing = { answers: new Map(), unanswered: [], orphans: [], displaced: [], duplicates: [] }

/**
 * Pairs calls that the provider runs with their results. Both stand in the assistant's turn, the result behind the call;
 * a code execution that waits for client tools may get its result behind their results, and a call at the very end
 * (`pause_turn`) is still running.
 */
export function pairServerCalls(
  blocks: readonly Block[],
  repeated: readonly RepeatedCall[],
  transcript: Transcript,
): ServerPairing {
  if (blocks.length === 0) return none
  const calls = new Map<string | undefined, Block[]>()
  const answers = new Map<Block, Block>()
  const strays: Block[] = []
  const duplicates: DuplicateResult[] = []
  const orphans: Block[] = []
  const displaced: DisplacedResult[] = []
  for (const block of blocks) {
    const own = calls.get(block.callId)
    if (block.kind === 'tool_call') {
      if (own) own.push(block)
      else calls.set(block.callId, [block])
      continue
    }
    const free = own?.filter((call) => !answers.has(call)) ?? []
    const owner = free.find((call) => inPlace(call, block, transcript)) ?? free[0]
    if (owner && inPlace(owner, block, transcript)) answers.set(owner, block)
    else if (owner || own === undefined) strays.push(block)
    else duplicates.push({ call: own.at(-1)!, kept: answers.get(own.at(-1)!)!, loser: block })
  }
  for (const result of strays) {
    const owners = (calls.get(result.callId) ?? []).filter((call) => !answers.has(call))
    if (owners.length !== 1) {
      orphans.push(result)
      continue
    }
    answers.set(owners[0]!, result)
    displaced.push({ result, call: owners[0]! })
  }
  const again = new Set(repeated.map(({ call }) => call))
  const unanswered = [...calls.values()]
    .flat()
    .filter((call) => !answers.has(call) && !again.has(call) && !mayStillRun(call, transcript))
  return { answers, unanswered, orphans, displaced, duplicates }
}

function inPlace(call: Block, result: Block, transcript: Transcript): boolean {
  if (result.message.role !== 'assistant') return false
  const from = call.message.turnIndex
  const to = result.message.turnIndex
  return from === to ? isBehind(call, result) : waitsForClient(transcript.turns.slice(from, to))
}

function isBehind(call: Block, result: Block): boolean {
  if (call.message !== result.message) return call.message.index < result.message.index
  // Where call and result are one part (UIMessages), both blocks have its index.
  return call.index < result.index || call.raw === result.raw
}

function mayStillRun(call: Block, transcript: Transcript): boolean {
  const rest = transcript.turns.slice(call.message.turnIndex)
  return rest.length === 1 || (rest.at(-1)!.role !== 'assistant' && waitsForClient(rest))
}

/** Whether these turns only hand client calls of a running server tool to the client, and their results back. */
function waitsForClient(turns: readonly Turn[]): boolean {
  return turns.every((turn) => {
    if (turn.role === 'system') return true
    if (turn.role === 'assistant') return turn.messages.some((message) => message.blocks.some(isClientCall))
    const blocks = turn.messages.flatMap((message) => message.blocks)
    return blocks.length > 0 && blocks.every((block) => block.kind === 'tool_result')
  })
}

function isClientCall(block: Block): boolean {
  return block.kind === 'tool_call' && !block.shape.server
}
