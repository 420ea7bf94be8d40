import { encodeText } from '../encode-text.ts'
import { type FactNeeds, type Facts, noFacts } from '../facts.ts'
import type { KnownBeginning } from '../message-store.ts'
import { behindKnownOfNewest } from '../rules/behind-known.ts'
import { inOrder } from '../rules/places.ts'
import { inStateOrder } from '../rules/state-order.ts'
import type { LeaseRow } from '../rows.ts'
import {
  changeColumns,
  columnList,
  fromColumns,
  leaseColumns,
  messageColumns,
  partColumns,
  positionColumns,
  sessionColumns,
  stateColumns,
  turnColumns,
} from './columns.ts'
import type { PostgresQuery } from './pool.ts'

/** The version of a session: how many commands have changed it, and the last of them. */
export interface Version {
  readonly number: number
  /** The id of the last command; null before the first. */
  readonly last: string | null
}

/** Facts with the version of the session to which they belong. */
export interface VersionedFacts {
  readonly version: Version
  readonly facts: Facts
  /** The database's clock, epoch ms. */
  readonly now: number
}

/** One statement that loads all facts: it sees a single moment and costs one round trip. */
export function loadStatement(schema: string, needs: FactNeeds): PostgresQuery {
  const values: unknown[] = [encodeText(needs.sessionID)]
  const use = (value: unknown): string => `$${values.push(value)}`
  const one = (table: string, columns: string, where: string): string =>
    `(SELECT row_to_json(r) FROM (SELECT ${columns} FROM ${schema}.${table} WHERE session = $1${where}) r)`
  const all = (table: string, columns: string, rest: string): string =>
    `(SELECT coalesce(json_agg(r), '[]') FROM (SELECT ${columns} FROM ${schema}.${table} WHERE session = $1${rest}) r)`
  const { changes, contents, parts, positions, turn, state, attempt } = needs
  // As many of the newest rows as follow a known beginning; `isEnough` checks that no repair has moved one of them.
  const behind = (known: KnownBeginning): string => ` AND place IS NOT NULL ORDER BY key DESC
    LIMIT greatest(0, (SELECT count FROM ${schema}.sessions WHERE session = $1) - ${use(known.length)}::bigint)`
  const messages = columnList(messageColumns)
  const selected: Record<string, string | false | undefined> = {
    head: one('heads', `version, recent[1] AS last, ${columnList(leaseColumns)}`, ''),
    session: one('sessions', columnList(sessionColumns), ''),
    positions:
      positions && all('messages', columnList(positionColumns), typeof positions === 'object' ? behind(positions) : ''),
    contents:
      contents === 'all'
        ? all('messages', messages, ' AND place IS NOT NULL')
        : contents &&
          `(SELECT coalesce(json_agg(r), '[]') FROM (
            SELECT ${messages} FROM ${schema}.messages WHERE session = $1 AND key IN (
              SELECT key FROM (
                SELECT key, row_number() OVER (ORDER BY place) - 1 AS index
                FROM ${schema}.messages WHERE session = $1 AND place IS NOT NULL
              ) numbered WHERE index = ANY (${use(contents)}::bigint[])
            )
          ) r)`,
    changes:
      changes && all('changes', columnList(changeColumns), `${changes === true ? '' : edited} ORDER BY revision`),
    parts:
      parts === 'all'
        ? all('parts', columnList(partColumns), ' ORDER BY ordinal')
        : parts &&
          `(SELECT coalesce(json_agg(r), '[]') FROM (
            SELECT DISTINCT ${columnList(partColumns)} FROM unnest(
              ${use(parts.map(({ callId }) => encodeText(callId)))}::text[],
              ${use(parts.map(({ occurrence }) => occurrence ?? null))}::bigint[]
            ) AS wanted (id, nth), LATERAL (
              SELECT * FROM ${schema}.parts WHERE session = $1 AND call_id = wanted.id
              AND (wanted.nth IS NULL OR occurrence = wanted.nth) ORDER BY occurrence DESC LIMIT 1
            ) p
          ) r)`,
    turn: turn !== undefined && one('turns', columnList(turnColumns), ` AND turn_id = ${use(encodeText(turn))}`),
    turns: needs.turns && all('turns', columnList(turnColumns), ' ORDER BY key'),
    state:
      state &&
      one(
        'state',
        columnList(stateColumns),
        ` AND owner = ${use(encodeText(state.owner))} AND key = ${use(encodeText(state.key))}`,
      ),
    states: needs.states && all('state', columnList(stateColumns), ''),
    attempt:
      attempt &&
      `EXISTS (SELECT FROM ${schema}.attempts WHERE session = $1
        AND fingerprint = ${use(encodeText(attempt.fingerprint))} AND rung = ${use(encodeText(attempt.rung))})`,
  }
  const columns = Object.entries(selected).flatMap(([name, sql]) => (sql ? [`${sql} AS ${name}`] : []))
  return { text: `SELECT ${CLOCK} AS now, ${columns.join(', ')}`, values }
}

const edited = ` AND kind <> 'replace'`

/** The time of a statement, epoch ms. */
export const CLOCK = 'extract(epoch FROM clock_timestamp())::float8 * 1000'

/** Whether the newest messages were those after the known beginning; if not, all positions must be loaded. */
export function isEnough({ positions }: FactNeeds, { session, positions: found }: Facts): boolean {
  return typeof positions !== 'object' || session === null || behindKnownOfNewest(session, positions, found) !== null
}

interface Head extends LeaseRow {
  readonly version: number
  readonly last: string | null
}

const headColumns = { ...leaseColumns, version: ['version', 'number'], last: ['last', 'text'] } as const

/** The answer to {@link loadStatement}. Rows are never deleted from `heads`, so there are no floors. */
export function readFacts(needs: FactNeeds, row: unknown): VersionedFacts {
  const found = new Map<string, unknown>(Object.entries(Object(row)))
  const one = <T>(name: string, parse: (value: unknown) => T): T | null => {
    const value = found.get(name) ?? null
    return value === null ? null : parse(value)
  }
  const all = <T>(name: string, parse: (value: unknown) => T): T[] => {
    const list = found.get(name)
    return Array.isArray(list) ? list.map(parse) : []
  }
  const head = one('head', (value) => fromColumns<Head>(headColumns, value))
  const facts: Facts = {
    ...noFacts,
    session: one('session', (value) => fromColumns(sessionColumns, value)),
    // Token 0: the session has never been leased.
    lease: needs.lease && head !== null && head.token > 0 ? leaseOf(head) : null,
    positions: all('positions', (value) => fromColumns(positionColumns, value)),
    contents: inOrder(all('contents', (value) => fromColumns(messageColumns, value))),
    changes: all('changes', (value) => fromColumns(changeColumns, value)),
    parts: all('parts', (value) => fromColumns(partColumns, value)),
    turn: one('turn', (value) => fromColumns(turnColumns, value)),
    turns: all('turns', (value) => fromColumns(turnColumns, value)),
    state: one('state', (value) => fromColumns(stateColumns, value)),
    states: inStateOrder(all('states', (value) => fromColumns(stateColumns, value))),
    isAttempted: found.get('attempt') === true,
  }
  return { version: { number: head?.version ?? 0, last: head?.last ?? null }, facts, now: Number(found.get('now')) }
}

const leaseOf = ({ owner, token, expiresAt }: Head): LeaseRow => ({ owner, token, expiresAt })
