import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/**
 * Why work on a file was refused or failed.
 *
 * - `not_found`, `not_a_file`, `in_the_way`, `read_only`, `not_permitted`, `no_space`, `too_many_open`, `io`: what the system said
 * - `live`: another process holds the file or has just written to it
 * - `locked`: another repair of the same file is running
 * - `changed_meanwhile`: the file is not what it was when the work began, or not what this tool wrote
 * - `backup_failed`: the copy could not be made, or does not read back as the original
 * - `backup_unreadable`: the manifest or the kept copy is damaged
 * - `not_durable`: the new file is in place, but the system did not confirm that it survives a power loss
 */
export type FileWorkErrorCode =
  | 'not_found'
  | 'not_a_file'
  | 'in_the_way'
  | 'read_only'
  | 'not_permitted'
  | 'no_space'
  | 'too_many_open'
  | 'io'
  | 'live'
  | 'locked'
  | 'changed_meanwhile'
  | 'backup_failed'
  | 'backup_unreadable'
  | 'not_durable'

/** What the user can do, one sentence for each code. */
export const fileWorkRemedies: Readonly<Record<FileWorkErrorCode, string>> = {
  not_found: 'Check the path.',
  not_a_file: 'Name a regular file.',
  in_the_way: 'Move away what stands there, or name another place.',
  read_only: 'Make the file and its folder readable and writable.',
  not_permitted: 'Run as the owner of the file, and as a member of its group.',
  no_space: 'Free some space and try again; the file is unchanged.',
  too_many_open: 'Raise the limit of open files (ulimit -n).',
  io: 'Check the disk; the file is unchanged.',
  live: 'End the program that uses the file and try again.',
  locked: 'Wait for the other repair to end.',
  changed_meanwhile: 'Look at the file, then run again.',
  backup_failed: 'Check the backup folder; nothing was changed.',
  backup_unreadable: 'The backup cannot be used; other backups are not affected.',
  not_durable: 'Check the disk, then compare the file with its backup.',
}

export function isFileWorkCode(code: string): code is FileWorkErrorCode {
  return Object.hasOwn(fileWorkRemedies, code)
}

const systemCodes: Readonly<Record<string, FileWorkErrorCode>> = {
  ENOENT: 'not_found',
  ENOTDIR: 'not_found',
  ENAMETOOLONG: 'not_found',
  ELOOP: 'io',
  EISDIR: 'not_a_file',
  EEXIST: 'in_the_way',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'not_permitted',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
  EMFILE: 'too_many_open',
  ENFILE: 'too_many_open',
}

/** The code that the operating system gave, such as `ENOENT`; an error of ours has one of its own, and is none of it. */
export function systemCode(cause: unknown): string | undefined {
  const code =
    cause instanceof Error && 'code' in cause && !SessionRecoveryError.isInstance(cause) ? cause.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Why work on a file failed, by what was thrown. */
export function fileWorkCode(cause: unknown): FileWorkErrorCode {
  return FileWorkError.isInstance(cause) ? cause.code : (systemCodes[systemCode(cause) ?? ''] ?? 'io')
}

/** Thrown by file work. Holds paths and codes, never content (I12). */
export class FileWorkError extends SessionRecoveryError<FileWorkErrorCode> {
  static override readonly brand: string = 'FileWorkError'

  readonly path: string
  /** One sentence: what the user can do. */
  readonly remedy: string

  constructor(code: FileWorkErrorCode, path: string, what: string, options: { cause?: unknown } = {}) {
    super(code, `${what}: ${path}. ${fileWorkRemedies[code]}`, options)
    this.path = path
    this.remedy = fileWorkRemedies[code]
  }

  /** Wraps what the system threw; an error that is one already stays as it is. */
  static from(cause: unknown, path: string, what: string): FileWorkError {
    if (FileWorkError.isInstance(cause)) return cause
    return new FileWorkError(fileWorkCode(cause), path, what, { cause })
  }
}
