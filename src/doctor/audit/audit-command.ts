import { shellWord } from '../sessions/short-id.ts'
import type { AuditOptions } from './audit-sessions.ts'

/** The call of the command that audits this store, with more behind it. */
export function auditCommandFor({ folder, stateDb, layout }: AuditOptions, more: readonly string[] = []): string {
  const named = { 'state-db': stateDb, layout }
  const options = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, shellWord(value)],
  )
  return ['session-recovery audit --session-dir', shellWord(folder), ...options, ...more].join(' ')
}
