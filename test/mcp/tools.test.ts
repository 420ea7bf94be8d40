import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createMemoryStore, OptionsError, type SessionStore, StoreError } from '../../src/index.ts'
import { createJournalStore } from '../../src/journal.ts'
import { createMcpServer } from '../../src/mcp.ts'
import { createStateHandles } from '../../src/mcp-parts.ts'
import type { McpServerSettings } from '../../src/mcp/create-mcp-server.ts'
import { tools } from '../../src/mcp/tools/index.ts'
import { createSessionRegistry } from '../../src/presence/create-session-registry.ts'
import { toBytes } from '../agents/claude-code/transcript.ts'
import { hermesScene } from '../audit/hermes-scene.ts'
import { claudeHome, missingResult, storeClaude } from '../cli/claude-home.ts'
import { steady } from '../cli/record-of.ts'
import { tempFolder } from '../files/temp-folder.ts'

let time = 0
beforeEach(() => {
  time = Date.parse('2026-11-21T08:00:00Z')
})
const now = (): number => time

/** A client of a server inside this process. */
async function connect(settings: McpServerSettings): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair()
  await createMcpServer({ now, ...settings }).connect(there)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(here)
  onTestFinished(() => client.close())
  return client
}

/** What the tools answer to each call in turn: text and data. */
async function answersOf(
  client: Client,
  calls: readonly (readonly [name: string, args?: object])[],
  home: string,
): Promise<string> {
  let record = ''
  for (const [name, args = {}] of calls) {
    time += 1000
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...args } })
    const [{ text } = { text: '' }] = content as { text: string }[]
    const data = JSON.stringify(structuredContent ?? null, null, 1)
    record += `$ ${name} ${JSON.stringify(args)}${isError === true ? ' REFUSED' : ''}\n${text}\n${data}\n\n`
  }
  return steady(record, home).replaceAll(/srh_[\w-]{32}/g, 'srh_HANDLE')
}

