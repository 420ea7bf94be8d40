import type { Fs } from '../../src/files/fs.ts'
import { lateCalls } from '../late-calls.ts'

/** A file system that answers late and tells what was asked of it. */
export interface LateFs {
  readonly fs: Fs
  /** Calls that began before the last one was answered: nobody waited for that. */
  readonly overlaps: readonly string[]
  /** Calls that have no answer yet. */
  underWay(): number
  /** Files that were opened and not closed. */
  openFiles(): number
}

/** Each call takes its own time, before and after it does something: what does not wait for it goes on too early. */
export function lateFs(base: Fs, turns?: () => number): LateFs {
  let open = 0
  const heard = (name: string, isAnswered: boolean): void => {
    if (name === 'open' && isAnswered) open += 1
    if (name === 'close' && !isAnswered) open -= 1
  }
  const { late, overlaps, underWay } = lateCalls(base, { opens: 'open', heard, ...(turns && { turns }) })
  return { fs: late, overlaps, underWay, openFiles: () => open }
}
