/** What is known of a file without reading it. */
export interface FileStat {
  readonly isFile: boolean
  readonly isFolder: boolean
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

/** An open file. Reads and writes go on where the last one ended; a file opened with `a` is always written at its end. */
export interface FsFile {
  /** Fills the buffer from its start; the number of bytes read, 0 at the end. */
  read(buffer: Uint8Array): Promise<number>
  /** The same from a byte offset, whatever was read before. */
  readAt(buffer: Uint8Array, offset: number): Promise<number>
  /** The number of bytes taken, which may be less than given. */
  write(bytes: Uint8Array): Promise<number>
  stat(): Promise<FileStat>
  chmod(mode: number): Promise<void>
  chown(uid: number, gid: number): Promise<void>
  setMtime(mtimeMs: number): Promise<void>
  /** Cuts the file to this size. */
  truncate(size: number): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * The calls that file work makes to the operating system, no more. A port, so that tests can fail each of them; errors carry
 * the `code` of the system (`ENOSPC`, `EACCES`...).
 */
export interface Fs {
  /**
   * `r` reads an existing file, `wx` creates one that must not exist, `a` reads a file and writes at its end, and creates it
   * when it is missing. `a` follows no symbolic link (`ELOOP`): where it stands, its target is not ours to write to.
   */
  open(path: string, flags: 'r' | 'wx' | 'a', mode?: number): Promise<FsFile>
  stat(path: string): Promise<FileStat>
  /** Of the path itself: a symbolic link is neither file nor folder. */
  lstat(path: string): Promise<FileStat>
  realpath(path: string): Promise<string>
  readdir(path: string): Promise<string[]>
  /** Creates the folder and its parents, for the owner alone; the topmost one that was missing, if any was. */
  mkdir(path: string): Promise<string | undefined>
  rename(from: string, to: string): Promise<void>
  /** Gives a file a second name; fails with `EEXIST` when the name is taken: creation that overwrites nothing. */
  link(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Removes an empty folder. */
  rmdir(path: string): Promise<void>
  /** Removes a file from within a signal handler, where nothing can be awaited. */
  unlinkNow(path: string): void
  /** Makes creations, renames and removals in the folder durable (I8). */
  syncFolder(path: string): Promise<void>
}
