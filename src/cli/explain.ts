import { detectError } from '../repair/detect-error.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import type { FormatName } from '../formats/format-name.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { findingTypes, guideOf } from './guide/finding-guide.ts'
import { toJson } from './output/redact.ts'
import { planRepair } from './repair/plan-repair.ts'
import { collectFindings } from './report/collect-findings.ts'
import { nextCommand } from './report/next-command.ts'
import { placeOf } from './report/place-of.ts'
import type { FindingType, ReportedFinding } from './report/reported-finding.ts'
import { openSession } from './sessions/open-session.ts'
import { formatOf } from './sessions/selection-of.ts'
import { findSession } from './sessions/find-sessions.ts'
import { readStdinText } from './sessions/stdin-file.ts'
import type { Invocation } from './table/command.ts'

interface Located {
  readonly session: string
  readonly findings: readonly ReportedFinding[]
  readonly next: string | null
}

async function locate(
  argument: string,
  error: string | undefined,
  as: FormatName | undefined,
  context: CliContext,
): Promise<Located> {
  const ref = await findSession(argument, context, context.cwd)
  const session = await openSession(ref, as)
  // Also what costs content: this is a look, not a repair.
  const planned = planRepair(session, { allow: 'lossy', ...(error !== undefined && { error }) })
  const findings = collectFindings(session, planned.faults)
  return { session: ref.id, findings, next: nextCommand(ref, findings, session.known) }
}

async function listTypes({ output }: CliContext): Promise<ExitCode> {
  const width = Math.max(...findingTypes.map((type) => type.length))
  for (const type of findingTypes) await output.line(`${type.padEnd(width)}  ${guideOf(type).title}`)
  return exitCode.healthy
}

async function showGuide(type: FindingType, detected: DetectedError | null, { output }: CliContext): Promise<void> {
  const { title, meaning, repair, mayLose } = guideOf(type)
  await output.line(`${output.style(['bold', 'red'], type)}: ${title}`)
  if (detected) {
    const { provider, messageIndex, blockIndex, toolCallIds, field, limit } = detected
    const facts = { provider, message: messageIndex, block: blockIndex, field, limit, calls: toolCallIds?.join(', ') }
    const known = Object.entries(facts).filter(([, value]) => value !== undefined)
    if (known.length > 0)
      await output.line(`  reported: ${known.map(([name, value]) => `${name} ${value}`).join(', ')}`)
  }
  await output.line(`  meaning:  ${meaning}`)
  await output.line(`  repair:   ${repair}`)
  await output.line(`  may lose: ${mayLose ?? 'nothing.'}`)
}

async function showPlaces({ findings, next }: Located, type: FindingType, { output }: CliContext): Promise<void> {
  const own = findings.filter((finding) => finding.type === type)
  for (const finding of own.slice(0, 20))
    await output.line(`  here:     ${placeOf(finding) || 'the session as a whole'}`)
  if (own.length > 20) await output.line(`  here:     and ${own.length - 20} more`)
  if (own.length === 0) await output.line('  here:     not in this session as it is stored.')
  const others = new Set(findings.filter(({ severity }) => severity === 'error').map((finding) => finding.type))
  others.delete(type)
  if (others.size > 0) await output.line(`  also:     ${[...others].join(', ')}`)
  if (next !== null) await output.line(`  next:     ${output.style('cyan', next)}`)
}

const notAbout = `The error is not about the structure of the conversation: rate limits, context length, authentication, parameters and network
errors have other remedies.`

/** `session-recovery explain`: what an error means, and where it comes from. */
export async function explain(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const { options, positionals } = invocation
  const { output } = context
  if (options.flag('list')) return listTypes(context)
  const given = positionals.join(' ')
  if (given === '')
    throw new CliError('usage', 'There is nothing to explain.', 'Give the text of an error, a type, or - to read it.')
  const text = given === '-' ? await readStdinText(context) : given
  const named = findingTypes.find((type) => type === text.trim())
  const detected = named ? null : detectError(text)
  const type = named ?? detected?.type
  const where = options.text('session')
  const located =
    where === undefined ? undefined : await locate(where, named ? undefined : text, formatOf(invocation), context)
  if (options.flag('json')) {
    const guide = type === undefined ? null : guideOf(type)
    const document = {
      schema: 'session-recovery.explain/1',
      type: type ?? null,
      detected,
      guide,
      located: located ?? null,
    }
    await output.line(toJson(document, 2))
  } else if (type === undefined) await output.line(notAbout)
  else {
    await showGuide(type, detected, context)
    if (located) await showPlaces(located, type, context)
    else await output.line(`  next:     ${output.style('cyan', 'session-recovery doctor')}`)
  }
  if (type === undefined) return exitCode.findings
  return located?.findings.some(({ severity }) => severity === 'error') ? exitCode.findings : exitCode.healthy
}
