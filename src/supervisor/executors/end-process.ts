import { longestTimer } from '../../json/longest-timer.ts'
import { kill } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCode } from '../../files/file-work-error.ts'
import { ProcessTree } from './process-tree.ts'

/** Polling interval for child processes that are left, in ms. */
const lookMs = 50

/** Sends a signal; 0 only checks for existence. False: the process is gone already. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return kill(pid, signal)
  } catch (cause) {
    if (systemCode(cause) !== 'ESRCH') throw cause
    return false
  }
}

/** The processes that accepted the signal; those of another user (`sudo`) refuse it and are left alone. */
function signalled(pids: readonly number[], signal: NodeJS.Signals): number[] {
  return pids.filter((pid) => {
    try {
      return sendSignal(pid, signal)
    } catch {
      return false
    }
  })
}

/** Ends the children that a program left: they would hold its ports and files, which its successor needs. */
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
 * Ends a process by SIGTERM, after the grace by SIGKILL; then, in the same way, its remaining children. Children with a session of
 * their own (`setsid`) are meant to go on, and do. Resolves when all are gone. Uses real time, as the process does.
 */
export async function endProcess(pid: number, ended: Promise<unknown>, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.min(graceMs, longestTimer))
  })
  // Before the signal: once the process is gone, its children cannot be identified any more.
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
