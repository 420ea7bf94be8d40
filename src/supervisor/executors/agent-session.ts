import type { AgentEnvironment, SessionRef } from '../../agents/agent.ts'
import { checkSession } from '../../doctor/check/check-session.ts'
import { applyRepair } from '../../doctor/repair/apply-repair.ts'
import { planRepair } from '../../doctor/repair/plan-repair.ts'
import type { RepairStatus } from '../../doctor/repair/repair-report.ts'
import { checkOptions, having, optional } from '../../errors/check-options.ts'
import type { Loss } from '../../faults/loss.ts'
import { homeFolder } from '../../files/home-folder.ts'
import { recoveryRules } from '../../recovery/recovery-rules.ts'
import { detectErrorType } from '../../repair/detect-error-type.ts'
import type { ExecutionContext, SessionExecutor, SessionRepair } from '../executor.ts'
import type { Failure } from '../failure.ts'
import { findSession } from './agents/find-session.ts'
import { findProgram, resumeCommand, type FoundProgram } from './agents/resume-command.ts'
import { localProcess } from './local-process.ts'

/** How an agent program is run, repaired and resumed. */
export interface AgentSessionOptions {
  /** Where the program runs. Default `localProcess({ output: 'inherit' })`. */
  readonly via?: SessionExecutor
  /** The prompt for a headless program after a restart; its first prompt is never sent twice. */
  readonly resumePrompt?: string
  /** The greatest loss that a repair may cause. Default `synthesised`. */
  readonly allow?: Loss
}

const rules = {
  via: having<SessionExecutor>('an executor, as `tmuxSession` makes', 'start'),
  resumePrompt: { ...optional<string>('string'), fallback: 'Go on where you were interrupted.' },
  allow: recoveryRules.allow,
}

/** Tolerance between the times of files and of the clock. */
const slackMs = 2_000

const statusOf: Readonly<Record<RepairStatus, SessionRepair['status']>> = {
  healthy: 'healthy',
  planned: 'failed',
  unrepairable: 'failed',
  applied: 'repaired',
  rolled_back: 'failed',
  refused: 'failed',
  failed: 'failed',
}

function environmentOf({ spec }: ExecutionContext): AgentEnvironment {
  const env = { ...process.env, ...spec.env }
  return { env, home: homeFolder(env) }
}

/**
 * Runs agent programs (Claude Code, Codex, opencode, Gemini CLI): after the program ended it checks and repairs the stored
 * session, and resumes exactly that one. Any other program is simply run by the inner executor.
 *
 * @throws OptionsError
 * @example
 * const agents = agentSession({ via: tmuxSession() })
 * await supervisor.register('work', { kind: 'agent', command: ['claude', '--model', 'opus'] })
 */
export function agentSession(options: AgentSessionOptions = {}): SessionExecutor {
  const { via, resumePrompt, allow } = checkOptions(options, rules)
  // The error of a failure is used once: it names places in the conversation that a repair has changed.
  const answered = new WeakSet<Failure>()
  const inner = via ?? localProcess({ output: 'inherit' })

  const sessionOf = async (context: ExecutionContext, found: FoundProgram): Promise<SessionRef | undefined> =>
    findSession(
      found,
      {
        command: context.spec.command,
        cwd: context.spec.cwd ?? process.cwd(),
        since: context.since - slackMs,
      },
      environmentOf(context),
    )

  return {
    kind: 'agent',
    ...(inner.adopt && { adopt: (context, address) => inner.adopt!(context, address) }),
    ...(inner.reconnect && { reconnect: (context, address) => inner.reconnect!(context, address) }),
    ...(inner.close && { close: () => inner.close!() }),

    async start(context) {
      const found = findProgram(context.spec.command)
      const ref = found && context.again ? await sessionOf(context, found) : undefined
      if (!found || !ref) return inner.start(context)
      const id = await found.program.idOf(ref)
      const command = resumeCommand(context.spec.command, found, id, resumePrompt)
      return inner.start({ ...context, spec: { ...context.spec, command } })
    },

    async repair(context, failure): Promise<SessionRepair> {
      const found = findProgram(context.spec.command)
      const ref = found && (await sessionOf(context, found))
      if (!ref) return { status: 'not_found', says: 'no stored session was found' }
      // The program has just been ended, so a recently written session is no sign that it is in use: hence `recentMs: 0`.
      const environment = { ...environmentOf(context), now: () => context.clock.now(), recentMs: 0 }
      // The printed error, if it is about the conversation; otherwise `planRepair` looks for a refusal in the stored session.
      const error = answered.has(failure) ? undefined : failure.error
      answered.add(failure)
      const said = typeof error === 'string' && detectErrorType(error) !== null ? { error } : {}
      const plan = await planRepair(ref, { allow, recentMs: 0, environment, ...said })
      const report = await applyRepair(plan, environment)
      const { report: after } = await checkSession(ref, { recentMs: 0 })
      const stillBroken = after.status === 'broken'
      const status = statusOf[report.status]
      const types = [...new Set(report.findings.map(({ type }) => type))].join(', ')
      return {
        status: status === 'repaired' && stillBroken ? 'partly' : status,
        refused: 'error' in said || plan.refusal !== undefined,
        ...(report.backup !== undefined && report.status === 'applied' && { backup: report.backup }),
        ...(status === 'repaired' && { turns: after.messages, bytes: ref.sizeBytes }),
        says: status === 'healthy' ? 'the session is healthy' : `${report.status}: ${types || 'session'}`,
      }
    },
  }
}
