import type { ProcessIdentity } from '../files/process-identity.ts'
import { isRecord } from '../json/is-record.ts'
import type { Turn } from '../storage/turn-store.ts'

let own: Promise<ProcessIdentity | undefined> | undefined

/** Who this process is; undefined where nobody can tell (no file system, no processes). Loaded at first use. */
export function ownProcess(): Promise<ProcessIdentity | undefined> {
  return (own ??= import('../files/process-identity.ts')
    .then(({ identifyProcess }) => identifyProcess(process.pid))
    .catch(() => undefined))
}

/**
 * Whether another process of this machine that is known to live works on the turn. This process may say of its own turns that
 * they are over, and of a worker elsewhere only its lease can tell.
 */
export async function isAtWork({ data }: Pick<Turn, 'data'>): Promise<boolean> {
  const worker = isRecord(data) ? data['worker'] : undefined
  if (!isIdentity(worker)) return false
  const self = await ownProcess()
  if (self === undefined || (self.pid === worker.pid && self.startTime === worker.startTime)) return false
  const { isSameProcess } = await import('../files/process-identity.ts')
  return isSameProcess(worker)
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (!isRecord(value)) return false
  const { host, bootId, pid, startTime } = value
  return (
    typeof host === 'string' && typeof bootId === 'string' && typeof startTime === 'string' && Number.isInteger(pid)
  )
}
