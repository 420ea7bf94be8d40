import { SHRINK_LOST_TYPE } from '../../journal/find-lost-end.ts'
import { type Frame, parseRecord } from '../../journal/frame.ts'
import type { IndexEntry } from '../../journal/index-entry.ts'
import type { RecordTaker } from '../../journal/session-cursor.ts'
import { holdsAll, missesRecords } from '../../journal/snapshot-record.ts'
import type { Change, ChangeType } from '../change.ts'
import { isFinal } from '../rules/turn-rows.ts'
import { pairKey } from '../state/session-state.ts'
import { ownChanges } from './own-changes.ts'
import { noSummaryFacts, printOf, type SummaryFacts, withoutStanding } from './summary-facts.ts'

type Fold<Type extends ChangeType> = (facts: SummaryFacts, change: Extract<Change, { type: Type }>) => void

/** How each type of change alters the facts; other types leave them alone. */
const FOLDS: { readonly [Type in ChangeType]?: Fold<Type> } = {
  session_saved: (facts, { session }) => void (facts.row = withoutStanding(session)),
  messages_added({ prints }, { messages }) {
    for (const { prefix } of messages) if (prefix !== null) prints.add(printOf(prefix))
  },
  prefixes_added({ prints }, { prefixes }) {
    for (const { digest } of prefixes) prints.add(printOf(digest))
  },
  change_recorded: ({ prints }, { change }) => void prints.add(printOf(change.formerHead)),
  part_saved: ({ parts }, { part }) => void parts.add(pairKey(part.occurrence, part.callId)),
  turn_saved: ({ openTurns }, { turn }) =>
    void (isFinal(turn.state) ? openTurns.delete(turn.turnID) : openTurns.add(turn.turnID)),
  state_saved: ({ stateNames }, { entry }) => void stateNames.add(pairKey(entry.owner, entry.key)),
  state_cleared: ({ stateNames }, { owner, key }) => void stateNames.delete(pairKey(owner, key)),
  reference_saved: ({ references }, { id }) => void references.add(id),
  reference_dropped: ({ references }, { id }) => void references.delete(id),
}

/** Builds the summary of a session record by record, so that a long conversation is never in memory. */
export class SummaryFold implements RecordTaker {
  readonly #sessionID: string
  #facts: SummaryFacts
  #seq: number
  #isWhole = true

  /** @param from facts after the record `seq` */
  constructor(sessionID: string, from: SummaryFacts = noSummaryFacts(), seq: number = 0) {
    this.#sessionID = sessionID
    this.#facts = from
    this.#seq = seq
  }

  /** Undefined when records are missing: only the whole projection then knows what is left. */
  get facts(): SummaryFacts | undefined {
    return this.#isWhole ? this.#facts : undefined
  }

  reset(): void {
    this.#facts = noSummaryFacts()
    this.#seq = 0
    this.#isWhole = true
  }

  take(_entry: IndexEntry, _frame: Frame, line: Uint8Array): void {
    const { seq, type, data } = parseRecord(line)
    const changes = ownChanges(data, this.#sessionID)
    const isAnew = holdsAll({ type })
    if (isAnew) this.#facts = noSummaryFacts()
    this.#isWhole &&= type !== SHRINK_LOST_TYPE && !missesRecords(data) && (isAnew || seq === this.#seq + 1)
    this.#seq = seq
    for (const change of changes)
      if (change.type === 'session_removed') this.#facts = noSummaryFacts()
      else (FOLDS[change.type] as Fold<ChangeType> | undefined)?.(this.#facts, change)
  }
}
