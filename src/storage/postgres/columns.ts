import { decodeText, encodeText } from '../encode-text.ts'
import type { ChangeRow, LeaseRow, MessageRow, PartRow, PositionRow, SessionRow, StateRow, TurnRow } from '../rows.ts'
import { StoreError } from '../store-error.ts'

/** How a value is stored. `name`: any text, by `encodeText`; `text`: text without NUL or lone surrogates; `value`: as JSON text. */
type Kind = 'number' | 'flag' | 'text' | 'name' | 'value'

type Columns<Row> = { readonly [Field in keyof Row & string]-?: readonly [column: string, kind: Kind] }

const WRITE: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  number: (value) => value,
  flag: (value) => value,
  text: (value) => value,
  name: (value) => encodeText(String(value)),
  value: (value) => JSON.stringify(value),
}

/** Undefined: a value that this library never writes. */
const READ: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  number: (value) => (typeof value === 'number' ? value : undefined),
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  text: (value) => (typeof value === 'string' ? value : undefined),
  name: (value) => decode(value, decodeText),
  value: (value) => decode(value, (text): unknown => JSON.parse(text)),
}

function decode(value: unknown, read: (text: string) => unknown): unknown {
  try {
    return typeof value === 'string' ? read(value) : undefined
  } catch {
    return undefined
  }
}

export const sessionColumns: Columns<SessionRow> = {
  sessionID: ['session', 'name'],
  epoch: ['epoch', 'number'],
  revision: ['revision', 'number'],
  floor: ['floor', 'number'],
  count: ['count', 'number'],
  head: ['head', 'text'],
  nextKey: ['next_key', 'number'],
  standing: ['standing', 'text'],
  createdAt: ['created_at', 'number'],
  updatedAt: ['updated_at', 'number'],
  removedAt: ['removed_at', 'number'],
}

export const positionColumns: Columns<PositionRow> = {
  key: ['key', 'number'],
  place: ['place', 'number'],
  contentDigest: ['content_digest', 'text'],
}

export const messageColumns: Columns<MessageRow> = {
  ...positionColumns,
  prefix: ['prefix', 'text'],
  revision: ['revision', 'number'],
  meta: ['meta', 'text'],
  raw: ['raw', 'text'],
}

export const changeColumns: Columns<ChangeRow> = {
  revision: ['revision', 'number'],
  epoch: ['epoch', 'number'],
  kind: ['kind', 'text'],
  from: ['from_seq', 'number'],
  undoes: ['undoes', 'number'],
  undoneBy: ['undone_by', 'number'],
  meta: ['meta', 'text'],
  createdAt: ['created_at', 'number'],
  formerHead: ['former_head', 'text'],
  edits: ['edits', 'value'],
}

export const partColumns: Columns<PartRow> = {
  callId: ['call_id', 'name'],
  occurrence: ['occurrence', 'number'],
  name: ['name', 'name'],
  input: ['input', 'text'],
  status: ['status', 'text'],
  output: ['output', 'text'],
  isError: ['is_error', 'flag'],
  synthetic: ['synthetic', 'flag'],
  startedAt: ['started_at', 'number'],
  endedAt: ['ended_at', 'number'],
}

export const turnColumns: Columns<TurnRow> = {
  turnID: ['turn_id', 'name'],
  key: ['key', 'number'],
  state: ['state', 'text'],
  input: ['input', 'text'],
  tools: ['tools', 'text'],
  data: ['data', 'text'],
  provenance: ['provenance', 'value'],
  createdAt: ['created_at', 'number'],
  updatedAt: ['updated_at', 'number'],
}

export const stateColumns: Columns<StateRow> = {
  owner: ['owner', 'name'],
  key: ['key', 'name'],
  value: ['value', 'text'],
  expiresAt: ['expires_at', 'number'],
  updatedAt: ['updated_at', 'number'],
}

export const leaseColumns: Columns<LeaseRow> = {
  owner: ['owner', 'name'],
  token: ['token', 'number'],
  expiresAt: ['expires_at', 'number'],
}

/** The columns of a row, as `json_populate_record` takes them. */
export function toColumns<Row extends object>(columns: Columns<Row>, row: Row): Record<string, unknown> {
  const fields = Object.entries<readonly [string, Kind]>(columns)
  const values = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    fields.map(([field, [column, kind]]) => {
      const value = values.get(field) ?? null
      return [column, value === null ? null : WRITE[kind](value)]
    }),
  )
}

/** The row as a composite literal: PostgreSQL would need as much time to parse JSON as for the update itself. */
export function toRecord<Row extends object>(columns: Columns<Row>, row: Row): string {
  const values = Object.values(toColumns(columns, row)).map((value) =>
    value === null ? '' : `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  )
  return `(${values.join(',')})`
}

/**
 * The row that `to_json` made of columns.
 *
 * @throws StoreError `invalid_row`, naming columns but never content (I12)
 */
export function fromColumns<Row extends object>(columns: Columns<Row>, found: unknown): Row {
  const values = new Map<string, unknown>(Object.entries(Object(found)))
  const fields = Object.entries<readonly [string, Kind]>(columns).map(([field, [column, kind]]) => {
    const stored = values.get(column)
    const value = stored === null ? null : READ[kind](stored)
    if (value === undefined)
      throw new StoreError({ code: 'invalid_row', message: `A stored row is invalid (${column}).` })
    return [field, value]
  })
  return Object.fromEntries(fields) as Row
}

/** The list of columns for a SELECT. */
export const columnList = <Row extends object>(columns: Columns<Row>): string =>
  Object.values<readonly [string, Kind]>(columns)
    .map(([column]) => column)
    .join(', ')
