/** Kinds of a session that has messages and that no list shows. */
export type DiscoverabilityKind =
  | 'api_missing_messageful'
  | 'state_db_messageful_missing_sidecar'
  | 'lineage_missing_visible_representative'

/** The sessions that each place knows. */
export interface DiscoverabilityFacts {
  /** Messages by session, in the files. */
  readonly sidecar: Readonly<Record<string, number>>
  readonly stateDb?: Readonly<Record<string, number>>
  /** The session that each one continues. */
  readonly lineage?: Readonly<Record<string, string>>
  /** Sessions that the program hides on purpose, because a later one of their lineage stands for them. */
  readonly hidden?: readonly string[]
  /** Sessions that the program's list shows. */
  readonly listed: readonly string[]
}

/** A session with messages that a person cannot find, and the places that know it. */
export interface DiscoverabilityItem {
  readonly session_id: string
  readonly kind: DiscoverabilityKind
  readonly present_in: { readonly sidecar: boolean; readonly state_db: boolean; readonly api: boolean }
}

/** `warn` when a session with messages is in no list. Nothing is repaired by it. */
export interface DiscoverabilityReport {
  readonly status: 'ok' | 'warn'
  readonly items: readonly DiscoverabilityItem[]
}

/** Whether a session, or one that continues it, is in the list. A lineage may run in a circle. */
function isShown(sessionID: string, { listed, lineage = {} }: DiscoverabilityFacts): boolean {
  const seen = new Set<string>()
  const open = [sessionID]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (listed.includes(next)) return true
    seen.add(next)
    for (const [child, parent] of Object.entries(lineage)) if (parent === next && !seen.has(child)) open.push(child)
  }
  return false
}

/**
 * Data that exists and that no list shows: the second way in which a session is lost. Read only.
 *
 * @example
 * auditDiscoverability({ sidecar: { root: 8, child: 2 }, lineage: { child: 'root' }, hidden: ['root'], listed: ['child'] }).status // 'ok'
 */
export function auditDiscoverability(facts: DiscoverabilityFacts): DiscoverabilityReport {
  const { sidecar, stateDb = {}, hidden = [] } = facts
  const ids = [...new Set([...Object.keys(sidecar), ...Object.keys(stateDb)])].sort()
  const items = ids.flatMap((session_id): DiscoverabilityItem[] => {
    const inFile = Boolean(sidecar[session_id])
    const inDb = Boolean(stateDb[session_id])
    if ((!inFile && !inDb) || isShown(session_id, facts)) return []
    const kind = hidden.includes(session_id)
      ? 'lineage_missing_visible_representative'
      : inFile
        ? 'api_missing_messageful'
        : 'state_db_messageful_missing_sidecar'
    return [{ session_id, kind, present_in: { sidecar: inFile, state_db: inDb, api: false } }]
  })
  return { status: items.length > 0 ? 'warn' : 'ok', items }
}
