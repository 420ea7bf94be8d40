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
  const now = await identify(Number(worker['pid']))
  if (now === undefined || now.pid === process.pid) return false
  return Object.entries(now).every(([field, value]) => worker[field] === value)
}

/** The process with this number, or this one; undefined where nobody can tell (no file system, no processes). Loaded at first use. */
function identify(pid?: number): Promise<ProcessIdentity | undefined> {
  return import('../files/process-identity.ts')
    .then(({ identifyProcess }) => identifyProcess(pid ?? process.pid))
    .catch(() => undefined)
}
