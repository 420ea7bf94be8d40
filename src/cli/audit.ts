import { resolve } from 'node:path'
import type { AuditItem, AuditReport } from '../doctor/audit/audit-item.ts'
import { layoutNames, type LayoutName } from '../doctor/audit/audit-layout.ts'
import { auditCommandFor } from '../doctor/audit/audit-command.ts'
import { auditedPath } from '../doctor/audit/audited-path.ts'
import { auditSessions, openAuditMemory } from '../doctor/audit/audit-sessions.ts'
import { repairSafe } from '../doctor/audit/repair-safe.ts'
import { backupsOf } from '../doctor/doctor-environment.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import { isRecord } from '../json/is-record.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { tellingFs } from './output/telling-fs.ts'
import type { Invocation } from './table/command.ts'

const exits: Readonly<Record<AuditReport['status'], ExitCode>> = {
  ok: exitCode.healthy,
  warn: exitCode.findings,
  needs_manual_review: exitCode.refused,
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (!isRecord(value)) return value
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, each]) => [name, withSortedKeys(each)]))
}

async function folderOf({ options }: Invocation, { cwd }: CliContext): Promise<string> {
  const named = options.text('session-dir')
  const see = 'See: session-recovery audit --help'
  if (named === undefined) throw new CliError('usage', 'audit needs --session-dir DIR.', see)
  return auditedPath(cwd, named, 'folder')
}

function layoutOf({ options }: Invocation): LayoutName | undefined {
  const named = options.text('layout')
  return layoutNames.find((name) => name === named)
}

const lineOf = ({ session_id, kind, recommendation, live_messages, bak_messages, because }: AuditItem): string => {
  const counts = live_messages < 0 && bak_messages < 0 ? '' : `  live ${live_messages}, backup ${bak_messages}`
  return `${kind}  ${session_id || '-'}${counts}  -> ${recommendation}${because === undefined ? '' : ` (${String(because)})`}`
}

async function printReport({ status, summary, items }: AuditReport, { output }: CliContext): Promise<void> {
  for (const item of items) await output.line(lineOf(item))
  const { ok, repairable, unsafe_to_repair } = summary
  await output.line(`${status}: ${ok} ok, ${repairable} repairable, ${unsafe_to_repair} to be looked at`)
}

/** `session-recovery audit`: compares the copies of each session, and repairs what is safe. */
export async function auditCommand(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const { options } = invocation
  const { output, cwd } = context
  const folder = await folderOf(invocation, context)
  const stateDb = options.text('state-db')
  const target = {
    folder,
    ...(stateDb !== undefined && { stateDb: await auditedPath(cwd, stateDb, 'database') }),
    layout: layoutOf(invocation),
    fs: tellingFs(output),
  }
  const memoryPath = options.text('memory')
  const memory = memoryPath === undefined ? undefined : await openAuditMemory(resolve(cwd, memoryPath))
  const asJson = options.flag('json')
  if (!options.flag('repair-safe')) {
    const report = await auditSessions({ ...target, memory })
    await memory?.save()
    if (asJson) await output.write(`${toJson(withSortedKeys(report), 2)}\n`)
    else {
      await printReport(report, context)
      if (report.summary.repairable > 0) output.talk(`Next: ${auditCommandFor(target, ['--repair-safe'])}`)
    }
    return exits[report.status]
  }
  const { undo: _, ...repair } = await repairSafe({
    ...target,
    memory,
    apply: options.flag('apply'),
    backups: backupsOf(context),
  })
  await memory?.save()
  const undoCommand = repair.backup === null ? null : `session-recovery undo ${repair.backup}`
  if (asJson) await output.write(`${toJson(withSortedKeys({ ...repair, undo: undoCommand }), 2)}\n`)
  else {
    await printReport(repair.after, context)
    for (const path of repair.files) await output.line(`${repair.applied ? 'written' : 'would write'}  ${path}`)
    for (const { path, why } of repair.refused) await output.line(`left alone  ${path}  (${why})`)
    if (undoCommand) output.talk(`Repaired ${repair.repaired}. To take it back: ${undoCommand}`)
    else if (repair.files.length > 0)
      output.talk(`Nothing was written. Next: ${auditCommandFor(target, ['--repair-safe', '--apply'])}`)
  }
  return exits[repair.after.status]
}
