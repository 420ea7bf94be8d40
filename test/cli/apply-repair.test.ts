import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { claudeCode } from '../../src/agents/claude-code/claude-code.ts'
import type { SessionWrite } from '../../src/agents/agent.ts'
import { repairFile } from '../../src/files/repair-file.ts'
import { applyRepair } from '../../src/cli/repair/apply-repair.ts'
import type { CliContext } from '../../src/cli/cli-context.ts'
import { createOutput } from '../../src/cli/output/output.ts'
import { claudeHome } from './claude-home.ts'

function contextIn(home: string): CliContext {
  const { stdout, stderr, stdin } = process
  return { output: createOutput({ stdout, stderr }), stdin, home, env: {}, now: Date.now, cwd: home }
}

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
  const { kept } = await applyRepair(ref!, write, 1, contextIn(home))
  expect(kept).toBe(false)
  expect(readFileSync(paths.missing).equals(old)).toBe(true)
})
