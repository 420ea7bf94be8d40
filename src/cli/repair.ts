import type { Loss } from '../faults/loss.ts'
import { detectError } from '../repair/detect-error.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, worseExit, type ExitCode } from './exit-code.ts'
import { createRedactor, type Redactor } from '../doctor/redact/redact.ts'
import { closingOnFailure } from './report/closing-on-failure.ts'
import { documentReporter, plainReporter } from './repair/repair-reporter.ts'
import { readErrorText } from './read-error-text.ts'
import { redactRepair } from '../doctor/repair/redact-repair.ts'
import { applyRepair } from '../doctor/repair/apply-repair.ts'
import { planRepair, type PlanRepairOptions } from '../doctor/repair/plan-repair.ts'
import type { RepairReport, RepairStatus } from '../doctor/repair/repair-report.ts'
import { listSessions } from '../doctor/sessions/find-sessions.ts'
import { formatOf, selectionOf } from './sessions/selection-of.ts'
import type { Invocation } from './table/command.ts'

const exits: Readonly<Record<RepairStatus, ExitCode>> = {
  healthy: exitCode.healthy,
  planned: exitCode.findings,
  unrepairable: exitCode.findings,
  applied: exitCode.healthy,
  rolled_back: exitCode.findings,
  refused: exitCode.refused,
  failed: exitCode.failure,
}

function exitOf({ status, remaining }: RepairReport): ExitCode {
  const left = remaining.some(({ severity }) => severity === 'error') ? exitCode.findings : exitCode.healthy
  return worseExit(left, exits[status])
}

async function errorOf({ options }: Invocation, context: CliContext): Promise<string | undefined> {
  const argument = options.text('error')
  if (argument === undefined) return undefined
  const text = await readErrorText(argument, context)
  const detected = detectError(text)
  context.output.talk(
    detected
      ? `The error reports ${detected.type}.`
      : 'The error is not about the structure of the conversation; only what the session itself shows is repaired.',
  )
  return text
}

function refuseMisuse({ options, positionals }: Invocation): void {
  if (positionals.includes('-'))
    throw new CliError('usage', 'Standard input cannot be repaired in place.', 'Store it in a file and name the file.')
  if (options.flag('apply') && positionals.length === 0 && !options.flag('all'))
    throw new CliError('usage', 'Nothing is named to be repaired.', 'Name a session, or add --all.')
}

async function settingsOf(
  invocation: Invocation,
  context: CliContext,
): Promise<PlanRepairOptions & { readonly redactor: Redactor }> {
  const { options, positionals } = invocation
  const error = await errorOf(invocation, context)
  if (error !== undefined && positionals.length !== 1)
    throw new CliError('usage', 'An error belongs to one session.', 'Name the session that it came from.')
  const as = formatOf(invocation)
  return {
    allow: (options.text('allow') ?? 'synthesised') as Loss,
    redactor: createRedactor(options.flag('redact')),
    environment: context,
    // Without names the command means all sessions, and each may hold an error of its own.
    everywhere: options.flag('all') && positionals.length > 0,
    ...(error !== undefined && { error }),
    ...(as && { as }),
  }
}

/** `session-recovery repair`: plans, shows, and with `--apply` writes. */
export async function repairCommand(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const { options, positionals } = invocation
  const { output } = context
  refuseMisuse(invocation)
  const settings = await settingsOf(invocation, context)
  const { redactor } = settings
  const selection = selectionOf(invocation, positionals, context)
  // A name that means nothing must not leave half a document behind.
  const refs = await listSessions(context, selection)
  const reporter = options.flag('json') ? documentReporter(context) : plainReporter(context, selection, redactor.active)
  const counts = new Map<RepairStatus, number>()
  let exit: ExitCode = exitCode.healthy
  const reportAll = async (): Promise<void> => {
    for (const ref of refs) {
      output.progress(`looking at ${redactor.name(ref.path)}`)
      const plan = await planRepair(ref, settings)
      const report = redactRepair(options.flag('apply') ? await applyRepair(plan, context) : plan.report, redactor)
      counts.set(report.status, (counts.get(report.status) ?? 0) + 1)
      exit = worseExit(exit, exitOf(report))
      await reporter.report(report)
    }
  }
  await reporter.begin()
  await closingOnFailure(redactor.active, reportAll, async (error) => reporter.fail?.(error))
  output.progress('')
  await reporter.end(counts)
  return exit
}
