import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { namesBelow } from '../../files/names-below.ts'
import type { AgentEnvironment, SessionRef } from '../agent.ts'
import { hasEarlyRecord } from '../jsonl/has-early-record.ts'
import { isGeminiRecord, isHeader, patchOf } from './gemini-record.ts'

/** The folder of Gemini CLI's files. `GEMINI_CLI_HOME` replaces the home folder; an empty variable counts as unset. */
export function geminiFolder({ home, env }: AgentEnvironment): string {
  return join(env['GEMINI_CLI_HOME'] || home, '.gemini')
}

/** `tmp/<project>/chats/session-<time>-<id8>.jsonl`; sub-agents: `chats/<session>/<id>.jsonl`. */
async function refOf(path: string): Promise<SessionRef | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const folder = dirname(path)
  const isNested = basename(folder) !== 'chats' && basename(dirname(folder)) === 'chats'
  const chats = isNested ? dirname(folder) : folder
  return {
    agent: 'gemini-cli',
    id: basename(path, '.jsonl'),
    path,
    ...(isNested && { parentId: basename(folder) }),
    project: basename(dirname(chats)),
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
  }
}

/** All chats, those of sub-agents included. */
export async function* discoverChats(environment: AgentEnvironment): AsyncGenerator<SessionRef> {
  const projects = join(geminiFolder(environment), 'tmp')
  for (const project of (await readdir(projects).catch(() => [])).sort()) {
    const chats = join(projects, project, 'chats')
    for (const name of await namesBelow(chats).catch(() => [])) {
      const ref = name.endsWith('.jsonl') ? await refOf(join(chats, name)) : undefined
      if (ref) yield ref
    }
  }
}

const isChatLine = (value: Record<string, unknown>): boolean =>
  isHeader(value) || patchOf(value) !== undefined || (isGeminiRecord(value) && typeof value['timestamp'] === 'string')

/** Looks at the first records of a file: one must be a header, a patch or a message of a chat. */
export async function recogniseChat(path: string): Promise<SessionRef | undefined> {
  const ref = await refOf(path)
  const isOurs = ref && (await hasEarlyRecord(path, isChatLine))
  return isOurs ? ref : undefined
}
