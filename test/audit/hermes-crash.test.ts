import { assert, asyncProperty, constantFrom, dictionary, nat, option, record, subarray } from 'fast-check'
import { expect, test } from 'vitest'
import { auditSessions, repairSafe } from '../../src/audit.ts'
import { undo } from '../../src/files/undo.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { hermesScene, type Given, type HermesScene } from './hermes-scene.ts'

const messages = (count: number, text = 'm'): object[] =>
  Array.from({ length: count }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: `${text}${at}` }))
const session = (session_id: string, count: number, text?: string): object => ({
  session_id,
  messages: messages(count, text),
})
const event = (turn_id: string, name: string, created_at: number): string =>
  JSON.stringify({ event: name, turn_id, created_at, ...(name === 'submitted' && { content: `prompt ${turn_id}` }) })

/** Every repairable kind at once, the first and the last session among them. */
const damaged: Given = {
  files: {
    'a.json': session('a', 0),
    'a.json.bak': session('a', 3),
    'b.json.bak': session('b', 2),
    'd.json': session('d', 2),
    'z.json': session('z', 1),
    'z.json.bak': session('z', 4),
    '_index.json': [{ session_id: 'a', message_count: 0 }, { session_id: 'missing' }],
  },
  filesRaw: {
    '_turn_journal/d.jsonl': `${event('t1', 'submitted', 5)}\nnot-json\n${event('t2', 'submitted', 6)}\n{"torn`,
  },
  stateDb: {
    sessions: [
      { id: 'c', source: 'webui' },
      { id: 'b', source: 'webui' },
    ],
    messages: [{ session_id: 'c', role: 'user', content: 'from the database' }],
  },
}

/** Each file holds its old content or its new one. */
function expectOldOrNew(scene: HermesScene, before: Record<string, string>, after: Record<string, string>): void {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  for (const [name, bytes] of Object.entries(scene.tree()).filter(([each]) => !each.includes('repair-tmp')))
    expect([names.has(name), [before[name], after[name]].includes(bytes)]).toEqual([true, true])
}

async function repairedTree(): Promise<Record<string, string>> {
  const scene = hermesScene(damaged)
  const { clean, repaired, before } = await repairSafe({ ...scene, apply: true })
  expect([clean, repaired]).toEqual([true, before.summary.repairable])
  return scene.tree()
}

/** Each step costs two whole repairs; all of them with `SESSION_RECOVERY_CASES=200`. */
const CASES = Number(process.env['SESSION_RECOVERY_CASES'] ?? 2)

test.each(['EIO', 'ENOSPC'])(
  'a repair that fails with %s at any step leaves half a file, or cannot be ended',
  async (code) => {
    const after = await repairedTree()
    const stride = Math.max(1, Math.floor(240 / CASES))
    for (let at = 1; ; at += stride) {
      const scene = hermesScene(damaged)
      const before = scene.tree()
      const fs = new FaultFs({ at, code, persistent: true })
      const isDone = await repairSafe({ ...scene, apply: true, fs }).then(
        () => fs.calls < at,
        () => false,
      )
      expectOldOrNew(scene, before, after)
      // The lock of a process that is gone is another test's business: this process still lives.
      const again = await repairSafe({ ...scene, apply: true, backups: { folder: `${scene.backups.folder}-again` } })
      expect(again.after.status).toBe('ok')
      if (isDone) break
    }
  },
  60_000,
)

test('a repair that was cut off in the middle cannot be taken back', async () => {
  for (let at = 40; at < 240; at += Math.max(1, Math.floor(200 / CASES))) {
    const scene = hermesScene(damaged)
    const before = scene.tree()
    await repairSafe({ ...scene, apply: true, fs: new FaultFs({ at, code: 'EIO' }) }).catch(() => undefined)
    await undo(undefined, scene.backups).catch(() => undefined)
    expect(scene.tree()).toEqual(before)
  }
})

const copy = record({ count: nat(4), text: constantFrom('m', 'x') })
const store = dictionary(constantFrom('a', 'b', 'c'), record({ live: option(copy), backup: option(copy) }))

test('a second repair changes something, a deleted session comes back, or a message is in no copy any more', async () => {
  await assert(
    asyncProperty(store, subarray(['a', 'b', 'c']), async (sessions, deleted) => {
      const files = Object.entries(sessions).flatMap(([id, { live, backup }]) => [
        ...(live ? [[`${id}.json`, session(id, live.count, live.text)] as const] : []),
        ...(backup ? [[`${id}.json.bak`, session(id, backup.count, backup.text)] as const] : []),
      ])
      const tombstones = { version: 1, ids: deleted }
      const scene = hermesScene({ files: { ...Object.fromEntries(files), '_deleted_webui_sessions.json': tombstones } })
      const before = scene.tree()
      const first = await repairSafe({ ...scene, apply: true })
      const once = scene.tree()
      const second = await repairSafe({ ...scene, apply: true })
      expect(second.backup).toBeNull()
      expect(scene.tree()).toEqual(once)
      expect((await auditSessions(scene)).summary.repairable).toBe(0)
      for (const id of deleted) expect(once[`${id}.json`]).toBe(before[`${id}.json`])
      for (const [id, { live, backup }] of Object.entries(sessions))
        for (const each of [live, backup])
          for (const message of messages(each?.count ?? 0, each?.text))
            expect(
              Buffer.from(`${once[`${id}.json`] ?? ''}`, 'base64').toString() +
                Buffer.from(once[`${id}.json.bak`] ?? '', 'base64').toString(),
            ).toContain(Reflect.get(message, 'content'))
      await first.undo()
      expect(scene.tree()).toEqual(before)
    }),
    { numRuns: CASES * 2 },
  )
}, 60_000)
