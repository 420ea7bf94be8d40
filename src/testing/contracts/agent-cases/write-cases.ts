import assert from 'node:assert/strict'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { undo } from '../../../files/undo.ts'
import { applyEdits } from '../../../transcript/apply-edits.ts'
import type { AgentSession, SessionWrite } from '../../../agents/agent.ts'
import type { AgentCase, AgentScene } from './agent-under-test.ts'

async function bytesOf(write: SessionWrite): Promise<Buffer | undefined> {
  if (!write.writeTo) return undefined
  const chunks: Buffer[] = []
  await write.writeTo(async (bytes) => void chunks.push(Buffer.from(bytes)))
  return Buffer.concat(chunks)
}

const optionsOf = ({ backups }: AgentScene) => ({ folder: backups, liveness: false, reason: 'conformance' }) as const

/** Findings that a repair without edits may leave, because they concern the conversation itself. */
const curable: ReadonlySet<string> = new Set([
  'damaged_line',
  'glued_lines',
  'duplicate_record',
  'stored_twice',
  'damaged_row',
  'invalid_row',
])

const left = ({ findings }: AgentSession): string[] =>
  findings.map(({ code }) => code).filter((code) => curable.has(code))

export const writeCases: readonly AgentCase[] = [
  {
    title: 'a healthy session is changed without an edit (I1)',
    async run(_subject, scene) {
      const { path, open } = scene()
      const write = (await open()).plan([])
      assert.deepEqual(write.changes, [])
      const bytes = await bytesOf(write)
      if (bytes) assert.deepEqual(bytes, readFileSync(path))
    },
  },
  {
    title: 'the written session reads differently than planned, or undo does not restore it to the byte (I7)',
    async run({ contentOf = (path) => readFileSync(path), edits, messages, normalise = (list) => list }, scene) {
      const stored = scene()
      const { path, open } = stored
      const before = contentOf(path)
      const write = (await open()).plan(edits)
      assert.ok(write.changes.length > 0)
      const { backupId } = await write.apply(optionsOf(stored))
      const again = await open()
      assert.deepEqual(normalise(again.messages), normalise(applyEdits(messages, edits)))
      assert.deepEqual(left(again), [])
      assert.deepEqual(again.plan([]).changes, [])
      await undo(backupId, optionsOf(stored))
      assert.deepEqual(contentOf(path), before)
      assert.deepEqual(normalise((await open()).messages), normalise(messages))
    },
  },
  {
    title: 'two plans of the same edits differ (I2)',
    async run({ edits }, scene) {
      const { open } = scene()
      const [first, second] = [(await open()).plan(edits), (await open()).plan(edits)]
      assert.deepEqual(first.changes, second.changes)
      assert.deepEqual(await bytesOf(first), await bytesOf(second))
    },
  },
  {
    title: 'a session that changed after the plan is overwritten',
    async run({ edits }, scene) {
      const stored = scene()
      const { path, open } = stored
      const write = (await open()).plan(edits)
      const other = (await open()).plan(edits)
      await other.apply(optionsOf(stored))
      const bytes = readFileSync(path)
      await assert.rejects(write.apply(optionsOf(stored)), { code: 'changed_meanwhile' })
      assert.deepEqual(readFileSync(path), bytes)
    },
  },
  {
    title: 'a live session is written to',
    async run({ date = () => {}, edits }, scene) {
      const stored = scene()
      const { path, open } = stored
      const write = (await open()).plan(edits)
      date(path, new Date())
      const before = readFileSync(path)
      utimesSync(path, new Date(), new Date())
      const options = { ...optionsOf(stored), liveness: { recentMs: 60_000 } }
      await assert.rejects(write.apply(options), { code: 'live' })
      assert.deepEqual(readFileSync(path), before)
    },
  },
  {
    title: 'damage is thrown, survives a repair, or a second repair finds more to do',
    async run({ damages }, scene) {
      const stored = scene()
      const healthy = readFileSync(stored.path)
      for (const damage of damages(stored.path)) {
        writeFileSync(stored.path, healthy)
        damage.apply(stored.path)
        const session = await stored.open()
        const write = session.plan([])
        if (write.changes.length === 0) continue
        const bytes = await bytesOf(write)
        if (bytes) writeFileSync(stored.path, bytes)
        else await write.apply(optionsOf(stored))
        const again = await stored.open()
        assert.deepEqual(left(again), [], damage.what)
        assert.deepEqual(again.plan([]).changes, [], damage.what)
        assert.deepEqual(again.messages, session.messages, damage.what)
      }
    },
  },
]
