import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessAlive } from '../src/files/temp-files.ts'

/** Whose numbers those of processes are: a container that shares the folder counts for itself. Empty where nobody tells. */
function ownNamespace(): string {
  try {
    const digits = readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')
    return Number(digits).toString(36)
  } catch {
    return ''
  }
}

/** Short, with the process that owns it and where that one is a process: a path to a socket has 104 bytes. */
const ofRun = /^sr([0-9a-z]{1,7})-(?:([0-9a-z]{1,7})-)?\w{6}$/

/** A folder for all files of a run that is in the hands of a process. */
export function makeRunFolder(parent: string, pid: number = process.pid, namespace: string = ownNamespace()): string {
  return mkdtempSync(join(parent, `sr${pid.toString(36)}-${namespace === '' ? '' : `${namespace}-`}`))
}

/**
 * Removes what runs have left that were killed: a signal leaves them no time to do so, and memory is no place to forget things in.
 * What another container has left only that one can tell from what it uses.
 */
export function removeDeadRuns(parent: string, own: string = ownNamespace()): void {
  for (const name of readdirSync(parent)) {
    const [, owner, namespace = ''] = ofRun.exec(name) ?? []
    if (owner === undefined || namespace !== own || isProcessAlive(Number.parseInt(owner, 36))) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // Of another user, or another run removes it, too.
    }
  }
}
