import type { PrefixMatch } from '../message-store.ts'
import type { KnownPrefix } from '../store-backend.ts'
import { byChange } from './listing-order.ts'
import { withoutUndonePairs } from './row-edits.ts'

/** The best match for the digests of a caller's prefixes; `digests[0]` is the digest of the first `first` messages. */
export function choosePrefix(
  digests: readonly string[],
  first: number,
  known: readonly KnownPrefix[],
): PrefixMatch | null {
  const newest = known.toSorted((first, second) => byChange(first.session, second.session))
  for (const [index, wanted] of [...digests.entries()].toReversed()) {
    const length = first + index
    const here = newest.filter(({ digest }) => digest === wanted)
    const current = here.filter((prefix) => isCurrent(prefix, length))
    const [best] = [...current].sort((a, b) => endsThere(b) - endsThere(a))
    if (best) return { sessionID: best.session.sessionID, length, current: true }
    // A caller that has not adopted a repair still sends the former history; `formerHead` recognises it.
    const former = here.find(({ revision }) => revision === null)
    if (former) return { sessionID: former.session.sessionID, length, current: false }
  }
  return null
}

const endsThere = ({ session, digest }: KnownPrefix): number => (session.head === digest ? 1 : 0)

/** Whether the session still begins with that prefix: no later change that still counts touches it. */
function isCurrent({ revision, changes, session, digest }: KnownPrefix, length: number): boolean {
  if (revision === null) return false
  if (session.head === digest) return true
  return withoutUndonePairs(changes).every(({ from }) => from >= length)
}
