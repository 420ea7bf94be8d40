import type { Change, ChangeType } from '../change.ts'
import type { MessageRow, SessionRow } from '../rows.ts'

/** Characters of a short append. SQLite would put a part of a longer one into overflow pages, and write them again at the move. */
const longest = 4096

/** Messages of a short append, so that one transaction writes no more than a page or two. */
const most = 8

/** The types of changes that touch neither the session's own row nor its messages. */
const BESIDE: ReadonlySet<ChangeType> = new Set<ChangeType>([
  'part_saved',
  'turn_saved',
  'state_saved',
  'state_cleared',
  'lease_saved',
  'attempt_added',
  'attempts_cleared',
  'reference_saved',
  'reference_dropped',
])

/** Whether a change leaves the row of its session and all its messages as they are. */
export const isBeside = ({ type }: Change): boolean => BESIDE.has(type)

export interface ShortAppend {
  /** The session's row after the append. */
  readonly session: SessionRow
  readonly messages: readonly MessageRow[]
  /** The other changes of the decision. */
  readonly others: readonly Change[]
}

/**
 * Recognises a short append: few short messages at the end of a known session, whose new row follows from them. Null when the
 * changes are anything else.
 */
export function shortAppend(former: SessionRow | null, changes: readonly Change[]): ShortAppend | null {
  let session: SessionRow | undefined
  let messages: readonly MessageRow[] | undefined
  const others: Change[] = []
  for (const change of changes) {
    if (isBeside(change)) others.push(change)
    else if (change.type === 'session_saved' && session === undefined) session = change.session
    else if (change.type === 'messages_added' && messages === undefined) messages = change.messages
    else return null
  }
  if (former === null || session === undefined || messages === undefined || messages.length > most) return null
  return isShort(messages) && follows(session, former, messages) ? { session, messages, others } : null
}

function isShort(messages: readonly MessageRow[]): boolean {
  let length = 0
  for (const { meta, raw } of messages) length += meta.length + raw.length
  return length <= longest
}

/** Whether the session's new row differs from the former only by the messages appended. */
function follows(next: SessionRow, former: SessionRow, messages: readonly MessageRow[]): boolean {
  return (
    former.removedAt === null &&
    next.removedAt === null &&
    next.sessionID === former.sessionID &&
    next.epoch === former.epoch &&
    next.floor === former.floor &&
    next.standing === former.standing &&
    next.createdAt === former.createdAt &&
    next.count === former.count + messages.length &&
    next.nextKey === former.nextKey + messages.length &&
    next.head === messages.at(-1)?.prefix &&
    messages.every(
      ({ key, place, prefix, revision }, index) =>
        key === former.nextKey + index && place !== null && prefix !== null && revision === next.revision,
    )
  )
}
