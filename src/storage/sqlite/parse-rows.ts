import * as z from 'zod/mini'
import { StoreError } from '../store-error.ts'
import type {
  ChangeRow,
  LeaseRow,
  MessageRow,
  NamedState,
  PartRow,
  PositionRow,
  SessionRow,
  StateRow,
  TurnRow,
} from '../rows.ts'
import type { Provenance } from '../turn-store.ts'
import { CHECKED_COLUMNS, type CheckedTable, SEALED_COLUMNS } from './columns.ts'
import { decodeText } from '../encode-text.ts'
import { rowChecksum } from './row-checksum.ts'

/*
 * Schemas and parsers of the database's rows. zod takes tens of milliseconds to load, so only the backend, which is loaded at
 * the store's first use, imports this file.
 */

/** A text column with an encoded value; `decode` throws for a malformed one. */
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
const count = z.object({ id: text, value: whole })
const floor = z.object({ name: z.string(), value: whole })
const reference = z.object({ session: text })

const session = z.object({
  id: text,
  epoch: whole,
  revision: whole,
  floor: whole,
  count: whole,
  head: z.string(),
  next_key: whole,
  created_at: z.number(),
  updated_at: z.number(),
  removed_at: z.nullable(z.number()),
  standing: z.nullable(z.string()),
})

const position = z.object({ key: whole, place: z.nullable(whole), content_digest: z.string() })
const message = z.extend(position, {
  prefix: z.nullable(z.string()),
  revision: whole,
  meta: z.string(),
  raw: z.string(),
})
const appended = z.object({
  id: whole,
  session: z.string(),
  key: whole,
  prefix: z.string(),
  revision: whole,
  count: whole,
  updated_at: z.number(),
  seal: whole,
})
const knownPrefix = z.object({ known_at: z.nullable(whole) })

const edit = z.object({
  op: z.enum(['replace', 'remove', 'insert']),
  index: whole,
  before: z.nullable(whole),
  after: z.nullable(whole),
  because: z.array(z.string()),
  loss: z.enum(['none', 'synthesised', 'lossy']),
})

