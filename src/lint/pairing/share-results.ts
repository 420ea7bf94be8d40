import { isSynthetic } from '../../faults/synthetic-text.ts'
import { appendAll } from '../../json/append-all.ts'
import { isEqual } from '../../json/is-equal.ts'
import type { Block } from '../../transcript/transcript.ts'
import { isNamedOtherwise, isOfKind, type Occurrence } from './occurrence.ts'
import type { DisplacedResult, DuplicateResult } from './pairing.ts'

/**
 * Where messages of the assistant beside each other ask under one id, all answers stand behind the last: its further results are those
 * of the calls before it, in their order (I5). Puts them there, and keeps in the list what is second of one call.
 */
export function shareResults(
  unanswered: readonly Occurrence[],
  answered: readonly Occurrence[],
  duplicates: DuplicateResult[],
): DisplacedResult[] {
  const displaced: DisplacedResult[] = []
  const settled = new Set<DuplicateResult>()
  const beyond: DuplicateResult[] = []
  const waiting = Map.groupBy(unanswered, ({ call }) => placeOf(call))
  const owners = new Map(answered.map((owner) => [owner.call, owner]))
  for (const [call, pairs] of Map.groupBy(duplicates.filter(isAnother), (pair) => pair.call)) {
    const run = waiting.get(placeOf(call))?.slice(-pairs.length) ?? []
    const results = [pairs[0]!.kept, ...pairs.map(({ loser }) => loser)]
    const sharers = [...run, owners.get(call)!]
    if (run.length === 0 || !sharers.every((owner, index) => mayOwn(owner.call, results[index]!))) continue
    for (const [index, owner] of sharers.entries()) owner.result = results[index]!
    appendAll(
      displaced,
      run.map(({ call: owner, result }) => ({ result: result!, call: owner, overtaken: true })),
    )
    for (const pair of pairs) settled.add(pair)
    const kept = results[run.length]!
    appendAll(
      beyond,
      results.slice(sharers.length).map((loser) => ({ call, kept, loser })),
    )
  }
  const left = duplicates.filter((pair) => !settled.has(pair))
  duplicates.length = 0
  appendAll(duplicates, left)
  appendAll(duplicates, beyond)
  return displaced
}

const mayOwn = (call: Block, result: Block): boolean => isOfKind(call, result) && !isNamedOtherwise(call, result)

const placeOf = ({ callId, message }: Block): string => `${message.turnIndex} ${callId}`

/** Neither what a repair has put there nor the same once more. */
function isAnother({ kept, loser }: DuplicateResult): boolean {
  return !isSynthetic(kept.payload) && !isSynthetic(loser.payload) && !isEqual(kept.payload, loser.payload)
}
