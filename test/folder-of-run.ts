import { chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { makeRunFolder, removeDeadRuns } from './dead-runs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly folderOfRun: string
  }
}

/** All files of a run lie in one folder, which goes with the run, however its processes end, or with the next run. */
export default function makeFolderOfRun({ config, provide }: TestProject): () => void {
  const parent = config.env['TMPDIR'] ?? tmpdir()
  removeDeadRuns(parent)
  const folder = makeRunFolder(parent)
  // Some tests run programs as nobody.
  chmodSync(folder, 0o1777)
  provide('folderOfRun', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
