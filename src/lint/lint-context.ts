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

/** Who reports: the type of its faults. */
export interface Reporter {
  readonly type: RecoveryErrorType
}

/** One pass of the walk: what is known, what was found, and whose turn it is to look. */
export class LintPass {
  readonly scope: LintScope
  readonly found: FoundFault[] = []
  readonly #context: LintContext
  #reporter: RecoveryErrorType | undefined
  #callIds: ReadonlySet<string> | undefined

  constructor(scope: LintScope) {
    this.scope = scope
    this.#context = new LintContext(this, scope)
  }

  /** The context, in which this reporter speaks from now on: one serves all strategies, for each pass asks dozens of them. */
  contextOf({ type }: Reporter): LintContext {
    this.#reporter = type
    return this.#context
  }

  /** Where the reporter whose turn it is puts its faults; bound to it. */
  get report(): (report: Report) => void {
    const type = this.#reporter!
    return ({ at, detail, loss, fix, reveals }) => {
      const place = at === null ? null : positionOf(at, this.scope.transcript)
      const cost = fix === undefined ? null : (loss ?? 'none')
      this.found.push({ fault: { type, at: place, detail: detail ?? {}, loss: cost }, fix, reveals })
    }
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

/** What a visitor gets beside its node: the scope of the pass, and where it reports. */
export class LintContext implements LintScope {
  readonly #pass: LintPass
  readonly format: Format
  readonly rules: Rules
  readonly request: RequestBody
  readonly evidence: Evidence
  readonly purpose: Purpose
  readonly transcript: Transcript
  readonly pairing: Pairing

  constructor(pass: LintPass, { evidence, format, pairing, purpose, request, rules, transcript }: LintScope) {
    this.#pass = pass
    this.format = format
    this.rules = rules
    this.request = request
    this.evidence = evidence
    this.purpose = purpose
    this.transcript = transcript
    this.pairing = pairing
  }

  /** Reports a fault; bound, so that visitors may take it out of the context. */
  get report(): (report: Report) => void {
    return this.#pass.report
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
