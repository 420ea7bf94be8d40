import type { Block } from '../../transcript/transcript.ts'
import { isOfKind } from './occurrence.ts'

/**
 * Calls that have lost their ids, or whose results have: where there are as many of one as of the other, each result answers the
 * call at its place, as formats without ids have it. No id or name may say otherwise. Gives the call of each result.
 *
 * Several results in messages of their own may stand in the order in which they came: their place tells nothing without names.
 */
export function pairInOrder(calls: readonly Block[], results: readonly Block[]): ReadonlyMap<Block, Block> {
  const pairs = new Map<Block, Block>()
  const nameless = results.filter(({ callId }) => !callId)
  const idless = calls.filter(({ callId }) => !callId)
  // Results that name a call are left to those that cannot be named; results that name none may be anybody's.
  const [open, given] = nameless.length === 0 ? [idless, results] : [calls, nameless]
  if (open.length !== given.length || given.length !== results.length) return pairs
  if (nameless.length === 0 && new Set(given.map(({ callId }) => callId)).size < given.length) return pairs
  if (!given.every((result, index) => mayAnswer(open[index]!, result))) return pairs
  if (given.some(({ message }) => message !== given[0]!.message) && !areNamedApart(given)) return pairs
  for (const [index, result] of given.entries()) pairs.set(result, open[index]!)
  return pairs
}

function mayAnswer(call: Block, result: Block): boolean {
  if (!isOfKind(call, result) || (result.name !== undefined && call.name !== undefined && result.name !== call.name))
    return false
  return call.message === result.message ? call.index < result.index : call.message.index < result.message.index
}

const areNamedApart = (results: readonly Block[]): boolean =>
  results.every(({ name }) => name) && new Set(results.map(({ name }) => name)).size === results.length
