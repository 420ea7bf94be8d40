import { processStartMs } from '../../../files/process-identity.ts'
import type { Liveness, LivenessOptions } from '../../../files/who-holds.ts'

/** The time of a session's last write (epoch ms), and what its last answer still waits for, if it is incomplete. */
export interface SessionActivity {
  readonly writtenMs: number
  readonly waitsFor: 'model' | 'tool' | undefined
}

/** An answer that has been quiet for this long has no program behind it any more. A build or a subagent may say nothing for long. */
const quietMs = { model: 10 * 60_000, tool: 60 * 60_000 } as const
/** The accuracy of a process's start time. */
const startToleranceMs = 2000

/**
 * Whether a program that has the database open is at work in one of its sessions. It has it open for all of them, so that its hold
 * alone says nothing: the rows do, by when they were written and by an answer that is not complete. One that was broken off
 * before any of these programs has started is nobody's.
 */
export async function isAtWork(
  { waitsFor, writtenMs }: SessionActivity,
  { holders }: Liveness,
  options: LivenessOptions,
): Promise<boolean> {
  const ageMs = (options.now ?? Date.now)() - writtenMs
  if (ageMs < (options.recentMs ?? 10_000)) return true
  if (!waitsFor || ageMs >= quietMs[waitsFor]) return false
  for (const holder of holders) {
    if (holder.kind !== 'process' || holder.access !== 'write') continue
    const startMs = await processStartMs(holder.pid)
    if (startMs === undefined || startMs < writtenMs + startToleranceMs) return true
  }
  return !holders.some(({ kind }) => kind === 'process')
}
