import type { Format, RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Evidence } from '../transcript/evidence.ts'
import { positionOf } from '../transcript/position-of.ts'
import type { Transcript, Turn } from '../transcript/transcript.ts'
import type { FoundFault, Report } from './fault.ts'
import type { LintContext, LintScope, Purpose } from './lint-context.ts'
import type { Pairing } from './pairing/pairing.ts'
import type { ResultForms } from './result-forms.ts'

/** Who reports: the type of its faults. */
export interface Reporter {
  readonly type: RecoveryErrorType
}

/** One pass of the walk: what is known, what was found, and whose turn it is to look. */
export class LintPass implements LintContext {
  declare readonly format: Format
  declare readonly rules: Rules
  declare readonly request: RequestBody
  declare readonly evidence: Evidence
  declare readonly purpose: Purpose
  declare readonly transcript: Transcript
  declare readonly pairing: Pairing
  declare readonly forms: ResultForms | undefined
  readonly found: FoundFault[] = []
  readonly #otherIds: (() => readonly string[]) | undefined
  #reporter: RecoveryErrorType | undefined
  #callIds: Set<string> | undefined

  /** @param otherIds ids of calls in messages that an excerpt leaves out */
  constructor(scope: LintScope, otherIds?: () => readonly string[]) {
    Object.assign(this, scope)
    this.#otherIds = otherIds
  }

  /** The context, in which this reporter speaks from now on: one serves all strategies, for each pass asks dozens of them. */
  contextOf({ type }: Reporter): LintContext {
    this.#reporter = type
    return this
  }

  get report(): (report: Report) => void {
    const type = this.#reporter!
    return ({ at, detail, loss, fix, reveals }) => {
      const place = at === null ? null : positionOf(at, this.transcript)
      const cost = fix === undefined ? null : (loss ?? 'none')
      this.found.push({ fault: { type, at: place, detail: detail ?? {}, loss: cost }, fix, reveals })
    }
  }

  get callIds(): Set<string> {
    return (this.#callIds ??= new Set([
      ...(this.#otherIds?.() ?? []),
      ...this.transcript.messages.flatMap(({ blocks }) =>
        blocks.flatMap(({ callId }) => (callId === undefined ? [] : [callId])),
      ),
    ]))
  }

  turnAt(index: number): Turn | undefined {
    return this.transcript.turns[index]
  }

  get lastTurn(): Turn | undefined {
    return this.transcript.turns.at(-1)
  }
}
