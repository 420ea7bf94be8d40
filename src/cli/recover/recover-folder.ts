import { FileWorkError, systemCode } from '../../files/file-work-error.ts'
import { nodeFs } from '../../files/node-fs.ts'
import type { RecoveryMode } from '../../journal/examine-session.ts'
import type { RecoveredSession, RecoveredState } from '../../journal/mend-session.ts'
import { recoverJournal } from '../../journal/recover-journal.ts'
import { toJson } from '../../doctor/redact/to-json.ts'
import { CliError } from '../cli-error.ts'
import type { CliContext } from '../cli-context.ts'
import { tellingFs } from '../output/telling-fs.ts'
import { exitCode, worseExit, type ExitCode } from '../exit-code.ts'
import { shellWord } from '../../doctor/sessions/short-id.ts'
import { counted } from '../../json/counted.ts'

const exitOf: Readonly<Record<RecoveredState, (isApplied: boolean) => ExitCode>> = {
  clean: () => exitCode.healthy,
  recovered: (isApplied) => (isApplied ? exitCode.healthy : exitCode.findings),
  needs_review: () => exitCode.findings,
  busy: () => exitCode.refused,
  not_found: () => exitCode.failure,
  failed: () => exitCode.failure,
}

function describe({ state, records, droppedTailBytes, quarantinedBytes, gaps, error }: RecoveredSession): string {
  if (error && (state === 'failed' || state === 'busy')) return error.message
  const inside = quarantinedBytes - droppedTailBytes
  return [
    counted(records, 'record'),
    ...(droppedTailBytes > 0 ? [`${counted(droppedTailBytes, 'byte')} of a torn tail`] : []),
    ...(inside > 0 ? [`${counted(inside, 'damaged byte')} between records`] : []),
    ...gaps.map(
      ({ after, before }) => `lost: ${before === undefined ? `behind ${after}` : `${after + 1} to ${before - 1}`}`,
    ),
    ...(error ? [error.message] : []),
  ].join(', ')
}

/** The command to run next, by the worst remaining problem; its scope is never wider than what was asked for. */
function nextCommand(
  recovered: readonly RecoveredSession[],
  { isApplied, folder, sessionID, mode }: FolderRecovery,
): string | undefined {
  const has = (state: RecoveredState): boolean => recovered.some((session) => session.state === state)
  const only = sessionID === undefined ? [] : ['--session', shellWord(sessionID)]
  const far = mode === undefined ? [] : ['--mode', mode]
  const place = [shellWord(folder), ...only, ...far].join(' ')
  const isWorkLeft = has('recovered') || recovered.some(({ quarantinedBytes }) => quarantinedBytes > 0)
  if (!isApplied && isWorkLeft)
    return `session-recovery recover ${place} --apply   moves damage to quarantine/ and makes the derived files again`
  const reviewed = recovered.find(({ state }) => state === 'needs_review')
  if (reviewed)
    return `session-recovery recover ${[shellWord(folder), '--session', shellWord(reviewed.sessionID), ...far].join(' ')} --acknowledge   once the loss is known`
  if (has('failed')) return `session-recovery recover ${place}   once the files can be read and written`
  return has('busy') ? `session-recovery recover ${place}   when the other process has ended` : undefined
}

export interface FolderRecovery {
  readonly folder: string
  /** Only this one. */
  readonly sessionID?: string | undefined
  readonly acknowledge?: boolean
  readonly isApplied: boolean
  readonly mode?: RecoveryMode | undefined
  readonly isJson: boolean
}

/** Recovers the sessions of a journal after a crash, reports what was done and what is next, and returns the exit code. */
export async function recoverFolder(asked: FolderRecovery, { output, now }: CliContext): Promise<ExitCode> {
  const { folder, sessionID, acknowledge = false, isApplied, mode = 'salvage', isJson } = asked
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
    mode,
    ...(sessionID !== undefined && { sessionID }),
  })
  output.progress('')
  const exit = recovered
    .flatMap(({ state, error }) => [exitOf[state](isApplied), error ? exitCode.findings : exitCode.healthy])
    .reduce<ExitCode>(worseExit, exitCode.healthy)
  const next = nextCommand(recovered, asked)
  if (isJson) {
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
