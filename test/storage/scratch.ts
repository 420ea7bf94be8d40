import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that lives as long as the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'session-recovery-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