const change = z.object({
  revision: whole,
  epoch: whole,
  kind: z.enum(['transact', 'undo', 'replace']),
  from_seq: whole,
  undoes: z.nullable(whole),
  undone_by: z.nullable(whole),
  meta: z.nullable(z.string()),
  created_at: z.number(),
  former_head: z.string(),
  edits: decoded((list) => z.parse(z.array(edit), JSON.parse(list))),
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

const name = z.optional(z.string())
const provenance = z.object({ provider: name, endpoint: name, account: name, model: name, prefixDigest: name })

const turn = z.object({
  key: whole,
  turn_id: text,
  state: z.enum(['submitted', 'worker_started', 'assistant_started', 'completed', 'interrupted']),
  provenance: z.nullable(decoded((origin) => z.parse(provenance, JSON.parse(origin)))),
  created_at: z.number(),
  updated_at: z.number(),
  input: z.nullable(z.string()),
  tools: z.nullable(z.string()),
  data: z.nullable(z.string()),
})

const state = z.object({
  owner: text,
  key: text,
  value: z.string(),
  expires_at: z.nullable(z.number()),
  updated_at: z.number(),
})

const lease = z.object({ owner: z.nullable(text), token: whole, expires_at: z.number() })

/** Throws `invalid_row`, naming columns but never content (I12). */
function parse<S extends z.ZodMiniType>(schema: S, row: unknown, table: string): z.output<S> {
  const parsed = z.safeParse(schema, row)
  if (parsed.success) return parsed.data
  const columns = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new StoreError({ code: 'invalid_row', message: `A row of table ${table} is invalid (${columns || 'row'}).` })
}

type Columns = Readonly<Record<string, unknown>>

const isField = (field: unknown): field is string | number | null => typeof field !== 'object' || field === null

/** Throws `corrupt` when the row's checksum does not fit. All checked columns of its table must be selected. */
function checked(row: unknown, table: CheckedTable): Columns {
  const fields = Object(row) as Columns
  if (checksumOf(fields, CHECKED_COLUMNS[table]) !== fields['checksum']) throw damaged(table)
  return fields
}

function checksumOf(fields: Columns, columns: readonly string[]): number {
  return rowChecksum(...columns.map((column) => fields[column] ?? null).filter(isField))
}

export const damaged = (table: string): StoreError =>
  new StoreError({ code: 'corrupt', message: `A row of table ${table} is damaged: its checksum does not fit.` })

function parseChecked<S extends z.ZodMiniType>(schema: S, row: unknown, table: CheckedTable): z.output<S> {
  return parse(schema, checked(row, table), table)
}

export function parseNumber(row: unknown, table: string): number {
  return parse(value, row, table).value
}

export function parseCount(row: unknown): readonly [id: string, count: number] {
  const found = parse(count, row, 'parts')
  return [found.id, found.value]
}

export function parseFloor(row: unknown): readonly [name: string, value: number] {
  const found = parse(floor, row, 'floors')
  return [found.name, found.value]
}

export function parseReference(row: unknown): string {
  return parse(reference, row, 'response_references').session
}

/** Checked by hand, since every command reads one; zod runs only to name what is wrong. */
export function parseSession(row: unknown): SessionRow {
  const fields = checked(row, 'sessions')
  return plainSession(fields) ?? sessionOf(parse(session, fields, 'sessions'))
}

/** The session's row, if it is valid and its id needs no decoding; else undefined. */
function plainSession(fields: Columns): SessionRow | undefined {
  const { id, epoch, revision, floor, count, head, standing } = fields
  const { next_key: nextKey, created_at: createdAt, updated_at: updatedAt, removed_at: removedAt } = fields
  const isPlain =
    typeof id === 'string' &&
    !id.includes('\\') &&
    isWhole(epoch) &&
    isWhole(revision) &&
    isWhole(floor) &&
    isWhole(count) &&
    isWhole(nextKey) &&
    typeof head === 'string' &&
    typeof createdAt === 'number' &&
    typeof updatedAt === 'number' &&
    (removedAt === null || typeof removedAt === 'number') &&
    (standing === null || typeof standing === 'string')
  if (!isPlain) return undefined
  return { epoch, revision, floor, count, head, standing, sessionID: id, nextKey, createdAt, updatedAt, removedAt }
}

function sessionOf({ id: sessionID, next_key: nextKey, ...found }: z.output<typeof session>): SessionRow {
  const { created_at: createdAt, updated_at: updatedAt, removed_at: removedAt, ...same } = found
  return { ...same, sessionID, nextKey, createdAt, updatedAt, removedAt }
}

/** A session's row with the revision at which it had a digest. */
export function parseKnownPrefix(row: unknown): { readonly session: SessionRow; readonly revision: number | null } {
  return { session: parseSession(row), revision: parse(knownPrefix, row, 'prefixes').known_at }
}

/**
 * The positions of a session's messages, from one row of JSON lists. Checked by hand, since a repair of a long session reads ten
 * thousand; zod runs only to name what is wrong.
 */
export function parsePositions(row: unknown): PositionRow[] {
  const columns = row as Readonly<Record<'key' | 'place' | 'content_digest', string>>
  const [keys, places, digests] = [columns.key, columns.place, columns.content_digest].map(listIn)
  return keys!.map((key, index) => positionOf(key, places![index], digests![index]))
}

const listIn = (text: string): unknown[] => JSON.parse(text) as unknown[]

function positionOf(key: unknown, place: unknown, digest: unknown): PositionRow {
  const isPlain = isWhole(key) && (place === null || isWhole(place)) && typeof digest === 'string'
  if (!isPlain) parse(position, { key, place, content_digest: digest }, 'messages')
  return { key, place, contentDigest: digest } as PositionRow
}

function isWhole(field: unknown): field is number {
  return typeof field === 'number' && Number.isSafeInteger(field) && field >= 0
}

export function parseMessage(row: unknown): MessageRow {
  const { content_digest: contentDigest, ...fields } = parseChecked(message, row, 'messages')
  return { ...fields, contentDigest }
}

/** A row of `appends` without its texts: the session after that message. */
export interface Appended {
  readonly id: number
  /** The encoded session id. */
  readonly session: string
  readonly key: number
  readonly revision: number
  readonly count: number
  readonly head: string
  readonly updatedAt: number
  readonly seal: number
}

/** Parses a row of `appends`; null when its seal does not fit. */
export function parseAppended(row: unknown): Appended | null {
  const fields = Object(row) as Columns
  if (checksumOf(fields, SEALED_COLUMNS) !== fields['seal']) return null
  const { prefix: head, updated_at: updatedAt, ...same } = parse(appended, fields, 'appends')
  return { ...same, head, updatedAt }
}

export function parseChange(row: unknown): ChangeRow {
  const found = parseChecked(change, row, 'changes')
  const { from_seq: from, undone_by: undoneBy, created_at: createdAt, former_head: formerHead, ...same } = found
  return { ...same, from, undoneBy, createdAt, formerHead }
}

export function parsePart(row: unknown): PartRow {
  const found = parseChecked(part, row, 'parts')
  const { call_id: callId, is_error: isError, started_at: startedAt, ended_at: endedAt, ...same } = found
  return { ...same, callId, isError, startedAt, endedAt }
}

export function parseTurn(row: unknown): TurnRow {
  const found = parseChecked(turn, row, 'turns')
  const { turn_id: turnID, created_at: createdAt, updated_at: updatedAt, ...same } = found
  return { ...same, turnID, createdAt, updatedAt, provenance: same.provenance as Provenance | null }
}

export function parsePendingTurn(row: unknown): { readonly sessionID: string; readonly turn: TurnRow } {
  return { sessionID: parse(reference, row, 'turns').session, turn: parseTurn(row) }
}

export function parseState(row: unknown): StateRow {
  const { expires_at: expiresAt, updated_at: updatedAt, ...same } = parseChecked(state, row, 'state')
  return { ...same, expiresAt, updatedAt }
}

export function parseNamedState(row: unknown): NamedState {
  return { sessionID: parse(reference, row, 'state').session, state: parseState(row) }
}

export function parseLease(row: unknown): LeaseRow {
  const { owner, token, expires_at: expiresAt } = parse(lease, row, 'leases')
  return { owner, token, expiresAt }
}
