import { join } from 'node:path'
import { parseBackupManifest, type BackupManifest } from './backup-manifest.ts'
import { FileWorkError } from './file-work-error.ts'
import type { Fs } from './fs.ts'
import { homeFolder } from './home-folder.ts'
import { readFileChunks } from './hash-file.ts'
import { makeFolderDurably } from './make-folder-durably.ts'
import { nodeFs } from './node-fs.ts'
import { replaceFileDurably } from './replace-file-durably.ts'

export interface BackupOptions {
  /** Default `$XDG_STATE_HOME/session-recovery/backups`, else `~/.local/state/session-recovery/backups`. */
  readonly folder?: string
  /** Where `XDG_STATE_HOME` and `HOME` are read. Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The file system; default: the real one. For tests that forget or refuse. */
  readonly fs?: Fs
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Name and version of the calling program, for the manifest. */
  readonly tool?: string
}

/** The options with every default filled in. */
export interface BackupFolder {
  readonly folder: string
  readonly fs: Fs
  readonly now: () => number
  readonly tool: string
}

/** Where backups lie. An empty variable counts as unset, a relative one too (XDG base directory specification). */
export function backupFolderPath(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const state = env['XDG_STATE_HOME']
  return join(state?.startsWith('/') ? state : join(homeFolder(env), '.local', 'state'), 'session-recovery', 'backups')
}

export function resolveBackupFolder(options: BackupOptions = {}): BackupFolder {
  return {
    folder: options.folder ?? backupFolderPath(options.env),
    fs: options.fs ?? nodeFs,
    now: options.now ?? Date.now,
    tool: options.tool ?? 'session-recovery',
  }
}

export async function makeBackupFolder({ fs, folder }: BackupFolder): Promise<void> {
  await makeFolderDurably(fs, folder)
}

export function manifestPath(folder: string, id: string): string {
  return join(folder, `${id}.json`)
}

/** Stores a manifest, or the new state of one. */
export async function writeManifest({ fs, folder }: BackupFolder, manifest: BackupManifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  await replaceFileDurably(manifestPath(folder, manifest.id), (write) => write(bytes), { fs })
}

/** @throws FileWorkError `backup_unreadable` */
export async function readManifest({ fs, folder }: BackupFolder, id: string): Promise<BackupManifest> {
  const path = manifestPath(folder, id)
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of readFileChunks(fs, path)) chunks.push(Buffer.from(chunk))
    const manifest = await parseBackupManifest(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    if (manifest.id === id) return manifest
  } catch (cause) {
    throw new FileWorkError('backup_unreadable', path, 'The manifest cannot be read', { cause })
  }
  throw new FileWorkError('backup_unreadable', path, 'The manifest belongs to another backup')
}
