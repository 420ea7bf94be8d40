import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import type { Output } from './output.ts'

/** A person sees no more than ten a second, and a terminal costs time. */
const PAUSE_MS = 100

/** A file system that shows on a terminal which file is being read, as the progress of work on a large store. */
export function tellingFs({ progress }: Output): Fs {
  let last = -Infinity
  return {
    ...nodeFs,
    open(path, flags, mode) {
      const now = performance.now()
      if (now - last >= PAUSE_MS) {
        last = now
        progress(`looking at ${path}`)
      }
      return nodeFs.open(path, flags, mode)
    },
  }
}
