import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AgentEnvironment, SessionRef } from '../agent.ts'
import { hasEarlyRecord } from '../jsonl/has-early-record.ts'
import { isClaudeRecord } from './claude-record.ts'

/** The folder of Claude Code's files. An empty variable counts as unset. */
export function claudeFolder({ home, env }: AgentEnvironment): string {
  return env['CLAUDE_CONFIG_DIR'] || join(home, '.claude')
}

interface Names {
  readonly all: readonly string[]
  /** Entries that are no plain file: a link may lead to a folder. */
  readonly folders: readonly string[]
}

async function namesIn(folder: string): Promise<Names> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return {
    all: entries.map(({ name }) => name).sort(),
    folders: entries.flatMap((entry) => (entry.isFile() ? [] : [entry.name])).sort(),
  }
}

/** The session of a file, by its location: `<project>/<id>.jsonl` or `<project>/<id>/subagents/agent-<id>.jsonl`. */
async function refOf(path: string): Promise<SessionRef | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const inSubagents = basename(dirname(path)) === 'subagents'
  const parent = inSubagents ? dirname(dirname(path)) : undefined
  return {
    agent: 'claude-code',
    id: basename(path, '.jsonl'),
    path,
    ...(parent !== undefined && { parentId: basename(parent) }),
    project: basename(dirname(parent ?? path)),
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
  }
}

async function* transcriptsIn(folder: string, names: readonly string[]): AsyncGenerator<SessionRef> {
  for (const name of names) {
    const ref = name.endsWith('.jsonl') ? await refOf(join(folder, name)) : undefined
    if (ref) yield ref
  }
}

/** All transcripts, those of sub-agents included. */
export async function* discoverSessions(environment: AgentEnvironment): AsyncGenerator<SessionRef> {
  const projects = join(claudeFolder(environment), 'projects')
  for (const project of (await namesIn(projects)).folders) {
    const folder = join(projects, project)
    const { all, folders } = await namesIn(folder)
    yield* transcriptsIn(folder, all)
    for (const session of folders) {
      const subagents = join(folder, session, 'subagents')
      yield* transcriptsIn(subagents, (await namesIn(subagents)).all)
    }
  }
}

const isGraphLine = (value: Record<string, unknown>): boolean =>
  isClaudeRecord(value) && 'parentUuid' in value && 'uuid' in value

/** Looks at the first records of a file: lines of the graph have fields that no other agent writes together. */
export async function recogniseSession(path: string): Promise<SessionRef | undefined> {
  const ref = await refOf(path)
  const isOurs = ref && (await hasEarlyRecord(path, isGraphLine))
  return isOurs ? ref : undefined
}
