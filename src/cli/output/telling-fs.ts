import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import type { Output } from './output.ts'

/** A person sees no more than ten a second, and a terminal costs time. */
const PAUSE_MS = 100

/** The file system, telling on a terminal which file is looked at: work on a large store says where it stands. */
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
