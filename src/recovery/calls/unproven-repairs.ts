import type { FormatName } from '../../formats/format-name.ts'
import type { RequestBody } from '../../formats/format.ts'
import { isEqual } from '../../json/is-equal.ts'
import type { KnownSession } from '../sessions/known-session.ts'
import type { Maker } from '../maker.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import type { RecoveryReport } from '../recovery-report.ts'

/** What identifies a call before it is sent. */
interface CallOf {
  readonly format: { readonly name: FormatName }
  readonly body: RequestBody
  readonly session: KnownSession
  readonly maker: Maker | undefined
}

/** A request that was repaired after a refusal and then failed for another reason. */
export interface UnprovenRepair {
  readonly request: OutgoingRequest
  readonly report: RecoveryReport
}

/** Each of them holds a whole conversation. */
const maxUnproven = 4

/** Clients retry within seconds; a `retry-after` that they heed is a minute or so. */
const keptMs = 5 * 60_000

/**
 * Repairs whose request neither was accepted nor refused for its structure: the repaired request met a rate limit, a server error or a
 * reset. The client then retries with the request that it knows, the broken one, and without this memory each retry would cost another
 * refusal. Only the very same request of the same session to the same account gets the repair (I5: what was found in a session stays in
 * it).
 */
export class UnprovenRepairs {
  #known: readonly (UnprovenRepair & { readonly call: CallOf; readonly since: number })[] = []

  keep(call: CallOf, repair: UnprovenRepair): void {
    this.#known = [{ ...repair, call, since: performance.now() }, ...this.#known].slice(0, maxUnproven)
  }

  /** The repair of this very request; it is forgotten here and belongs to the caller from now on. */
  take(call: CallOf): UnprovenRepair | undefined {
    // Looked at by each call: what has become old is not compared with every later request of a long conversation.
    const oldest = performance.now() - keptMs
    const fresh = this.#known.filter(({ since }) => since >= oldest)
    const found = fresh.find((known) => isSame(known.call, call))
    this.#known = fresh.filter((known) => known !== found)
    return found
  }
}

function isSame(first: CallOf, second: CallOf): boolean {
  return (
    first.format.name === second.format.name &&
    nameOf(first.session) === nameOf(second.session) &&
    isEqual(first.maker, second.maker) &&
    isEqual(first.body, second.body)
  )
}

/** Recorded results are used only in named sessions, so all unnamed ones count as the same. */
function nameOf({ isNamed, sessionID }: KnownSession): string | undefined {
  return isNamed ? sessionID : undefined
}
