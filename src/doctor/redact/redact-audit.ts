import type { AuditItem } from '../audit/audit-item.ts'
import type { StoreAudit } from '../audit/audit-machine.ts'
import type { Redactor } from './redact.ts'

/** Fields of a finding that hold words of this library or of a program, whatever they are about. */
const ownWords: ReadonlySet<string> = new Set([
  'kind',
  'category',
  'recommendation',
  'because',
  'beside',
  'code',
  'copies',
  'event',
  'reason',
  'relation',
  'wrong',
])

function redactItem(item: AuditItem, redactor: Redactor): AuditItem {
  const fields = Object.entries(item).map(([name, value]) => {
    const hidden = (text: string): string => (text === '' ? '' : redactor.name(text))
    if (ownWords.has(name) || typeof value === 'number' || typeof value === 'boolean') return [name, value]
    return [name, typeof value === 'string' ? hidden(value) : value.map(hidden)]
  })
  return { ...item, ...Object.fromEntries(fields) }
}

/** The audit of a store without anything that identifies a user or a project. */
export function redactAudit(audit: StoreAudit, redactor: Redactor): StoreAudit {
  if (!redactor.active) return audit
  const { layout, folder, stateDb, report } = audit
  return {
    layout,
    folder: redactor.name(folder),
    ...(stateDb !== undefined && { stateDb: redactor.name(stateDb) }),
    report: { ...report, items: report.items.map((item) => redactItem(item, redactor)) },
  }
}
