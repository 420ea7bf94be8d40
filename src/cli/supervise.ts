import { quoteArgument } from '../supervisor/executors/quote-argument.ts'
import { SupervisorError } from '../supervisor/supervisor-error.ts'
import { isSameProcess } from '../files/process-identity.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode } from './exit-code.ts'
import { parseAge } from './sessions/parse-when.ts'
import { attach } from './supervise/attach.ts'
import { canRun } from './supervise/can-run.ts'
import { runSupervised } from './supervise/run-supervised.ts'
import {
  defaultID,
  readSession,
  readSessions,
  supervisorFolder,
  type KeptSession,
} from './supervise/supervisor-folder.ts'
import type { Invocation } from './table/command.ts'
import { ownValue } from '../json/own-value.ts'
import { counted } from '../json/counted.ts'

const schema = 'session-recovery.supervise/1'
const see = 'See: session-recovery supervise --help'
/** The exit code of shells for a command that they do not find. */
const notFound = 127

function parseBudget(text: string): { readonly max: number; readonly windowMs: number } {
  const [, max, time] = /^(\d{1,6})\/(\w+)$/.exec(text) ?? []
  // In no time at all every restart is the first one: nothing would ever end a crash loop, or slow it down.
  if (max === undefined || time === undefined || /^0+[a-z]/.test(time))
    throw new CliError('usage', `--max-restarts ${text}: not N/TIME.`, 'Write how often in which time: 5/10m.')
  return { max: Number(max), windowMs: parseAge(time, 'max-restarts') }
}

/** The present state: a session that the snapshot calls running may have died with its supervisor. */
async function shownState({ snapshot: { state, address }, holder }: KeptSession): Promise<string> {
  if (state !== 'running') return state
  const runs = address?.process !== undefined && (await isSameProcess(address.process))
  if (holder) return runs ? 'running' : 'recovering'
  return runs ? 'orphaned' : 'gone'
}

async function status({ options, positionals }: Invocation, context: CliContext): Promise<number> {
  const { output } = context
  const [, named] = positionals
  const rows = []
  const chosen =
    named === undefined
      ? await readSessions(supervisorFolder(context))
      : { kept: [await readSession(named, context)], unreadable: [] }
  const unreadable = chosen.unreadable.map(({ sessionID: id, place, why }) => ({ id, place, why }))
  for (const kept of chosen.kept) {
    const { sessionID, recoveries, address, spec, workingDirectory, takenAt } = kept.snapshot
    const well = recoveries.filter(({ outcome }) => outcome === 'recovered' || outcome === 'degraded').length
    rows.push({
      id: sessionID,
      state: await shownState(kept),
      supervisor: kept.holder?.pid ?? null,
      pid: address?.process?.pid ?? null,
      recoveries: recoveries.length,
      recovered: well,
      last: recoveries.at(-1)?.at ?? null,
      command: spec.command,
      cwd: workingDirectory,
      seen: takenAt,
      tmux: address?.tmux !== undefined,
    })
  }
  if (options.flag('json')) await output.write(`${JSON.stringify({ schema, sessions: rows, unreadable }, null, 2)}\n`)
  else if (rows.length + unreadable.length === 0)
    await output.line('No sessions are supervised. Start one: session-recovery supervise -- claude')
  else
    for (const { id, state, pid, recoveries, recovered, command, tmux } of rows) {
      const runs = pid === null || (state !== 'running' && state !== 'orphaned') ? '' : ` ${pid}`
      await output.line(
        `${id}  ${state}${runs}  recoveries: ${recovered} of ${recoveries} worked  ${command.join(' ')}`,
      )
      if (state === 'orphaned')
        await output.line(
          `  next: session-recovery supervise --id ${quoteArgument(id)}${tmux ? ' --tmux' : ''} -- ${command.map(quoteArgument).join(' ')}`,
        )
    }
  // An empty list would say that nothing runs.
  for (const { id, place, why } of unreadable) output.talk(`${id}: what is kept of it cannot be read: ${place}: ${why}`)
  return unreadable.length > 0 ? exitCode.findings : exitCode.healthy
}

async function history({ options, positionals }: Invocation, context: CliContext): Promise<number> {
  const { output } = context
  const { sessionID, recoveries, errorContext } = (await readSession(positionals[1], context)).snapshot
  if (options.flag('json')) {
    await output.write(`${JSON.stringify({ schema, id: sessionID, recoveries }, null, 2)}\n`)
    return exitCode.healthy
  }
  if (recoveries.length === 0) await output.line(`Nothing had to be done for ${sessionID}.`)
  for (const { at, class: type, outcome, strategy, durationMs, tried, repair } of recoveries) {
    const by = strategy === undefined ? '' : ` by ${strategy}`
    await output.line(`${at.toISOString()}  ${type}  ${outcome}${by} in ${(durationMs / 1000).toFixed(1)} s`)
    for (const { strategy: rung, result, why } of tried)
      if (result !== 'recovered') await output.line(`  ${rung}: ${result}${why === undefined ? '' : ` (${why})`}`)
    if (repair !== undefined) await output.line(`  repair: ${repair}`)
  }
  if (errorContext) await output.line(`${counted(errorContext.count, 'failure')} told in all.`)
  return exitCode.healthy
}

/** The remedy for a session that another supervisor holds. */
async function heldRemedy(id: string, context: CliContext): Promise<string> {
  const [kept] = (await readSessions(supervisorFolder(context), id)).kept
  const attach = kept?.snapshot.address?.tmux
    ? `Attach to it: session-recovery supervise attach ${quoteArgument(id)}. `
    : ''
  return `${attach}When that supervisor has ended, this command adopts what it has left running; or use another --id.`
}

const actions: Readonly<Record<string, (invocation: Invocation, context: CliContext) => Promise<number>>> = {
  status,
  history,
  attach: ({ positionals }, context) => attach(positionals[1], context),
}

/** `session-recovery supervise -- COMMAND`, and its subcommands. */
export async function superviseCommand(invocation: Invocation, context: CliContext): Promise<number> {
  const { options, positionals, rest } = invocation
  const [word] = positionals
  if (word !== undefined) {
    const action = ownValue(actions, word)
    if (action && rest.length > 0)
      throw new CliError('usage', `supervise ${word} starts nothing.`, 'Leave out the two dashes and the command.')
    if (!action) throw new CliError('usage', `supervise does not know ${JSON.stringify(word)}.`, see)
    return action(invocation, context)
  }
  const [program, ...args] = rest
  if (program === undefined)
    throw new CliError(
      'usage',
      'supervise needs a command.',
      'Write it behind two dashes: session-recovery supervise -- claude',
    )
  if (!(await canRun(program, context))) {
    // No restart would bring it, and none may use up the budget of a session that an earlier run has left.
    context.output.talk(`session-recovery: ${program} is not installed, or not in PATH; nothing was started.`)
    return notFound
  }
  const command = [program, ...args] as const
  const id = options.text('id') ?? defaultID(command, context.cwd)
  const budget = parseBudget(options.text('max-restarts') ?? '5/10m')
  try {
    const settings = { id, command, tmux: options.flag('tmux'), probe: options.text('probe'), ...budget }
    return await runSupervised(settings, context)
  } catch (cause) {
    if (!(cause instanceof SupervisorError)) throw cause
    const message = cause.message.slice(0, cause.message.length - cause.remedy.length).trimEnd()
    const remedy = cause.code === 'held' ? await heldRemedy(id, context) : cause.remedy
    throw new CliError('usage', message, remedy, { cause })
  }
}
