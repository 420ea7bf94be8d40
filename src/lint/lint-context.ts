import type { Format, RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Evidence } from '../transcript/evidence.ts'
import type { FoundFault, Report } from './fault.ts'
import type { Pairing } from './pairing.ts'
import { placeOf } from '../transcript/place-of.ts'
import type { Block, Message, Position, Transcript } from '../transcript/transcript.ts'

/**
 * - `request`: the transcript is about to be sent
 * - `stored`: it lies in a store, and its last tool call may still be running
 * - `resumed`: it lies in a store that nobody uses, and is judged as if the next message of the user stood behind it: nothing
 *   that is open at its end will be finished any more
 */
export type Purpose = 'request' | 'stored' | 'resumed'

/** What one pass of the walk knows. */
interface LintScope {
  readonly format: Format
  readonly rules: Rules
  readonly request: RequestBody
  readonly evidence: Evidence
  readonly purpose: Purpose
  readonly transcript: Transcript
  readonly pairing: Pairing
  /** Ids of calls in messages that an excerpt leaves out. */
  readonly otherIds?: (() => readonly string[]) | undefined
}

/** Who reports: the place of a strategy in the registry, and the type of its faults. */
export interface Reporter {
  readonly order: number
  readonly type: RecoveryErrorType
}

/** One pass of the walk: what is known, what was found, and one context per strategy that gets to see anything. */
export class LintPass {
  readonly scope: LintScope
  readonly found: FoundFault[] = []
  readonly #contexts: (LintContext | undefined)[] = []
  #callIds: ReadonlySet<string> | undefined

  constructor(scope: LintScope) {
    this.scope = scope
  }

  /** The context of a strategy; most strategies listen to nothing that the transcript holds, so it is made when first needed. */
  contextOf({ order, type }: Reporter): LintContext {
    return (this.#contexts[order] ??= new LintContext(this, type))
  }

  get callIds(): ReadonlySet<string> {
    return (this.#callIds ??= new Set([
      ...(this.scope.otherIds?.() ?? []),
      ...this.scope.transcript.messages.flatMap(({ blocks }) =>
        blocks.flatMap(({ callId }) => (callId === undefined ? [] : [callId])),
      ),
    ]))
  }
}

/** What a visitor gets beside its node: the scope of the pass, and where it reports. Lean, for each pass makes dozens. */
export class LintContext implements LintScope {
  readonly #pass: LintPass
  readonly #scope: LintScope
  readonly #type: RecoveryErrorType

  constructor(pass: LintPass, type: RecoveryErrorType) {
    this.#pass = pass
    this.#scope = pass.scope
    this.#type = type
  }

  get format(): Format {
    return this.#scope.format
  }

  get rules(): Rules {
    return this.#scope.rules
  }

  get request(): RequestBody {
    return this.#scope.request
  }

  get evidence(): Evidence {
    return this.#scope.evidence
  }

  get purpose(): Purpose {
    return this.#scope.purpose
  }

  get transcript(): Transcript {
    return this.#scope.transcript
  }

  get pairing(): Pairing {
    return this.#scope.pairing
  }

  /** Reports a fault; bound, so that visitors may take it out of the context. */
  get report(): (report: Report) => void {
    return ({ at, detail, loss, fix }) => {
      const place = at === null ? null : positionOf(at, this.transcript)
      const cost = fix === undefined ? null : (loss ?? 'none')
      this.#pass.found.push({ fault: { type: this.#type, at: place, detail: detail ?? {}, loss: cost }, fix })
    }
  }

  /** Every id of a call or result in the transcript. */
  get callIds(): ReadonlySet<string> {
    return this.#pass.callIds
  }

  /** The turn before or after the one a block or message belongs to. */
  turnAt(index: number): Transcript['turns'][number] | undefined {
    return this.transcript.turns[index]
  }

  get lastTurn(): Transcript['turns'][number] | undefined {
    return this.transcript.turns.at(-1)
  }
}

/** Where a view stands in the raw messages. */
export function positionOf(node: Block | Message, transcript: Transcript): Position {
  const messageIndex = placeOf('field' in node ? node.message : node, transcript)
  if (!('field' in node) || node.field === '') return { messageIndex }
  const place = { messageIndex, field: node.field }
  return node.index < 0 ? place : { ...place, blockIndex: node.index }
}
