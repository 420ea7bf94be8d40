import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditSessions, deleteSession, inspectCopies, readCopies, repairSafe } from '../../src/audit.ts'
import { readSessionIndex } from '../../src/agents/hermes-webui/session-index.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { casesOf, promised } from './hermes-cases.ts'
import { hermesScene, type HermesScene } from './hermes-scene.ts'

const repair = (scene: HermesScene): ReturnType<typeof repairSafe> => repairSafe({ ...scene, apply: true })

test.each(casesOf('recoverAll', 'restart + recoverAll'))(
  '$id: a startup recovery gives another state',
  async (given) => {
    const { 's.json': live, ...files } = given.given.files ?? {}
    // Deleted in the right order, and killed behind the first unlink.
    const crashed = { ...files, '_deleted_webui_sessions.json': { version: 1, ids: ['s'] } }
    const isCrashed = given.given['crashAfter'] !== undefined
    const scene = hermesScene({
      ...given.given,
      files: isCrashed ? crashed : { ...files, ...(live ? { 's.json': live } : {}) },
    })
    const before = scene.tree()
    const { after, files: written } = await repair(scene)
    const bytesChanged = JSON.stringify(scene.tree()) !== JSON.stringify(before)
    const restored = written.filter((path) => path.endsWith('/s.json')).length
    const observed = { restored, live: { s: scene.count('s') }, bytesChanged }
    expect(observed).toMatchObject(promised(given, observed))
    expect(after.items.every(({ category }) => category === 'unsafe_to_repair')).toBe(true)
  },
)

const asked: Readonly<Record<string, string>> = { merge: 'restore', review: 'restore or review' }

test.each(casesOf('recoverOne', 'inspect'))('$id: a shrink is taken for what it is not', async (given) => {
  const scene = hermesScene(given.given)
  const before = scene.tree()
  const verdict = inspectCopies(await readCopies(nodeFs, scene.folder, String(given.when['session'])))
  const { items } = await auditSessions(scene)
  const { repaired, undo } = await repair(scene)
  const wanted = given.then['recommend'] === 'restore or review' ? 'restore or review' : undefined
  const observed = {
    live_messages: verdict.live_messages,
    recommend: wanted ?? asked[verdict.recommend] ?? verdict.recommend,
    intentional_clear_truncate: verdict.intent === 'intentional_clear_truncate',
    kind: items[0]?.kind === 'diverged' ? 'diverged_backup' : items[0]?.kind,
    category: items[0]?.category,
    restored: repaired === 1,
    live: { s: scene.count('s') },
  }
  expect(observed).toMatchObject(promised(given, observed))
  expect(wanted === undefined || ['restore', 'review'].includes(verdict.recommend)).toBe(true)
  await undo()
  expect(scene.tree()).toEqual(before)
})

test.each(casesOf('audit'))('$id: an audit says something else', async (given) => {
  const scene = hermesScene(given.given)
  const before = scene.tree()
  const report = await auditSessions(scene)
  const kinds = report.items.map(({ kind }) => kind).sort()
  const malformed = kinds.filter((kind) => kind === 'turn_journal_malformed_event').length
  const observed = { ...report, kinds, malformed, repairable: report.summary.repairable }
  expect(observed).toMatchObject(promised(given, observed))
  expect(scene.tree()).toEqual(before)
})

test.each(casesOf('reconcile'))('$id: a file made from the database is not what it has to be', async (given) => {
  const scene = hermesScene(given.given)
  const appears = given.given['sidecarAppearsDuringReconcile']
  const before = scene.tree()
  const path = `${scene.folder}/s.json`
  const fs = {
    ...nodeFs,
    link: async (from: string, to: string) => {
      if (appears && to === path) await writeFile(to, JSON.stringify(appears))
      return nodeFs.link(from, to)
    },
  }
  const { files, refused, undo } = await repairSafe({ ...scene, apply: true, fs })
  const observed = {
    materialized: files.includes(path) ? 1 : 0,
    live: { s: scene.count('s') },
    fields: scene.count('s') === null ? {} : scene.read('s.json'),
    detail: refused.some(({ why }) => why === 'exists') ? 'sidecar_appeared_during_reconcile' : undefined,
    tmpLeft: Object.keys(scene.tree()).filter((name) => name.includes('tmp')).length,
  }
  expect(observed).toMatchObject(promised(given, observed))
  await undo()
  expect(scene.tree()).toEqual(appears ? scene.tree() : before)
})

