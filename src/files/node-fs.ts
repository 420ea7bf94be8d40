import { constants, unlinkSync, type Stats } from 'node:fs'
import { link, lstat, open, readdir, realpath, rename, rmdir, stat, unlink, type FileHandle } from 'node:fs/promises'
import type { FileStat, Fs, FsFile } from './fs.ts'
import { isUnsyncable } from './is-unsyncable.ts'
import { makeFolders } from './make-folders.ts'

function toFileStat(stats: Stats): FileStat {
  const { size, uid, gid, mtimeMs, ctimeMs, dev, ino } = stats
  return {
    isFile: stats.isFile(),
    isFolder: stats.isDirectory(),
    size,
    mode: stats.mode & 0o7777,
    uid,
    gid,
    mtimeMs,
    ctimeMs,
    dev,
    ino,
  }
}

function toFsFile(handle: FileHandle): FsFile {
  return {
    read: async (buffer) => (await handle.read(buffer, 0, buffer.length)).bytesRead,
    readAt: async (buffer, offset) => (await handle.read(buffer, 0, buffer.length, offset)).bytesRead,
    write: async (bytes) => (await handle.write(bytes)).bytesWritten,
    stat: async () => toFileStat(await handle.stat()),
    chmod: (mode) => handle.chmod(mode),
    chown: (uid, gid) => handle.chown(uid, gid),
    setMtime: (mtimeMs) => handle.utimes(mtimeMs / 1000, mtimeMs / 1000),
    truncate: (size) => handle.truncate(size),
    sync: () => handle.sync(),
    close: () => handle.close(),
  }
}

const { O_APPEND, O_CREAT, O_RDWR } = constants
/** Windows has no such flag, and needs a privilege to make a symbolic link. */
const openFlags = { r: 'r', wx: 'wx', a: O_RDWR | O_CREAT | O_APPEND | (constants.O_NOFOLLOW ?? 0) } as const

/** The file system of this machine. */
export const nodeFs: Fs = {
  open: async (path, flags, mode) => toFsFile(await open(path, openFlags[flags], mode)),
  stat: async (path) => toFileStat(await stat(path)),
  lstat: async (path) => toFileStat(await lstat(path)),
  realpath: (path) => realpath(path),
  readdir: (path) => readdir(path),
  mkdir: async (path) => makeFolders(path),
  rename: (from, to) => rename(from, to),
  link: (from, to) => link(from, to),
  unlink: (path) => unlink(path),
  rmdir: (path) => rmdir(path),
  unlinkNow: (path) => unlinkSync(path),
  async syncFolder(path) {
    try {
      const handle = await open(path, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    } catch (cause) {
      if (!isUnsyncable(cause)) throw cause
    }
  },
}
