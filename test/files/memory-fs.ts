import { basename, dirname } from 'node:path'
import type { FileStat, Fs, FsFile } from '../../src/files/fs.ts'

interface Inode {
  ino: number
  data: Buffer
  synced: Buffer
  mode: number
  mtimeMs: number
  ctimeMs: number
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code })
}

/**
 * A file system that remembers what was synced. `powerLoss` gives a state that a disk may be in after the power went: of
 * everything that was not synced (names and content) any part may be missing.
 */
export class MemoryFs implements Fs {
  #names = new Map<string, Inode>()
  #durable = new Map<string, Inode>()
  #folders = new Set<string>(['/'])
  #durableFolders = new Set<string>(['/'])
  #clock = 1

  put(path: string, content: string | Uint8Array): void {
    const data = Buffer.from(content)
    const inode = {
      ino: (this.#clock += 1),
      data,
      synced: data,
      mode: 0o600,
      mtimeMs: this.#clock,
      ctimeMs: this.#clock,
    }
    this.#names.set(path, inode)
    this.#durable.set(path, inode)
    for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) {
      this.#folders.add(folder)
      this.#durableFolders.add(folder)
    }
  }

  text(path: string): string | undefined {
    return this.#names.get(path)?.data.toString()
  }

  bytes(path: string): Buffer | undefined {
    return this.#names.get(path)?.data
  }

  /** Another file system with the same files. */
  copy(): MemoryFs {
    const copy = new MemoryFs()
    for (const [path, { data }] of this.#names) copy.put(path, data)
    return copy
  }

  paths(): string[] {
    return [...this.#names.keys()]
  }

  /** `choose` answers each question about the fate of something unsynced with a number from 0 to below 1. */
  powerLoss(choose: () => number): MemoryFs {
    const after = new MemoryFs()
    const lost = [...this.#folders].filter((folder) => !this.#durableFolders.has(folder) && choose() < 0.5)
    for (const path of new Set([...this.#names.keys(), ...this.#durable.keys()])) {
      const inode = (choose() < 0.5 ? this.#names : this.#durable).get(path)
      if (!inode || lost.some((folder) => path.startsWith(`${folder}/`))) continue
      const kept = choose()
      const { data, synced } = inode
      const content = data === synced || kept < 0.3 ? synced : data.subarray(0, Math.floor(kept * (data.length + 1)))
      after.put(path, content)
    }
    return after
  }

  #get(path: string): Inode {
    const inode = this.#names.get(path)
    if (!inode) throw failure('ENOENT', path)
    return inode
  }

  #stat(inode: Inode): FileStat {
    const { ino, mode, mtimeMs, ctimeMs } = inode
    return {
      isFile: true,
      isFolder: false,
      size: inode.data.length,
      mode,
      uid: 0,
      gid: 0,
      mtimeMs,
      ctimeMs,
      dev: 1,
      ino,
    }
  }

  #folderStat(): FileStat {
    return {
      isFile: false,
      isFolder: true,
      size: 0,
      mode: 0o700,
      uid: 0,
      gid: 0,
      mtimeMs: 1,
      ctimeMs: 1,
      dev: 1,
      ino: 0,
    }
  }

  async open(path: string, flags: 'r' | 'wx' | 'a', mode = 0o600): Promise<FsFile> {
    if (flags === 'wx' || (flags === 'a' && !this.#names.has(path))) {
      if (this.#names.has(path)) throw failure('EEXIST', path)
      if (!this.#folders.has(dirname(path))) throw failure('ENOENT', path)
      const empty = Buffer.alloc(0)
      this.#names.set(path, {
        ino: (this.#clock += 1),
        data: empty,
        synced: empty,
        mode,
        mtimeMs: this.#clock,
        ctimeMs: this.#clock,
      })
    }
    const inode = this.#get(path)
    let at = 0
    return {
      async read(buffer) {
        const size = inode.data.copy(buffer, 0, at)
        at += size
        return size
      },
      readAt: async (buffer, offset) => inode.data.copy(buffer, 0, offset),
      async write(bytes) {
        inode.data = Buffer.concat([inode.data, bytes])
        return bytes.length
      },
      stat: async () => this.#stat(inode),
      chmod: async (bits) => void (inode.mode = bits),
      chown: async () => undefined,
      setMtime: async (mtimeMs) => void (inode.mtimeMs = mtimeMs),
      truncate: async (size) => void (inode.data = inode.data.subarray(0, size)),
      sync: async () => void (inode.synced = inode.data),
      close: async () => undefined,
    }
  }
  async stat(path: string): Promise<FileStat> {
    return this.#stat(this.#get(path))
  }
  async lstat(path: string): Promise<FileStat> {
    return this.#folders.has(path) ? this.#folderStat() : this.stat(path)
  }
  async realpath(path: string): Promise<string> {
    if (!this.#folders.has(path)) this.#get(path)
    return path
  }
  async readdir(path: string): Promise<string[]> {
    if (!this.#folders.has(path)) throw failure('ENOENT', path)
    const below = [...this.#names.keys(), ...this.#folders].filter((each) => each !== '/' && dirname(each) === path)
    return below.map((each) => basename(each))
  }
  async mkdir(path: string): Promise<string | undefined> {
    let topmost: string | undefined
    for (let folder = path; !this.#folders.has(folder); folder = dirname(folder)) {
      this.#folders.add(folder)
      topmost = folder
    }
    return topmost
  }
  async rename(from: string, to: string): Promise<void> {
    if (this.#folders.has(from)) return this.#renameFolder(from, to)
    this.#names.set(to, this.#get(from))
    this.#names.delete(from)
  }
  async link(from: string, to: string): Promise<void> {
    if (this.#names.has(to)) throw failure('EEXIST', to)
    this.#names.set(to, this.#get(from))
  }
  #renameFolder(from: string, to: string): void {
    for (const names of [this.#names, this.#durable])
      for (const [path, inode] of names) {
        if (!path.startsWith(`${from}/`)) continue
        names.delete(path)
        names.set(to + path.slice(from.length), inode)
      }
    for (const folders of [this.#folders, this.#durableFolders])
      for (const folder of folders) {
        if (folder !== from && !folder.startsWith(`${from}/`)) continue
        folders.delete(folder)
        folders.add(to + folder.slice(from.length))
      }
  }
  async unlink(path: string): Promise<void> {
    this.#get(path)
    this.#names.delete(path)
  }
  async rmdir(path: string): Promise<void> {
    this.#folders.delete(path)
  }
  unlinkNow(path: string): void {
    this.#names.delete(path)
  }
  async syncFolder(path: string): Promise<void> {
    for (const folder of this.#folders) if (dirname(folder) === path) this.#durableFolders.add(folder)
    for (const each of new Set([...this.#names.keys(), ...this.#durable.keys()])) {
      if (dirname(each) !== path) continue
      const inode = this.#names.get(each)
      if (inode) this.#durable.set(each, inode)
      else this.#durable.delete(each)
    }
  }
}
