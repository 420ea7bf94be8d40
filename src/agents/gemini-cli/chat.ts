import type { SessionFinding } from '../session-finding.ts'
import type { MessageRecord } from './gemini-record.ts'

/** A place that holds a version of a message: a line, or an element of the list in a header or a `$set` patch. */
export interface MessageSource {
  readonly offset: number
  readonly line: number
  readonly slot: number | undefined
}

/** A message as the last of its versions leaves it. */
export interface ChatMessage {
  readonly id: string
  readonly value: MessageRecord
  /** All versions in force, oldest first: the first one gives the message its place, the last one its value. */
  readonly sources: readonly MessageSource[]
}

/** The contents of a chat after one pass. */
export interface Chat {
  readonly messages: readonly ChatMessage[]
  readonly lenient: ReadonlyMap<number, Record<string, unknown>>
  readonly crlf: boolean
  readonly findings: readonly SessionFinding[]
  readonly model: string | undefined
  readonly hasHeader: boolean
  /** The session's id, from any record that names it. */
  readonly sessionId: string | undefined
  readonly firstTimestamp: unknown
  /** Offsets of the first and of the last record; -1 when there is none. */
  readonly firstOffset: number
  readonly lastOffset: number
}
