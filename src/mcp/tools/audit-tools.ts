import { z } from 'zod'
import type { AuditReport } from '../../doctor/audit/audit-item.ts'
import { auditCommandFor } from '../../doctor/audit/audit-command.ts'
import { layoutNames } from '../../doctor/audit/audit-layout.ts'
import { auditedPath } from '../../doctor/audit/audited-path.ts'
import { auditSessions } from '../../doctor/audit/audit-sessions.ts'
import { repairSafe } from '../../doctor/audit/repair-safe.ts'
import { backupsOf } from '../../doctor/doctor-environment.ts'
import { defineTool, hints, type McpTool } from '../mcp-tool.ts'

const lineOf = ({ status, summary }: AuditReport): string =>
  `${status}: ${summary.ok} ok, ${summary.repairable} repairable, ${summary.unsafe_to_repair} for a person to look at.`

/** Copies of sessions that disagree. */
export const auditTools: readonly McpTool[] = [
  defineTool({
    name: 'session_audit',
    title: 'Audit copies of sessions',
    description:
      'Compares the copies of sessions (file, backup, index, database) by content. With repair, plans what is safe; with apply as well, writes it.',
    hints: hints.replaces,
    input: z.object({
      folder: z.string().min(1),
      state_db: z.string().optional().describe('The canonical database, where there is one; it is only read'),
      layout: z.enum(layoutNames).optional(),
      repair: z.boolean().default(false),
      apply: z.boolean().default(false).describe('Write the repair; otherwise a dry run'),
    }),
    async run({ folder, state_db: stateDb, layout, repair, apply }, { environment, cwd }) {
      const options = {
        folder: await auditedPath(cwd, folder, 'folder'),
        ...(stateDb !== undefined && { stateDb: await auditedPath(cwd, stateDb, 'database') }),
        ...(layout !== undefined && { layout }),
      }
      const more = auditCommandFor(options)
      if (!repair) {
        const report = await auditSessions(options)
        return { text: lineOf(report), data: { ...report }, more }
      }
      const repaired = await repairSafe({ ...options, apply, backups: backupsOf(environment) })
      return { text: `${repaired.repaired} repaired. ${lineOf(repaired.after)}`, data: { ...repaired }, more }
    },
  }),
]
