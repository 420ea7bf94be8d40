import { appendFileSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { appendTurnEvent, auditSessions, repairSafe, type SafeRepair } from '../../src/audit.ts'
import type { Fs } from '../../src/files/fs.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { hermesScene, type HermesScene } from './hermes-scene.ts'

const user = (content: string): object => ({ role: 'user', content })
const session = (session_id: string, ...texts: string[]): object => ({ session_id, messages: texts.map(user) })
const lost = (id: string): Record<string, unknown> => ({
  [`${id}.json`]: session(id, 'one'),
  [`${id}.json.bak`]: session(id, 'one', 'two'),
})
const repair = (scene: HermesScene, fs?: Fs): Promise<SafeRepair> =>
  repairSafe({ ...scene, apply: true, ...(fs && { fs }) })

test('two restores share the name of a temporary file, or one that fails leaves its own behind', async () => {
  const scene = hermesScene({ files: { ...lost('a'), ...lost('z') } })
  const before = scene.tree()
  const made: string[] = []
  const failing: Fs = {
    ...nodeFs,
    open: (path, flags, mode) => {
      if (flags === 'wx' && path.startsWith(scene.folder)) made.push(path)
      return nodeFs.open(path, flags, mode)
    },
    rename: (from, to) =>
      to.startsWith(scene.folder)
        ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
        : nodeFs.rename(from, to),
  }
  for (let round = 0; round < 2; round += 1) await expect(repair(scene, failing)).rejects.toThrow()
  expect(made.length).toBeGreaterThanOrEqual(2)
  expect(new Set(made).size).toBe(made.length)
  expect(scene.tree()).toEqual(before)
  expect(await repair(scene)).toMatchObject({ clean: true, repaired: 2 })
})

test('a file of the system, a hidden one, a folder or a link counts as a session', async () => {
  const scene = hermesScene({
    files: { 's.json': session('s', 'one'), '_x.json': { messages: 1 }, '.y.json': [], 'notes.json.txt': 7 },
    filesRaw: { '_x.json.bak': JSON.stringify(session('_x', 'a')), 'a b.json.bak': '{}', 'a.json.bak~': '{' },
  })
  mkdirSync(join(scene.folder, 'folder.json'))
  writeFileSync(join(scene.backups.folder, '..', 'outside.json'), JSON.stringify(session('outside', 'x')))
  symlinkSync(join('..', 'outside.json'), join(scene.folder, 'link.json'))
  const before = scene.tree()
  expect(await auditSessions(scene)).toMatchObject({ status: 'ok', summary: { ok: 1 } })
  expect(await repair(scene)).toMatchObject({ clean: true, backup: null })
  expect(scene.tree()).toEqual(before)
})

test.each(['../outside', '..', '', 'a/b', 'a\\b', '_index', '.hidden', 'a b'])(
  'a row of the database whose id is %j becomes a file that is no session of the folder',
  async (id) => {
    const scene = hermesScene({
      stateDb: {
        sessions: [id, 'own'].map((each) => ({ id: each, source: 'webui' })),
        messages: [id, 'own'].map((each) => ({ session_id: each, role: 'user', content: 'x' })),
      },
    })
    const report = await repair(scene)
    expect(report).toMatchObject({ clean: false, repaired: 1 })
    expect(report.after.items).toMatchObject([
      {
        session_id: id,
        kind: 'state_db_orphan_webui_row',
        category: 'unsafe_to_repair',
        because: 'invalid_session_id',
      },
    ])
    const root = join(scene.folder, '..')
    const sessions = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
    expect(sessions.filter((name) => !name.startsWith('backups'))).toEqual([join('sessions', 'own.json')])
  },
)

test('an index is made of what it said, and not of the files', async () => {
  const scene = hermesScene({
    files: {
      ...lost('a'),
      'z.json': session('z', 'one', 'two'),
      'gone.json': session('gone', 'x'),
      '_deleted_webui_sessions.json': { version: 1, ids: ['gone'] },
      '_index.json': [
        { session_id: 'ghost', message_count: 9 },
        { session_id: 'a', message_count: 7, title: 'of the program' },
        { session_id: 'gone' },
      ],
    },
  })
  await repair(scene)
  expect(scene.read('_index.json')).toEqual([
    { session_id: 'a', message_count: 2, title: 'of the program' },
    { session_id: 'z', message_count: 2 },
  ])
  const without = hermesScene({ files: lost('a') })
  await repair(without)
  expect(existsSync(join(without.folder, '_index.json'))).toBe(false)
})

test('the intent of a turn is not on the disk when its append returns, or others can read it (I8)', async () => {
  const scene = hermesScene({})
  const fs = new FaultFs()
  await appendTurnEvent(scene.folder, 's', { event: 'submitted', content: 'q' }, { ...scene.backups, fs })
  const [written, synced, named] = ['write', 'fsync', 'syncFolder'].map((name) => fs.names.lastIndexOf(name))
  expect(written).toBeGreaterThan(0)
  expect(synced).toBeGreaterThan(fs.names.indexOf('write'))
  expect(named).toBeGreaterThan(synced!)
  expect(statSync(join(scene.folder, '_turn_journal', 's.jsonl')).mode & 0o777).toBe(0o600)
  for (const failing of ['fsync', 'syncFolder']) {
    const at = fs.names.lastIndexOf(failing) + 1
    const failed = new FaultFs({ at, code: 'EIO' })
    const other = hermesScene({})
    await expect(
      appendTurnEvent(other.folder, 's', { event: 'submitted' }, { ...other.backups, fs: failed }),
    ).rejects.toThrow()
  }
})

test.each([
  ['a', ['z']],
  ['z', ['a']],
  ['a', []],
])('session %s beside %j changes between the audit and its repair, and is overwritten', async (id, others) => {
  for (const moment of ['before the backup', 'before the rename']) {
    const scene = hermesScene({ files: Object.assign(lost(id), ...others.map((other) => lost(other))) })
    const path = join(scene.folder, `${id}.json`)
    let isDone = false
    const change = (): void => {
      if (!isDone) appendFileSync(path, ' ')
      isDone = true
    }
    const racing: Fs = {
      ...nodeFs,
      mkdir: (folder) => {
        if (moment === 'before the backup') change()
        return nodeFs.mkdir(folder)
      },
      open: (file, flags, mode) => {
        if (flags === 'wx' && file.startsWith(join(scene.folder, `.${id}.json`))) change()
        return nodeFs.open(file, flags, mode)
      },
    }
    const { refused, files, repaired } = await repair(scene, racing)
    expect(isDone).toBe(true)
    expect([refused, repaired]).toEqual([[{ path, why: 'changed_meanwhile' }], others.length])
    expect(files).toEqual(others.map((other) => join(scene.folder, `${other}.json`)))
    expect(scene.count(id)).toBe(1)
    expect(await repair(scene)).toMatchObject({ clean: true, repaired: 1 })
  }
})

test('a session made from the database lacks calls, parts or numbers, or does not say where it comes from', async () => {
  const call = [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }]
  const parts = [
    { type: 'text', text: 'look' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
  ]
  const scene = hermesScene({
    files: {},
    stateDb: {
      sessions: [{ id: 's', source: 'webui', title: 'T', message_count: 99 }],
      messages: [
        { id: 1, session_id: 's', role: 'user', content: JSON.stringify(parts), timestamp: 1, token_count: 12 },
        { id: 2, session_id: 's', role: 'assistant', content: '', timestamp: 2, tool_calls: JSON.stringify(call) },
        { id: 3, session_id: 's', role: 'tool', content: '[1, 2]', timestamp: 3, tool_call_id: 'c1' },
        { id: 4, session_id: 's', role: 'assistant', content: '[{not json', timestamp: 4, tool_calls: '{torn' },
      ],
    },
  })
  await repair(scene)
  expect(scene.read('s.json')).toMatchObject({ message_count: 4, _recovered_from_state_db: true })
  expect(scene.read('s.json')['messages']).toEqual([
    { role: 'user', content: parts, timestamp: 1, token_count: 12 },
    { role: 'assistant', content: '', timestamp: 2, tool_calls: call },
    { role: 'tool', content: '[1, 2]', timestamp: 3, tool_call_id: 'c1' },
    { role: 'assistant', content: '[{not json', timestamp: 4, tool_calls: '{torn' },
  ])
})

test('an item has other fields than hermes-webui gives it', async () => {
  const { items } = await auditSessions(hermesScene({ files: { ...lost('a'), 'z.json': 7, 'z.json.bak': 7 } }))
  for (const item of items)
    expect(Object.keys(item).slice(0, 6)).toEqual([
      'session_id',
      'kind',
      'category',
      'recommendation',
      'live_messages',
      'bak_messages',
    ])
  expect(items.map(({ kind }) => kind)).toEqual(['shrunken_live', 'malformed_live', 'malformed_backup'])
})

test('a turn journal that cannot be read ends the audit, or its turns count as pending', async () => {
  const scene = hermesScene({
    files: { ...lost('a'), 's.json': session('s', 'one') },
    filesRaw: {
      '_turn_journal/s.jsonl': '{"event":"submitted","turn_id":"t","content":"q","created_at":1}\n',
      '_turn_journal/s~w.jsonl': '{"event":"completed","turn_id":"t","created_at":2}\n',
    },
  })
  const fs: Fs = {
    ...nodeFs,
    open: (path, flags, mode) =>
      path.endsWith('s~w.jsonl')
        ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
        : nodeFs.open(path, flags, mode),
  }
  expect((await auditSessions({ ...scene, fs })).items).toMatchObject([
    { session_id: 'a', kind: 'shrunken_live' },
    {
      session_id: 's',
      kind: 'turn_journal_malformed_event',
      category: 'unsafe_to_repair',
      recommendation: 'manual_review',
      because: 'unreadable',
    },
  ])
  const before = scene.tree()['s.json']
  expect(await repair(scene, fs)).toMatchObject({ clean: false, repaired: 1 })
  expect(scene.tree()['s.json']).toBe(before)
})

test.each<[string, string | Buffer | null]>([
  ['that is none', 'a note, not a database'],
  ['that is empty', ''],
  ['that was cut off', Buffer.from('SQLite format 3\0')],
  ['in whose place a folder stands', null],
])('a database %s passes for one that agrees, or keeps a backup from coming back', async (_, content) => {
  const scene = hermesScene({ files: lost('a') })
  const stateDb = join(scene.backups.folder, '..', 'state.db')
  if (content === null) mkdirSync(stateDb)
  else writeFileSync(stateDb, content)
  const report = await auditSessions({ ...scene, stateDb })
  expect(report.status).toBe('needs_manual_review')
  expect(report.items.map(({ kind }) => kind)).toEqual(['state_db_unreadable', 'shrunken_live'])
  expect(await repairSafe({ ...scene, stateDb, apply: true })).toMatchObject({ clean: false, repaired: 1 })
  expect(scene.count('a')).toBe(2)
})

test('a database that is not there, or that was not named, is one that cannot be read', async () => {
  const scene = hermesScene({ files: { 's.json': session('s', 'one') } })
  expect(await auditSessions(scene)).toMatchObject({ status: 'ok' })
  expect(await auditSessions({ ...scene, stateDb: join(scene.folder, 'none.db') })).toMatchObject({ status: 'ok' })
})

describe('a folder or a link', () => {
  const inTheWay: readonly (readonly [string, (path: string) => void])[] = [
    ['a folder', (path) => mkdirSync(path)],
    ['a link', (path) => symlinkSync('elsewhere', path)],
  ]

  test.each(inTheWay)(
    '%s that stands for the tombstones counts as none, and a deleted session comes back (I14)',
    async (_, put) => {
      const scene = hermesScene({ files: { 'gone.json.bak': session('gone', 'one') } })
      put(join(scene.folder, '_deleted_webui_sessions.json'))
      expect((await auditSessions(scene)).items.map(({ kind, category }) => [kind, category])).toEqual([
        ['tombstones_malformed', 'unsafe_to_repair'],
        ['orphan_backup', 'unsafe_to_repair'],
      ])
      expect(await repair(scene)).toMatchObject({ clean: false, repaired: 0 })
      expect(scene.count('gone')).toBe(null)
    },
  )

  test.each(inTheWay)('%s that stands for a session is to be repaired, for ever', async (_, put) => {
    const rows = {
      sessions: [{ id: 'row', source: 'webui' }],
      messages: [{ session_id: 'row', role: 'user', content: 'x' }],
    }
    for (const scene of [
      hermesScene({ files: { 's.json.bak': session('s', 'one') } }),
      hermesScene({ files: {}, stateDb: rows }),
    ]) {
      put(join(scene.folder, scene.stateDb === undefined ? 's.json' : 'row.json'))
      expect((await auditSessions(scene)).items).toMatchObject([
        { category: 'unsafe_to_repair', because: 'not_a_file' },
      ])
      expect(await repair(scene)).toMatchObject({ clean: false, repaired: 0 })
    }
  })
})

test('a session that is nested too deep to be compared ends the audit of all others', async () => {
  const deep = (more: string): string =>
    `{"session_id":"deep","messages":[{"role":"user","content":${'['.repeat(50_000)}${']'.repeat(50_000)}}${more}]}`
  const filesRaw = { 'deep.json': deep(''), 'deep.json.bak': deep(',{"role":"user"}') }
  const scene = hermesScene({ files: lost('a'), filesRaw })
  expect((await auditSessions(scene)).items.map(({ session_id, kind }) => [session_id, kind])).toEqual([
    ['a', 'shrunken_live'],
    ['deep', 'diverged'],
  ])
  expect(await repair(scene)).toMatchObject({ clean: false, repaired: 1 })
})
