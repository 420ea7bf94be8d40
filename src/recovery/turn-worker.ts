import type { ProcessIdentity } from '../files/process-identity.ts'
import { isRecord } from '../json/is-record.ts'
import type { Turn } from '../storage/turn-store.ts'

let own: Promise<ProcessIdentity | undefined> | undefined

/** Who this process is; undefined where nobody can tell. */
export function ownProcess(): Promise<ProcessIdentity | undefined> {
  return (own ??= identify())
}

/**
 * Whether another process of this machine that is known to live works on the turn. This process may say of its own turns that
 * they are over, and of a worker elsewhere only its lease can tell.
 */
export async function isAtWork({ data }: Pick<Turn, 'data'>): Promise<boolean> {
  const worker = isRecord(data) ? data['worker'] : undefined
  if (!isRecord(worker)) return false
  // Numbers of processes are used again: it is who it was, or another one.
  const { host, bootId, pid, startTime } = worker
  if (typeof host !== 'string' || typeof bootId !== 'string' || typeof startTime !== 'string') return false
  if (typeof pid !== 'number' || pid === process.pid) return false
  return import('../files/process-identity.ts')
    .then(({ isSameProcess }) => isSameProcess({ host, bootId, pid, startTime }))
    .catch(() => false)
}

/** This process; undefined where nobody can tell (no file system, no processes). Loaded at first use. */
function identify(): Promise<ProcessIdentity | undefined> {
  return import('../files/process-identity.ts')
    .then(({ identifyProcess }) => identifyProcess(process.pid))
    .catch(() => undefined)
}
