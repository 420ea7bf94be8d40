import { longestTimer } from '../../json/longest-timer.ts'
import { kill } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCode } from '../../files/file-work-error.ts'
import { ProcessTree } from './process-tree.ts'

/** How often what a program has left behind is looked at, in ms. */
const lookMs = 50

/** Sends a signal; 0 only asks. False: the process is gone already, and has what it was asked for. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return kill(pid, signal)
  } catch (cause) {
    if (systemCode(cause) !== 'ESRCH') throw cause
    return false
  }
}

/** The processes that took the signal; those of another user (`sudo`) are not ours to end. */
function signalled(pids: readonly number[], signal: NodeJS.Signals): number[] {
  return pids.filter((pid) => {
    try {
      return sendSignal(pid, signal)
    } catch {
      return false
    }
  })
}

/** What a program leaves behind would hold its ports and files against the one that is started next. */
async function endTree(tree: ProcessTree, graceMs: number): Promise<void> {
  await tree.look()
  const asked = new Set(signalled(await tree.left(), 'SIGTERM'))
  const stillThere = async (): Promise<number[]> => (await tree.left()).filter((pid) => asked.has(pid))
  let left = [...asked]
  const deadline = performance.now() + graceMs
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(lookMs)
    left = await stillThere()
  }
  signalled(left, 'SIGKILL')
}

/**
 * Ends a process: asks it, and after the grace makes it; then, in the same way, what it has started and left behind. What has a
 * session of its own (`setsid`) is meant to go on and does. Resolves when it is gone. Uses real time: the process does, too.
 */
export async function endProcess(pid: number, ended: Promise<unknown>, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.min(graceMs, longestTimer))
  })
  // Before it is asked: once it has gone, nobody knows whose its children were.
  const tree = new ProcessTree(pid)
  await tree.look()
  sendSignal(pid, 'SIGTERM')
  if ((await Promise.race([ended.then(() => 'ended'), late])) === 'late') {
    await tree.look()
    sendSignal(pid, 'SIGKILL')
    await ended
  }
  clearTimeout(timer)
  await endTree(tree, graceMs)
}
