import { SupervisorCore } from './supervisor-core.ts'
import type { SessionSupervisor } from './session-supervisor.ts'
import type { SessionSupervisorOptions } from './supervisor-options.ts'

/**
 * A supervisor for processes and terminals. It restarts programs that died, within a budget, by a ladder of strategies that count
 * only after their probe (I17), and repairs an agent's session first. Nothing happens before `start`, `register` or `recover`.
 *
 * @throws SupervisorError `invalid_options`
 * @example
 * await using supervisor = createSessionSupervisor({ folder: '.supervisor', executors: [localProcess()] })
 * await supervisor.start()
 * await supervisor.register('web', { command: ['node', 'server.js'], probe: { command: ['curl', '-fs', url] } })
 */
export function createSessionSupervisor(options: SessionSupervisorOptions = {}): SessionSupervisor {
  const core = new SupervisorCore(options)
  return {
    register: (sessionID, spec) => core.register(sessionID, spec),
    unregister: (sessionID) => core.unregister(sessionID),
    update: (sessionID, patch) => core.update(sessionID, patch),
    recover: (sessionID, failure) => core.recover(sessionID, failure),
    plan: (sessionID, failure) => core.plan(sessionID, failure),
    shouldTrigger: (sessionID) => core.shouldTrigger(sessionID),
    history: (sessionID) => core.history(sessionID),
    statistics: () => core.statistics(),
    snapshots: () => core.snapshots(),
    on: (name, listener) => core.events.on(name, listener),
    start: () => core.start(),
    stop: (stopOptions) => core.stop(stopOptions),
    [Symbol.asyncDispose]: () => core.stop(),
  }
}
