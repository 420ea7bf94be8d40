import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  auditDiscoverability,
  deleteSession,
  mayReplaceMarker,
  mergeTranscripts,
  repairSafe,
  restoreEarlierVersion,
  restorePending,
  retryPendingOutput,
  saveSession,
  type RunEvent,
} from '../../src/audit.ts'
import { addTombstone, readTombstones } from '../../src/agents/hermes-webui/tombstones.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { replaceFileDurably } from '../../src/files/replace-file-durably.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { casesOf, type HermesCase, promised } from './hermes-cases.ts'
import { hermesScene } from './hermes-scene.ts'

type Message = Readonly<Record<string, unknown>>

const NOW = 1_000_000
const payloads: Readonly<Record<string, string>> = { token: 'text', tool: 'name', tool_complete: 'name' }

function runOf(journal: unknown): readonly RunEvent[] {
  return ((journal ?? []) as string[]).map((line, at) => {
    const [event = '', value] = line.split(':')
    return { event, seq: at + 1, session_id: 's', payload: { [payloads[event] ?? 'none']: value } }
  })
}

const isMarker = (message: Message): boolean => message['type'] === 'interrupted'

/** What is made of the turn of a case: the first time, after as many times as it says, and when more of its run is found later. */
function pendingScene(given: HermesCase) {
  const facts = Object(given.given['session'])
  const session = {
    session_id: 's',
    messages: facts.messages as Message[],
    pending_user_message: facts.pending,
    pending_attachments: facts.attachments,
    pending_started_at: facts.startedAt ?? (facts.startedAgoS === null ? null : NOW - facts.startedAgoS),
    active_stream_id: facts.stream,
  }
  const foreign = facts.journalTerminal && [{ event: 'apperror', seq: 1, session_id: facts.journalTerminal.session_id }]
  const at = {
    now: NOW,
    streamAlive: facts.streamAlive,
    lockHeld: facts.lockHeld,
    cancelInProgress: facts.cancelFlag,
    hasContinuation: facts.hasContinuationChild,
    run: foreign || runOf(facts.journal),
  }
  const first = restorePending(session, at)
  const second = Array.from({ length: facts.repeat ?? 1 }).reduce<typeof first>(
    (state) => (restorePending(state.session, at).repaired ? restorePending(state.session, at) : state),
    first,
  )
  const messages = second.session.messages as Message[]
  const marker = messages.find(isMarker)
  const aged = marker && {
    ...second.session,
    messages: messages.map((message) =>
      isMarker(message)
        ? { ...message, _recovery_retries: facts.retries ?? 0, _recovery_since: NOW - (facts.retryAgeS ?? 0) }
        : message,
    ),
  }
  const late = facts.journalAppearsOnSecondRead ? runOf(['token:late']) : []
  const later = aged && retryPendingOutput(aged, { now: NOW, run: late })
  return { facts, first, second, messages, marker, later }
}

test.each(casesOf('repairPending'))('$id: an interrupted turn comes back otherwise', (given) => {
  const { facts, first, later, marker, messages, second } = pendingScene(given)
  const retried = later?.session.messages as Message[] | undefined
  const retriedMarker = retried?.find(isMarker)
  const users = messages.filter(({ role }) => role === 'user')
  const recovered = messages.filter(({ _partial }) => _partial)
  const observed = {
    repaired: first.repaired,
    roles: messages.map((message) => (isMarker(message) ? 'marker:interrupted' : message['role'])),
    recoveredUser: users.at(-1)?.['content'],
    pendingCleared: second.session['pending_user_message'] === null && second.session['active_stream_id'] === null,
    messages: messages.length,
    coreUsed: messages.some(({ content }) => String(content).startsWith('core')),
    userTurns: users.length,
    lastUserTimestamp: users.at(-1)?.['timestamp'],
    deadlock: false,
    retriedNextLoad: second.session['pending_user_message'] !== null,
    recoveredText: recovered
      .filter(({ role, content }) => role === 'assistant' && content !== '')
      .map(({ content }) => content),
    toolCalls: recovered.filter((message) => message['tool_calls']).length,
    recoveredAnchors: recovered.filter((message) => message['tool_calls']).length,
    markers: retried?.filter(isMarker).length,
    markerLast: messages.at(-1) === marker,
    firstMarker: marker?.['recovery_state'],
    secondMarker: retriedMarker?.['recovery_state'],
    marker:
      typeof given.then['marker'] === 'string' ? retriedMarker?.['recovery_state'] : messages.filter(isMarker).length,
    retryMetaStripped: retriedMarker && !('_recovery_retries' in retriedMarker),
    terminalErrorAdopted: JSON.stringify(messages).includes('apperror'),
    workerMayReplaceMarker: mayReplaceMarker(second.session, facts.lateWriteFor ?? ''),
  }
  expect(observed).toMatchObject(promised(given, observed))
  // Content alone tells: no marker names a cause as a fact.
  expect(String(marker?.['content'] ?? '')).not.toMatch(/restart|crash/i)
})

