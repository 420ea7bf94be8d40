import { resolve } from 'node:path'
import type { RecoveryMode } from '../journal/examine-session.ts'
import type { CliContext } from './cli-context.ts'
import type { ExitCode } from './exit-code.ts'
import { recoverFolder } from './recover/recover-folder.ts'
import type { Invocation } from './table/command.ts'

/** `session-recovery recover`: puts the sessions of a journal right after a crash. */
export function recoverCommand({ options, positionals }: Invocation, context: CliContext): Promise<ExitCode> {
  return recoverFolder(
    {
      folder: resolve(context.cwd, positionals[0] ?? '.'),
      sessionID: options.text('session'),
      acknowledge: options.flag('acknowledge'),
      isApplied: options.flag('apply') || options.flag('acknowledge'),
      mode: options.text('mode') as RecoveryMode | undefined,
      isJson: options.flag('json'),
    },
    context,
  )
}
