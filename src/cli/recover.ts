import { resolve } from 'node:path'
import { FileWorkError, systemCode } from '../files/file-work-error.ts'
import { nodeFs } from '../files/node-fs.ts'
import type { RecoveryMode } from '../journal/examine-session.ts'
import type { RecoveredSession, RecoveredState } from '../journal/mend-session.ts'
import { recoverJournal } from '../journal/recover-journal.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { tellingFs } from './output/telling-fs.ts'
import { exitCode, worseExit, type ExitCode } from './exit-code.ts'
import { shellWord } from '../doctor/sessions/short-id.ts'
import type { Invocation } from './table/command.ts'
import { counted } from '../json/counted.ts'

const exitOf: Readonly<Record<RecoveredState, (isApplied: boolean) => ExitCode>> = {
  clean: () => exitCode.healthy,
  recovered: (isApplied) => (isApplied ? exitCode.healthy : exitCode.findings),
  needs_review: () => exitCode.findings,
  busy: () => exitCode.refused,
  not_found: () => exitCode.failure,
  failed: () => exitCode.failure,
}

function describe({ records, droppedTailBytes, quarantinedBytes, gaps, error }: RecoveredSession): string {
  if (error) return error.message
  const inside = quarantinedBytes - droppedTailBytes
  return [
    counted(records, 'record'),
    ...(droppedTailBytes > 0 ? [`${counted(droppedTailBytes, 'byte')} of a torn tail`] : []),
    ...(inside > 0 ? [`${counted(inside, 'damaged byte')} between records`] : []),
    ...gaps.map(
      ({ after, before }) => `lost: ${before === undefined ? `behind ${after}` : `${after + 1} to ${before - 1}`}`,
    ),
  ].join(', ')
}

/** What to do next, by the worst that is left. */
function nextCommand(recovered: readonly RecoveredSession[], isApplied: boolean, folder: string): string | undefined {
  const has = (state: RecoveredState): boolean => recovered.some((session) => session.state === state)
  const place = shellWord(folder)
  const isWorkLeft = has('recovered') || recovered.some(({ quarantinedBytes }) => quarantinedBytes > 0)
  if (!isApplied && isWorkLeft)
    return `session-recovery recover ${place} --apply   moves damage to quarantine/ and makes the derived files again`
  const reviewed = recovered.find(({ state }) => state === 'needs_review')
  if (reviewed)
    return `session-recovery recover ${place} --session ${shellWord(reviewed.sessionID)} --acknowledge   once the loss is known`
  if (has('failed')) return `session-recovery recover ${place}   once the files can be read and written`
  return has('busy') ? `session-recovery recover ${place}   when the other process has ended` : undefined
}

/** `session-recovery recover`: puts the sessions of a journal right after a crash. */
export async function recoverCommand({ options, positionals }: Invocation, context: CliContext): Promise<ExitCode> {
  const { output, cwd, now } = context
  const folder = resolve(cwd, positionals[0] ?? '.')
  const sessionID = options.text('session')
  const acknowledge = options.flag('acknowledge')
  const isApplied = options.flag('apply') || acknowledge
  if (acknowledge && sessionID === undefined)
    throw new CliError('usage', '--acknowledge needs one session.', 'Name it: --session ID')
  await nodeFs.readdir(folder).catch((cause: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(cause) ?? ''))
      throw FileWorkError.from(cause, folder, 'Cannot list the folder')
    throw new CliError('not_found', `There is no folder ${folder}.`, 'Name the folder of a journal store.', { cause })
  })
  const { recovered } = await recoverJournal(folder, {
    now,
    apply: isApplied,
    acknowledge,
    fs: tellingFs(output),
    mode: (options.text('mode') ?? 'salvage') as RecoveryMode,
    ...(sessionID !== undefined && { sessionID }),
  })
  output.progress('')
  const exit = recovered.map(({ state }) => exitOf[state](isApplied)).reduce<ExitCode>(worseExit, exitCode.healthy)
  const next = nextCommand(recovered, isApplied, folder)
  if (options.flag('json')) {
    await output.line(
      toJson({ schema: 'session-recovery.recover/1', folder, applied: isApplied, recovered, next: next ?? null }),
    )
    return exit
  }
  for (const session of recovered)
    await output.line(`${session.state.padEnd(13)}${session.sessionID}  ${describe(session)}`)
  if (recovered.length === 0) output.talk(`There are no sessions in ${folder}.`)
  if (next !== undefined) output.talk(`Next: ${next}`)
  return exit
}
