import { z } from 'zod'
import { checkSession } from '../../doctor/check/check-session.ts'
import type { ReportedFinding, SessionReport } from '../../doctor/check/reported-finding.ts'
import { explainError, locateError } from '../../doctor/explain-error.ts'
import { extractConversation } from '../../doctor/extract/extract-conversation.ts'
import { createRedactor, type Redactor } from '../../doctor/redact/redact.ts'
import { applyRepair } from '../../doctor/repair/apply-repair.ts'
import { planRepair } from '../../doctor/repair/plan-repair.ts'
import { redactRepair } from '../../doctor/repair/redact-repair.ts'
import { agentNames } from '../../doctor/sessions/agent-names.ts'
import { findSession, findSessions } from '../../doctor/sessions/find-sessions.ts'
import { shellWord } from '../../doctor/sessions/short-id.ts'
import { undoRepair } from '../../doctor/undo-repair.ts'
import { defineTool, hints, type McpContext, type McpTool } from '../mcp-tool.ts'
import { counted } from '../../json/counted.ts'

const session = z.string().describe('A session: its id, the beginning of its id, or the path of its file')
const showTexts = z
  .boolean()
  .default(false)
  .describe('Show what people and tools wrote; otherwise only the shape is told')
const allow = z
  .enum(['none', 'synthesised', 'lossy'])
  .default('synthesised')
  .describe('What a repair may cost: nothing, a marked placeholder, or content (ask the person first)')

const redactorOf = (show: boolean): Redactor => createRedactor(!show)

const short = ({ type, severity, at, loss, detail }: ReportedFinding): Record<string, unknown> => ({
  type,
  severity,
  message: at?.messageIndex ?? null,
  loss,
  detail,
})

function lineOf({ agent, id, status, findings }: SessionReport): string {
  const types = [...new Set(findings.filter(({ severity }) => severity === 'error').map(({ type }) => type))]
  return `${status} ${agent} ${id}${types.length > 0 ? `: ${types.join(', ')}` : ''}`
}

