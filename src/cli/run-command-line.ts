import { toShownError, unwrittenError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { Unread } from './output/data-stream.ts'
import { createOutput, type Streams } from './output/output.ts'
import { parseCommandLine } from './table/parse-command-line.ts'

/** What a process provides to its command line. */
export interface Surroundings extends Streams, Omit<CliContext, 'output'> {}

async function run(args: readonly string[], context: CliContext): Promise<number> {
  const { output } = context
  const { command, invocation } = parseCommandLine(args)
  if (invocation.options.flag('version')) {
    await output.line((await import('../doctor/version.ts')).version)
    return exitCode.healthy
  }
  if (!command || invocation.options.flag('help')) {
    const { helpText } = await import('./table/help-text.ts')
    await output.write(helpText(command, output.style))
    return exitCode.healthy
  }
  if (command.finishes) output.goOnUnread()
  return (await command.load())(invocation, context)
}

function tell(cause: unknown, { output, env }: CliContext): ExitCode {
  const { message, remedy, exit, lines = [] } = toShownError(cause)
  output.progress('')
  output.talk(`${output.styleTalk('red', 'session-recovery:')} ${message}`)
  for (const line of lines) output.talk(line)
  output.talk(remedy)
  if (env['SESSION_RECOVERY_DEBUG'] && cause instanceof Error)
    for (const line of (cause.stack ?? '').split('\n')) output.talk(line)
  return exit
}

/** Runs a command line and reports its errors; returns the exit code. */
export async function runCommandLine(
  args: readonly string[],
  { stdout, stderr, ...surroundings }: Surroundings,
): Promise<number> {
  const context: CliContext = { output: createOutput({ stdout, stderr }), ...surroundings }
  // A reader that has left (`doctor | head`) is no error: there is nobody to write for.
  const code = await run(args, context).catch((cause: unknown) =>
    Unread.isInstance(cause) ? exitCode.healthy : tell(cause, context),
  )
  const unwritten = await context.output.settle()
  return unwritten ? tell(unwrittenError(unwritten), context) : code
}
