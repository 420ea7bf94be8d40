import * as z from 'zod/mini'
import { StoreError } from '../store-error.ts'
import type {
  ChangeRow,
  LeaseRow,
  MessageRow,
  PartRow,
  PlacedMessageRow,
  PositionRow,
  RowEdit,
  SessionRow,
} from '../store-rows.ts'
import { CHECKED_COLUMNS, type CheckedTable } from './checked-columns.ts'
import { decodeText } from './encode-text.ts'
import { rowChecksum } from './row-checksum.ts'

/*
 * What the rows of the database must be. zod costs tens of milliseconds to load, so only the backend, itself loaded at
 * the store's first use, imports this file.
 */

/** A text that holds something else, read by a function that throws. */
const decoded = <T>(decode: (text: string) => T) =>
  z.pipe(
    z.string(),
    z.transform((text, context): T => {
      try {
        return decode(text)
      } catch {
        context.issues.push({ code: 'custom', message: 'not decodable', input: undefined })
        return z.NEVER
      }
    }),
  )

const whole = z.int().check(z.nonnegative())
const text = decoded(decodeText)
const flag = z.pipe(
  z.literal([0, 1]),
  z.transform((value) => value === 1),
)

const value = z.object({ value: whole })
const id = z.object({ id: text })
const count = z.object({ id: text, value: whole })
const metaValue = z.object({ value: z.string() })

const session = z.object({
  id: text,
  revision: whole,
  count: whole,
  head: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
})

const position = z.object({ key: whole, content_digest: z.string(), digest: z.string() })
const message = z.object({ meta: z.string(), raw: z.string(), content_digest: z.string() })
const placedMessage = z.extend(message, { key: whole, digest: z.string() })

const change = z.object({
  revision: whole,
  kind: z.enum(['transact', 'undo', 'replace']),
  from_seq: whole,
  undoes: z.nullable(whole),
  undone_by: z.nullable(whole),
  meta: z.nullable(z.string()),
  created_at: z.number(),
  former_head: z.string(),
})

const edit = z.object({
  op: z.enum(['replace', 'remove', 'insert']),
  seq: whole,
  before: z.nullable(whole),
  after: z.nullable(whole),
  because: decoded((list) => z.parse(z.array(z.string()), JSON.parse(list))),
  loss: z.enum(['none', 'synthesised', 'lossy']),
})

const part = z.object({
  call_id: text,
  occurrence: whole,
  name: text,
  input: z.nullable(z.string()),
  status: z.enum(['pending', 'running', 'completed', 'error']),
  output: z.nullable(z.string()),
  is_error: z.nullable(flag),
  synthetic: flag,
  started_at: z.nullable(z.number()),
  ended_at: z.nullable(z.number()),
})

const lease = z.object({ owner: text, token: whole, expires_at: z.number() })

/** Throws `invalid_row`, naming columns but never content (I12). */
function parse<S extends z.ZodMiniType>(schema: S, row: unknown, table: string): z.output<S> {
  const parsed = z.safeParse(schema, row)
  if (parsed.success) return parsed.data
  const columns = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new StoreError({ code: 'invalid_row', message: `A row of table ${table} is invalid (${columns || 'row'}).` })
}

const isField = (field: unknown): field is string | number | null => typeof field !== 'object' || field === null

/** Throws `corrupt` when the row is not what was written. All checked columns of its table must be selected. */
function parseChecked<S extends z.ZodMiniType>(schema: S, row: unknown, table: CheckedTable): z.output<S> {
  const fields = new Map(Object.entries(Object(row)))
  const values = CHECKED_COLUMNS[table].map((column) => fields.get(column) ?? null).filter(isField)
  if (rowChecksum(...values) !== fields.get('checksum'))
    throw new StoreError({ code: 'corrupt', message: `A row of table ${table} is damaged: its checksum does not fit.` })
  return parse(schema, row, table)
}

export function parseNumber(row: unknown, table: string): number {
  return parse(value, row, table).value
}

export function parseId(row: unknown): string {
  return parse(id, row, 'sessions').id
}

export function parseCount(row: unknown): readonly [id: string, count: number] {
  const found = parse(count, row, 'parts')
  return [found.id, found.value]
}

export function parseMeta(row: unknown): string {
  return parseChecked(metaValue, row, 'meta').value
}

export function parseSession(row: unknown): SessionRow {
  const found = parseChecked(session, row, 'sessions')
  const { id: sessionID, created_at: createdAt, updated_at: updatedAt, revision, head } = found
  return { sessionID, revision, count: found.count, head, createdAt, updatedAt }
}

export function parsePosition(row: unknown): PositionRow {
  const { content_digest: contentDigest, ...fields } = parse(position, row, 'positions')
  return { ...fields, contentDigest }
}

export function parseMessage(row: unknown): MessageRow {
  const { content_digest: contentDigest, ...fields } = parseChecked(message, row, 'messages')
  return { ...fields, contentDigest }
}

export function parsePlacedMessage(row: unknown): PlacedMessageRow {
  const { content_digest: contentDigest, ...fields } = parseChecked(placedMessage, row, 'messages')
  return { ...fields, contentDigest }
}

export function parseEdit(row: unknown): RowEdit {
  const { seq: index, ...fields } = parse(edit, row, 'edits')
  return { ...fields, index }
}

export function parseChange(row: unknown, editsOf: (revision: number) => RowEdit[]): ChangeRow {
  const { revision, kind, undoes, meta, ...fields } = parse(change, row, 'changes')
  const { from_seq: from, undone_by: undoneBy, created_at: createdAt, former_head: formerHead } = fields
  return { revision, kind, undoes, meta, from, undoneBy, createdAt, formerHead, edits: editsOf(revision) }
}

export function parsePart(row: unknown): PartRow {
  const found = parseChecked(part, row, 'parts')
  const { occurrence, name, input, status, output, synthetic } = found
  const { call_id: callId, is_error: isError, started_at: startedAt, ended_at: endedAt } = found
  return { callId, occurrence, name, input, status, output, isError, synthetic, startedAt, endedAt }
}

export function parseLease(row: unknown): LeaseRow {
  const { owner, token, expires_at: expiresAt } = parse(lease, row, 'leases')
  return { owner, token, expiresAt }
}
