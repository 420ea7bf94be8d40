import { undoRepair } from '../doctor/undo-repair.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import type { Invocation } from './table/command.ts'

/** `session-recovery undo`: restores what a repair replaced. */
export async function undoCommand({ options, positionals }: Invocation, context: CliContext): Promise<ExitCode> {
  const { output } = context
  const [named] = positionals
  const { id, restored, unchanged, backup } = await undoRepair(
    { force: options.flag('force'), ...(named !== undefined && { backup: named }) },
    context,
  )
  if (options.flag('json')) {
    const document = { schema: 'session-recovery.undo/1', id, restored, unchanged, backup: backup?.id ?? null }
    await output.line(toJson(document))
    return exitCode.healthy
  }
  for (const path of restored) await output.line(`restored   ${path}`)
  for (const path of unchanged) await output.line(`unchanged  ${path}`)
  if (backup) await output.line(`What was there is kept: session-recovery undo ${backup.id} --force`)
  return exitCode.healthy
}
