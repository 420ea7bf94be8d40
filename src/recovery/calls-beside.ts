import type { Format } from '../formats/format.ts'
import type { Evidence, OpenCall } from '../transcript/evidence.ts'
import type { Block, Message } from '../transcript/transcript.ts'

/**
 * The calls that a recorded answer made beside a call, and that nothing recorded answers: where the provider holds the answer, it
 * names the first of its open calls only, and refuses again for each of the others.
 */
export function callsBeside(
  messages: readonly { readonly raw: unknown }[],
  format: Format,
): NonNullable<Evidence['openBeside']> {
  let read: readonly Message[] | undefined
  return (callId) => {
    const rules = format.rules({})
    read ??= messages.map(({ raw }, index) => format.read(raw, index, rules))
    const at = read.findLastIndex(({ blocks }) => blocks.some((block) => isCall(block) && block.callId === callId))
    if (at < 0) return []
    let first = at
    while (first > 0 && isOfAnswer(read[first - 1]!)) first -= 1
    let last = at
    while (last + 1 < read.length && isOfAnswer(read[last + 1]!)) last += 1
    const answered = new Set(read.slice(first).flatMap(({ blocks }) => blocks.filter(isResult).map(idOf)))
    return read
      .slice(first, last + 1)
      .flatMap(({ blocks }) => blocks.filter(isCall))
      .flatMap((call) => openCall(call) ?? [])
      .filter((call) => call.callId !== callId && !answered.has(call.callId))
  }
}

const isCall = ({ kind, shape }: Block): boolean => kind === 'tool_call' && !shape.server
const isResult = ({ kind }: Block): boolean => kind === 'tool_result'
const idOf = ({ callId }: Block): string | undefined => callId

function isOfAnswer({ role, blocks }: Message): boolean {
  return role === 'assistant' && !blocks.some((block) => isResult(block) && !block.shape.server)
}

function openCall({ callId, shape }: Block): OpenCall | undefined {
  // An approval that nobody has asked for may wait.
  if (callId === undefined || callId === '' || shape.answerOptional === true) return undefined
  return { callId, type: shape.type }
}
