import type { Format, RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Evidence } from '../transcript/evidence.ts'
import type { FoundFault, Report } from './fault.ts'
import type { Pairing } from './pairing.ts'
import type { Block, Message, Position, Transcript } from '../transcript/transcript.ts'

/** Whether the transcript is about to be sent, or lies in a store where the last tool call may still be running. */
export type Purpose = 'request' | 'stored'

/** What one pass of the walk knows, handed to every visitor. */
interface LintScope {
  readonly format: Format
  readonly rules: Rules
  readonly request: RequestBody
  readonly evidence: Evidence
  readonly purpose: Purpose
  readonly transcript: Transcript
  readonly pairing: Pairing
}

/** The context of a pass: its scope, and where faults are reported. */
export class LintContext implements LintScope {
  readonly format: Format
  readonly rules: Rules
  readonly request: RequestBody
  readonly evidence: Evidence
  readonly purpose: Purpose
  readonly transcript: Transcript
  readonly pairing: Pairing
  readonly found: FoundFault[] = []
  /** The strategy whose visitor runs; set by the walk. */
  type: RecoveryErrorType = 'unspecified_structural'
  #callIds: ReadonlySet<string> | undefined

  constructor(scope: LintScope) {
    this.format = scope.format
    this.rules = scope.rules
    this.request = scope.request
    this.evidence = scope.evidence
    this.purpose = scope.purpose
    this.transcript = scope.transcript
    this.pairing = scope.pairing
  }

  /** Reports a fault; an own function, so that visitors may take it out of the context. */
  readonly report: (report: Report) => void = ({ at, detail, loss, fix }) => {
    this.found.push({
      fault: {
        type: this.type,
        at: at === null ? null : positionOf(at),
        detail: detail ?? {},
        loss: fix === undefined ? null : (loss ?? 'none'),
      },
      fix,
    })
  }

  /** Every id of a call or result in the transcript. */
  get callIds(): ReadonlySet<string> {
    return (this.#callIds ??= new Set(
      this.transcript.messages.flatMap(({ blocks }) =>
        blocks.flatMap(({ callId }) => (callId === undefined ? [] : [callId])),
      ),
    ))
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
export function positionOf(node: Block | Message): Position {
  if (!('field' in node)) return { messageIndex: node.index }
  if (node.field === '') return { messageIndex: node.message.index }
  const place = { messageIndex: node.message.index, field: node.field }
  return node.index < 0 ? place : { ...place, blockIndex: node.index }
}
