import type { DetectedError } from '../detection/detected-error.ts'
import { evidenceFromParts } from '../storage/evidence-from-parts.ts'
import type { Lease } from '../storage/lease.ts'
import { StoreError } from '../storage/store-error.ts'
import type { Rung } from '../lint/define-strategy.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { RepairResult } from '../repair/repair-result.ts'
import { repair } from '../repair/repair.ts'
import type { ResolvedHookOptions } from './hook-options.ts'
import type { MessageInfo } from './message-info.ts'
import type { LoadedSession, RecoveryHost } from './recovery-host.ts'
import type { RecoveryOutcome, RecoveryReport } from './recovery-report.ts'
import { reportOf } from './report-of.ts'
import { findResumeConfig } from './resume-config.ts'

/** One recovery, as the hook hands it over. */
export interface Recovery {
  readonly host: RecoveryHost
  readonly options: ResolvedHookOptions
  readonly sessionID: string
  readonly info: MessageInfo
  readonly detected: DetectedError
  readonly rung: Rung
  readonly lease?: Lease
}

/** Faults that the stored conversation does not have: it only needs to be sent again as a whole. */
const replayed: ReadonlySet<RecoveryErrorType> = new Set(['conversation_empty', 'reference_not_found'])

/** How often a plan is made anew because the conversation changed while it was made. */
const maxStale = 3

/** Loads, repairs, commits and resumes one session. Throws when the host or the store does; then nothing was committed. */
export async function repairSession(recovery: Recovery): Promise<RecoveryReport> {
  for (let attempt = 1; ; attempt += 1) {
    const session = await load(recovery)
    if (session === null) return report(recovery, 'unrepairable')
    const result = await plan(recovery, session)
    const replays = replayed.has(recovery.detected.type) && session.messages.length > 0
    if (!result.changed && !replays) return report(recovery, 'unrepairable', result)
    if (recovery.options.mode === 'observe') return report(recovery, 'observed', result)
    try {
      const undoId = result.changed ? await commit(recovery, session, result) : undefined
      return await resume(recovery, session, result, replays, undoId)
    } catch (error) {
      if (!isStale(error) || attempt === maxStale) throw error
    }
  }
}

async function load({ host, options, sessionID }: Recovery): Promise<LoadedSession | null> {
  if (host.load) return host.load(sessionID)
  const stored = await host.store?.messages.load(sessionID)
  if (!stored) return null
  return {
    format: options.format,
    messages: stored.messages.map((message) => message.raw),
    data: stored.messages.map(({ meta }) => ({ info: meta })),
    revision: stored.revision,
  }
}

async function plan(recovery: Recovery, session: LoadedSession): Promise<RepairResult> {
  const parts = await recovery.host.store?.parts.list(recovery.sessionID)
  return repair(session.messages, {
    format: session.format,
    ...(session.request && { request: session.request }),
    error: recovery.info.error,
    evidence: evidenceFromParts(parts ?? []),
    allow: recovery.options.allow,
    rung: recovery.rung,
  })
}

async function commit(
  { host, sessionID, lease }: Recovery,
  session: LoadedSession,
  result: RepairResult,
): Promise<string | undefined> {
  if (host.commit) return (await host.commit(sessionID, result, session)) ?? undefined
  if (host.store === undefined) throw new TypeError('The host has neither `commit` nor `store`: give it one of them.')
  const { undoId } = await host.store.transact(sessionID, result.edits, {
    expect: session.revision ?? 0,
    meta: { because: result.faults.map((fault) => fault.type), loss: result.loss },
    ...(lease && { lease }),
  })
  if (result.request)
    await host.store.messages.setStanding(sessionID, { request: result.request, betas: result.betas ?? [] })
  return undoId ?? undefined
}

async function resume(
  recovery: Recovery,
  session: LoadedSession,
  result: RepairResult,
  replays: boolean,
  undoId: string | undefined,
): Promise<RecoveryReport> {
  const { host, options, sessionID } = recovery
  const recovered = { ...report(recovery, 'recovered', result), ...(undoId !== undefined && { undoId }) }
  if (host.resume === undefined || !options.experimental.autoResume) return recovered
  try {
    await host.resume(sessionID, {
      ...findResumeConfig(sessionID, session.data ?? []),
      ...(result.request && { request: result.request }),
      ...(result.betas && { betas: result.betas }),
      ...(replays && { replay: true }),
    })
  } catch (cause) {
    // The repair is committed and good; only the turn did not start again.
    return { ...recovered, cause }
  }
  return { ...recovered, resumed: true }
}

function isStale(error: unknown): boolean {
  return StoreError.isInstance(error) && error.code === 'stale_revision'
}

function report(recovery: Recovery, outcome: RecoveryOutcome, result?: RepairResult): RecoveryReport {
  const { detected, info, rung, sessionID } = recovery
  return { ...reportOf({ outcome, sessionID, error: info.error, detected, result }), rung }
}
