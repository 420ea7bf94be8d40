import type { Format } from '../../formats/format.ts'
import { messageDigest } from '../../storage/prefix-digests.ts'
import type { StoredMessage } from '../../storage/message-store.ts'
import type { Continued } from './continued.ts'
import { answerMark, responseMark } from './session-tail.ts'

/** Marks the first of the stored messages that stand behind what a provider holds: names what that is. */
export const behindMark = 'behind'

/** Where a list that leaves out what its provider holds goes on in the stored conversation. */
export interface Joint {
  /** So many stored messages come before it. */
  readonly before: number
  /** So many messages of the list are among those: instructions, which clients send with every request. */
  readonly repeated: number
}

/**
 * Finds the joint: where that provider's state was continued before, behind the answer that it names, where the list repeats what is
 * stored last, or else behind everything: nothing stored is given up for a list that does not hold it (I4).
 */
export function jointOf(
  stored: readonly StoredMessage[],
  given: readonly unknown[],
  { grows, id }: Continued,
  format: Format,
): Joint {
  const digests = stored.map(({ raw }) => messageDigest(raw))
  const repeated = repeatedInstructions(digests, given, format)
  const marked = grows ? -1 : stored.findIndex(({ meta }) => meta[behindMark] === id)
  if (marked !== -1) return { before: marked, repeated: Math.min(repeated, marked) }
  const answered = stored.findLastIndex(({ meta }) => meta[responseMark] === id) + 1
  const rest = given.slice(repeated).map(messageDigest)
  return { before: answered > 0 ? answered : overlapOf(stored, digests, rest), repeated }
}

/** Whether stored messages hold what each of their parts continued: a response that was never recorded has a conversation of its own. */
export function holdsBeginnings(stored: readonly StoredMessage[]): boolean {
  return stored.every(({ meta }, index) => {
    const behind = meta[behindMark]
    return behind === undefined || stored[index - 1]?.meta[responseMark] === behind
  })
}

function repeatedInstructions(digests: readonly string[], given: readonly unknown[], format: Format): number {
  const rules = format.rules({})
  const other = given.findIndex(
    (raw, index) => format.read(raw, index, rules).role !== 'system' || messageDigest(raw) !== digests[index],
  )
  return other === -1 ? given.length : other
}

/** The first stored message that the list begins with, when it holds all behind it; the last answer may have another shape there. */
function overlapOf(stored: readonly StoredMessage[], digests: readonly string[], rest: readonly string[]): number {
  const settled = stored.findLastIndex(({ meta }) => meta[answerMark] !== true) + 1
  for (let from = Math.max(0, settled - rest.length); from < settled; from += 1) {
    if (digests.slice(from, settled).every((digest, index) => digest === rest[index])) return from
  }
  return stored.length
}
