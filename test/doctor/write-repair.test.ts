import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { claudeCode } from '../../src/agents/claude-code/claude-code.ts'
import type { SessionWrite } from '../../src/agents/agent.ts'
import { repairFile } from '../../src/files/repair-file.ts'
import { writeRepair } from '../../src/doctor/repair/write-repair.ts'
import { claudeHome } from '../cli/claude-home.ts'

test.each([
  ['is as bad as before', (old: Buffer) => Buffer.concat([old, Buffer.from('{"type":"mode","sessionId":"s"}\n')])],
  ['has lost everything', () => Buffer.alloc(0)],
  ['is worse', (old: Buffer) => Buffer.concat([old, old.subarray(0, 200)])],
])('a result that %s stays', async (_name, make) => {
  const { home, paths } = claudeHome()
  const old = readFileSync(paths.missing)
  const ref = await claudeCode.recognise(paths.missing)
  const write: SessionWrite = {
    changes: [],
    apply: (options) => repairFile(paths.missing, (put) => put(make(old)), options),
  }
  const { kept } = await writeRepair(ref!, write, 1, { home, env: {}, now: Date.now })
  expect(kept).toBe(false)
  expect(readFileSync(paths.missing).equals(old)).toBe(true)
})
