import type { SessionRecord } from './session-record.ts'
import type { RecoveryCounter, SessionNumbers, SupervisorStatistics } from './statistics.ts'
import type { SupervisorConfig } from './supervisor-options.ts'

export interface StatisticsFacts {
  readonly config: SupervisorConfig
  readonly running: boolean
  readonly monotonic: number
}

function sessionNumbers(record: SessionRecord, monotonic: number): SessionNumbers {
  const pid = record.handle?.pid
  return {
    ...record.counter.numbers(),
    state: record.state,
    ...(pid !== undefined && { pid }),
    budgetUsed: record.budget.used(monotonic),
    ...(record.writeError !== undefined && { writeError: record.writeError }),
  }
}

/** The statistics of a supervisor, in total and for each session. */
export function statisticsOf(
  all: RecoveryCounter,
  records: readonly SessionRecord[],
  { config, running, monotonic }: StatisticsFacts,
): SupervisorStatistics {
  const interactive = records.flatMap((record) => (record.interactive ? [record.interactive] : []))
  const timeouts = interactive.reduce((sum, { timeoutCount }) => sum + timeoutCount, 0)
  return {
    ...all.numbers(),
    running,
    registeredSessions: records.length,
    activeRecoveries: records.filter(({ recovery }) => recovery !== undefined).length,
    interactive: {
      sessions: interactive.filter(({ isInteractive }) => isInteractive).length,
      withTimeouts: interactive.filter(({ timeoutCount }) => timeoutCount > 0).length,
      unresponsive: interactive.filter(({ sessionUnresponsive }) => sessionUnresponsive).length,
      averageTimeoutCount: interactive.length === 0 ? 0 : timeouts / interactive.length,
    },
    sessions: Object.fromEntries(records.map((record) => [record.id, sessionNumbers(record, monotonic)])),
    config: structuredClone(config),
  }
}
