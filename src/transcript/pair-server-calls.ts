import type { DisplacedResult, DuplicateResult } from './pair-calls.ts'
import type { Block, Transcript } from './transcript.ts'

/** Calls that the provider ran itself, with what is wrong about their results. */
export interface ServerPairing {
  readonly unanswered: readonly Block[]
  readonly orphans: readonly Block[]
  readonly displaced: readonly DisplacedResult[]
  readonly duplicates: readonly DuplicateResult[]
}

const none: ServerPairing = { unanswered: [], orphans: [], displaced: [], duplicates: [] }

/**
 * Pairs calls that the provider runs with their results. Both stand in the assistant's turn, the result behind the call;
 * a code execution that waits for a client tool may get its result in the next assistant turn, and a call at the very end
 * (`pause_turn`) is still running.
 */
export function pairServerCalls(blocks: readonly Block[], transcript: Transcript): ServerPairing {
  if (blocks.length === 0) return none
  const open: Block[] = []
  const answers = new Map<Block, Block>()
  const strays: Block[] = []
  const duplicates: DuplicateResult[] = []
  const orphans: Block[] = []
  const displaced: DisplacedResult[] = []
  for (const block of blocks) {
    if (block.kind === 'tool_call') {
      open.push(block)
      continue
    }
    const own = open.filter((call) => call.callId === block.callId)
    const free = own.filter((call) => !answers.has(call))
    const owner = free.find((call) => inPlace(call, block, transcript)) ?? free[0]
    if (owner && inPlace(owner, block, transcript)) answers.set(owner, block)
    else if (owner || own.length === 0) strays.push(block)
    else duplicates.push({ call: own.at(-1)!, kept: answers.get(own.at(-1)!)!, loser: block })
  }
  for (const result of strays) {
    const owners = open.filter((call) => call.callId === result.callId && !answers.has(call))
    if (owners.length !== 1) {
      orphans.push(result)
      continue
    }
    answers.set(owners[0]!, result)
    displaced.push({ result, call: owners[0]! })
  }
  const unanswered = open.filter((call) => !answers.has(call) && !mayStillRun(call, transcript))
  return { unanswered, orphans, displaced, duplicates }
}

function inPlace(call: Block, result: Block, transcript: Transcript): boolean {
  if (result.message.role !== 'assistant') return false
  const from = call.message.turnIndex
  const to = result.message.turnIndex
  return (
    from === to || transcript.turns.slice(from + 1, to).every((turn) => turn.role === 'assistant' || holdsResults(turn))
  )
}

function holdsResults(turn: Transcript['turns'][number]): boolean {
  return turn.messages.some((message) => message.blocks.some((block) => block.kind === 'tool_result'))
}

function mayStillRun(call: Block, transcript: Transcript): boolean {
  const rest = transcript.turns.slice(call.message.turnIndex + 1)
  return rest.every(holdsResults) && rest.every((turn) => turn.role !== 'assistant')
}
