import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { toBytes } from '../agents/claude-code/transcript.ts'

const old = new Date('2026-11-01T00:00:00Z')

/** A rollout of Codex with a half-written line; its path. */
export function storeCodex(codexHome: string, id: string): string {
  const folder = join(codexHome, 'sessions/2026/11/20')
  mkdirSync(folder, { recursive: true })
  const message = (role: string, type: string, text: string): Record<string, unknown> => ({
    timestamp: '2026-11-20T08:00:00Z',
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type, text }] },
  })
  const meta = { id, cwd: '/w', cli_version: '0.169.0', timestamp: '2026-11-20T08:00:00Z' }
  const path = join(folder, `rollout-2026-11-20T08-00-00-${id}.jsonl`)
  const head = [
    { timestamp: '2026-11-20T08:00:00Z', type: 'session_meta', payload: meta },
    message('user', 'input_text', 'hi'),
  ]
  writeFileSync(
    path,
    Buffer.concat([
      toBytes(head),
      Buffer.from('{"timestamp":"2026-11\n'),
      toBytes([message('assistant', 'output_text', 'ho')]),
    ]),
  )
  utimesSync(path, old, old)
  return path
}

/** A chat of Gemini CLI as a tool turn leaves it: its response lies in two places. The path. */
export function storeGemini(geminiHome: string): string {
  const folder = join(geminiHome, '.gemini/tmp/app/chats')
  mkdirSync(folder, { recursive: true })
  const response = { functionResponse: { id: 'c1', name: 'read_file', response: { output: 'x' } } }
  const call = { id: 'c1', name: 'read_file', args: {}, result: [response], status: 'success' }
  const time = '2026-11-20T08:00:00Z'
  const path = join(folder, 'session-2026-11-20T08-00-abcdef12.jsonl')
  writeFileSync(
    path,
    toBytes([
      { sessionId: 's', projectHash: 'p', startTime: time, lastUpdated: time, kind: 'main' },
      { id: 'm1', timestamp: time, type: 'user', content: [{ text: 'hi' }] },
      { id: 'm2', timestamp: time, type: 'gemini', content: '', toolCalls: [call], model: 'gemini-2.5-flash' },
      { id: 'm3', timestamp: time, type: 'user', content: [response] },
      { id: 'm4', timestamp: time, type: 'gemini', content: 'done' },
    ]),
  )
  utimesSync(path, old, old)
  return path
}

/** A database of opencode with two sessions: a healthy one, and one with a blank text and a row that is cut off. */
export function storeOpencode(path: string, ids: { readonly healthy: string; readonly broken: string }): string {
  mkdirSync(join(path, '..'), { recursive: true })
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode=WAL;
    CREATE TABLE session(id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, revert TEXT, time_created INT, time_updated INT);
    CREATE TABLE message(id TEXT PRIMARY KEY, session_id TEXT, time_created INT, time_updated INT, data TEXT);
    CREATE TABLE part(id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
    CREATE TABLE event(id TEXT PRIMARY KEY, aggregate_id TEXT, seq INT, type TEXT, data TEXT);`)
  const session = database.prepare('INSERT INTO session VALUES (?,?,?,?,?,?,?,?,?)')
  const message = database.prepare('INSERT INTO message VALUES (?,?,?,?,?)')
  const part = database.prepare('INSERT INTO part VALUES (?,?,?,?,?,?)')
  const model = { providerID: 'anthropic', modelID: 'claude-sonnet-4-5' }
  const tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }
  const user = JSON.stringify({ role: 'user', time: { created: 1 }, agent: 'build', model })
  const answer = JSON.stringify({
    role: 'assistant',
    parentID: 'm',
    ...model,
    mode: 'build',
    agent: 'build',
    path: { cwd: '/w', root: '/' },
    cost: 0,
    tokens,
    time: { created: 2, completed: 3 },
    finish: 'stop',
  })
  for (const [kind, id] of Object.entries(ids)) {
    session.run(id, 'p', null, '/w', 'title', '1.18.33', null, 1, 1)
    const rows = [
      [user, { type: 'text', text: 'hi' }],
      [answer, { type: 'text', text: kind === 'healthy' ? 'ho' : '  \n' }],
      [user, { type: 'text', text: 'more' }],
    ] as const
    for (const [index, [data, value]] of rows.entries()) {
      message.run(`msg_${kind}${index}`, id, index, index, data)
      part.run(`prt_${kind}${index}`, `msg_${kind}${index}`, id, index, index, JSON.stringify(value))
    }
    if (kind === 'broken') part.run('prt_broken9', 'msg_broken1', id, 1, 1, '{"type":"text","te')
  }
  database.close()
  utimesSync(path, old, old)
  return path
}
