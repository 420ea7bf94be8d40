import { dirname } from 'node:path'
import type { FileStat, Fs, FsFile } from '../../src/files/fs.ts'
import { MemoryFs } from './memory-fs.ts'

/** Something that was done and that no sync has made durable yet. */
type Pending =
  | { readonly kind: 'entry'; readonly folder: string; readonly path: string; readonly ino: number }
  | { readonly kind: 'rename'; readonly folder: string; readonly from: string; readonly to: string }
  | { readonly kind: 'unlink'; readonly folder: string; readonly path: string }
  | { readonly kind: 'write'; readonly ino: number; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly ino: number; readonly size: number }

/** What the disk holds for sure at one moment, and what it may hold. */
export interface CrashPoint {
  readonly names: ReadonlyMap<string, number>
  readonly contents: ReadonlyMap<number, Buffer>
  readonly pending: readonly Pending[]
}

/** What became of a pending operation in a crash; a write may also leave its first half, or zeros in its place. */
export type Fate = 'lost' | 'done' | 'half' | 'zeros'

/**
 * A file system for crash images in the manner of ALICE: after each operation it can tell what a disk would certainly hold, and
 * what it might hold in any subset. A sync of a file covers its content, one of a folder the names in it.
 */
export class CrashFs implements Fs {
  /** Called after each operation that changes something. */
  onChange: (point: CrashPoint) => void = () => undefined
  readonly #live: MemoryFs = new MemoryFs()
  #names: Map<string, number> = new Map()
  #contents: Map<number, Buffer> = new Map()
  #pending: Pending[] = []

  #add(pending: Pending): void {
    this.#pending.push(pending)
    this.#changed()
  }

  #changed(): void {
    this.onChange({ names: new Map(this.#names), contents: new Map(this.#contents), pending: [...this.#pending] })
  }

  /** Makes some of what is pending durable. */
  #settle(isSynced: (pending: Pending) => boolean): void {
    for (const pending of this.#pending.filter(isSynced)) apply(this.#names, this.#contents, pending, 'done')
    this.#pending = this.#pending.filter((pending) => !isSynced(pending))
    this.#changed()
  }

  async open(path: string, flags: 'r' | 'wx' | 'a', mode?: number): Promise<FsFile> {
    const isNew = !this.#live.paths().includes(path)
    const file = await this.#live.open(path, flags, mode)
    const { ino } = await file.stat()
    if (isNew) this.#add({ kind: 'entry', folder: dirname(path), path, ino })
    return {
      ...file,
      write: async (bytes) => {
        const { size: offset } = await file.stat()
        const taken = await file.write(bytes)
        this.#add({ kind: 'write', ino, offset, bytes: Buffer.from(bytes) })
        return taken
      },
      truncate: async (size) => {
        await file.truncate(size)
        this.#add({ kind: 'truncate', ino, size })
      },
      sync: async () => {
        await file.sync()
        this.#settle((pending) => (pending.kind === 'write' || pending.kind === 'truncate') && pending.ino === ino)
      },
    }
  }
  stat(path: string): Promise<FileStat> {
    return this.#live.stat(path)
  }
  lstat(path: string): Promise<FileStat> {
    return this.#live.lstat(path)
  }
  realpath(path: string): Promise<string> {
    return this.#live.realpath(path)
  }
  readdir(path: string): Promise<string[]> {
    return this.#live.readdir(path)
  }
  mkdir(path: string): Promise<string | undefined> {
    return this.#live.mkdir(path)
  }
  async rename(from: string, to: string): Promise<void> {
    await this.#live.rename(from, to)
    this.#add({ kind: 'rename', folder: dirname(to), from, to })
  }
  async link(from: string, to: string): Promise<void> {
    await this.#live.link(from, to)
    this.#add({ kind: 'entry', folder: dirname(to), path: to, ino: (await this.#live.stat(to)).ino })
  }
  async unlink(path: string): Promise<void> {
    await this.#live.unlink(path)
    this.#add({ kind: 'unlink', folder: dirname(path), path })
  }
  rmdir(path: string): Promise<void> {
    return this.#live.rmdir(path)
  }
  unlinkNow(path: string): void {
    this.#live.unlinkNow(path)
  }
  async syncFolder(path: string): Promise<void> {
    await this.#live.syncFolder(path)
    this.#settle((pending) => 'folder' in pending && pending.folder === path)
  }
}

function apply(names: Map<string, number>, contents: Map<number, Buffer>, pending: Pending, fate: Fate): void {
  if (fate === 'lost') return
  switch (pending.kind) {
    case 'entry':
      names.set(pending.path, pending.ino)
      return
    case 'unlink':
      names.delete(pending.path)
      return
    case 'rename': {
      // Its source may be a file whose creation did not reach the disk: then the name leads nowhere.
      const ino = names.get(pending.from)
      names.delete(pending.from)
      if (ino !== undefined) names.set(pending.to, ino)
      return
    }
    case 'truncate':
      contents.set(pending.ino, (contents.get(pending.ino) ?? Buffer.alloc(0)).subarray(0, pending.size))
      return
    case 'write': {
      const before = contents.get(pending.ino) ?? Buffer.alloc(0)
      const length = fate === 'half' ? pending.bytes.length >> 1 : pending.bytes.length
      const after = Buffer.alloc(Math.max(before.length, pending.offset + length))
      before.copy(after)
      if (fate !== 'zeros') pending.bytes.copy(after, pending.offset, 0, length)
      contents.set(pending.ino, after)
    }
  }
}

/** The disk as a crash at this point may leave it. */
export function crashImage({ names, contents, pending }: CrashPoint, fateOf: (index: number) => Fate): MemoryFs {
  const [left, kept] = [new Map(names), new Map(contents)]
  pending.forEach((each, index) => apply(left, kept, each, fateOf(index)))
  const image = new MemoryFs()
  for (const [path, ino] of left) image.put(path, kept.get(ino) ?? Buffer.alloc(0))
  return image
}