/** The sessions of agent programs on this machine: the use cases of the doctor. */
export const sessionTools: readonly McpTool[] = [
  defineTool({
    name: 'session_doctor',
    title: 'Check sessions',
    description:
      'Looks for structural faults in the sessions of agent programs (Claude Code, Codex, Gemini CLI, opencode). Changes nothing.',
    hints: hints.looks,
    input: z.object({
      sessions: z.array(session).default([]).describe('Which ones; all when empty'),
      agents: z.array(z.enum(agentNames)).default([]),
      healthy: z.boolean().default(false).describe('List healthy ones too'),
      limit: z.number().int().min(1).max(200).default(20).describe('How many are listed; all are checked'),
    }),
    async run({ sessions: named, agents, healthy, limit }, { environment, cwd }) {
      const redactor = redactorOf(true)
      const listed: SessionReport[] = []
      const counts = { healthy: 0, broken: 0, unknown: 0 }
      for await (const ref of findSessions(environment, { named, agents, cwd })) {
        const report = redactor.report((await checkSession(ref, { environment })).report)
        counts[report.status] += 1
        if (healthy || report.status !== 'healthy' || named.length > 0) listed.push(report)
      }
      const shown = listed.slice(0, limit)
      return {
        text: [
          `${counts.broken} broken, ${counts.healthy} healthy, ${counts.unknown} unknown.`,
          ...shown.map(lineOf),
        ].join('\n'),
        data: {
          counts,
          truncated: shown.length < listed.length,
          sessions: shown.map(({ findings, ...report }) => ({ ...report, findings: findings.map(short) })),
        },
        more: shown[0]?.next ?? 'session-recovery doctor --all',
      }
    },
  }),
  defineTool({
    name: 'session_explain',
    title: 'Explain an error',
    description: 'Says what an error of a model provider means, and where it sits in a session when one is named.',
    hints: hints.looks,
    input: z.object({
      error: z.string().min(1).describe('The text of the error, or a type of finding'),
      session: session.optional(),
    }),
    async run({ error, session: named }, { environment, cwd }) {
      const { type, detected, guide } = explainError(error)
      if (type === null || guide === null) {
        return { text: 'The error is not about the structure of the conversation.', data: { type: null } }
      }
      const located =
        named === undefined
          ? undefined
          : await locateError(await findSession(named, environment, cwd), detected === null ? {} : { error })
      return {
        text: `${type}: ${guide.title}\n${guide.meaning}\nRepair: ${guide.repair}\nMay lose: ${guide.mayLose ?? 'nothing'}`,
        data: { type, guide, detected, ...(located && { findings: located.findings.map(short) }) },
        more: located?.next ?? `session-recovery explain ${type}`,
      }
    },
  }),
  defineTool({
    name: 'session_repair',
    title: 'Repair a session',
    description:
      'Plans the smallest repair of a stored session; writes it only with apply, with a backup for undo. The session must not be in use.',
    hints: hints.replaces,
    input: z.object({
      session,
      apply: z.boolean().default(false).describe('Write it; otherwise this is a dry run'),
      error: z.string().optional().describe('The error of the provider, when the fault shows only there'),
      allow,
      show_texts: showTexts,
    }),
    async run({ session: named, apply, error, allow: loss, show_texts: show }, { environment, cwd }) {
      const ref = await findSession(named, environment, cwd)
      const redactor = redactorOf(show)
      const plan = await planRepair(ref, { allow: loss, redactor, environment, ...(error !== undefined && { error }) })
      const done = apply ? await applyRepair(plan, environment) : plan.report
      // The command names the session as the model did: a hash of its id would lead nowhere.
      const { next } = done
      const report = redactRepair(done, redactor)
      const { status, findings, remaining, edits, records, backup } = report
      const undo = backup === undefined ? '' : ` Undo: session_undo with backup ${backup}.`
      return {
        text: `${status}: ${counted(findings.length, 'finding')}, ${remaining.length} left, ${counted(records.length, 'changed record')}, loss ${report.loss}.${undo}`,
        data: {
          status,
          loss: report.loss,
          findings: findings.map(short),
          remaining: remaining.map(short),
          edits,
          backup: backup ?? null,
          notes: report.notes,
          error: report.error ?? null,
        },
        ...(next !== null && { more: next }),
      }
    },
  }),
  defineTool({
    name: 'session_undo',
    title: 'Undo a repair',
    description: 'Restores exactly what a repair has replaced: the newest one, or the given backup.',
    hints: hints.replaces,
    input: z.object({
      backup: z.string().optional(),
      force: z.boolean().default(false).describe('Also over later changes; they are backed up'),
    }),
    async run({ backup, force }, { environment }) {
      const undone = await undoRepair({ force, ...(backup !== undefined && { backup }) }, environment)
      return {
        text: `Restored ${counted(undone.restored.length, 'file')} of backup ${undone.id}.`,
        data: {
          id: undone.id,
          restored: undone.restored,
          unchanged: undone.unchanged,
          backup: undone.backup?.id ?? null,
        },
        more: 'session-recovery backups',
      }
    },
  }),
  defineTool({
    name: 'session_extract',
    title: 'Extract a conversation',
    description:
      'Reads what can be read of a session, also of one beyond repair. Without show_texts only its size is told.',
    hints: hints.looks,
    input: z.object({
      session,
      show_texts: showTexts,
      last: z.number().int().min(1).max(1000).default(20).describe('How many of the newest messages'),
    }),
    run: extract,
  }),
]

async function extract(
  args: { readonly session: string; readonly show_texts: boolean; readonly last: number },
  { environment, cwd }: McpContext,
): Promise<{ text: string; data: Record<string, unknown>; more: string }> {
  const { ref, format, messages, damagedLines } = await extractConversation(
    await findSession(args.session, environment, cwd),
  )
  const shown = args.show_texts ? messages.slice(-args.last) : []
  return {
    text: `${counted(messages.length, 'message')} (${format}), ${counted(damagedLines, 'damaged line')}.`,
    data: {
      format,
      count: messages.length,
      damaged_lines: damagedLines,
      first: messages.length - shown.length,
      messages: shown,
    },
    more: `session-recovery extract ${shellWord(ref.agent === 'file' ? ref.path : ref.id)}`,
  }
}
