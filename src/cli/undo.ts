import { findBackup } from '../files/list-backups.ts'
import { undo } from '../files/undo.ts'
import { whoHolds } from '../files/who-holds.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { toJson } from './output/redact.ts'
import type { Invocation } from './table/command.ts'

/** `session-recovery undo`: restores what a repair has replaced. */
export async function undoCommand({ options, positionals }: Invocation, context: CliContext): Promise<ExitCode> {
  const { output, env, home, now } = context
  const backups = { env: { ...env, HOME: home }, now }
  const manifest = await findBackup(positionals[0], backups).catch((cause: unknown) => {
    throw new CliError(
      'not_found',
      positionals[0] === undefined
        ? 'There is nothing to undo.'
        : `There is no backup ${positionals[0]}, or more than one.`,
      'See what there is: session-recovery backups list',
      { cause },
    )
  })
  for (const { path } of manifest.files) {
    // The repair itself was a recent write, so that only those who have the file open count.
    const { live } = await whoHolds(path, { recentMs: 0 }).catch(() => ({ live: false }))
    if (live)
      throw new CliError('refused', `The file is in use: ${path}.`, 'End the program that uses it and run again.')
  }
  const result = await undo(manifest.id, { ...backups, force: options.flag('force') })
  if (options.flag('json')) {
    const { id, restored, unchanged, backup } = result
    await output.line(
      toJson({ schema: 'session-recovery.undo/1', id, restored, unchanged, backup: backup?.id ?? null }),
    )
    return exitCode.healthy
  }
  for (const path of result.restored) await output.line(`restored   ${path}`)
  for (const path of result.unchanged) await output.line(`unchanged  ${path}`)
  if (result.backup) await output.line(`What was there is kept: session-recovery undo ${result.backup.id} --force`)
  return exitCode.healthy
}
