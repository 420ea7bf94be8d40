import { guideOf } from '../../doctor/guide/finding-guide.ts'
import { findingTitle } from '../../doctor/guide/finding-title.ts'
import type { Output } from '../output/output.ts'
import type { Style } from '../output/styler.ts'
import type { ReportedFinding } from '../../doctor/check/reported-finding.ts'
import { placeOf } from '../../doctor/check/place-of.ts'
import { shortId } from '../../doctor/sessions/short-id.ts'
import type { EditDiff, PartChange } from '../../doctor/repair/part-diff.ts'
import type { RepairReport, RepairStatus } from '../../doctor/repair/repair-report.ts'
import { counted } from '../../json/counted.ts'

const statuses: Readonly<Record<RepairStatus, { readonly word: string; readonly style: Style }>> = {
  healthy: { word: 'healthy', style: 'green' },
  planned: { word: 'can be repaired', style: 'yellow' },
  unrepairable: { word: 'cannot be repaired', style: 'red' },
  applied: { word: 'repaired', style: 'green' },
  rolled_back: { word: 'rolled back', style: 'red' },
  refused: { word: 'refused', style: 'red' },
  failed: { word: 'failed', style: 'red' },
}

/** `2 sessions repaired, 1 session healthy`: the outcomes of all. */
export function countStatuses(counts: ReadonlyMap<RepairStatus, number>): string {
  return [...counts].map(([status, number]) => `${counted(number, 'session')} ${statuses[status].word}`).join(', ')
}

const marks: Readonly<Record<PartChange['op'], { readonly sign: string; readonly style: Style }>> = {
  kept: { sign: ' ', style: 'dim' },
  removed: { sign: '-', style: 'red' },
  added: { sign: '+', style: 'green' },
}

/** The loss of an edit, in words. */
function costOf({ loss, parts }: EditDiff): string {
  if (loss === 'none') return 'loses nothing'
  if (loss === 'lossy') return 'loses content'
  return parts.some(({ synthetic }) => synthetic) ? 'adds a marked placeholder' : 'drops what cannot be verified'
}

async function renderEdit(edit: EditDiff, output: Output): Promise<void> {
  const { op, messageIndex, role, because, parts } = edit
  const { line, style } = output
  const what = { replace: 'message', remove: 'remove message', insert: 'insert before message' }[op]
  await line(`  ${style('bold', `${what} ${messageIndex}`)} (${role})  ${because.join(', ')}; ${costOf(edit)}`)
  for (const part of parts) await line(`    ${style(marks[part.op].style, `${marks[part.op].sign} ${part.text}`)}`)
}

function recordCounts({ records }: RepairReport): string {
  const counts = new Map<string, number>()
  for (const { op } of records) counts.set(op, (counts.get(op) ?? 0) + 1)
  return [...counts].map(([op, number]) => `${number} ${op}`).join(', ')
}

/** Outcomes that leave the session as it was, whatever was planned for it. */
const unwritten: ReadonlySet<RepairStatus> = new Set(['rolled_back', 'refused', 'failed'])

/** What a remaining finding's repair would need. */
function outlookOf({ loss, type }: ReportedFinding, { allow, status }: RepairReport): string {
  if (loss === 'lossy') {
    const { mayLose = 'Content is lost.' } = guideOf(type)
    return `only with --allow lossy. ${mayLose.replace('With --allow lossy: ', 'Lost: ')}`
  }
  if (loss === 'synthesised' && allow === 'none') return 'only with --allow synthesised.'
  return loss !== null && unwritten.has(status) ? 'not repaired.' : 'no repair.'
}

/** The possible losses of the findings' types, once per type. */
async function renderLosses(report: RepairReport, output: Output): Promise<void> {
  const { edits, remaining } = report
  const losing = edits.filter(({ loss }) => loss !== 'none').flatMap(({ because }) => because)
  for (const type of new Set(losing)) {
    const { mayLose } = guideOf(type)
    if (mayLose !== undefined) await output.line(`  ${type} may lose: ${mayLose}`)
  }
  for (const [type, [first, ...more]] of Map.groupBy(remaining, (finding) => finding.type)) {
    if (!first || first.severity === 'info') continue
    const times = more.length === 0 ? '' : ` ×${more.length + 1}`
    const place = placeOf(first)
    const where = place === '' ? '' : ` (${place})`
    await output.line(`  left: ${type}${times}  ${findingTitle(first)}${where}: ${outlookOf(first, report)}`)
  }
}

/** The plan or the outcome for one session, for people. */
export async function renderRepair(report: RepairReport, output: Output): Promise<void> {
  const { line, style } = output
  const { word, style: colour } = statuses[report.status]
  const broken = report.findings.filter(({ severity }) => severity !== 'info').length
  await line(
    `${style(colour, word)}  ${style('bold', `${report.agent} ${shortId(report.id)}`)}  ${counted(broken, 'finding')}`,
  )
  await line(style('dim', `  ${report.path}`))
  for (const edit of report.edits) await renderEdit(edit, output)
  if (report.records.length > 0) await line(`  records: ${recordCounts(report)}`)
  await renderLosses(report, output)
  for (const note of report.notes) await line(`  ${note}`)
  if (report.error) await line(`  ${style('red', report.error.message)} ${report.error.remedy}`)
  if (report.quarantine !== undefined) await line(`  quarantine: ${report.quarantine}`)
  if (report.backup !== undefined && report.status === 'applied')
    await line(`  undo: ${style('cyan', `session-recovery undo ${report.backup}`)}`)
  if (report.resume !== null && report.status === 'applied' && report.next === null)
    await line(`  go on: ${style('cyan', report.resume)}`)
  if (report.next !== null) await line(`  next: ${style('cyan', report.next)}`)
  await line()
}
