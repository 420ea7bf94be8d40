import { listBackups } from '../files/list-backups.ts'
import type { FileWorkError } from '../files/file-work-error.ts'
import { pruneBackups } from '../files/prune-backups.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { ownValue } from '../json/own-value.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import { parseAge, parseCount } from './sessions/parse-when.ts'
import type { Invocation } from './table/command.ts'
import { counted } from '../json/counted.ts'

type Work = (invocation: Invocation, context: CliContext) => Promise<ExitCode>

const foldersOf = ({ env, home, now }: CliContext): { env: CliContext['env']; now: () => number } => ({
  env: { ...env, HOME: home },
  now,
})

const pathsOf = (unreadable: readonly FileWorkError[]): readonly string[] => unreadable.map(({ path }) => path)

/** Reports backups that cannot be read: one of them may be the one that the user counts on. */
function tellUnreadable(unreadable: readonly FileWorkError[], { output }: CliContext): ExitCode {
  for (const error of unreadable) output.talk(error.message)
  return unreadable.length > 0 ? exitCode.findings : exitCode.healthy
}

const list: Work = async ({ options }, context) => {
  const { output } = context
  const { backups, unreadable } = await listBackups(foldersOf(context))
  if (options.flag('json'))
    await output.line(toJson({ schema: 'session-recovery.backups/1', backups, unreadable: pathsOf(unreadable) }))
  else {
    for (const { id, reason, files, rows = [], undoneAt } of backups) {
      const places = [...files, ...rows]
      const bytes = places.reduce((sum, { size }) => sum + size, 0)
      await output.line(`${id}  ${counted(bytes, 'byte')}  ${reason}${undoneAt === undefined ? '' : ' (undone)'}`)
      for (const { path } of places) await output.line(output.style('dim', `  ${path}`))
    }
    if (backups.length === 0) await output.line('There are no backups.')
  }
  return tellUnreadable(unreadable, context)
}

const prune: Work = async ({ options }, context) => {
  const { output } = context
  const age = options.text('older-than')
  const keep = options.text('keep')
  const dryRun = options.flag('dry-run')
  const { removed, freedBytes, unreadable } = await pruneBackups({
    ...foldersOf(context),
    dryRun,
    ...(age !== undefined && { olderThanMs: parseAge(age, 'older-than') }),
    ...(keep !== undefined && { keep: parseCount(keep, 'keep') }),
  })
  if (options.flag('json'))
    await output.line(
      toJson({ schema: 'session-recovery.prune/1', dryRun, removed, freedBytes, unreadable: pathsOf(unreadable) }),
    )
  else {
    for (const id of removed) await output.line(id)
    await output.line(
      `${dryRun ? 'Would remove' : 'Removed'} ${counted(removed.length, 'backup')}, ${counted(freedBytes, 'byte')}.`,
    )
  }
  return tellUnreadable(unreadable, context)
}

const works: Readonly<Record<string, Work>> = { list, prune }

/** `session-recovery backups list|prune`. */
export async function backupsCommand(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const name = invocation.positionals[0] ?? 'list'
  const work = ownValue(works, name)
  if (!work)
    throw new CliError('usage', `backups does not know ${JSON.stringify(name)}.`, 'Use: backups list, backups prune')
  return work(invocation, context)
}
