import { dirname } from 'node:path'
import type { Fs } from './fs.ts'

/** Creates a folder, for its owner alone; a new one is durable only when its parents know it (I8). */
export async function makeFolderDurably(fs: Fs, folder: string): Promise<void> {
  const topmost = await fs.mkdir(folder)
  if (topmost === undefined) return
  for (let path = folder; path.length >= topmost.length; path = dirname(path)) await fs.syncFolder(dirname(path))
}