test.each(casesOf('repairSafe', 'repairSafe twice'))(
  '$id: a safe repair leaves more or less than it may',
  async (given) => {
    const scene = hermesScene(given.given)
    const before = scene.tree()
    const first = await repair(scene)
    const once = scene.tree()
    const second = await repair(scene)
    expect(scene.tree()).toEqual(once)
    expect(second.backup).toBeNull()
    const messages = (scene.count('s') === null ? [] : scene.read('s.json')['messages']) as {
      role: string
      type?: string
    }[]
    const observed = {
      clean: second.clean,
      repaired: first.repaired,
      auditAfter: first.after.status,
      live: { s: scene.count('s') },
      userMessageMaterialized: messages.filter(({ role }) => role === 'user').length,
      interruptionMarker: messages.filter(({ type }) => type === 'interrupted').length,
    }
    expect(observed).toMatchObject(promised(given, observed))
    await first.undo()
    expect(scene.tree()).toEqual(before)
  },
)

test.each<readonly [state: string, text: string | undefined]>([
  ['absent', undefined],
  ['sound', '[]'],
  ['sound', '[{"session_id":"s"},{"session_id":"t"}]'],
  ['malformed', '[{"session_id":"s"},{"session_id":7}]'],
  ['malformed', '[7,{"session_id":"s"}]'],
  ['malformed', '{"session_id":"s"}'],
  ['malformed', '[{"session_id":"s"}'],
])('an index is not %s although it holds %s', async (state, text) => {
  const { folder } = hermesScene({ filesRaw: text === undefined ? {} : { '_index.json': text } })
  const read = await readSessionIndex(nodeFs, folder)
  expect(read.state).toBe(state)
  expect('seen' in read).toBe(text !== undefined)
})

test('an index that cannot be read passes for one that is not there', async () => {
  const { folder } = hermesScene({ filesRaw: { '_index.json': '[]' } })
  const refuse = (): Promise<never> => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
  const failing = { ...nodeFs, open: refuse, readFile: refuse, stat: refuse }
  expect(await readSessionIndex(failing, folder)).toEqual({ state: 'malformed' })
})

test('a deleted session leaves a copy of its own behind, or takes that of another', async () => {
  const session = { session_id: 's', messages: [1] }
  const { folder, backups, tree } = hermesScene({
    files: { 's.json': session, 's.json.bak': session, 't.json': session, 't.json.bak': session },
    filesRaw: { '_turn_journal/s.jsonl': '', '_turn_journal/t.jsonl': '' },
  })
  await deleteSession(folder, 's', backups)
  expect(Object.keys(tree()).filter((name) => !name.startsWith('_deleted'))).toEqual([
    '_turn_journal/t.jsonl',
    't.json',
    't.json.bak',
  ])
})

test.each<readonly [live: unknown[] | 'torn' | undefined, backup: unknown[] | 'torn' | undefined, verdict: string]>([
  [['a'], undefined, 'no_backup 1 -1'],
  [undefined, undefined, 'no_backup -1 -1'],
  [['a'], 'torn', 'no_action 1 -1'],
  ['torn', 'torn', 'no_action -1 -1'],
  ['torn', ['a'], 'restore -1 1'],
  [undefined, ['a'], 'restore -1 1'],
  [['a'], ['a'], 'no_action 1 1'],
  [['a', 'b'], ['a'], 'no_action 2 1'],
  [['a'], ['a', 'b'], 'restore 1 2'],
  [['a', 'c'], ['a', 'b'], 'review 2 2'],
])('of a session with %j and a backup with %j something else is said', async (live, backup, verdict) => {
  const textOf = (messages: unknown): string =>
    messages === 'torn' ? '{torn' : JSON.stringify({ session_id: 's', messages })
  const files = { 's.json': live, 's.json.bak': backup }
  const there = Object.entries(files).flatMap(([name, messages]) => (messages ? [[name, textOf(messages)]] : []))
  const { folder } = hermesScene({ filesRaw: Object.fromEntries(there) })
  const { session_id, recommend, live_messages, bak_messages } = inspectCopies(await readCopies(nodeFs, folder, 's'))
  expect(`${session_id} ${recommend} ${live_messages} ${bak_messages}`).toBe(`s ${verdict}`)
})

test.each<readonly [string, unknown]>([
  ['an older state of its own', { session_id: 'a', messages: [] }],
  ['a file that cannot be read', undefined],
  ['nothing', null],
])('the backup of another session takes the place of %s', async (_name, live) => {
  const folder = tempFolder()
  const other = JSON.stringify({ session_id: 'b', messages: [{ role: 'user', content: 'of b' }] })
  const own = live === undefined ? '{trunc' : JSON.stringify(live)
  const path = join(folder, 'a.json')
  if (live !== null) writeFileSync(path, own)
  writeFileSync(`${path}.bak`, other)
  const { items } = await auditSessions({ folder })
  expect(items.map(({ category }) => category)).toEqual(['unsafe_to_repair'])
  expect(await repairSafe({ folder, apply: true })).toMatchObject({ repaired: 0 })
  expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(live === null ? null : own)
  expect(readFileSync(`${path}.bak`, 'utf8')).toBe(other)
})
