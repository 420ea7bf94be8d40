import { scanRecordLog, type ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import { isCodexRecord } from './codex-record.ts'
import type { Rollout } from './rollout.ts'
import { RolloutDraft } from './rollout-draft.ts'

/** The scan options for rollouts, for reading and for writing back. */
export const scanOptions: ScanSourceOptions = { isRecord: isCodexRecord }

/** Reads the items that Codex would send. A compaction replaces what came before it. */
export async function readRollout(path: string): Promise<Rollout> {
  const draft = new RolloutDraft()
  const scan = scanRecordLog(path, { ...scanOptions, isTransient: true })
  for await (const entries of scan.batches()) for (const entry of entries) draft.read(entry)
  return draft.rollout(scan.summary)
}
