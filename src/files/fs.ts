/** What is known of a file without reading it. */
export interface FileStat {
  readonly isFile: boolean
  readonly size: number
  /** Permission bits only. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly dev: number
  readonly ino: number
}

/** An open file. Reads and writes go on where the last one ended. */
export interface FsFile {
  /** Fills the buffer from its start; the number of bytes read, 0 at the end. */
  read(buffer: Uint8Array): Promise<number>
  /** The number of bytes taken, which may be less than given. */
  write(bytes: Uint8Array): Promise<number>
  stat(): Promise<FileStat>
  chmod(mode: number): Promise<void>
  chown(uid: number, gid: number): Promise<void>
  setMtime(mtimeMs: number): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * The calls that file work makes to the operating system, no more. A port, so that tests can fail each of them; errors carry
 * the `code` of the system (`ENOSPC`, `EACCES`...).
 */
export interface Fs {
  /** `r` reads an existing file, `wx` creates one that must not exist. */
  open(path: string, flags: 'r' | 'wx', mode?: number): Promise<FsFile>
  stat(path: string): Promise<FileStat>
  realpath(path: string): Promise<string>
  readdir(path: string): Promise<string[]>
  /** Creates the folder and its parents, for the owner alone; the topmost one that was missing, if any was. */
  mkdir(path: string): Promise<string | undefined>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Removes a file from within a signal handler, where nothing can be awaited. */
  unlinkNow(path: string): void
  /** Makes creations, renames and removals in the folder durable (I8). */
  syncFolder(path: string): Promise<void>
}
