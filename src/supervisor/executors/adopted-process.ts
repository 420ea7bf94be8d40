import { isSameProcess, type ProcessIdentity } from '../../files/process-identity.ts'
import type { ExecutionContext } from '../executor.ts'
import type { SessionHandle } from '../session-handle.ts'
import { endProcess, sendSignal } from './end-process.ts'
import { whenGone } from './exit-watch.ts'

/** A process that a former supervisor has started: it can be watched and ended, but its output pipes are gone. */
export async function adoptedProcess(
  { scheduler }: ExecutionContext,
  identity: ProcessIdentity,
): Promise<SessionHandle | undefined> {
  if (!(await isSameProcess(identity))) return undefined
  const watching = new AbortController()
  const ended = whenGone(identity, scheduler, watching.signal)
  return {
    address: { process: identity },
    pid: identity.pid,
    ended,
    outlivesSupervisor: false,
    isAlive: () => isSameProcess(identity),
    output: () => '',
    onOutput: () => () => undefined,
    async signal(signal) {
      if (await isSameProcess(identity)) sendSignal(identity.pid, signal)
    },
    async stop(graceMs) {
      if (await isSameProcess(identity)) await endProcess(identity.pid, ended, graceMs)
      watching.abort()
    },
    detach: () => watching.abort(),
  }
}
