import type { FormatName } from '../formats/format-name.ts'
import type { RequestBody } from '../formats/format.ts'
import { isEqual } from '../json/is-equal.ts'
import type { KnownSession } from './known-session.ts'
import type { Maker } from './maker.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import type { RecoveryReport } from './recovery-report.ts'

/** What tells one call from another before it is sent. */
interface CallOf {
  readonly format: { readonly name: FormatName }
  readonly body: RequestBody
  readonly session: KnownSession
  readonly maker: Maker | undefined
}

/** A request that was repaired after a refusal, and then failed for another reason. */
export interface UnprovenRepair {
  readonly request: OutgoingRequest
  readonly report: RecoveryReport
}

/** Clients try again within seconds: each of these holds a whole conversation. */
const maxUnproven = 4

/**
 * Repairs that nobody has accepted, and nobody has refused: the repaired request met a rate limit, a failure of the server or a reset.
 * Its client tries again with the request that it knows, the refused one; each of its tries cost a refusal more. Only the very same
 * request of the same session to the same account is taken for one (I5: what was found in a session stays in it).
 */
export class UnprovenRepairs {
  #known: readonly (UnprovenRepair & { readonly call: CallOf })[] = []

  keep(call: CallOf, repair: UnprovenRepair): void {
    this.#known = [{ ...repair, call }, ...this.#known].slice(0, maxUnproven)
  }

  /** The repair of this very request, which is its own from now on. */
  take(call: CallOf): UnprovenRepair | undefined {
    const found = this.#known.find((known) => isSame(known.call, call))
    if (found) this.#known = this.#known.filter((known) => known !== found)
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

/** Results are found for sessions that have a name alone. */
function nameOf({ isNamed, sessionID }: KnownSession): string | undefined {
  return isNamed ? sessionID : undefined
}
