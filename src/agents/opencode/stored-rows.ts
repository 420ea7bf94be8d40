import { isRecord } from '../../json/is-record.ts'

/** A row of `message` or `part`, or a file of the old JSON folders. `text` is the JSON as it is stored. */
export interface StoredRow {
  readonly id: string
  readonly messageId: string
  readonly timeCreated: number
  readonly timeUpdated: number
  readonly text: string
}

/** All that opencode has stored of one session, in its order: messages by time and id, parts by id. */
export interface StoredSession {
  readonly id: string
  /** Release of opencode that made the session. */
  readonly version?: string | undefined
  readonly directory?: string | undefined
  /** `revert` of the session: the next prompt deletes everything from there on. */
  readonly revert?: unknown
  readonly messages: readonly StoredRow[]
  readonly parts: readonly StoredRow[]
}

export type RowTable = 'message' | 'part'

/** One change of a row. `before` is the text that was read: a row that holds another one by now is not touched. */
export type RowChange =
  | { readonly op: 'update'; readonly table: RowTable; readonly row: StoredRow; readonly value: unknown }
  | { readonly op: 'delete'; readonly table: RowTable; readonly row: StoredRow }
  | { readonly op: 'insert'; readonly table: RowTable; readonly row: Omit<StoredRow, 'text'>; readonly value: unknown }

/** The object in a row; `undefined` when its JSON cannot be read or is no object. */
export function parseRow({ text }: Pick<StoredRow, 'text'>): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function stringOf(value: Record<string, unknown> | undefined, field: string): string | undefined {
  const found = value?.[field]
  return typeof found === 'string' ? found : undefined
}

export function objectOf(
  value: Record<string, unknown> | undefined,
  field: string,
): Record<string, unknown> | undefined {
  const found = value?.[field]
  return isRecord(found) ? found : undefined
}
