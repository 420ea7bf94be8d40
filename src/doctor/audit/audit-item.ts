import { auditKinds, type AuditCategory, type AuditKind, type Recommendation } from './audit-kinds.ts'

/** One disagreement between copies. Ids, kinds and numbers; no content (I12). */
export interface AuditItem {
  /** Empty for findings about the store as a whole. */
  readonly session_id: string
  readonly kind: AuditKind
  readonly category: AuditCategory
  readonly recommendation: Recommendation
  /** Number of messages, -1 where there is no copy or it cannot be read. */
  readonly live_messages: number
  readonly bak_messages: number
  readonly [extra: string]: string | number | boolean | readonly string[]
}

/** What an audit found. */
export interface AuditReport {
  /** `needs_manual_review` when anything is unsafe to repair, else `warn` when anything is to be repaired. */
  readonly status: 'ok' | 'warn' | 'needs_manual_review'
  /** `ok` counts sessions without a finding, the others count findings. */
  readonly summary: { readonly ok: number; readonly repairable: number; readonly unsafe_to_repair: number }
  readonly items: readonly AuditItem[]
}

type Extra = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** An item with the category and the recommendation of its kind. */
export function auditItem(
  kind: AuditKind,
  sessionID: string,
  counts: { readonly live?: number; readonly backup?: number } = {},
  extra: Extra = {},
): AuditItem {
  return {
    session_id: sessionID,
    kind,
    ...auditKinds[kind],
    live_messages: counts.live ?? -1,
    bak_messages: counts.backup ?? -1,
    ...extra,
  }
}

/** The finding, when its repair would be a guess. */
export function unsafe(item: AuditItem, because: string): AuditItem {
  return { ...item, category: 'unsafe_to_repair', recommendation: 'manual_review', because }
}

/** The finding, when one copy is proven to be an earlier state of the other. */
export function importable(item: AuditItem): AuditItem {
  return { ...item, category: 'repairable', recommendation: 'import_copy' }
}

export function auditReport(items: readonly AuditItem[], sessionIDs: Iterable<string>): AuditReport {
  const count = (category: AuditCategory): number => items.filter((item) => item.category === category).length
  const found = new Set(items.map(({ session_id }) => session_id))
  const ok = [...sessionIDs].filter((sessionID) => !found.has(sessionID)).length
  const repairable = count('repairable')
  const unsafe_to_repair = count('unsafe_to_repair')
  const status = unsafe_to_repair > 0 ? 'needs_manual_review' : repairable > 0 ? 'warn' : 'ok'
  return { status, summary: { ok, repairable, unsafe_to_repair }, items }
}
