import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessAlive } from '../src/files/temp-files.ts'

/** Short, with the process that owns it: a path to a socket has 104 bytes. */
const ofRun = /^sr([0-9a-z]{1,7})-\w{6}$/

/** A folder for all files of a run that is in the hands of a process. */
export function makeRunFolder(parent: string, pid: number = process.pid): string {
  return mkdtempSync(join(parent, `sr${pid.toString(36)}-`))
}

/** Removes what runs have left that were killed: a signal leaves them no time to do so, and memory is no place to forget things in. */
export function removeDeadRuns(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, owner] = ofRun.exec(name) ?? []
    if (owner === undefined || isProcessAlive(Number.parseInt(owner, 36))) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // Of another user, or another run removes it, too.
    }
  }
}
