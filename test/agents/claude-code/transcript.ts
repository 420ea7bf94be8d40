import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSession } from '../../../src/agents/agent.ts'
import { claudeCode } from '../../../src/agents/claude-code/claude-code.ts'
import { tempFolder } from '../../files/temp-folder.ts'

export type Line = Record<string, unknown>

const sessionId = '6f1c2a34-0000-4000-8000-000000000001'
const shared = { isSidechain: false, userType: 'external', cwd: '/w', sessionId, version: '2.1.329', gitBranch: 'main' }

export function user(uuid: string, parentUuid: string | null, content: unknown, more: Line = {}): Line {
  return {
    parentUuid,
    ...shared,
    type: 'user',
    message: { role: 'user', content },
    uuid,
    timestamp: `2026-11-21T08:00:00.000Z`,
    ...more,
  }
}

export function assistant(
  uuid: string,
  parentUuid: string | null,
  id: string,
  block: unknown,
  index: number,
  more: Line = {},
): Line {
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-8',
    content: [block],
    stop_reason: 'tool_use',
    usage: { input_tokens: 3 },
  }
  return {
    parentUuid,
    ...shared,
    message,
    requestId: `req_${id}`,
    type: 'assistant',
    apiBlockIndex: index,
    uuid,
    timestamp: '2026-11-21T08:00:01.000Z',
    ...more,
  }
}

export const text = (value: string): Line => ({ type: 'text', text: value })
export const thinking = (value: string): Line => ({ type: 'thinking', thinking: value, signature: 'EqQB' })
export const call = (id: string): Line => ({ type: 'tool_use', id, name: 'Read', input: { file_path: `/w/${id}` } })
export const result = (id: string, content = `result of ${id}`): Line => ({
  tool_use_id: id,
  type: 'tool_result',
  content,
})

export function resultLine(uuid: string, parentUuid: string, id: string): Line {
  return user(uuid, parentUuid, [result(id)], { toolUseResult: { type: 'text' }, sourceToolAssistantUUID: parentUuid })
}

/**
 * A session as 2.1.329 writes it: a prompt, one tool turn, a turn with two parallel calls whose results fork the graph, and
 * an answer; in between lines of other types.
 */
export function healthyLines(): Line[] {
  return [
    { type: 'queue-operation', operation: 'enqueue', sessionId },
    user('u1', null, 'read the file'),
    { parentUuid: 'u1', ...shared, type: 'attachment', attachment: { type: 'environment' }, uuid: 'x1' },
    assistant('a1', 'x1', 'msg_1', thinking('let me see'), 0),
    assistant('a2', 'a1', 'msg_1', text('I read it.'), 1),
    assistant('a3', 'a2', 'msg_1', call('toolu_1'), 2),
    resultLine('r1', 'a3', 'toolu_1'),
    { type: 'api-request', id: 'q1', tail: ['h'], sessionId },
    assistant('b1', 'r1', 'msg_2', call('toolu_2'), 0),
    assistant('b2', 'b1', 'msg_2', call('toolu_3'), 1),
    resultLine('r2', 'b1', 'toolu_2'),
    resultLine('r3', 'b2', 'toolu_3'),
    assistant('c1', 'r3', 'msg_3', text('Done.'), 0),
    { type: 'last-prompt', leafUuid: 'c1', sessionId },
  ]
}

export function toBytes(lines: readonly Line[], ending = '\n'): Buffer {
  return Buffer.from(lines.map((line) => JSON.stringify(line) + ending).join(''))
}

export interface Stored {
  readonly path: string
  readonly session: AgentSession
}

/** Stores a transcript where Claude Code would, and opens it. */
export async function store(content: readonly Line[] | Buffer): Promise<Stored> {
  const folder = join(tempFolder(), 'projects', '-w')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${sessionId}.jsonl`)
  writeFileSync(path, Buffer.isBuffer(content) ? content : toBytes(content as readonly Line[]))
  const ref = await claudeCode.recognise(path)
  return {
    path,
    session: await claudeCode.open(ref ?? { agent: 'claude-code', id: sessionId, path, sizeBytes: 0, modifiedMs: 0 }),
  }
}

export async function written(session: AgentSession, ...edits: Parameters<AgentSession['plan']>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  await session.plan(...edits).writeTo!(async (bytes) => void chunks.push(Buffer.from(bytes)))
  return Buffer.concat(chunks)
}

/** Messages as the API sees them: neighbours of one role are one turn. */
export function turns(messages: readonly unknown[]): unknown[] {
  const joined: { role: unknown; content: unknown[] }[] = []
  for (const { role, content } of messages as { role: unknown; content: unknown }[]) {
    const blocks = typeof content === 'string' ? [text(content)] : (content as unknown[])
    if (joined.at(-1)?.role === role) joined.at(-1)!.content.push(...blocks)
    else joined.push({ role, content: [...blocks] })
  }
  return joined
}