test('a tool is offered under other hints, or takes other arguments, than is on record', async () => {
  const client = await connect({ home: tempFolder(), env: {} })
  const { tools } = await client.listTools()
  const lines = tools.map(({ name, annotations, inputSchema }) =>
    JSON.stringify(
      { name, annotations, inputSchema },
      (key, value: unknown) => (key === 'description' ? undefined : value),
      1,
    ),
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./recorded/tools.txt')
})

test('what the tools of stored sessions answer is not what is on record', async () => {
  const { home } = claudeHome()
  const [first, ...rest] = missingResult('eeee0005-0000-4000-8000-000000000005')
  const torn = Buffer.concat([toBytes([first!]), Buffer.from('{"parentUuid":"u1"\n'), toBytes(rest)])
  storeClaude(home, 'eeee0005-0000-4000-8000-000000000005', torn)
  const client = await connect({ home, cwd: home, env: {} })
  const error = 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_2.'
  const missing = 'bbbb0002'
  const calls = [
    ['session_doctor'],
    ['session_doctor', { healthy: true, limit: 1 }],
    ['session_doctor', { sessions: ['aaaa0001'] }],
    ['session_doctor', { agents: ['codex'] }],
    ['session_explain', { error }],
    ['session_explain', { error, session: missing }],
    ['session_explain', { error: 'blank_text', session: missing }],
    ['session_explain', { error: '429 rate_limit_error: too many requests' }],
    ['session_repair', { session: missing }],
    ['session_repair', { session: missing, show_texts: true, allow: 'none' }],
    ['session_repair', { session: 'aaaa0001', error }],
    ['session_repair', { session: 'dddd0004', apply: true, allow: 'lossy' }],
    ['session_repair', { session: missing, apply: true }],
    ['session_undo'],
    ['session_undo', { backup: 'none' }],
    ['session_extract', { session: missing }],
    ['session_extract', { session: missing, show_texts: true, last: 2 }],
    ['session_extract', { session: 'cccc0003', show_texts: true, last: 1000 }],
    ['session_repair', { session: 'nosuch' }],
  ] as const
  await expect(await answersOf(client, calls, home)).toMatchFileSnapshot('./recorded/stored.txt')
})

test('what the tools of copies and recordings answer is not what is on record', async () => {
  const user = { role: 'user', content: 'the secret' }
  const scene = hermesScene({
    files: {
      's.json': { session_id: 's', messages: [user] },
      's.json.bak': { session_id: 's', messages: [user, { role: 'assistant', content: 'an answer' }] },
    },
  })
  const home = join(scene.folder, '..')
  const recordings = join(home, '.session-recovery/recordings')
  mkdirSync(recordings, { recursive: true })
  const store = createJournalStore(recordings, { now })
  for (const id of ['first', 'second']) await store.messages.append(id, [{ raw: user }])
  await store.close()
  writeFileSync(join(recordings, 'second/records.ndjson'), '{"torn', { flag: 'a' })
  const client = await connect({ home, cwd: home, env: {} })
  const calls = [
    ['session_audit', { folder: 'sessions' }],
    ['session_audit', { folder: 'sessions', layout: 'codex' }],
    ['session_audit', { folder: 'sessions', state_db: 'none.db' }],
    ['session_audit', { folder: 'none' }],
    ['session_audit', { folder: 'sessions', repair: true }],
    ['session_audit', { folder: 'sessions', repair: true, apply: true }],
    ['session_audit', { folder: 'sessions' }],
    ['proxy_session_recover', { session_id: 'first' }],
    ['proxy_session_recover'],
    ['proxy_session_recover', { session_id: 'second' }],
  ] as const
  await expect(await answersOf(client, calls, home)).toMatchFileSnapshot('./recorded/copies.txt')
})

test('what the tools of live sessions and state answer is not what is on record', async () => {
  const store: SessionStore = createMemoryStore({ now })
  const registry = createSessionRegistry(store, { now })
  const home = tempFolder()
  const client = await connect({ home, store, env: {} })
  const empty = [
    ['session_list'],
    ['list_session_states'],
    ['load_session_state', { state_key: 'k', handle: 'srh_none' }],
  ] as const
  const nothing = await answersOf(client, empty, home)
  await registry.open('live', { owner: 'ann', transport: { url: 'http://127.0.0.1:1' }, metadata: { of: 'ann' } })
  const left = await registry.open('left', {
    owner: 'bob',
    cwd: '/home/bob',
    proof: 'key',
    transport: { url: 'http://127.0.0.1:1' },
    metadata: { of: 'bob' },
  })
  await store.state.set('left', 'plan', { step: 2 }, { owner: 'bob' })
  await left.disconnect()
  const calls = [
    ['session_list'],
    ['session_list', { status: 'active' }],
    ['session_list', { status: 'disconnected' }],
    ['session_list', { status: 'expired' }],
    ['session_claim', { session_id: 'live', owner: 'eve' }],
    ['session_claim', { session_id: 'left', owner: 'eve' }],
    ['session_claim', { session_id: 'left', owner: 'eve', proof: 'key' }],
    ['session_claim', { session_id: 'none', owner: 'eve' }],
    [
      'save_session_state',
      { state_key: 'plan', state_data: { step: 3, api_key: 'sk-ant-api03-abcdefghijklmnopqrst' } },
    ],
    ['save_session_state', { state_key: 'other', state_data: [1], expires_in_hours: 1 }],
    ['save_session_state', { state_key: 'nothing' }],
    ['load_session_state', { state_key: 'handle' }],
    ['save_session_state', { state_key: 'handle', state_data: 'a key like any other' }],
    ['load_session_state', { state_key: 'handle' }],
    ['clear_session_state', { state_key: 'handle', confirm: true }],
    ['load_session_state', { state_key: 'plan' }],
    ['load_session_state', { state_key: 'nothing' }],
    ['load_session_state', { state_key: 'none' }],
    ['list_session_states'],
    ['clear_session_state', { state_key: 'plan' }],
    ['clear_session_state', { state_key: 'plan', confirm: true }],
    ['clear_session_state', { state_key: 'plan', confirm: true }],
    ['clear_session_state', { confirm: true }],
    ['list_session_states'],
    ['load_session_state', { state_key: 'other' }],
  ] as const
  const handle = await createStateHandles(store, { now }).issue()
  const known = await connect({ home, store, env: {} })
  const told = [
    ['save_session_state', { state_key: 'a', state_data: 1, handle }],
    ['load_session_state', { state_key: 'a' }],
  ] as const
  const answers = [await answersOf(client, calls, home), await answersOf(known, told, home)]
  await expect(nothing + answers.join('')).toMatchFileSnapshot('./recorded/live.txt')
})

test('calls that run side by side on one connection are told the handle of another, or keep values where nobody looks', async () => {
  const store = createMemoryStore({ now })
  const client = await connect({ home: tempFolder(), store, env: {} })
  const ask = async (name: string, args: object): Promise<Record<string, unknown>> =>
    Object((await client.callTool({ name, arguments: { ...args } })).structuredContent) as Record<string, unknown>
  const save = async (state_key: string, more: object = {}): Promise<unknown> =>
    (await ask('save_session_state', { state_key, state_data: state_key, ...more }))['handle']
  const first = await Promise.all(['a', 'b', 'c'].map((key) => save(key)))
  expect(new Set(first).size).toBe(1)
  const { states } = await ask('list_session_states', { handle: first[0] })
  expect(states).toHaveLength(3)
  const handles = createStateHandles(store, { now })
  const own = await Promise.all([1, 2, 3].map(() => handles.issue()))
  expect(await Promise.all(own.map((handle) => save('k', { handle })))).toEqual(own)
  // A connection whose handle has gone gets a new one by saving without one, as it is told.
  for (const handle of [...own, String(first[0])]) await handles.revoke(handle)
  expect(await save('gone')).toBeUndefined()
  const again = await save('new')
  expect(await ask('load_session_state', { state_key: 'new', handle: again })).toMatchObject({ value: 'new' })
})

test('a tool is offered that was left out', async () => {
  const client = await connect({ home: tempFolder(), tools: ['session_undo', 'session_list'] })
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['session_undo', 'session_list'])
})

test.each([
  [new Error('no disk'), { code: 'failed', message: 'no disk' }],
  ['no disk', { code: 'failed', message: 'The tool failed.' }],
  [new OptionsError('No such option.'), { code: 'invalid_options', message: 'No such option.' }],
  [
    new StoreError({ code: 'locked', message: 'Held.', path: 's.db' }),
    { code: 'locked', message: 'Held. [s.db]', remedy: expect.any(String) as string },
  ],
])('a tool that throws %s ends the connection, or says nothing of it', async (cause, error) => {
  const store: SessionStore = { ...createMemoryStore(), statesNamed: () => Promise.reject(cause as Error) }
  const client = await connect({ home: tempFolder(), store })
  const failed = await client.callTool({ name: 'session_list', arguments: {} })
  expect(failed).toMatchObject({ isError: true, structuredContent: { status: 'error', error } })
  const [{ text } = { text: '' }] = failed.content as { text: string }[]
  expect(text.startsWith(error.message)).toBe(true)
})

test.each([...tools])('$name passes over an argument that it does not know', ({ input }) => {
  const { error } = input.safeParse({ misspelt: 'plan', confirm: true })
  expect(error?.issues).toContainEqual(expect.objectContaining({ code: 'unrecognized_keys' }))
})
