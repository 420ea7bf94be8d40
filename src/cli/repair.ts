import type { Loss } from '../faults/loss.ts'
import { detectError } from '../repair/detect-error.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, worseExit, type ExitCode } from './exit-code.ts'
import { createRedactor } from '../doctor/redact/redact.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import { readErrorText } from './repair/read-error-text.ts'
import { tellNothingFound, tellUnreadable } from './report/tell-nothing-found.ts'
import { redactRepair } from '../doctor/repair/redact-repair.ts'
import { countStatuses, renderRepair } from './repair/render-repair.ts'
import { applyRepair } from '../doctor/repair/apply-repair.ts'
import { planRepair } from '../doctor/repair/plan-repair.ts'
import type { RepairReport, RepairStatus } from '../doctor/repair/repair-report.ts'
import { listSessions, type Selection } from '../doctor/sessions/find-sessions.ts'
import { searchedFolders } from '../doctor/sessions/searched-folders.ts'
import { formatOf, selectionOf } from './sessions/selection-of.ts'
import type { Invocation } from './table/command.ts'
import { version } from '../doctor/version.ts'

/** Changes with every change that a reader could trip over; new fields do not count. */
const repairSchema = 'session-recovery.repair/1'

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

async function tellOutcome(
  counts: ReadonlyMap<RepairStatus, number>,
  { agents, named }: Selection,
  context: CliContext,
  redacted: boolean,
): Promise<void> {
  const { output } = context
  const searched = named.length === 0 && !redacted ? await searchedFolders(context, agents) : []
  tellUnreadable(output, searched)
  if (counts.size === 0) await tellNothingFound(output, searched, 'repair')
  else await output.line(`${countStatuses(counts)}.`)
}

/** `session-recovery repair`: plans, shows, and with `--apply` writes. */
export async function repairCommand(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const { options, positionals } = invocation
  const { output } = context
  const apply = options.flag('apply')
  if (positionals.includes('-'))
    throw new CliError('usage', 'Standard input cannot be repaired in place.', 'Store it in a file and name the file.')
  if (apply && positionals.length === 0 && !options.flag('all'))
    throw new CliError('usage', 'Nothing is named to be repaired.', 'Name a session, or add --all.')
  const error = await errorOf(invocation, context)
  if (error !== undefined && positionals.length !== 1)
    throw new CliError('usage', 'An error belongs to one session.', 'Name the session that it came from.')
  const redactor = createRedactor(options.flag('redact'))
  const allow = (options.text('allow') ?? 'synthesised') as Loss
  const as = formatOf(invocation)
  const settings = {
    allow,
    redactor,
    environment: context,
    // Without a name it means all sessions; each may hold an error of its own.
    everywhere: options.flag('all') && positionals.length > 0,
    ...(error !== undefined && { error }),
    ...(as && { as }),
  }
  const json = options.flag('json')
  const counts = new Map<RepairStatus, number>()
  let exit: ExitCode = exitCode.healthy
  let separator = '\n'
  const selection = selectionOf(invocation, positionals, context)
  // A name that means nothing must not leave half a document behind.
  const refs = await listSessions(context, selection)
  if (json)
    await output.write(
      `${toJson({ schema: repairSchema, tool: { name: 'session-recovery', version } }).slice(0, -1)},"sessions":[`,
    )
  for (const ref of refs) {
    output.progress(`looking at ${redactor.name(ref.path)}`)
    const plan = await planRepair(ref, settings)
    const done = apply ? await applyRepair(plan, context) : plan.report
    const report = redactRepair(done, redactor)
    counts.set(report.status, (counts.get(report.status) ?? 0) + 1)
    exit = worseExit(exit, exitOf(report))
    if (json) await output.write(separator + toJson(report))
    else if (report.status !== 'healthy' || positionals.length > 0) await renderRepair(report, output)
    separator = ',\n'
  }
  output.progress('')
  if (json) await output.write(`\n],"summary":${toJson(Object.fromEntries(counts))}}\n`)
  else await tellOutcome(counts, selection, context, redactor.active)
  return exit
}
