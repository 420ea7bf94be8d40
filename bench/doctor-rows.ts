import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSession } from '../src/doctor/check/check-session.ts'
import { newestFirst } from '../src/doctor/sessions/find-sessions.ts'
import { awaitedShareOf, type Row, shareRow } from './measure.ts'
import { plainConversation } from './plain-conversation.ts'

/** Sessions as a machine has them, and one that has grown for weeks; in messages. */
const homes: readonly (readonly [what: string, sessions: number, messages: number])[] = [
  ['60 sessions', 60, 160],
  ['one session', 1, 9600],
]
/** 60 % of the speed of what nobody can do without. */
const target = 1 / 0.6

/** What `doctor` does with healthy sessions of Claude Code, beside reading the same files and `JSON.parse` of their lines. */
export async function* measureDoctor(rounds: number): AsyncGenerator<Row> {
  for (const [what, sessions, messages] of homes) {
    const home = mkdtempSync(join(tmpdir(), 'session-recovery-bench-'))
    try {
      const folder = join(home, '.claude', 'projects', '-bench')
      mkdirSync(folder, { recursive: true })
      const bytes = storeSessions(folder, sessions, messages)
      const megabytes = Math.round(bytes / 1e6)
      let best = Infinity
      const screen = async (): Promise<void> => {
        const start = performance.now()
        await screenHome(home, sessions)
        best = Math.min(best, performance.now() - start)
      }
      const share = await awaitedShareOf(screen, () => parseLines(folder), Math.min(rounds, 8))
      yield shareRow(`doctor: ${what}, ${megabytes} MB, beside reading and JSON.parse line by line`, share, target)
      yield { what: `doctor: ${what}, ${megabytes} MB`, unit: 'MB/s', value: bytes / 1000 / best, target: null }
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
}

async function screenHome(home: string, sessions: number): Promise<void> {
  let healthy = 0
  for (const ref of await newestFirst({ home, env: {} }, { named: [], agents: ['claude-code'], cwd: home }))
    if ((await checkSession(ref)).report.status === 'healthy') healthy += 1
  if (healthy !== sessions) throw new Error(`Of ${sessions} healthy sessions, doctor found ${healthy}.`)
}

async function parseLines(folder: string): Promise<void> {
  for (const name of readdirSync(folder))
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) if (line !== '') JSON.parse(line)
}

/** As the program stores them: one block a line, each with its envelope. How many bytes that takes. */
function storeSessions(folder: string, sessions: number, messages: number): number {
  let bytes = 0
  for (let index = 0; index < sessions; index += 1) {
    const id = `${String(index).padStart(8, '0')}-0000-4000-8000-000000000001`
    const text = linesOf(id, messages)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('')
    writeFileSync(join(folder, `${id}.jsonl`), text)
    bytes += Buffer.byteLength(text)
  }
  return bytes
}

function linesOf(sessionId: string, count: number): object[] {
  const lines: object[] = []
  let parentUuid: string | null = null
  for (const [index, raw] of plainConversation('anthropic-messages', count).messages.entries()) {
    const { content, role } = raw as { role: 'user' | 'assistant'; content: string | readonly object[] }
    const isAnswer = role === 'assistant'
    for (const [block, part] of (isAnswer ? (content as readonly object[]) : [content]).entries()) {
      const uuid = `${index}-${block}`
      const message = isAnswer
        ? { id: `msg_${index}`, type: 'message', role, model: 'claude-opus-4-8', content: [part] }
        : { role, content: part }
      const envelope = { sessionId, isSidechain: false, cwd: '/bench', version: '2.1.329' }
      const timestamp = '2026-11-21T08:00:00.000Z'
      lines.push({ parentUuid, ...envelope, type: role, message, uuid, timestamp })
      parentUuid = uuid
    }
  }
  return lines
}
