import { resolve } from 'node:path'
import type { BackupOptions } from '../../files/backup-folder.ts'
import { checkOptions, demandObject, optional, yesOrNo } from '../../errors/check-options.ts'
import { asFileWork } from '../../files/as-file-work.ts'
import { FileMemory } from '../../files/file-memory.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { undo, type UndoResult } from '../../files/undo.ts'
import { whoHoldEach } from '../../files/who-holds.ts'
import { writeBatch, type RefusedWrite } from '../../files/write-batch.ts'
import type { AuditReport } from './audit-item.ts'
import type { AuditedStore } from './audit-layout.ts'
import { openAudit, type AuditOptions } from './audit-sessions.ts'

/** As {@link AuditOptions}; nothing is written unless `apply` says so. */
export interface RepairSafeOptions extends AuditOptions {
  /** Default false: a dry run, nothing is written. */
  readonly apply?: boolean | undefined
  /** Where replaced versions are kept. */
  readonly backups?: BackupOptions | undefined
}

/** The result of a repair of copies, done or planned. Every remaining finding is in `after`. */
export interface SafeRepair {
  /** Nothing is left to report. */
  readonly clean: boolean
  /** Repairable findings that are gone. */
  readonly repaired: number
  readonly before: AuditReport
  /** The audit after the repair; in a dry run the same as `before`. */
  readonly after: AuditReport
  readonly applied: boolean
  /** Files written; in a dry run those that would be. */
  readonly files: readonly string[]
  /** Files left alone, each with the reason: live, changed meanwhile, appeared meanwhile. */
  readonly refused: readonly RefusedWrite[]
  /** Id of the backup of the replaced files; null when nothing was written. */
  readonly backup: string | null
  /** Restores replaced files and removes created ones, exactly (I7). */
  undo(): Promise<UndoResult | null>
}

const rules = { apply: yesOrNo(false), backups: optional<BackupOptions>('object') }

/**
 * The program is at work when it holds its database or a session open for writing, or says so itself: then its memory would win
 * over any repair.
 */
async function refuseLive(files: readonly string[], { busy }: AuditedStore): Promise<void> {
  const held = await whoHoldEach(files, { recentMs: 0 })
  const live = [...held].find(([, { holders }]) =>
    holders.some((holder) => holder.kind === 'process' && holder.access === 'write'),
  )
  const sign = live?.[0] ?? (await busy?.())
  if (sign !== undefined) throw new FileWorkError('live', sign, 'The sessions are in use')
}

/**
 * Audit, plan, apply what is repairable and nothing else, audit again. Each file is written under a lock, compared before it is
 * replaced, and kept.
 *
 * @throws FileWorkError `live` when a program has the store open; `locked` when another repair runs; what the system says
 * @example
 * const { clean, repaired, undo } = await repairSafe({ folder: 'sessions', apply: true })
 */
export async function repairSafe(asked: RepairSafeOptions): Promise<SafeRepair> {
  demandObject(asked)
  return asFileWork(String(asked.folder), 'Cannot repair the copies', () => auditAndRepair(asked))
}

async function auditAndRepair(asked: RepairSafeOptions): Promise<SafeRepair> {
  const { apply: isApplied, backups: kept, ...given } = asked
  const { apply, backups = {} } = checkOptions({ apply: isApplied, backups: kept }, rules)
  // The second audit reads what the first found, and what was written.
  const options = { ...given, memory: given.memory ?? (await FileMemory.open(undefined, { fs: given.fs ?? nodeFs })) }
  const audited = await openAudit(options)
  const before = audited.report
  const writes = await audited.plan()
  if (!apply || writes.length === 0)
    return {
      clean: before.items.length === 0,
      repaired: 0,
      before,
      after: before,
      applied: false,
      files: writes.map(({ path }) => path),
      refused: [],
      backup: null,
      undo: () => Promise.resolve(null),
    }
  await refuseLive([...new Set([...audited.liveFiles, ...writes.map(({ path }) => path)])], audited)
  const where = { ...backups, ...(options.fs && { fs: options.fs }) }
  const reason = 'safe repair after an audit'
  const { written, refused, backupId } = await writeBatch(writes, { ...where, lock: resolve(options.folder), reason })
  const after = (await openAudit(options)).report
  return {
    clean: after.items.length === 0,
    repaired: Math.max(0, before.summary.repairable - after.summary.repairable),
    before,
    after,
    applied: true,
    files: written,
    refused,
    backup: backupId,
    undo: async () => (backupId === null ? null : undo(backupId, where)),
  }
}
