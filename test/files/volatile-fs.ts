import { dirname } from 'node:path'
import type { Fs } from '../../src/files/fs.ts'

/** A file system that remembers what the power could still take. */
export interface VolatileFs {
  readonly fs: Fs
  /** Names that came or went and whose folder was not synced since, and files with content that was not. */
  volatile(): readonly string[]
}

/** What is written or named through `fs` is volatile until it is synced: the file for its content, the folder for the name. */
export function volatileFs(base: Fs): VolatileFs {
  const names = new Set<string>()
  const contents = new Set<string>()
  const fs: Fs = {
    ...base,
    async open(path, flags, mode) {
      const file = await base.open(path, flags, mode)
      if (flags !== 'r') names.add(path)
      return {
        ...file,
        write: (bytes) => (contents.add(path), file.write(bytes)),
        truncate: (size) => (contents.add(path), file.truncate(size)),
        sync: async () => (await file.sync(), void contents.delete(path)),
      }
    },
    async rename(from, to) {
      await base.rename(from, to)
      names.add(from).add(to)
      if (contents.delete(from)) contents.add(to)
      else contents.delete(to)
    },
    async link(from, to) {
      await base.link(from, to)
      names.add(to)
      if (contents.has(from)) contents.add(to)
    },
    async unlink(path) {
      await base.unlink(path)
      names.add(path)
      contents.delete(path)
    },
    async mkdir(path) {
      const made = await base.mkdir(path)
      for (let folder = path; made?.startsWith(folder.slice(0, made.length)); folder = dirname(folder)) {
        names.add(folder)
        if (folder === made) break
      }
      return made
    },
    async rmdir(path) {
      await base.rmdir(path)
      names.add(path)
    },
    async syncFolder(path) {
      await base.syncFolder(path)
      for (const name of names) if (dirname(name) === path) names.delete(name)
    },
  }
  return { fs, volatile: () => [...names, ...contents].toSorted() }
}