test('an interrupted turn or a merge holds something else than is on record', async () => {
  const turns = casesOf('repairPending').map((given) => {
    const { first, later, second } = pendingScene(given)
    return [given.id, first, second, later]
  })
  const merges = casesOf('mergeTranscripts').map(({ given, id }) => [
    id,
    mergeTranscripts(given['sidecar'] as Message[], given['db'] as Message[]),
  ])
  const lines = [...turns, ...merges].map((line) => `${line.map((part) => JSON.stringify(part)).join('\n  ')}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('./recorded/turns.txt')
})

test('a transcript that lacks nothing is another one after a merge, or keeps what is no message', () => {
  const [one, two] = [
    { role: 'user', content: 'a', timestamp: 1 },
    { role: 'assistant', content: 'b', timestamp: 2 },
  ]
  const whole = [one, two]
  for (const rows of [[], [one], [two], whole, [null, 'text', one]]) expect(mergeTranscripts(whole, rows)).toBe(whole)
  const odd = [one, null, two]
  expect(mergeTranscripts(odd, [])).toEqual(whole)
})

test.each(casesOf('mergeTranscripts'))('$id: two transcripts merge otherwise', ({ given, then }) => {
  const merged = mergeTranscripts(given['sidecar'] as Message[], given['db'] as Message[]) as Message[]
  expect(merged.map(({ content }) => content)).toEqual(then['contents'])
  expect(mergeTranscripts(merged, given['db'] as Message[])).toEqual(merged)
})

test.each(casesOf('save'))('$id: a save replaces what it may not', async (given) => {
  const scene = hermesScene(given.given)
  const { active_stream_id = null, pending_user_message = null } = given.when
  const session = { session_id: 's', messages: [], active_stream_id, pending_user_message }
  const before = scene.tree()
  const metadataOnly = given.given['loadedMetadataOnly'] === true
  const saved = await saveSession(scene.folder, session, { ...scene.backups, metadataOnly }).catch(
    () => 'thrown' as const,
  )
  const observed = {
    throws: saved === 'thrown',
    written: saved !== 'thrown' && saved.written,
    live: { s: scene.count('s') },
  }
  expect(observed).toMatchObject(promised(given, observed))
  expect(scene.tree()).toEqual(before)
})

test('a save that shrinks keeps no former version, or one that grows keeps one', async () => {
  const { folder, backups, read, tree } = hermesScene({ files: { 's.json': { session_id: 's', messages: [1, 2] } } })
  await saveSession(folder, { session_id: 's', messages: [1, 2, 3] }, backups)
  expect(Object.keys(tree())).toEqual(['s.json'])
  await saveSession(folder, { session_id: 's', messages: [1] }, backups)
  expect(read('s.json.bak')['messages']).toEqual([1, 2, 3])
})

test.each(casesOf('writeIndex'))('$id: a failed rename leaves half an index', async (given) => {
  const scene = hermesScene(given.given)
  const fs = new FaultFs()
  const failing = { ...nodeFs, rename: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) }
  const path = join(scene.folder, '_index.json')
  await expect(replaceFileDurably(path, (write) => write(Buffer.from('[]')), { fs: failing })).rejects.toThrow()
  expect(Object.keys(scene.tree())).toEqual(given.then['filesAfter'])
  expect(scene.read('_index.json')).toEqual(given.then['content'])
  await replaceFileDurably(path, (write) => write(Buffer.from('[]')), { fs })
  expect(fs.names.indexOf('fsync')).toBeLessThan(fs.names.indexOf('rename'))
})

test.each(casesOf('save from worker'))('$id: a worker brings a deleted session back', async () => {
  const scene = hermesScene({ files: { 's.json': { session_id: 's', messages: [1] } } })
  await deleteSession(scene.folder, 's', scene.backups)
  expect(await saveSession(scene.folder, { session_id: 's', messages: [1, 2] }, scene.backups)).toEqual({
    written: false,
    why: 'fenced',
  })
  expect(existsSync(join(scene.folder, 's.json'))).toBe(false)
})

test.each(['{ torn', '[]', '{"ids":"s"}', '{"ids":["other",{"id":"s"}]}'])(
  'tombstones %s are taken for none: a session is saved, brought back or deleted over them (I14)',
  async (text) => {
    const older = { session_id: 's', messages: [1] }
    const scene = hermesScene({ files: { 's.json': older, 's.json.bak': older, 's.json.bak.1': older } })
    const path = join(scene.folder, '_deleted_webui_sessions.json')
    writeFileSync(path, text)
    const before = scene.tree()
    const refused = { code: 'changed_meanwhile', path, message: expect.stringContaining('Look at the file') }
    const newer = { session_id: 's', messages: [1, 2] }
    await expect(saveSession(scene.folder, newer, scene.backups)).rejects.toMatchObject(refused)
    await expect(restoreEarlierVersion(scene.folder, 's', 1, scene.backups)).rejects.toMatchObject(refused)
    await expect(deleteSession(scene.folder, 's', scene.backups)).rejects.toMatchObject(refused)
    expect(scene.tree()).toEqual(before)
    writeFileSync(path, '{"version":1,"ids":["other"]}')
    expect(await saveSession(scene.folder, newer, scene.backups)).toMatchObject({ written: true })
  },
)

test('an empty snapshot under way replaces a conversation that cannot be read', async () => {
  const scene = hermesScene({ files: {} })
  writeFileSync(join(scene.folder, 's.json'), '{ torn')
  const empty = { session_id: 's', messages: [], pending_user_message: 'Go on.' }
  expect(await saveSession(scene.folder, empty, scene.backups)).toEqual({ written: false, why: 'empty_while_pending' })
  const whole = { ...empty, messages: [1] }
  expect(await saveSession(scene.folder, whole, scene.backups)).toEqual({ written: true, backedUp: false })
})

test.each(casesOf('delete'))('$id: an old delete is forgotten', async ({ given, then }) => {
  const ids = Array.from({ length: Number(given['deletes']) - 1 }, (_, at) => `s${at}`)
  const { folder } = hermesScene({ files: { '_deleted_webui_sessions.json': { version: 1, ids } } })
  await addTombstone(nodeFs, folder, 'zz')
  const kept = (await readTombstones(nodeFs, folder)).ids
  expect([...ids, 'zz'].filter((id) => !kept.has(id))).toHaveLength(Number(then['forgotten']))
})

test('a delete is recorded in another form than Hermes reads, or twice (I18)', async () => {
  const { folder } = hermesScene({})
  const text = (): string => readFileSync(join(folder, '_deleted_webui_sessions.json'), 'utf8')
  for (const ids of [['a'], ['a', 'b'], ['a', 'b']]) {
    await addTombstone(nodeFs, folder, ids.at(-1)!)
    expect(text()).toBe(JSON.stringify({ version: 1, ids }, null, 2))
  }
  expect(await readTombstones(nodeFs, folder)).toEqual({ ids: new Set(['a', 'b']), readable: true })
})

test('a delete that is cut off at any step leaves a session that comes back', async () => {
  for (let at = 1; ; at += 1) {
    const message = { role: 'user', content: 'gone' }
    const scene = hermesScene({
      files: {
        's.json': { session_id: 's', messages: [message] },
        's.json.bak': { session_id: 's', messages: [message, message] },
      },
      stateDb: {
        sessions: [{ id: 's', source: 'webui' }],
        messages: [{ session_id: 's', role: 'user', content: 'gone' }],
      },
    })
    const before = scene.count('s')
    const fs = new FaultFs({ at, code: 'EIO', persistent: true })
    const isDone = await deleteSession(scene.folder, 's', { folder: `${scene.backups.folder}-of-the-dead`, fs }).then(
      () => true,
      () => false,
    )
    const cut = scene.count('s')
    await repairSafe({ ...scene, apply: true })
    const isMarked = (await readTombstones(nodeFs, scene.folder)).ids.has('s')
    expect(isMarked ? scene.count('s') === cut : before === 1).toBe(true)
    if (isDone) break
  }
})

test.each(casesOf('discoverability.audit'))(
  '$id: a session that is shown counts as lost, or a lost one as shown',
  (given) => {
    const { status, items } = auditDiscoverability(given.given as unknown as Parameters<typeof auditDiscoverability>[0])
    const observed = { status, items }
    expect(observed).toMatchObject(promised(given, observed))
  },
)

test.each(casesOf('discoverability.repair'))('$id: a dry run writes', async ({ given, then }) => {
  const ids = Array.from({ length: Number(given['findings']) }, (_, at) => `s${at}`)
  const sessions = ids.map((id) => [`${id}.json`, { session_id: id, messages: [] }])
  const scene = hermesScene({ files: { ...Object.fromEntries(sessions), '_index.json': [] } })
  const before = scene.tree()
  const { repaired, before: found } = await repairSafe(scene)
  const backupDirCreated = existsSync(scene.backups.folder)
  expect({ planned: found.summary.repairable, applied: repaired, filesChanged: 0, backupDirCreated }).toEqual(then)
  expect(scene.tree()).toEqual(before)
})
