import { kill } from 'node:process'
import { systemCode } from '../../files/file-work-error.ts'

/** Sends a signal; 0 only asks. False: the process is gone already, and has what it was asked for. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return kill(pid, signal)
  } catch (cause) {
    if (systemCode(cause) !== 'ESRCH') throw cause
    return false
  }
}

/** Ends a process: asks it, and after the grace makes it. Resolves when it is gone. Uses real time: the process does, too. */
export async function endProcess(pid: number, ended: Promise<unknown>, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), graceMs)
  })
  sendSignal(pid, 'SIGTERM')
  if ((await Promise.race([ended.then(() => 'ended'), late])) === 'late') {
    sendSignal(pid, 'SIGKILL')
    await ended
  }
  clearTimeout(timer)
}
