import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly folderOfRun: string
  }
}

/** All files of a run lie in one folder, which goes with the run, however its processes end. */
export default function makeFolderOfRun({ config, provide }: TestProject): () => void {
  // Short: a path to a socket has 104 bytes.
  const folder = mkdtempSync(join(config.env['TMPDIR'] ?? tmpdir(), 'sr-'))
  // Some tests run programs as nobody.
  chmodSync(folder, 0o1777)
  provide('folderOfRun', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
