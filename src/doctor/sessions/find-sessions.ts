import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { AgentEnvironment, SessionRef } from '../../agents/agent.ts'
import { DoctorError } from '../doctor-error.ts'
import { agents, findAgent, recogniseSession } from '../../agents/index.ts'
import { namesBelow } from '../../files/names-below.ts'
import { holdsConversation } from './open-session.ts'
import { isShortFor, shortId } from './short-id.ts'

export interface Selection {
  /** Paths, folders and beginnings of ids; empty: every session. */
  readonly named: readonly string[]
  readonly agents: readonly string[]
  /** Milliseconds since 1970. */
  readonly since?: number
  readonly cwd: string
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats) return undefined
  return stats.isDirectory() ? 'folder' : 'file'
}

/** A database holds many sessions; a file holds the one that was recognised. */
async function* everySessionIn(ref: SessionRef, { home, env }: AgentEnvironment): AsyncGenerator<SessionRef> {
  if (ref.agent !== 'opencode' || ref.path.endsWith('.json')) yield ref
  else
    for await (const each of findAgent(ref.agent).discover({ home, env: { ...env, OPENCODE_DB: ref.path } }))
      if (each.path === ref.path) yield each
}

async function* sessionsIn(folder: string, environment: AgentEnvironment): AsyncGenerator<SessionRef> {
  for (const name of await namesBelow(folder)) {
    if (!/\.(?:jsonl?|db)$/.test(name)) continue
    const ref = await recogniseSession(join(folder, name))
    if (ref && (await holdsConversation(ref))) yield* everySessionIn(ref, environment)
  }
}

async function* discover(environment: AgentEnvironment, names: readonly string[]): AsyncGenerator<SessionRef> {
  for (const agent of agents) if (names.length === 0 || names.includes(agent.name)) yield* agent.discover(environment)
}

async function findById(prefix: string, environment: AgentEnvironment, names: readonly string[]): Promise<SessionRef> {
  const all: SessionRef[] = []
  for await (const ref of discover(environment, names)) all.push(ref)
  const found = withHandles(all).filter(({ id }) => isShortFor(prefix, id))
  const exact = found.filter(({ id }) => id === prefix)
  const [ref, another] = exact.length > 0 ? exact : found
  if (!ref)
    throw new DoctorError(
      'not_found',
      `There is no session ${JSON.stringify(prefix)} and no file of that name.`,
      'See what there is: session-recovery doctor --all',
    )
  if (!another) return ref
  const shown = found.slice(0, 5).map((each) => `  ${each.agent} ${each.id}  ${each.path}`)
  throw new DoctorError(
    'ambiguous',
    `${found.length} sessions begin with ${JSON.stringify(prefix)}:`,
    found.every(({ id }) => id === ref.id) ? 'Name one by its path.' : 'Write more of the id, or name the file.',
    { lines: shown },
  )
}

/** Node reads arguments as UTF-8: a name with other bytes arrives changed, and leads nowhere. */
function missingRemedy(argument: string): string {
  return argument.includes('\uFFFD')
    ? 'Its name may not be UTF-8: pipe it in (session-recovery doctor - < FILE), or rename it.'
    : 'Check the path.'
}

async function* named(
  argument: string,
  environment: AgentEnvironment,
  selection: Selection,
): AsyncGenerator<SessionRef> {
  const path = resolve(selection.cwd, argument)
  const kind = await kindOf(path)
  if (kind === 'folder') yield* sessionsIn(path, environment)
  else if (kind === 'file') {
    const ref = await recogniseSession(path)
    if (!ref)
      throw new DoctorError(
        'unreadable',
        `${path}: not a session and not a list of messages.`,
        'Name a session file, or JSON or JSONL that holds messages of a known format.',
      )
    yield* everySessionIn(ref, environment)
  } else if (/[/\\]|\.(?:jsonl?|db)$/.test(argument))
    throw new DoctorError('not_found', `There is no file ${path}.`, missingRemedy(argument))
  else yield await findById(argument, environment, selection.agents)
}

/**
 * Finds the sessions that a command line means, one after the other: nothing is held, so that thousands are fine.
 *
 * @throws DoctorError `not_found`, `ambiguous`, `unreadable`
 */
export async function* findSessions(environment: AgentEnvironment, selection: Selection): AsyncGenerator<SessionRef> {
  const source = async function* (): AsyncGenerator<SessionRef> {
    if (selection.named.length === 0) yield* discover(environment, selection.agents)
    for (const argument of selection.named) yield* named(argument, environment, selection)
  }
  for await (const ref of source()) {
    if (selection.agents.length > 0 && !selection.agents.includes(ref.agent)) continue
    if (selection.since !== undefined && ref.modifiedMs < selection.since) continue
    yield ref
  }
}

/** The sessions of a selection, each with its name for a command line. Holds references, never content. */
export async function listSessions(
  environment: AgentEnvironment,
  selection: Selection,
): Promise<readonly SessionRef[]> {
  const found: SessionRef[] = []
  for await (const ref of findSessions(environment, selection)) found.push(ref)
  return withHandles(found)
}

/** As {@link listSessions}, most recently written first. */
export async function newestFirst(environment: AgentEnvironment, selection: Selection): Promise<readonly SessionRef[]> {
  const found = await listSessions(environment, selection)
  return found.toSorted((a, b) => b.modifiedMs - a.modifiedMs)
}

/** Sessions that share a short id are named by their whole id, copies of one in several folders by their paths. */
function withHandles(refs: readonly SessionRef[]): readonly SessionRef[] {
  const byShortId = Map.groupBy(refs, ({ id }) => shortId(id))
  const byPath = Map.groupBy(refs, ({ path }) => path)
  return refs.map((ref) => {
    const alike = byShortId.get(shortId(ref.id)) ?? []
    if (alike.length < 2 || ref.handle !== undefined) return ref
    const isCopied = alike.some((other) => other !== ref && other.id === ref.id)
    // The path of a database means all that are in it.
    return { ...ref, handle: isCopied && byPath.get(ref.path)?.length === 1 ? ref.path : ref.id }
  })
}

/**
 * The one session that an argument means.
 *
 * @throws DoctorError also when a folder holds more than one
 */
export async function findSession(argument: string, environment: AgentEnvironment, cwd: string): Promise<SessionRef> {
  let only: SessionRef | undefined
  for await (const ref of findSessions(environment, { named: [argument], agents: [], cwd })) {
    if (only)
      throw new DoctorError('ambiguous', `${argument} holds more than one session.`, 'Name one: a file, or an id.')
    only = ref
  }
  if (only) return only
  throw new DoctorError(
    'not_found',
    `${argument} holds no session.`,
    'See what there is: session-recovery doctor --all',
  )
}

/** A name of a session for people. */
export function titleOf({ agent, id, path, project }: SessionRef): string {
  return [agent, agent === 'file' ? basename(path) : shortId(id), ...(project === undefined ? [] : [project])].join(' ')
}
