import { linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { claudeCode } from '../../src/agents/claude-code/claude-code.ts'
import type { SessionWrite } from '../../src/agents/agent.ts'
import { repairFile } from '../../src/files/repair-file.ts'
import { writeRepair } from '../../src/doctor/repair/write-repair.ts'
import { plain } from '../../src/agents/plain/plain.ts'
import { applyRepair } from '../../src/doctor/repair/apply-repair.ts'
import { planRepair, type PlanRepairOptions } from '../../src/doctor/repair/plan-repair.ts'
import { claudeHome } from '../cli/claude-home.ts'
import { tempFolder } from '../files/temp-folder.ts'

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

test('a repair that made nothing better is told as one, or leaves something out of its report', async () => {
  const { home, paths } = claudeHome()
  const environment = { home, env: {}, now: Date.now, recentMs: 0 }
  const ref = (await claudeCode.recognise(paths.missing))!
  const plan = await planRepair(ref, { recentMs: 0 })
  const old = readFileSync(paths.missing)
  const same: SessionWrite = {
    changes: [],
    apply: (options) => repairFile(paths.missing, (put) => put(old.subarray(0, old.length - 1)), options),
  }
  const { backup, ...report } = await applyRepair({ ...plan, write: same }, environment)
  expect(backup).toEqual(expect.any(String))
  expect(report).toEqual({
    ...plan.report,
    status: 'rolled_back',
    remaining: plan.report.findings,
    notes: [...plan.report.notes, 'The result was not better; the old file is back.'],
    // Not what has just failed.
    next: 'session-recovery extract bbbb0002',
  })
  expect(report.remaining.length).toBeGreaterThan(0)
  expect(readFileSync(paths.missing).equals(old)).toBe(true)
})

test('a file is changed although there is no place for its backup, or the place is not told', async () => {
  const { home, paths } = claudeHome()
  const old = readFileSync(paths.missing)
  const state = join(home, 'state')
  writeFileSync(state, 'a file')
  const env = { XDG_STATE_HOME: state }
  const write: SessionWrite = { changes: [], apply: () => Promise.reject(new Error('went on')) }
  const written = writeRepair((await claudeCode.recognise(paths.missing))!, write, 1, { home, env, now: Date.now })
  await expect(written).rejects.toMatchObject({
    code: 'backup_failed',
    path: join(state, 'session-recovery/backups'),
  })
  expect(readFileSync(paths.missing).equals(old)).toBe(true)
})

/** What a file is read as is told by the orphan alone. */
const orphan = [
  { role: 'user', content: 'Hi' },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'y' }] },
]

test('a file whose format nobody can tell after its repair fails, or stays changed all the same', async () => {
  const home = tempFolder()
  const path = join(home, 'messages.json')
  writeFileSync(path, JSON.stringify(orphan))
  const ref = (await plain.recognise(path))!
  const environment = { home, env: {}, now: Date.now, recentMs: 0 }
  const backups = join(home, '.local/state/session-recovery')
  const ambiguous: SessionWrite = {
    changes: [],
    apply: async (options) => {
      await options.quarantine!({
        offset: 0,
        line: 1,
        reason: 'torn',
        ending: 'none',
        bytes: Buffer.from('x'),
      } as never)
      return repairFile(path, (put) => put(Buffer.from('[{"role":"user","content":"Hi"}]')), options)
    },
  }
  await expect(writeRepair(ref, ambiguous, 1, environment)).rejects.toMatchObject({ code: 'unreadable' })
  expect(readFileSync(path, 'utf8')).toBe(JSON.stringify(orphan))
  expect(readdirSync(join(backups, 'quarantine'))).toEqual([])
  const plan = await planRepair((await plain.recognise(path))!, { recentMs: 0 })
  expect(await applyRepair(plan, environment)).toMatchObject({ status: 'applied', remaining: [], next: null })
  expect(readFileSync(path, 'utf8')).toContain('is not in this conversation')
})

test('a session in use is written to, or what tells of its use is told otherwise', async () => {
  const { home, paths } = claudeHome()
  const ref = (await claudeCode.recognise(paths.missing))!
  const reader = { kind: 'process', pid: 7, command: 'tail', access: 'read' } as const
  const writer = { kind: 'process', pid: 8, command: 'claude', access: 'write' } as const
  const holders = [reader, writer, { kind: 'lock_file', path: '/l' }, { kind: 'recent_writer', ageMs: 1001 }] as const
  const live = vi.spyOn(claudeCode, 'live').mockResolvedValue({ live: true, complete: true, holders })
  onTestFinished(() => live.mockRestore())
  const write: SessionWrite = { changes: [], apply: () => Promise.reject(new Error('went on')) }
  const environment = { home, env: {}, now: Date.now, recentMs: 5 }
  await expect(writeRepair(ref, write, 1, environment)).rejects.toMatchObject({
    code: 'refused',
    message: `The session is in use (${ref.path}): process 8 (claude) uses it; there is a lock: /l; it was written 2 s ago.`,
  })
  expect(live).toHaveBeenCalledWith(ref, 5)
})

test('a plan tells of other names of a file that has none, or its command writes with another consent', async () => {
  const { home, paths } = claudeHome()
  const ref = (await claudeCode.recognise(paths.missing))!
  const planned = async (options: PlanRepairOptions): Promise<readonly unknown[]> => {
    const { next, notes } = (await planRepair(ref, { recentMs: 0, ...options })).report
    return [next, notes.length]
  }
  const command = 'session-recovery repair bbbb0002'
  expect(await planned({})).toEqual([`${command} --apply`, 0])
  expect(await planned({ allow: 'lossy' })).toEqual([`${command} --allow lossy --apply`, 0])
  expect(await planned({ everywhere: true })).toEqual([`${command} --all --apply`, 0])
  linkSync(paths.missing, join(home, 'other'))
  expect(await planned({})).toEqual([`${command} --apply`, 1])
  const unwritten = await planRepair((await claudeCode.recognise(paths.healthy))!, { recentMs: 0 })
  expect([unwritten.report.status, unwritten.report.next, unwritten.write]).toEqual(['healthy', null, undefined])
})
