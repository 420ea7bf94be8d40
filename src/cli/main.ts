import { homedir } from 'node:os'
import { argv, cwd, env, stderr, stdin, stdout } from 'node:process'
import { toShownError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode } from './exit-code.ts'
import { createOutput } from './output/output.ts'
import { parseCommandLine } from './table/parse-command-line.ts'

async function run(context: CliContext): Promise<number> {
  const { output } = context
  const { command, invocation } = parseCommandLine(argv.slice(2))
  if (invocation.options.flag('version')) {
    await output.line((await import('../doctor/version.ts')).version)
    return exitCode.healthy
  }
  if (!command || invocation.options.flag('help')) {
    const { helpText } = await import('./table/help-text.ts')
    await output.write(helpText(command, output.style))
    return exitCode.healthy
  }
  return (await command.load())(invocation, context)
}

/** Runs the command line of this process; its outcome becomes the exit code. */
export async function main(): Promise<void> {
  // A reader that has seen enough (`doctor | head`) is no error: there is nobody left to write for.
  for (const stream of [stdout, stderr])
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EPIPE') process.exit()
      throw cause
    })
  const output = createOutput({ stdout, stderr })
  const home = env['HOME'] || homedir()
  try {
    process.exitCode = await run({ output, stdin, env, home, now: Date.now, cwd: cwd() })
  } catch (cause) {
    const { message, remedy, exit, lines = [] } = toShownError(cause)
    output.progress('')
    output.talk(`${output.styleTalk('red', 'session-recovery:')} ${message}`)
    for (const line of lines) output.talk(line)
    output.talk(remedy)
    if (env['SESSION_RECOVERY_DEBUG'] && cause instanceof Error)
      for (const line of (cause.stack ?? '').split('\n')) output.talk(line)
    process.exitCode = exit
  }
}
