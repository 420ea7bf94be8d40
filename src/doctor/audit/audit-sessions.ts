import { resolve } from 'node:path'
import {
  checkArgument,
  checkOptions,
  demandObject,
  having,
  oneOf,
  optional,
  somePath,
  someText,
} from '../../errors/check-options.ts'
import { FileWorkError, systemCode } from '../../files/file-work-error.ts'
import { FileMemory } from '../../files/file-memory.ts'
import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import type { AuditReport } from './audit-item.ts'
import { layoutNames, type AuditedStore, type AuditLayout, type LayoutName } from './audit-layout.ts'
import { auditClaudeCode } from './claude-code/audit-claude-code.ts'
import { auditCodex } from './codex/audit-codex.ts'
import { auditHermes } from './hermes-webui/audit-hermes.ts'
import { auditJournal } from './journal/audit-journal.ts'
import { auditOpencode } from './opencode/audit-opencode.ts'

const layouts: Readonly<Record<LayoutName, AuditLayout>> = {
  'hermes-webui': auditHermes,
  codex: auditCodex,
  'claude-code': auditClaudeCode,
  opencode: auditOpencode,
  journal: auditJournal,
}

/** The folder that `auditSessions` reads, and its layout. */
export interface AuditOptions {
  /** The folder of the sessions. One that does not exist holds none. */
  readonly folder: string
  /** hermes-webui: its canonical database, opened read-only. */
  readonly stateDb?: string | undefined
  /** Default `hermes-webui`. */
  readonly layout?: LayoutName | undefined
  /** The file system; default: the real one. For tests that forget or refuse. */
  readonly fs?: Fs | undefined
  /**
   * hermes-webui: sessions in order of which no file has changed are not read again. From `openAuditMemory`, one for each folder.
   */
  readonly memory?: FileMemory | undefined
}

const rules = {
  folder: somePath('a folder'),
  stateDb: someText('the path of a database'),
  layout: oneOf<LayoutName>(layoutNames, 'hermes-webui'),
  fs: optional<Fs>('object'),
  memory: having<FileMemory>('what `openAuditMemory` gives', 'save'),
}

/** Reads a store in its layout. Throws an `OptionsError` for a layout that there is not, a `FileWorkError` for a store that cannot be read. */
export async function openAudit(options: AuditOptions): Promise<AuditedStore> {
  demandObject(options)
  const { folder: named, stateDb: database, layout: kept, fs: files, memory: known } = options
  const given = { folder: named, stateDb: database, layout: kept, fs: files, memory: known }
  const { folder, stateDb, layout, fs = nodeFs, memory } = checkOptions(given, rules)
  const target = { folder: resolve(folder), stateDb: stateDb === undefined ? undefined : resolve(stateDb), fs, memory }
  return layouts[layout](target).catch((cause: unknown) => {
    if (systemCode(cause) === undefined) throw cause
    throw FileWorkError.from(cause, target.folder, 'Cannot read the store')
  })
}

/**
 * A memory for `auditSessions` and `repairSafe`, in a file of its own; without a path it lasts as long as the process. It is
 * written by its `save`. It trusts sizes, times and inodes: leave it out for a look at every byte.
 *
 * @example
 * const memory = await openAuditMemory('audit.memory')
 * await auditSessions({ folder: 'sessions', memory })
 * await memory.save()
 */
export async function openAuditMemory(path?: string): Promise<FileMemory> {
  if (path !== undefined) checkArgument('path', path, somePath('the path of a file'))
  return FileMemory.open(path)
}

/**
 * Compares the copies of every session of a store, by content, and says what disagrees. Nothing is changed. One bad session is
 * one finding and stops nothing.
 *
 * @throws OptionsError for a layout that there is not; FileWorkError for a store that cannot be listed
 * @example
 * const { status, items } = await auditSessions({ folder: 'sessions', stateDb: 'state.db' })
 */
export async function auditSessions(options: AuditOptions): Promise<AuditReport> {
  return (await openAudit(options)).report
}
