import { open, unlink, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Quarantine, SessionRef } from '../../agents/agent.ts'
import { backupFolderPath } from '../../files/backup-folder.ts'
import { makeFolderDurably } from '../../files/make-folder-durably.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { toQuarantineLine } from '../../record-log/quarantine.ts'
import { backupsOf, type DoctorEnvironment } from '../doctor-environment.ts'

/** A file for bytes that a repaired session does not hold any more; created when the first ones come. */
export interface QuarantineFile {
  readonly take: Quarantine
  /** Makes it durable; its path, or undefined when nothing was taken. */
  keep(): Promise<string | undefined>
  /** Forgets it: the repair was not made. */
  discard(): Promise<void>
}

export function quarantineFile(ref: SessionRef, environment: DoctorEnvironment): QuarantineFile {
  const stamp = new Date(environment.now()).toISOString().replaceAll(/[-:.]/g, '')
  const name = `${ref.id.replaceAll(/[^\w.-]/g, '_').slice(0, 80)}-${stamp}.jsonl`
  const path = join(dirname(backupFolderPath(backupsOf(environment).env)), 'quarantine', name)
  let file: FileHandle | undefined
  return {
    async take(damage) {
      if (!file) {
        await makeFolderDurably(nodeFs, dirname(path))
        file = await open(path, 'wx', 0o600)
      }
      await file.writeFile(toQuarantineLine(damage))
    },
    async keep() {
      if (!file) return undefined
      await file.sync()
      await file.close()
      // I8: without its name in the folder the file is not there after a crash.
      await nodeFs.syncFolder(dirname(path))
      return path
    },
    async discard() {
      if (!file) return
      await file.close().catch(() => undefined)
      await unlink(path).catch(() => undefined)
    },
  }
}
