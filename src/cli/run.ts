import { setUpClient } from '../proxy/clients/set-up-client.ts'
import { sessionInArguments } from '../proxy/client-session.ts'
import { baseURLOf } from '../proxy/routes.ts'
import type { RecoveryReport } from '../recovery/recovery-report.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { recordingLine, repairLine, startProxy } from './proxy/proxy-settings.ts'
import { runChild } from './proxy/run-child.ts'
import type { Invocation } from './table/command.ts'

/**
 * `session-recovery run -- COMMAND`: starts the proxy, points the command at it, and ends with the command's exit code. What was
 * repaired is told at the end: until then the terminal is the command's.
 */
export async function runCommand(invocation: Invocation, { output, env, home, cwd }: CliContext): Promise<number> {
  const [command, ...args] = invocation.rest
  if (command === undefined)
    throw new CliError('usage', 'run needs a command.', 'Write it behind two dashes: session-recovery run -- claude')
  const setup = setUpClient(command, { env, home, cwd, args })
  const told: string[] = []
  const isVerbose = invocation.options.flag('verbose')
  const tell = (line: string): void => {
    if (isVerbose) output.talk(line)
    else told.push(line)
  }
  const listener = {
    session: sessionInArguments(args),
    onRepair: (report: RecoveryReport) => tell(repairLine(report)),
    onRecordError: (error: unknown) => tell(recordingLine(error)),
  }
  const proxy = await startProxy(invocation, listener, setup.upstreams)
  try {
    const changes = setup.changes((name) => baseURLOf(name, proxy.url))
    return await runChild({ command, args: [...(changes.args ?? []), ...args], env: { ...env, ...changes.env }, cwd })
  } finally {
    await proxy.close()
    for (const line of summaryOf(told)) output.talk(`session-recovery: ${line}`)
  }
}

/** Equal lines once, with their number. */
function summaryOf(told: readonly string[]): string[] {
  const lines = new Map<string, number>()
  for (const line of told) lines.set(line, (lines.get(line) ?? 0) + 1)
  return [...lines].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
}
