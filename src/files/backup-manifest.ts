import type { ContentId } from './hash-file.ts'

/** One file of a backup: what it was, and what has been written in its place. */
export interface BackedUpFile extends ContentId {
  /** Absolute, with symbolic links resolved. */
  readonly path: string
  readonly mode: number
  readonly mtimeMs: number
  /** Content that the repair wrote; absent when it did not get that far. */
  readonly written?: ContentId | undefined
}

/** A file that the repair made, and what it wrote into it. */
export interface CreatedFile extends ContentId {
  readonly path: string
}

/** Rows of a database that the repair changed. The kept copy holds what each of them was, and what was written. */
export interface BackedUpRows extends ContentId {
  /** Of the database; absolute, with symbolic links resolved. */
  readonly path: string
  /** Whose rows they are: undo asks that program's signs of life first. */
  readonly agent: string
  readonly session: string
}

/** The record of one backup, stored as `<id>.json`; the contents lie beside it under their SHA-256. */
export interface BackupManifest {
  readonly schema: 1
  readonly id: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Name and version of the program that made it. */
  readonly tool: string
  readonly reason: string
  /** Absent until the backup was restored. */
  readonly undoneAt?: string | undefined
  readonly files: readonly BackedUpFile[]
  /** Files that were not there before; undo removes them. */
  readonly created?: readonly CreatedFile[] | undefined
  readonly rows?: readonly BackedUpRows[] | undefined
  /** Folders that the repair made for them; undo removes those that are empty again. */
  readonly folders?: readonly string[] | undefined
}

/** Checks what was stored. Ids and hashes become file names, so their form matters. Throws where it does not fit: the message names the field. */
export async function parseBackupManifest(value: unknown): Promise<BackupManifest> {
  const { parseManifest } = await import('./manifest-schema.ts')
  return parseManifest(value)
}
