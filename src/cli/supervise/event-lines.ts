import type { ExitReport } from '../../supervisor/failure.ts'
import type { RecoveryResult } from '../../supervisor/recovery-result.ts'
import type { SupervisorEventName, SupervisorEvents } from '../../supervisor/supervisor-events.ts'

/** The facts that a line may mention beside the event. */
export interface LineFacts {
  readonly program: string
  readonly max: number
  readonly windowMs: number
}

/** One line for a person; undefined when there is nothing worth one. */
type Line<Name extends SupervisorEventName> = (event: SupervisorEvents[Name], facts: LineFacts) => string | undefined

const silent = (): undefined => undefined

/** How a program ended, in words. */
export function endOf({ code, signal, connectionLost }: ExitReport): string {
  if (connectionLost) return 'its connection was lost'
  if (signal !== null) return `ended by ${signal}`
  return code === null ? 'ended, nobody saw how' : `ended with ${code}`
}

function minutes(ms: number): string {
  return ms >= 60_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 1000)} s`
}

function recoveryLine(result: RecoveryResult, { program, max, windowMs }: LineFacts): string {
  const repaired = result.repair?.status === 'repaired' || result.repair?.status === 'partly'
  const repair = repaired ? `, session repaired (${result.repair?.says})` : ''
  const budget = `${result.attempt} of ${max} in ${minutes(windowMs)}`
  if (result.outcome === 'recovered' || result.outcome === 'degraded') {
    const pending = result.pending ? `; not run again: ${result.pending.join('; ')}` : ''
    return `${program} is back by ${result.strategy} (${budget})${repair}${pending}`
  }
  const tried = result.tried.filter(({ result: how }) => how === 'failed')
  const why = tried.map(({ strategy, why: reason }) => `${strategy}: ${reason ?? 'failed'}`).join('; ')
  return `${program} is not back (${budget})${repair}${why === '' ? '' : `: ${why}`}`
}

/** The line of every event. The type requires a row for each new event. */
export const eventLines: { readonly [Name in SupervisorEventName]: Line<Name> } = {
  started: silent,
  stopped: ({ drained }) => (drained ? undefined : 'stopped while a recovery was still running'),
  registered: silent,
  unregistered: silent,
  launched: silent,
  adopted: ({ pid }, { program }) => `${program} (${pid}) still runs; it was left by a supervisor that is gone`,
  held: ({ holder }, { program }) => `${program} is looked after by process ${holder.pid} on ${holder.host}`,
  lost: (_event, { program }) => `another supervisor has taken ${program} over`,
  ended: ({ exit, orderly }, { program }) => (orderly ? undefined : `${program} ${endOf(exit)}`),
  state: silent,
  'snapshot-updated': silent,
  'snapshot-damaged': ({ place, setAside, why }) =>
    `a snapshot was damaged (${why}) ${setAside === undefined ? place : `and is set aside: ${setAside}`}`,
  'snapshot-failed': ({ cause }) =>
    `the snapshot cannot be written: ${cause instanceof Error ? cause.message : 'unknown'}`,
  'recovery-started': silent,
  'strategy-started': silent,
  'strategy-ended': silent,
  'recovery-ended': recoveryLine,
  'retry-scheduled': ({ delayMs }) =>
    delayMs >= 1_000 ? `next attempt in ${Math.round(delayMs / 1000)} s; Ctrl-C ends it` : undefined,
  parked: ({ attempts, next }, { program }) =>
    `${program} is parked after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}. When the cause is gone: ${next}`,
  resumed: ({ missedMs }) => `the machine slept for ${minutes(missedMs)}`,
  'host-error': ({ cause }) => `an error of the supervisor: ${cause instanceof Error ? cause.message : String(cause)}`,
}
