import assert from 'node:assert/strict'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { type Fault, FaultFs } from '../files/fault-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { newLedger, provesLedger, storeOn, work } from './journal-workload.ts'
import { now, ROOT } from './sample-session.ts'

export const FAULTS: readonly Omit<Fault, 'at'>[] = ['EIO', 'ENOSPC', 'EMFILE'].flatMap((code) => [
  { code, persistent: false },
  { code, persistent: true },
])

/** A working day of a store on a file system that fails once or from then on; what it acknowledged must be there. */
export async function provesFault(
  fault: Fault | undefined,
  shortWrite?: number,
): Promise<{ readonly calls: number; readonly failures: number }> {
  const memory = new MemoryFs()
  const fs = new FaultFs(fault, memory, shortWrite)
  const ledger = newLedger()
  const failures = await work(storeOn(fs), ledger)
  await provesLedger(memory.copy(), ledger)
  const { recovered } = await recoverJournal(ROOT, { fs: memory, apply: true, now: () => now() + 3_600_000 })
  for (const { state, error } of recovered)
    assert.ok(['clean', 'recovered', 'busy'].includes(state), `${state}: ${error?.message}`)
  return { calls: fs.calls, failures }
}
